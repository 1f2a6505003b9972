//! A recording as a file.

use std::io::Write;

use reenact::Recording;

use super::flat::flat;
use super::options::{Options, Profile};
use super::scene::Scene;
use super::skeleton::skeleton;
use crate::{Losses, Result};

/// Writes a recording as one binary file (`.glb`).
pub fn write_glb(
    recording: &Recording<'_>,
    options: &Options,
    writer: &mut impl Write,
) -> Result<Losses> {
    let (document, buffer, losses) = scene(recording, *options)?.finish();
    buffer.write_glb(document, writer)?;
    Ok(losses)
}

/// Writes a recording as one text file (`.gltf`) with the numbers inside.
pub fn write_gltf(
    recording: &Recording<'_>,
    options: &Options,
    writer: &mut impl Write,
) -> Result<Losses> {
    let (document, buffer, losses) = scene(recording, *options)?.finish();
    buffer.write_gltf(document, writer)?;
    Ok(losses)
}

fn scene<'r>(recording: &'r Recording<'r>, options: Options) -> Result<Scene<'r>> {
    match options.profile {
        Profile::Flat => flat(recording, options),
        Profile::Skeleton => skeleton(recording, options),
    }
}
