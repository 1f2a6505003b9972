//! Spatial edits: mirror, reanchor, smooth.

use pyo3::prelude::*;
use reenact_edit::{
    fill as filling, mirror as mirroring, reanchor as anchoring, smooth as smoothing,
};

use super::{Outcome, edit};
use crate::args::{self, TracksArg, choose};
use crate::recording::Recording;

#[pyfunction]
pub(crate) fn mirror(py: Python<'_>, recording: &Recording, plane: &str) -> Outcome {
    let options = mirroring::Options { plane: args::named(plane)? };
    edit(py, recording, move |r| mirroring::mirror(r, &options))
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each option of the library")]
pub(crate) fn reanchor(
    py: Python<'_>,
    recording: &Recording,
    anchor: &str,
    pose: Option<[f32; 7]>,
    rotation: [f32; 4],
    scale: f32,
    pivot: [f32; 3],
    translation: [f32; 3],
    tolerance_m: f32,
    tolerance_deg: f32,
) -> Outcome {
    use anchoring::Anchor;
    let anchor = match pose {
        Some([x, y, z, qx, qy, qz, qw]) => Anchor::Pose(reenact::Pose {
            position: glam::Vec3::new(x, y, z),
            rotation: glam::Quat::from_xyzw(qx, qy, qz, qw),
        }),
        None => args::named(anchor)?,
    };
    let options = anchoring::Options {
        anchor,
        rotation: glam::Quat::from_array(rotation),
        scale,
        pivot: pivot.into(),
        translation: translation.into(),
        tolerance_m,
        tolerance_deg,
    };
    edit(py, recording, move |r| anchoring::reanchor(r, &options))
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each option of the library")]
pub(crate) fn smooth(
    py: Python<'_>,
    recording: &Recording,
    filter: &str,
    tracks: TracksArg,
    half_window: usize,
    order: usize,
    min_cutoff_hz: f32,
    position_beta: f32,
    rotation_beta: f32,
    derivative_cutoff_hz: f32,
) -> Outcome {
    use smoothing::{Filter, OneEuro, SavitzkyGolay};
    let savitzky_golay = Filter::SavitzkyGolay(SavitzkyGolay { half_window, order });
    let one_euro = Filter::OneEuro(OneEuro {
        min_cutoff_hz,
        position_beta,
        rotation_beta,
        derivative_cutoff_hz,
    });
    let filters = [("savitzky-golay", savitzky_golay), ("one-euro", one_euro)];
    let options = smoothing::Options {
        filter: choose("filter", filter, &filters)?,
        tracks: args::tracks(tracks),
    };
    edit(py, recording, move |r| smoothing::smooth(r, &options))
}

#[pyfunction]
pub(crate) fn fill(
    py: Python<'_>,
    recording: &Recording,
    max_gap_secs: f32,
    method: &str,
    rate_hz: f32,
    mark: bool,
) -> Outcome {
    let options = filling::Options { max_gap_secs, method: args::named(method)?, rate_hz, mark };
    edit(py, recording, move |r| filling::fill(r, &options))
}
