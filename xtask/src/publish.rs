//! What is published: crates, wheels, archives, npm packages; made, checked and released.

mod crates;
mod dist;
mod features;
mod interface;
mod page;
mod release;
mod wheels;
mod workflows;

pub(crate) use crates::{Args as PackageArgs, from_tarballs, listed, run as package};
pub(crate) use dist::{Args as DistArgs, run as dist, step as dist_step};
pub(crate) use features::features;
pub(crate) use interface::{Args as InterfaceArgs, check as interface, run as write_interface};
pub(crate) use release::{Args as ReleaseArgs, run as release};
pub(crate) use wheels::{Args as WheelsArgs, check as check_for_pypi, run as wheels, sdist};
pub(crate) use workflows::workflows;
