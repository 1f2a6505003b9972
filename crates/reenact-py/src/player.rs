//! Playback.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use reenact::hand::Side;
use reenact::{Event, EventKind};

use crate::args;
use crate::recording::Recording;
use crate::rows;

/// Playback of a recording.
#[pyclass(frozen, module = "reenact._reenact")]
pub(crate) struct Player {
    inner: Mutex<reenact::Player>,
}

/// Playback event: time, kind, hand, index and name of the marker, number of loops.
type EventTuple =
    (f32, &'static str, Option<&'static str>, Option<usize>, Option<String>, Option<u64>);

fn told(event: &Event) -> EventTuple {
    let time = event.time_secs;
    let of_hand = |what, side: Side| (time, what, Some(side.name()), None, None, None);
    let plain = |what| (time, what, None, None, None, None);
    match &event.kind {
        EventKind::MarkerPassed { index, name } => {
            (time, "marker", None, Some(*index), Some(name.to_string()), None)
        }
        EventKind::HandAppeared(side) => of_hand("hand-appeared", *side),
        EventKind::HandLost(side) => of_hand("hand-lost", *side),
        EventKind::PinchBegan(side) => of_hand("pinch-began", *side),
        EventKind::PinchEnded(side) => of_hand("pinch-ended", *side),
        EventKind::Looped { times } => (time, "looped", None, None, None, Some(*times)),
        EventKind::EndReached => plain("end-reached"),
        EventKind::StartReached => plain("start-reached"),
        // A kind that a newer library added.
        _ => plain("other"),
    }
}

impl Player {
    fn lock(&self) -> MutexGuard<'_, reenact::Player> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Player {
    #[new]
    fn new(py: Python<'_>, recording: &Recording, mode: &str) -> PyResult<Self> {
        let mode = args::mode(mode)?;
        let inner = recording.inner.clone();
        let player = crate::work::work(py, recording.keys(), move || {
            reenact::Player::new(Arc::clone(inner.sampler(mode)))
        })?;
        Ok(Self { inner: Mutex::new(player) })
    }

    fn play(&self) {
        self.lock().play();
    }

    fn pause(&self) {
        self.lock().pause();
    }

    fn stop(&self) {
        self.lock().stop();
    }

    fn seek(&self, position_secs: f64) {
        self.lock().seek(position_secs);
    }

    fn set_speed(&self, speed: f64) {
        self.lock().set_speed(speed);
    }

    fn set_loop(&self, range_secs: Option<(f64, f64)>) {
        let range = range_secs.map(|(from, to)| from..=to);
        self.lock().set_loop(range);
    }

    fn tick(&self, dt_secs: f64) -> Vec<EventTuple> {
        self.lock().tick(dt_secs).iter().map(told).collect()
    }

    fn step(&self, frames: i32, rate_hz: f32) -> Vec<EventTuple> {
        self.lock().step(frames, rate_hz).iter().map(told).collect()
    }

    #[getter]
    fn position_secs(&self) -> f64 {
        self.lock().position_secs()
    }

    #[getter]
    fn end_secs(&self) -> f64 {
        self.lock().end_secs()
    }

    #[getter]
    fn speed(&self) -> f64 {
        self.lock().speed()
    }

    #[getter]
    fn loop_secs(&self) -> Option<(f64, f64)> {
        self.lock().loop_secs().map(|range| (*range.start(), *range.end()))
    }

    #[getter]
    fn is_playing(&self) -> bool {
        self.lock().is_playing()
    }

    /// Frame at the position: its time, and one column with a value for each curve in file order.
    fn frame<'py>(&self, py: Python<'py>) -> PyResult<(f32, Bound<'py, PyArray2<f32>>)> {
        let mut player = self.lock();
        let tracks = player.sampler().recording().tracks();
        let frame = player.frame();
        let row: Vec<f32> = rows::row(&frame, tracks).collect();
        let curves = row.len();
        Ok((frame.time_secs, PyArray1::from_vec(py, row).reshape([curves, 1])?))
    }
}
