//! Piecewise linear approximation of a function of time, within a tolerance.

use reenact_base::number::to_f32;

use super::tolerance::Measure;

/// Most bisections of a segment. On a smooth one each bisection quarters the error, so seven reduce a metre
/// to 0.1 mm; a Bézier without weight on one side has unbounded curvature at that end and takes twice as
/// many, only there.
const HALVINGS: u32 = 14;

/// Most added keys, per given one and in total. A damaged curve could require any number.
const ADDED_A_KEY: usize = 32;
const ADDED_AT_ALL: usize = 1024;

/// A time and the values at it.
pub(crate) type Point<const N: usize> = (f32, [f64; N]);

/// Linear keys, and their error.
#[derive(Debug, Default)]
pub(crate) struct Lines<const N: usize> {
    pub(crate) keys: Vec<Point<N>>,
    /// Largest distance between a line and the function.
    pub(crate) farthest: f64,
    /// Whether the error exceeds the tolerance anywhere.
    pub(crate) is_missed: bool,
    /// Number of given times without a value.
    pub(crate) unanswered: usize,
}

/// Evaluates the function at the given times, sorted and distinct, and bisects the segments between them
/// until lines are within the tolerance. Times without a value get no key.
pub(crate) fn lines_at<const N: usize>(
    times: &[f32],
    mut value_at: impl FnMut(f32) -> Option<[f64; N]>,
    measure: Measure<N>,
) -> Lines<N> {
    let mut baker = Baker::new(&mut value_at, measure, times.len());
    for &time in times {
        let value = (baker.value_at)(time);
        baker.add(value.map(|value| (time, value)));
    }
    baker.lines
}

/// Adds linear keys in order of time.
///
/// Lines are compared with the function at some times of each segment, and just before its end, where held
/// values jump.
pub(crate) struct Baker<'f, const N: usize> {
    value_at: &'f mut dyn FnMut(f32) -> Option<[f64; N]>,
    measure: Measure<N>,
    last: Option<Point<N>>,
    /// Number of keys that may still be added.
    left: usize,
    pub(crate) lines: Lines<N>,
}

impl<'f, const N: usize> Baker<'f, N> {
    /// Creates it for a number of given keys.
    pub(crate) fn new(
        value_at: &'f mut dyn FnMut(f32) -> Option<[f64; N]>,
        measure: Measure<N>,
        keys: usize,
    ) -> Self {
        let left = keys.saturating_mul(ADDED_A_KEY).saturating_add(ADDED_AT_ALL);
        Self { value_at, measure, last: None, left, lines: Lines::default() }
    }

    /// Adds a key and the keys needed on the way to it; `None` is a gap.
    pub(crate) fn add(&mut self, key: Option<Point<N>>) {
        if let (Some(last), Some(key)) = (self.last, key) {
            self.segment(last, key);
        }
        self.lines.unanswered += usize::from(key.is_none());
        self.lines.keys.extend(key);
        self.last = key;
    }

    fn segment(&mut self, a: Point<N>, b: Point<N>) {
        let last = b.0.next_down();
        if last > a.0
            && let Some(value) = (self.value_at)(last)
            && (self.measure.distance)(on_line(a, b, last), value) > self.measure.most
        {
            self.halve(a, (last, value), HALVINGS);
            self.push((last, value));
        } else {
            self.halve(a, b, HALVINGS);
        }
    }

    fn halve(&mut self, a: Point<N>, b: Point<N>, halvings: u32) {
        let distance = self.distance(a, b);
        if distance > self.measure.most {
            let middle = a.0 * 0.5 + b.0 * 0.5;
            let is_between = a.0 < middle && middle < b.0 && halvings > 0 && self.left > 0;
            if is_between && let Some(value) = (self.value_at)(middle) {
                self.halve(a, (middle, value), halvings - 1);
                self.push((middle, value));
                self.halve((middle, value), b, halvings - 1);
                return;
            }
            self.lines.is_missed = true;
        }
        self.lines.farthest = self.lines.farthest.max(distance);
    }

    fn push(&mut self, key: Point<N>) {
        self.left = self.left.saturating_sub(1);
        self.lines.keys.push(key);
    }

    /// Largest distance between a line and the function.
    fn distance(&mut self, a: Point<N>, b: Point<N>) -> f64 {
        let [start, end] = [a.0, b.0].map(f64::from);
        let times =
            self.measure.probes.iter().map(|fraction| to_f32(start + (end - start) * fraction));
        // Adjacent floats leave no time for another key.
        let inside = times.filter(|&time| time > a.0.next_up() && time < b.0.next_down());
        inside.fold(0.0, |farthest, time| {
            let value = (self.value_at)(time);
            let distance = value.map(|value| (self.measure.distance)(on_line(a, b, time), value));
            // `max` ignores NaN.
            farthest.max(distance.unwrap_or(0.0))
        })
    }
}

fn on_line<const N: usize>(a: Point<N>, b: Point<N>, time: f32) -> [f64; N] {
    let [start, end, time] = [a.0, b.0, time].map(f64::from);
    let fraction = (time - start) / (end - start);
    let mut value = a.1;
    for (value, end) in value.iter_mut().zip(b.1) {
        *value += (end - *value) * fraction;
    }
    value
}
