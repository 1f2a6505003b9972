//! Comparison of two recordings.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use reenact_inspect::compare::{Alignment, Options, Tolerances};

use crate::args::{self, choose, json};
use crate::error;
use crate::recording::Recording;
use crate::work::work;

pub(crate) const TOLERANCES: [&str; 6] =
    ["position_m", "rotation_deg", "gaze_deg", "state_secs", "duration_secs", "marker_secs"];

/// Compares two recordings; returns JSON.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each option of the library")]
pub(crate) fn compare(
    py: Python<'_>,
    a: &Recording,
    b: &Recording,
    rate_hz: f32,
    mode: &str,
    align: &str,
    align_secs: f32,
    reference: &str,
    key_times: bool,
    markers: bool,
    range_secs: Option<(f32, f32)>,
    tolerances: BTreeMap<String, f32>,
) -> PyResult<String> {
    let alignments = [
        ("none", Alignment::None),
        ("offset", Alignment::Offset(align_secs)),
        ("find-offset", Alignment::FindOffset { max_secs: align_secs }),
        ("warp", Alignment::Warp { max_secs: align_secs }),
    ];
    let mut forgiven = Tolerances::default();
    for (name, number) in tolerances {
        let field = match name.as_str() {
            "position_m" => &mut forgiven.position_m,
            "rotation_deg" => &mut forgiven.rotation_deg,
            "gaze_deg" => &mut forgiven.gaze_deg,
            "state_secs" => &mut forgiven.state_secs,
            "duration_secs" => &mut forgiven.duration_secs,
            "marker_secs" => &mut forgiven.marker_secs,
            _ => return Err(args::no_option("tolerance", &name, &TOLERANCES, "Tolerances")),
        };
        *field = number;
    }
    let options = Options {
        rate_hz,
        key_times,
        mode: args::mode(mode)?,
        tolerances: forgiven,
        alignment: choose("way to align", align, &alignments)?,
        reference: args::named(reference)?,
        range_secs: range_secs.map(|(from, to)| [from, to]),
        markers,
    };
    let (one, other) = (a.inner.clone(), b.inner.clone());
    let comparison = work(py, a.keys() + b.keys(), move || {
        reenact_inspect::compare::compare(one.recording(), other.recording(), &options)
    })?;
    json(&comparison.map_err(error::of)?)
}
