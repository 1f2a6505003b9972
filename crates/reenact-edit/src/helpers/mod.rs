//! Helpers shared by operations: evaluating, building, cutting and mapping curves.

pub(crate) mod affine;
pub(crate) mod cut;
pub(crate) mod cut_rotations;
pub(crate) mod groups;
pub(crate) mod keys;
pub(crate) mod lines;
pub(crate) mod outcome;
pub(crate) mod rotation;
pub(crate) mod tolerance;
pub(crate) mod transform;
