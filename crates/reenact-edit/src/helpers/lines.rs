//! Straight keys for something that has a value at any time, within a tolerance.

use reenact::number::to_f32;

use super::tolerance::Measure;

/// Largest number of times that a segment is halved. For a smooth one each time takes its error to a quarter, and seven make 0.1 mm
/// of a metre; a Bézier without weight on one side bends without bound at that end and takes twice as many, there
/// only.
const HALVINGS: u32 = 14;

/// Largest number of keys that are added: for each given one, and to begin with. A damaged curve could ask for any number.
const ADDED_A_KEY: usize = 32;
const ADDED_AT_ALL: usize = 1024;

/// A time and the values at it.
pub(crate) type Point<const N: usize> = (f32, [f64; N]);

/// Straight keys, and how good they are.
#[derive(Debug, Default)]
pub(crate) struct Lines<const N: usize> {
    pub(crate) keys: Vec<Point<N>>,
    /// The largest distance that was found between a line and what it stands for.
    pub(crate) farthest: f64,
    /// Whether that is more than it may be somewhere.
    pub(crate) is_missed: bool,
    /// Number of given times at which there is no value.
    pub(crate) unanswered: usize,
}

/// Asks for values at the given times, sorted and all different, and halves what lies between two of them until
/// straight lines are near enough. Where there is no value there is no key.
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

/// Puts straight lines between keys as they come, in order of time.
///
/// Lines are compared with the values at some times of each segment, and right before its end, where held values jump.
pub(crate) struct Baker<'f, const N: usize> {
    value_at: &'f mut dyn FnMut(f32) -> Option<[f64; N]>,
    measure: Measure<N>,
    last: Option<Point<N>>,
    /// Number of keys that may still be added.
    left: usize,
    pub(crate) lines: Lines<N>,
}

impl<'f, const N: usize> Baker<'f, N> {
    /// For so many keys.
    pub(crate) fn new(
        value_at: &'f mut dyn FnMut(f32) -> Option<[f64; N]>,
        measure: Measure<N>,
        keys: usize,
    ) -> Self {
        let left = keys.saturating_mul(ADDED_A_KEY).saturating_add(ADDED_AT_ALL);
        Self { value_at, measure, last: None, left, lines: Lines::default() }
    }

    /// Adds a key and the keys that are needed on the way to it; `None` is a gap.
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

    /// The largest distance of a line from what it stands for.
    fn distance(&mut self, a: Point<N>, b: Point<N>) -> f64 {
        let [start, end] = [a.0, b.0].map(f64::from);
        let times =
            self.measure.probes.iter().map(|fraction| to_f32(start + (end - start) * fraction));
        // Next to a key there is no room for another.
        let inside = times.filter(|&time| time > a.0.next_up() && time < b.0.next_down());
        inside.fold(0.0, |farthest, time| {
            let value = (self.value_at)(time);
            let distance = value.map(|value| (self.measure.distance)(on_line(a, b, time), value));
            // `max` leaves NaN out.
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
