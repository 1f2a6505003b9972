//! Edits of contents and form: strip, markers, version.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use reenact_edit::{markers as marking, strip as stripping, version as versions};
use reenact_inspect::events::{MarkerOptions, events, to_markers};

use super::{Outcome, edit};
use crate::args;
use crate::error::wrong;
use crate::measure;
use crate::recording::Recording;

#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    clippy::fn_params_excessive_bools,
    reason = "each is one thing to take out"
)]
pub(crate) fn strip(
    py: Python<'_>,
    recording: &Recording,
    camera: bool,
    left: bool,
    right: bool,
    gaze: bool,
    markers: bool,
    trailing: bool,
    joints: Vec<String>,
    head_height_m: Option<f32>,
) -> Outcome {
    let joints = joints.iter().map(|name| args::joint(name)).collect::<PyResult<_>>()?;
    let options =
        stripping::Options { camera, left, right, gaze, markers, trailing, joints, head_height_m };
    edit(py, recording, move |r| stripping::strip(r, &options))
}

#[pyfunction]
pub(crate) fn version(
    py: Python<'_>,
    recording: &Recording,
    version: &str,
    max_error: f32,
    allow_loss: bool,
) -> Outcome {
    let options = versions::Options { form: Some(args::form(version)?), max_error, allow_loss };
    edit(py, recording, move |r| versions::version(r, &options))
}

/// Selection of markers: all, one by its index, by name, or between two times.
#[derive(FromPyObject)]
pub(crate) enum Which {
    At(usize),
    Named(String),
    Between((f32, f32)),
}

fn which(which: Option<Which>) -> marking::Which {
    match which {
        None => marking::Which::All,
        Some(Which::At(place)) => marking::Which::At(place),
        Some(Which::Named(name)) => marking::Which::Named(name),
        Some(Which::Between((from, to))) => marking::Which::Between(from..=to),
    }
}

/// Edit of the marker list: operation, selection, time, name.
type MarkerEdit = (String, Option<Which>, f32, String);

#[pyfunction]
pub(crate) fn edit_markers(
    py: Python<'_>,
    recording: &Recording,
    edits: Vec<MarkerEdit>,
) -> Outcome {
    use marking::Edit;
    let edits = edits.into_iter().map(|(what, of, secs, name)| match what.as_str() {
        "add" => Ok(Edit::Add { time_secs: secs, name }),
        "remove" => Ok(Edit::Remove(which(of))),
        "rename" => Ok(Edit::Rename { which: which(of), name }),
        "move-to" => Ok(Edit::MoveTo { which: which(of), time_secs: secs }),
        "move-by" => Ok(Edit::MoveBy { which: which(of), secs }),
        "sort" => Ok(Edit::Sort),
        "dedup" => Ok(Edit::Dedup),
        other => Err(wrong(&format!("no way to edit markers {other:?}"))),
    });
    let options = marking::Options { edits: edits.collect::<PyResult<_>>()? };
    edit(py, recording, move |r| marking::markers(r, &options))
}

/// Adds a marker for each detected event.
#[pyfunction]
pub(crate) fn mark_events(
    py: Python<'_>,
    recording: &Recording,
    kinds: Vec<String>,
    ends: bool,
    name: String,
    end_name: String,
    wanted: &Bound<'_, PyDict>,
) -> Outcome {
    let options = measure::options(wanted)?;
    let kinds = kinds.iter().map(|kind| args::named(kind)).collect::<PyResult<_>>()?;
    let names = MarkerOptions { kinds, ends, name, end_name };
    edit(py, recording, move |r| {
        marking::add_markers(r, to_markers(&events(r, &options)?, &names)?)
    })
}
