//! The operations: each takes a recording and options, and returns an [`Edited`](crate::Edited).

pub mod concat;
pub mod fill;
pub mod markers;
pub mod mirror;
pub mod optimize;
pub mod reanchor;
pub mod repair;
pub mod resample;
pub mod retime;
pub mod smooth;
pub mod strip;
pub mod trim;
pub mod version;
