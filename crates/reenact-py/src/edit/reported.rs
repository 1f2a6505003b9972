//! Edits with a report.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use reenact_convert::Imported;
use reenact_edit::repair::{Fix, Fixes};
use reenact_edit::{Edited, note, optimize as optimizing, repair as repairing, version};

use super::{Notes, told};
use crate::args::{self, given, json};
use crate::error;
use crate::recording::{Recording, work_on_own_format};
use crate::work::work;

pub(crate) const BOUNDS: [&str; 5] =
    ["position_m", "rotation_deg", "gaze_deg", "free_values", "thorough"];

/// Number of keys before and after, and errors of positions (m) and angles (degrees) as `(max, rms)`.
type TrackProof = (&'static str, usize, usize, (f64, f64), (f64, f64));

/// Reduces keys within bounds: those of the preset, with the named ones replaced.
#[pyfunction]
pub(crate) fn optimize(
    py: Python<'_>,
    recording: &Recording,
    preset: &str,
    bounds: &Bound<'_, PyDict>,
) -> PyResult<(Recording, Notes, Vec<TrackProof>)> {
    let mut options = args::named::<optimizing::Preset>(preset)?.options();
    for (name, value) in bounds {
        let name: String = name.extract()?;
        let number =
            |preset: f32| Ok::<_, PyErr>(given::<Option<f32>>(&name, &value)?.unwrap_or(preset));
        match name.as_str() {
            "position_m" => {
                if let Some(position_m) = given::<Option<f32>>(&name, &value)? {
                    options.position_mm = 1000.0 * position_m;
                }
            }
            "rotation_deg" => options.rotation_deg = number(options.rotation_deg)?,
            "gaze_deg" => options.gaze_deg = number(options.gaze_deg)?,
            "free_values" => options.free_values = given(&name, &value)?,
            "thorough" => options.thorough = given(&name, &value)?,
            _ => return Err(args::no_option("bound", &name, &BOUNDS, "Bounds")),
        }
    }
    let inner = recording.inner.clone();
    // Twenty times as much work per key as other edits.
    let optimized = work(py, recording.keys().saturating_mul(20), move || {
        let Edited { recording: result, mut notes, report } =
            optimizing::optimize(inner.recording(), &options)?
                .then(|recording| version::version(recording, &version::Options::LOADABLE))?;
        let proofs: Vec<TrackProof> = report.tracks.iter().map(track_proof).collect();
        notes.extend(note::of_dropped_origin(inner.recording(), &result));
        Ok((inner.edited(result), told(notes), proofs))
    })?;
    let (optimized, notes, proofs) = optimized.map_err(error::of)?;
    Ok((Recording::new(optimized), notes, proofs))
}

fn track_proof(proof: &optimizing::TrackProof) -> TrackProof {
    let (positions, angles) = (proof.position_mm, proof.angle_deg);
    (
        proof.track.name(),
        proof.keys_before,
        proof.keys_after,
        (positions.max / 1000.0, positions.rms / 1000.0),
        (angles.max, angles.rms),
    )
}

fn fixes(names: Option<Vec<String>>) -> PyResult<Fixes> {
    let Some(names) = names else { return Ok(Fixes::DEFAULT) };
    let fix = |name: &String| name.parse::<Fix>().map_err(error::in_words);
    names.iter().map(fix).collect()
}

/// Repairs a recording; the report is JSON.
#[pyfunction]
pub(crate) fn repair(
    py: Python<'_>,
    recording: &Recording,
    fixes_wanted: Option<Vec<String>>,
) -> PyResult<(Recording, String)> {
    let options =
        repairing::Options { fixes: fixes(fixes_wanted)?, ..repairing::Options::default() };
    let inner = recording.inner.clone();
    let repaired = work(py, recording.keys(), move || {
        let Edited { recording, report, .. } = repairing::repair(inner.recording(), &options)?;
        Ok((inner.edited(recording), report))
    })?;
    let (repaired, report) = repaired.map_err(error::of)?;
    Ok((Recording::new(repaired), json(&report)?))
}

/// Repairs a file, including unreadable ones; the report is JSON.
#[pyfunction]
pub(crate) fn repair_file(
    py: Python<'_>,
    path: PathBuf,
    fixes_wanted: Option<Vec<String>>,
    layout: Option<&str>,
) -> PyResult<(Recording, String)> {
    let options =
        repairing::Options { fixes: fixes(fixes_wanted)?, read: args::read_options(layout)? };
    let repaired = work_on_own_format(py, &path, move |bytes, imported| {
        let Edited { recording, report, .. } = repairing::repair_bytes(bytes, &options)?;
        let repaired = match imported {
            Some(imported) => imported.edited(recording),
            None => Imported::from(recording),
        };
        Ok((repaired, report))
    })?;
    let (repaired, report) = repaired.map_err(|error| error::of_file(&error, Some(&path)))?;
    Ok((Recording::new(repaired), json(&report)?))
}
