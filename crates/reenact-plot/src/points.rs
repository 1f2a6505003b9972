//! Curves as points of a line, and states as spans of time.

use reenact::{Curve, CurveId, Mode, Recording};

/// When a boolean curve is on, up to the recording's end.
pub(crate) fn on_spans(recording: &Recording<'_>, id: CurveId) -> Vec<(f64, f64)> {
    let Some(curve) = recording.curve(id) else { return Vec::new() };
    let mut spans: Vec<(f64, f64)> = Vec::new();
    let mut since: Option<f64> = None;
    for key in curve {
        let time_secs = f64::from(key.time_secs);
        if key.value > 0.5 {
            since.get_or_insert(time_secs);
        } else if let Some(since) = since.take() {
            spans.push((since, time_secs));
        }
    }
    spans.extend(since.map(|since| (since, f64::from(recording.duration_secs()))));
    spans
}

/// How many points a bent segment between two keys gets.
const BEND: u8 = 16;

/// A curve as points: its keys, more where it is bent, and a gap where its hand was not tracked.
pub(crate) fn points(
    recording: &Recording<'_>,
    id: CurveId,
    curve: &Curve<'_>,
    mode: Mode,
) -> (Vec<f64>, Vec<f64>) {
    let mut line = Line::default();
    if id.is_boolean() {
        let mut last = None;
        for key in curve {
            let on = if key.value > 0.5 { 1.0 } else { 0.0 };
            line.extend(last.map(|last| (key.time_secs, last)));
            line.push(key.time_secs, on);
            last = Some(on);
        }
        line.extend(last.map(|last| (recording.duration_secs(), last)));
        return (line.times_secs, line.values);
    }
    let mut seen = match id {
        CurveId::Joint(side, ..) if mode == Mode::Clean => {
            recording.curve(CurveId::Tracked(side)).filter(|tracked| !tracked.is_empty())
        }
        _ => None,
    }
    .map(Sight::new);
    let mut cursor = curve.cursor();
    let mut last: Option<(f32, bool)> = None;
    for key in curve {
        if let Some((from, straight)) = last {
            let to = key.time_secs;
            if !straight || !key.is_plain_linear() {
                let step = |n: u8| from + (to - from) * (f32::from(n) / f32::from(BEND));
                for time_secs in (1..BEND).map(step) {
                    line.push_seen(&mut seen, time_secs, &mut |t| f64::from(cursor.value_at(t)));
                }
            }
        }
        // At a key's own time, its own value: curves that wrap around would answer otherwise at the end.
        let value = f64::from(key.value);
        let time_secs = key.time_secs;
        line.push_seen(&mut seen, time_secs, &mut |t| {
            if t == time_secs { value } else { f64::from(cursor.value_at(t)) }
        });
        last = Some((time_secs, key.is_plain_linear()));
    }
    (line.times_secs, line.values)
}

#[derive(Default)]
struct Line {
    times_secs: Vec<f64>,
    values: Vec<f64>,
}

impl Line {
    fn push(&mut self, time_secs: f32, value: f64) {
        self.times_secs.push(f64::from(time_secs));
        self.values.push(value);
    }

    fn extend(&mut self, point: Option<(f32, f64)>) {
        if let Some((time_secs, value)) = point {
            self.push(time_secs, value);
        }
    }

    /// Adds a point if the hand was seen then, and what happened to the hand since the point before it.
    fn push_seen(
        &mut self,
        seen: &mut Option<Sight<'_>>,
        time_secs: f32,
        value_at: &mut impl FnMut(f32) -> f64,
    ) {
        let Some(seen) = seen else {
            let value = value_at(time_secs);
            return self.push(time_secs, value);
        };
        let first = self.times_secs.is_empty();
        while let Some((change_secs, on)) = seen.next_change(time_secs) {
            // Before the first key there is nothing that the curve says.
            if first {
                continue;
            }
            if on {
                let value = value_at(change_secs);
                self.push(change_secs, value);
            } else {
                let value = value_at(change_secs);
                self.push(change_secs, value);
                self.push(change_secs, f64::NAN);
            }
        }
        let value = if seen.on { value_at(time_secs) } else { f64::NAN };
        self.push(time_secs, value);
    }
}

/// Walks along a tracked curve.
struct Sight<'c> {
    tracked: &'c Curve<'c>,
    next: usize,
    on: bool,
}

impl<'c> Sight<'c> {
    fn new(tracked: &'c Curve<'c>) -> Self {
        // A curve holds its first value before its first key.
        let on = tracked.first().is_some_and(|key| key.value > 0.5);
        Self { tracked, next: 0, on }
    }

    /// The next change of the hand's being tracked that is not after `until_secs`.
    fn next_change(&mut self, until_secs: f32) -> Option<(f32, bool)> {
        loop {
            let key = self.tracked.key(self.next)?;
            // Not one that lies after, or has no time at all.
            if key.time_secs > until_secs || key.time_secs.is_nan() {
                return None;
            }
            self.next += 1;
            let on = key.value > 0.5;
            if on != self.on {
                self.on = on;
                return Some((key.time_secs, on));
            }
        }
    }
}
