//! Edits of time: trim, concatenate, retime, resample, fill.

use pyo3::prelude::*;
use reenact::Recording as Reenact;
use reenact_edit::{
    concat as joining, note, resample as sampling, retime as timing, trim as trimming,
};

use super::{Notes, Outcome, edit, told};
use crate::args;
use crate::error::{self, wrong};
use crate::opened::Opened;
use crate::recording::Recording;
use crate::work::work;

#[pyfunction]
pub(crate) fn trim(
    py: Python<'_>,
    recording: &Recording,
    start_secs: Option<f32>,
    end_secs: Option<f32>,
    keep_times: bool,
) -> Outcome {
    let options = trimming::Options { from_secs: start_secs, to_secs: end_secs, keep_times };
    edit(py, recording, move |r| trimming::trim(r, &options))
}

#[pyfunction]
pub(crate) fn concat(
    py: Python<'_>,
    recordings: Vec<PyRef<'_, Recording>>,
    gap_secs: Option<f32>,
    cross_fade_secs: Option<f32>,
    align: &str,
) -> Outcome {
    let seam = match (gap_secs, cross_fade_secs) {
        (Some(_), Some(_)) => return Err(wrong("give a gap or a cross-fade, not both")),
        (Some(secs), None) => joining::Seam::Gap(secs),
        (None, Some(secs)) => joining::Seam::CrossFade(secs),
        (None, None) => joining::Options::default().seam,
    };
    let align = args::named(align)?;
    let keys = recordings.iter().map(|recording| recording.keys()).sum();
    let list: Vec<Opened> = recordings.iter().map(|recording| recording.inner.clone()).collect();
    let joined = work(py, keys, move || {
        let read: Notes = list
            .iter()
            .flat_map(|one| one.imported().losses().notes())
            .map(|note| (note.code.name(), note.is_loss, note.message))
            .collect();
        let list: Vec<&Reenact> = list.iter().map(Opened::recording).collect();
        let mut joined = joining::concat(&list, &joining::Options { seam, align })?;
        for one in &list {
            joined.notes.extend(note::of_dropped_origin(one, &joined.recording));
        }
        Ok((joined.recording, told(joined.notes).into_iter().chain(read).collect()))
    })?;
    let (recording, notes) = joined.map_err(error::of)?;
    Ok((Recording::new(recording), notes))
}

#[pyfunction]
pub(crate) fn retime(
    py: Python<'_>,
    recording: &Recording,
    speed: Option<f32>,
    duration_secs: Option<f32>,
) -> Outcome {
    let pace = match (speed, duration_secs) {
        (Some(speed), None) => timing::Pace::Speed(speed),
        (None, Some(secs)) => timing::Pace::Duration(secs),
        _ => return Err(wrong("give either a speed or a duration")),
    };
    edit(py, recording, move |r| timing::retime(r, &timing::Options { pace }))
}

#[pyfunction]
pub(crate) fn resample(
    py: Python<'_>,
    recording: &Recording,
    rate_hz: f32,
    mode: &str,
    max_frames: Option<usize>,
) -> Outcome {
    let options = sampling::Options { rate_hz, max_frames, mode: args::mode(mode)? };
    edit(py, recording, move |r| sampling::resample(r, &options))
}
