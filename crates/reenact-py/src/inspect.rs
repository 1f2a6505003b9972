//! Reports, as the JSON that the command prints.

use std::borrow::Cow;
use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use reenact_inspect::compare::{Alignment, Options as CompareOptions, Reference, Tolerances};
use reenact_inspect::doctor::{self as doctors, examine, examine_recording};
use reenact_inspect::events::{EventKind, MarkerOptions, to_markers};
use reenact_inspect::measure::{FixationBy, Options, PinchBy};
use reenact_inspect::stats::Stats;
use reenact_inspect::summary::{Hand, Span, summarize};

use crate::args::{self, choose, json};
use crate::error::{self, in_words, wrong};
use crate::recording::{Recording, put};
use crate::work::work;

/// What is in a recording.
#[pyfunction]
pub(crate) fn info<'py>(py: Python<'py>, recording: &Recording) -> PyResult<Bound<'py, PyDict>> {
    let inner = recording.inner.clone();
    let summary = py.detach(|| summarize(inner.recording()));
    let info = PyDict::new(py);
    put(&info, "bytes", inner.recording().encoded_len())?;
    put(&info, "version", summary.form.version.to_string())?;
    put(&info, "layout", summary.form.layout.name())?;
    put(&info, "marker_list", summary.form.marker_list)?;
    put(&info, "trailing_bytes", summary.trailing_bytes)?;
    put(&info, "duration_secs", summary.duration_secs)?;
    put(&info, "start_secs", summary.start_secs)?;
    put(&info, "curves", summary.curves)?;
    put(&info, "keys", summary.keys)?;
    put(&info, "camera_keys", summary.camera_keys)?;
    put(&info, "gaze_keys", summary.gaze_keys)?;
    let spans = |spans: &[Span]| -> Vec<(f32, f32)> {
        spans.iter().map(|span| (span.start_secs, span.end_secs)).collect()
    };
    let hand = |hand: &Hand| -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        put(&dict, "tracked", spans(&hand.tracked))?;
        put(&dict, "pinching", spans(&hand.pinching))?;
        put(&dict, "tracked_secs", hand.tracked_secs())?;
        put(&dict, "pinching_secs", hand.pinching_secs())?;
        put(&dict, "keys", hand.keys)?;
        Ok(dict)
    };
    let hands = summary.hands.as_ref();
    put(&info, "left", hands.map(|hands| hand(&hands.left)).transpose()?)?;
    put(&info, "right", hands.map(|hands| hand(&hands.right)).transpose()?)?;
    Ok(info)
}

/// What is wrong or odd with a recording, as JSON.
#[pyfunction]
pub(crate) fn doctor(py: Python<'_>, recording: &Recording) -> PyResult<String> {
    let inner = recording.inner.clone();
    work(py, recording.keys(), move || {
        let options = doctors::Options::default();
        // The bytes tell more than what was read from them.
        json(&match inner.bytes() {
            Some(bytes) => examine(bytes, &doctors::Options { read: read_as(&inner), ..options }),
            None => examine_recording(inner.recording(), &options),
        })
    })?
}

/// As it was read the first time.
fn read_as(inner: &reenact_file::SharedRecording) -> reenact::ReadOptions {
    let layout = Some(inner.recording().layout());
    reenact::ReadOptions { layout, ..reenact::ReadOptions::default() }
}

/// The same of any bytes at all.
#[pyfunction]
pub(crate) fn doctor_bytes(py: Python<'_>, bytes: Cow<'_, [u8]>) -> PyResult<String> {
    let bytes = bytes.into_owned();
    work(py, bytes.len(), move || json(&examine(&bytes, &doctors::Options::default())))?
}

/// How to measure: the defaults, but for what is given by name.
fn options(
    mode: &str,
    joint: Option<&str>,
    pinch_by: &str,
    fixation_by: &str,
    numbers: BTreeMap<String, f32>,
) -> PyResult<Options> {
    let mut options = Options { mode: args::mode(mode)?, ..Options::default() };
    if let Some(joint) = joint {
        options.joint = args::joint(joint)?;
    }
    let ways = [("curve", PinchBy::Curve), ("aperture", PinchBy::Aperture)];
    options.pinch_by = choose("way to find pinches", pinch_by, &ways)?;
    let ways = [("velocity", FixationBy::Velocity), ("dispersion", FixationBy::Dispersion)];
    options.fixation_by = choose("way to find fixations", fixation_by, &ways)?;
    for (name, number) in numbers {
        let field = match name.as_str() {
            "start_secs" => options.from_secs.insert(0.0),
            "end_secs" => options.to_secs.insert(0.0),
            "rate_hz" => &mut options.rate_hz,
            "smoothing_secs" => &mut options.smoothing_secs,
            "rest_speed_m_s" => &mut options.rest_speed_m_s,
            "min_pause_secs" => &mut options.min_pause_secs,
            "min_movement_secs" => &mut options.min_movement_secs,
            "pinch_close_m" => &mut options.pinch_close_m,
            "pinch_open_m" => &mut options.pinch_open_m,
            "grab_close_deg" => &mut options.grab_close_deg,
            "grab_open_deg" => &mut options.grab_open_deg,
            "saccade_deg_s" => &mut options.saccade_deg_s,
            "min_saccade_deg" => &mut options.min_saccade_deg,
            "merge_secs" => &mut options.merge_secs,
            "merge_deg" => &mut options.merge_deg,
            "min_fixation_secs" => &mut options.min_fixation_secs,
            "dispersion_deg" => &mut options.dispersion_deg,
            _ => return Err(wrong(&format!("no option {name:?}"))),
        };
        *field = number;
    }
    Ok(options)
}

/// Measures, in one list, as JSON.
#[pyfunction]
pub(crate) fn stats(
    py: Python<'_>,
    recording: &Recording,
    mode: &str,
    joint: Option<&str>,
    pinch_by: &str,
    fixation_by: &str,
    numbers: BTreeMap<String, f32>,
) -> PyResult<String> {
    let options = options(mode, joint, pinch_by, fixation_by, numbers)?;
    let inner = recording.inner.clone();
    let stats = work(py, recording.keys(), move || {
        reenact_inspect::stats::stats(inner.recording(), &options)
    })?;
    json(&stats.map_err(error::of)?.rows())
}

/// The names of all measures, in their order.
#[pyfunction]
pub(crate) fn stats_names() -> Vec<String> {
    Stats::default().rows().into_iter().map(|row| row.name.into_owned()).collect()
}

fn find_events(
    py: Python<'_>,
    recording: &Recording,
    options: Options,
) -> PyResult<Vec<reenact_inspect::events::Event>> {
    let inner = recording.inner.clone();
    let events = work(py, recording.keys(), move || {
        reenact_inspect::events::events(inner.recording(), &options)
    })?;
    events.map_err(error::of)
}

/// What happened, as JSON.
#[pyfunction]
pub(crate) fn events(
    py: Python<'_>,
    recording: &Recording,
    mode: &str,
    joint: Option<&str>,
    pinch_by: &str,
    fixation_by: &str,
    numbers: BTreeMap<String, f32>,
) -> PyResult<String> {
    let options = options(mode, joint, pinch_by, fixation_by, numbers)?;
    json(&find_events(py, recording, options)?)
}

/// Markers for what happened.
#[pyfunction]
pub(crate) fn event_markers(
    py: Python<'_>,
    recording: &Recording,
    kinds: Vec<String>,
    ends: bool,
    name: String,
    end_name: String,
    mode: &str,
) -> PyResult<Vec<(f32, String)>> {
    let all = EventKind::ALL.map(|kind| (kind.name(), kind));
    let kinds = kinds.iter().map(|kind| choose("kind of event", kind, &all));
    let names = MarkerOptions { kinds: kinds.collect::<PyResult<_>>()?, ends, name, end_name };
    let options = Options { mode: args::mode(mode)?, ..Options::default() };
    let markers = to_markers(&find_events(py, recording, options)?, &names).map_err(error::of)?;
    Ok(markers.into_iter().map(|marker| (marker.time_secs, marker.name.into_owned())).collect())
}

/// How far apart two recordings are, as JSON.
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
    let references =
        [Reference::AsRecorded, Reference::Head, Reference::Wrist, Reference::FirstFrame]
            .map(|reference| (reference.name(), reference));
    let mut forgiven = Tolerances::default();
    for (name, number) in tolerances {
        let field = match name.as_str() {
            "position_m" => &mut forgiven.position_m,
            "rotation_deg" => &mut forgiven.rotation_deg,
            "gaze_deg" => &mut forgiven.gaze_deg,
            "state_secs" => &mut forgiven.state_secs,
            "duration_secs" => &mut forgiven.duration_secs,
            "marker_secs" => &mut forgiven.marker_secs,
            _ => return Err(wrong(&format!("no tolerance {name:?}"))),
        };
        *field = number;
    }
    let options = CompareOptions {
        rate_hz,
        key_times,
        mode: args::mode(mode)?,
        tolerances: forgiven,
        alignment: choose("way to align", align, &alignments)?,
        reference: choose("reference", reference, &references)?,
        range_secs: range_secs.map(|(from, to)| [from, to]),
        markers,
    };
    let (one, other) = (a.inner.clone(), b.inner.clone());
    let comparison = work(py, a.keys() + b.keys(), move || {
        reenact_inspect::compare::compare(one.recording(), other.recording(), &options)
    })?;
    json(&comparison.map_err(error::of)?)
}

/// A picture of some curves, as SVG.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each setting")]
pub(crate) fn plot_svg(
    py: Python<'_>,
    recording: &Recording,
    label: String,
    curves: Vec<String>,
    mode: &str,
    width_px: u32,
    height_px: Option<u32>,
    dark: bool,
) -> PyResult<String> {
    let mut wanted = reenact_plot::Wanted::of(&curves).map_err(in_words)?;
    wanted.mode = args::mode(mode)?;
    let theme = if dark { reenact_plot::Theme::Dark } else { reenact_plot::Theme::Light };
    let inner = recording.inner.clone();
    work(py, recording.keys(), move || {
        let source = reenact_plot::Source { label, recording: inner.recording() };
        let mut plot = reenact_plot::plot(&[source], &wanted);
        (plot.width_px, plot.height_px, plot.theme) = (width_px, height_px, theme);
        plot.to_svg()
    })
}
