//! Edits: each gives a new recording, and what has to be said of it.

use std::borrow::Cow;

use pyo3::prelude::*;
use reenact::Recording as Reenact;
use reenact_edit::repair::{Mend, Mends, Repaired};
use reenact_edit::{Edited, Note};
use reenact_edit::{
    concat as joining, fill as filling, markers as marking, mirror as mirroring,
    optimize as optimizing, reanchor as anchoring, repair as mending, resample as sampling,
    retime as timing, smooth as smoothing, strip as stripping, trim as trimming,
    version as versions,
};
use reenact_file::SharedRecording;

use crate::args::{self, TracksArg, choose, json};
use crate::error::{self, in_words, wrong};
use crate::recording::Recording;
use crate::work::work;

/// A code, whether something is gone, and a sentence.
type Notes = Vec<(&'static str, bool, String)>;

fn told(notes: Vec<Note>) -> Notes {
    notes.into_iter().map(|note| (note.code, note.is_loss, note.message)).collect()
}

fn edit(
    py: Python<'_>,
    recording: &Recording,
    edit: impl for<'r> FnOnce(&'r Reenact<'r>) -> reenact::Result<Edited<'r>> + Send + 'static,
) -> PyResult<(Recording, Notes)> {
    let inner = recording.inner.clone();
    let edited = work(py, recording.keys(), move || {
        inner.try_edit(|recording| {
            edit(recording).map(|edited| (edited.recording, told(edited.notes)))
        })
    })?;
    let (edited, notes) = edited.map_err(error::of)?;
    Ok((Recording::new(edited), notes))
}

#[pyfunction]
pub(crate) fn trim(
    py: Python<'_>,
    recording: &Recording,
    start_secs: Option<f32>,
    end_secs: Option<f32>,
    keep_times: bool,
) -> PyResult<(Recording, Notes)> {
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
) -> PyResult<(Recording, Notes)> {
    let seam = match (gap_secs, cross_fade_secs) {
        (Some(_), Some(_)) => return Err(wrong("give a gap or a cross-fade, not both")),
        (Some(secs), None) => joining::Seam::Gap(secs),
        (None, Some(secs)) => joining::Seam::CrossFade(secs),
        (None, None) => joining::Options::default().seam,
    };
    let align = match align {
        "none" => joining::Align::None,
        "head" => joining::Align::Head,
        other => joining::Align::Wrist(args::wrist(other).ok_or_else(|| {
            wrong(&format!("cannot align {other:?}: none, head, left-wrist or right-wrist"))
        })?),
    };
    let keys = recordings.iter().map(|recording| recording.keys()).sum();
    let list: Vec<SharedRecording> =
        recordings.iter().map(|recording| recording.inner.clone()).collect();
    let joined = work(py, keys, move || {
        let list: Vec<&Reenact<'_>> = list.iter().map(SharedRecording::recording).collect();
        joining::concat(&list, &joining::Options { seam, align })
    })?;
    let Edited { recording, notes } = joined.map_err(error::of)?;
    Ok((Recording::new(recording), told(notes)))
}

#[pyfunction]
pub(crate) fn retime(
    py: Python<'_>,
    recording: &Recording,
    speed: Option<f32>,
    duration_secs: Option<f32>,
) -> PyResult<(Recording, Notes)> {
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
) -> PyResult<(Recording, Notes)> {
    let options = sampling::Options { rate_hz, mode: args::mode(mode)? };
    edit(py, recording, move |r| sampling::resample(r, &options))
}

#[pyfunction]
pub(crate) fn mirror(
    py: Python<'_>,
    recording: &Recording,
    plane: &str,
) -> PyResult<(Recording, Notes)> {
    let planes = [("world", mirroring::Plane::World), ("head", mirroring::Plane::Head)];
    let options = mirroring::Options { plane: choose("plane", plane, &planes)? };
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
) -> PyResult<(Recording, Notes)> {
    use anchoring::Anchor;
    let anchor = match (pose, anchor) {
        (Some([x, y, z, qx, qy, qz, qw]), _) => Anchor::Pose(reenact::Pose {
            position: glam::Vec3::new(x, y, z),
            rotation: glam::Quat::from_xyzw(qx, qy, qz, qw),
        }),
        (None, "world") => Anchor::World,
        (None, "head") => Anchor::Head,
        (None, "first-head") => Anchor::FirstHead,
        (None, other) => Anchor::Wrist(args::wrist(other).ok_or_else(|| {
            wrong(&format!(
                "no anchor {other:?}: world, head, first-head, left-wrist or right-wrist"
            ))
        })?),
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
) -> PyResult<(Recording, Notes)> {
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
) -> PyResult<(Recording, Notes)> {
    let methods = [("hermite", filling::Method::Hermite), ("linear", filling::Method::Linear)];
    let method = choose("method", method, &methods)?;
    let options = filling::Options { max_gap_secs, method, rate_hz, mark };
    edit(py, recording, move |r| filling::fill(r, &options))
}

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
) -> PyResult<(Recording, Notes)> {
    let joints = joints.iter().map(|name| args::joint(name)).collect::<PyResult<_>>()?;
    let options =
        stripping::Options { camera, left, right, gaze, markers, trailing, joints, head_height_m };
    edit(py, recording, move |r| stripping::strip(r, &options))
}

/// Which markers: all, one by its place, those of a name, or those between two times.
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

/// One change to the list of markers: what, which ones, a time, a name.
type MarkerEdit = (String, Option<Which>, f32, String);

#[pyfunction]
pub(crate) fn edit_markers(
    py: Python<'_>,
    recording: &Recording,
    edits: Vec<MarkerEdit>,
) -> PyResult<(Recording, Notes)> {
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

#[pyfunction]
pub(crate) fn version(
    py: Python<'_>,
    recording: &Recording,
    version: &str,
    max_error: f32,
    allow_loss: bool,
) -> PyResult<(Recording, Notes)> {
    let options = versions::Options { form: args::form(version)?, max_error, allow_loss };
    edit(py, recording, move |r| versions::version(r, &options))
}

/// How many keys a track had and has, and how far positions (mm) and angles (degrees) are off: `(largest, rms)`.
type TrackProof = (&'static str, usize, usize, (f64, f64), (f64, f64));

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each option of the library")]
pub(crate) fn optimize(
    py: Python<'_>,
    recording: &Recording,
    preset: &str,
    position_mm: Option<f32>,
    rotation_deg: Option<f32>,
    gaze_deg: Option<f32>,
    free_values: bool,
    thorough: bool,
) -> PyResult<(Recording, Notes, Vec<TrackProof>)> {
    let Some(preset) = optimizing::Options::preset(preset) else {
        return Err(wrong(&format!("no preset {preset:?}: mrtk or lossless")));
    };
    let options = optimizing::Options {
        position_mm: position_mm.unwrap_or(preset.position_mm),
        rotation_deg: rotation_deg.unwrap_or(preset.rotation_deg),
        gaze_deg: gaze_deg.unwrap_or(preset.gaze_deg),
        free_values,
        thorough,
        threads: None,
    };
    let inner = recording.inner.clone();
    // Twenty times as much work as others on as many keys.
    let optimized = work(py, recording.keys().saturating_mul(20), move || {
        inner.try_edit(|recording| {
            let done = optimizing::optimize(recording, &options)?;
            let proofs: Vec<TrackProof> = done.proof.tracks.iter().map(track_proof).collect();
            Ok((done.edited.recording, (told(done.edited.notes), proofs)))
        })
    })?;
    let (optimized, (notes, proofs)) = optimized.map_err(error::of)?;
    Ok((Recording::new(optimized), notes, proofs))
}

fn track_proof(proof: &optimizing::TrackProof) -> TrackProof {
    let (positions, angles) = (proof.position_mm, proof.angle_deg);
    (
        proof.track.name(),
        proof.keys_before,
        proof.keys_after,
        (positions.largest, positions.rms),
        (angles.largest, angles.rms),
    )
}

fn mends(names: Option<Vec<String>>) -> PyResult<Mends> {
    let Some(names) = names else { return Ok(Mends::DEFAULT) };
    names.iter().map(|name| name.parse::<Mend>().map_err(in_words)).collect()
}

/// Mends a recording; the report is JSON.
#[pyfunction]
pub(crate) fn repair(
    py: Python<'_>,
    recording: &Recording,
    mends_wanted: Option<Vec<String>>,
) -> PyResult<(Recording, String)> {
    let options = mending::Options { mends: mends(mends_wanted)?, ..mending::Options::default() };
    let inner = recording.inner.clone();
    let repaired = work(py, recording.keys(), move || {
        inner.try_edit(|recording| {
            let Repaired { recording, report } = mending::repair(recording, &options)?;
            Ok((recording, report))
        })
    })?;
    let (repaired, report) = repaired.map_err(error::of)?;
    Ok((Recording::new(repaired), json(&report)?))
}

/// Mends a file that cannot be read as it is; the report is JSON.
#[pyfunction]
pub(crate) fn repair_bytes(
    py: Python<'_>,
    bytes: Cow<'_, [u8]>,
    mends_wanted: Option<Vec<String>>,
    layout: Option<&str>,
) -> PyResult<(Recording, String)> {
    let options =
        mending::Options { mends: mends(mends_wanted)?, read: args::read_options(layout)? };
    let bytes = bytes.into_owned();
    let repaired = work(py, bytes.len(), move || {
        mending::repair_bytes(&bytes, &options)
            .map(|Repaired { recording, report }| (recording.into_owned(), report))
    })?;
    let (repaired, report) = repaired.map_err(error::of)?;
    Ok((Recording::new(repaired), json(&report)?))
}
