//! Writes a recording as a glTF file.

use std::io::Write;

use reenact::Recording;

use super::flat::flat;
use super::options::{Options, Profile};
use super::scene::Scene;
use super::skeleton::skeleton;
use crate::rotations::with_rotations;
use crate::{Losses, Result};

/// Writes a recording as one binary file (`.glb`).
pub fn write_glb(
    recording: &Recording,
    options: &Options,
    writer: &mut impl Write,
) -> Result<Losses> {
    let (recording, made_up_rotations) = &complete(recording, *options)?;
    let (document, buffer, mut losses) = scene(recording, *options)?.finish();
    losses.made_up_rotations += made_up_rotations;
    buffer.write_glb(document, writer)?;
    Ok(losses)
}

/// Writes a recording as one text file (`.gltf`) with an embedded buffer.
pub fn write_gltf(
    recording: &Recording,
    options: &Options,
    writer: &mut impl Write,
) -> Result<Losses> {
    let (recording, made_up_rotations) = &complete(recording, *options)?;
    let (document, buffer, mut losses) = scene(recording, *options)?.finish();
    losses.made_up_rotations += made_up_rotations;
    buffer.write_gltf(document, writer)?;
    Ok(losses)
}

/// Recording with the data that a profile needs: a skeleton needs rotations, world-space nodes do not.
fn complete(recording: &Recording, options: Options) -> Result<(Recording, usize)> {
    match options.profile {
        Profile::Flat => Ok((recording.clone(), 0)),
        Profile::Skeleton => with_rotations(recording),
    }
}

fn scene(recording: &Recording, options: Options) -> Result<Scene<'_>> {
    match options.profile {
        Profile::Flat => flat(recording, options),
        Profile::Skeleton => skeleton(recording, options),
    }
}
