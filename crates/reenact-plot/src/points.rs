//! Converts curves to the points of a line, with gaps where they were not observed.

use reenact::{BooleanSpans, Curve, CurveId, Mode, ObservedSpans, Recording, TimeSpan};

/// Spans as pairs of seconds.
pub(crate) fn pairs(spans: &[TimeSpan]) -> Vec<(f64, f64)> {
    spans.iter().map(|span| (span.start_secs.into(), span.end_secs.into())).collect()
}

/// Number of points for a curved segment between two keys.
const BEND: u8 = 16;

/// Points of a curve: its keys, more on curved segments, and gaps where it was not observed. In `mrtk` mode
/// it is drawn for the whole recording.
pub(crate) fn points(
    recording: &Recording,
    id: CurveId,
    curve: &Curve,
    mode: Mode,
) -> (Vec<f64>, Vec<f64>) {
    let mut line = Line::default();
    if curve.is_empty() {
        return (line.times_secs, line.values);
    }
    let spans = if mode == Mode::Clean && !id.is_boolean() {
        ObservedSpans::of(recording).spans(id.track()).to_vec()
    } else {
        vec![recording.time_span()]
    };
    for span in spans {
        if let Some(&last) = line.times_secs.last() {
            line.times_secs.push(last);
            line.values.push(f64::NAN);
        }
        if id.is_boolean() {
            line.push_states(curve, span);
        } else {
            line.push_values(curve, span);
        }
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

    /// Steps of a boolean curve.
    fn push_states(&mut self, curve: &Curve, span: TimeSpan) {
        let states = BooleanSpans::of(curve, [span.start_secs, span.end_secs]);
        let mut value = if states.is_on_at(span.start_secs) { 1.0 } else { 0.0 };
        self.push(span.start_secs, value);
        for &time_secs in states.changes_secs().iter().filter(|&&secs| secs < span.end_secs) {
            self.push(time_secs, value);
            value = 1.0 - value;
            self.push(time_secs, value);
        }
        self.push(span.end_secs, value);
    }

    fn push_values(&mut self, curve: &Curve, span: TimeSpan) {
        let is_straight = curve.is_straight();
        let mut cursor = curve.cursor();
        let mut from = span.start_secs;
        let value = f64::from(cursor.value_at(from));
        self.push(from, value);
        let ends = (span.end_secs > span.start_secs).then(|| {
            // At the time of the last key, its own value: a looping curve would return the first one.
            let last = curve.last().filter(|key| key.time_secs == span.end_secs);
            (span.end_secs, last.map_or_else(|| curve.value_at(span.end_secs), |key| key.value))
        });
        let inside = curve.iter().filter(|key| is_inside(span, key.time_secs));
        for (to, value) in inside.map(|key| (key.time_secs, key.value)).chain(ends) {
            if !is_straight {
                for n in 1..BEND {
                    let time_secs = from + (to - from) * (f32::from(n) / f32::from(BEND));
                    let value = f64::from(cursor.value_at(time_secs));
                    self.push(time_secs, value);
                }
            }
            self.push(to, f64::from(value));
            from = to;
        }
    }
}

fn is_inside(span: TimeSpan, time_secs: f32) -> bool {
    span.start_secs < time_secs && time_secs < span.end_secs
}
