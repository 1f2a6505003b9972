//! Builds the curves of a recording from buffered frames.

use bytes::Bytes;

use std::borrow::{Borrow, Cow};
use std::collections::VecDeque;

use super::window::{GAZE, Head, Parts, STATES, Values};
use crate::curve::{Curve, KeyKind, Tracks};
use crate::format::Header;
use crate::format::marker::{Marker, Markers};
use crate::recording::{Form, Recording};
use reenact_base::number::to_f32;

/// Marker with a time on the recorder's clock.
#[derive(Debug, Clone)]
pub(super) struct PendingMarker {
    pub(super) time_secs: f64,
    pub(super) name: Box<str>,
}

/// Time relative to a start, as stored in a file.
pub(super) fn since(start_secs: f64, time_secs: f64) -> f32 {
    to_f32(time_secs - start_secs)
}

/// Builds a recording of the buffered frames. Buffers that are passed by value are freed as soon as their
/// curves are built.
pub(super) fn build<P, G, H>(
    form: Form,
    seen: Tracks,
    parts: Parts<P, G, H>,
    markers: &VecDeque<PendingMarker>,
) -> Recording
where
    P: Iterator<Item: Borrow<Values<7>>>,
    G: Borrow<Values<6>>,
    H: Borrow<VecDeque<Head>>,
{
    let Parts { heads, mut poses, gaze } = parts;
    let heads = heads.borrow();
    let tracks = if form.version.is_1_1() { seen } else { Tracks::V1_0 };
    let kind = form.float_kind();
    let start_secs = heads.front().map_or(0.0, |head| head.time_secs);
    let times = heads.iter().map(|head| since(start_secs, head.time_secs));
    let clock = Clock { heads, times: times.collect() };

    let mut curves = Vec::with_capacity(tracks.curve_count());
    let camera = poses.next();
    if let Some(camera) = camera.filter(|_| tracks.camera) {
        clock.add_floats(kind, 0, camera.borrow(), &mut curves);
    }
    if tracks.hands {
        curves.extend(STATES.map(|bit| clock.switch(bit)));
        for (bit, values) in (1..).zip(poses) {
            clock.add_floats(kind, bit, values.borrow(), &mut curves);
        }
    }
    if tracks.gaze {
        clock.add_floats(kind, GAZE, gaze.borrow(), &mut curves);
    }

    let markers = form.marker_list.then(|| {
        let marker = |marker: &'_ PendingMarker| {
            Marker::new(since(start_secs, marker.time_secs), marker.name.to_string())
        };
        // The recorder accepts no more markers and no longer names than the format can store.
        Markers::new(markers.iter().map(marker)).unwrap_or(Markers::EMPTY)
    });
    let flags = [tracks.camera, tracks.hands, tracks.gaze].map(u8::from);
    let header = Header { version: form.version, flags };
    Recording::from_parts(header, form.layout, curves, markers, Bytes::new())
}

/// Frame headers, and their times as stored in a file.
struct Clock<'h> {
    heads: &'h VecDeque<Head>,
    times: Vec<f32>,
}

impl Clock<'_> {
    /// Curves of a pose or a ray: a key for each frame that has it.
    fn add_floats<const N: usize>(
        &self,
        kind: KeyKind,
        bit: usize,
        values: &Values<N>,
        curves: &mut Vec<Curve>,
    ) {
        let times = if values.len() == self.times.len() {
            Cow::Borrowed(self.times.as_slice())
        } else {
            let frames = self.times.iter().zip(self.heads);
            let mut times = Vec::with_capacity(values.len());
            times.extend(frames.filter(|(_, head)| head.has(bit)).map(|(time, _)| *time));
            Cow::Owned(times)
        };
        curves.extend((0..N).map(|component| {
            let value = |values: &[f32; N]| values.get(component).copied().unwrap_or(f32::NAN);
            Curve::linear(kind, times.iter().copied().zip(values.iter().map(value)))
        }));
    }

    /// Boolean curve: the initial state and each change.
    fn switch(&self, bit: usize) -> Curve {
        let mut last = None;
        let states = self.times.iter().zip(self.heads).map(|(time, head)| (*time, head.has(bit)));
        Curve::boolean(states.filter(|&(_, is_on)| last.replace(is_on) != Some(is_on)))
    }
}
