//! Converts raw curve values to frame values: normalized, NaN where there is no pose.

use super::super::frame::{
    NO_ROTATION, is_direction, normalized_direction, rotation_scale, squared_length,
};

/// Block size in frames: small enough that the columns of a pose stay in the L1 cache while they are processed.
pub(super) const BLOCK: usize = 512;

/// Observed frames of a track in a block.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Observed {
    Never,
    Always,
    /// Frame by frame.
    Sometimes(Vec<bool>),
}

impl Observed {
    pub(super) fn new(frames: &[bool]) -> Self {
        match (frames.contains(&true), frames.contains(&false)) {
            (true, true) => Self::Sometimes(frames.to_vec()),
            (true, false) => Self::Always,
            (false, _) => Self::Never,
        }
    }
}

/// Normalizes the rotations of a block and leaves NaN where there is no pose.
///
/// Each step runs over all frames without branches, so that it is vectorized.
pub(super) fn clean_pose(columns: &mut [&mut [f32]], observed: &Observed) {
    let [_, _, _, qx, qy, qz, qw] = columns else { return };
    let mut room = [NO_ROTATION; BLOCK];
    let Some(scales) = room.get_mut(..qx.len()) else { return };
    let rotations = qx.iter_mut().zip(qy.iter_mut()).zip(qz.iter_mut()).zip(qw.iter_mut());
    for (scale, (((x, y), z), w)) in scales.iter_mut().zip(rotations) {
        *scale = rotation_scale(squared_length([*x, *y, *z, *w]));
        *x *= *scale;
        *y *= *scale;
        *z *= *scale;
        *w *= *scale;
    }
    if let Observed::Sometimes(observed) = observed {
        for (scale, &is_observed) in scales.iter_mut().zip(observed) {
            *scale = if is_observed { *scale } else { NO_ROTATION };
        }
    }
    // Counts instead of searching: a loop without an early exit is vectorized, and hits are rare.
    let missing: u32 = scales.iter().map(|&scale| u32::from(scale == NO_ROTATION)).sum();
    if missing > 0 {
        for column in columns {
            for (value, &scale) in column.iter_mut().zip(&*scales) {
                *value = if scale == NO_ROTATION { f32::NAN } else { *value };
            }
        }
    }
}

/// Finishes a block of poses without rotation keys: NaN for all rotations, and for unobserved positions.
pub(super) fn clean_position(columns: &mut [&mut [f32]], observed: &Observed) {
    let [positions @ .., qx, qy, qz, qw] = columns else { return };
    for rotation in [qx, qy, qz, qw] {
        rotation.fill(f32::NAN);
    }
    clear_unobserved(positions, observed);
}

/// Sets unobserved frames to NaN.
pub(super) fn clear_unobserved(columns: &mut [&mut [f32]], observed: &Observed) {
    let Observed::Sometimes(observed) = observed else { return };
    for column in columns {
        for (value, &is_observed) in column.iter_mut().zip(observed) {
            *value = if is_observed { *value } else { f32::NAN };
        }
    }
}

/// Normalizes the directions of a block; in `clean` mode, missing ones become NaN.
pub(super) fn finish_ray(columns: &mut [&mut [f32]], is_clean: bool) {
    let [ox, oy, oz, dx, dy, dz] = columns else { return };
    let origins = ox.iter_mut().zip(oy.iter_mut()).zip(oz.iter_mut());
    let directions = dx.iter_mut().zip(dy.iter_mut()).zip(dz.iter_mut());
    for (((ox, oy), oz), ((dx, dy), dz)) in origins.zip(directions) {
        let direction = normalized_direction([*dx, *dy, *dz]);
        [*dx, *dy, *dz] = direction;
        if is_clean && !is_direction(direction) {
            [*ox, *oy, *oz, *dx, *dy, *dz] = [f32::NAN; 6];
        }
    }
}
