//! Straight keys for something that can be asked for a value at any time, within a bound.

/// How often a segment may be halved. For a smooth one each time takes its error to a quarter, and seven make 0.1 mm
/// of a metre; a Bézier without weight on one side bends without bound at that end and takes twice as many, there
/// only.
const HALVINGS: u32 = 14;

/// How many keys may be added: for each given one, and to begin with. A damaged curve could ask for any number.
const ADDED_A_KEY: usize = 32;
const ADDED_AT_ALL: usize = 1024;

/// Keys at times, a value each.
pub(crate) type Keyed<const N: usize> = Vec<(f32, [f64; N])>;

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Baked<const N: usize> {
    pub(crate) keys: Keyed<N>,
    /// Whether the bound could not be kept everywhere.
    pub(crate) is_missed: bool,
    /// At how many of the given times there is no value.
    pub(crate) unanswered: usize,
}

/// Asks for values at the given times, sorted and all different, and halves what lies between two of them until
/// straight lines are near enough. Where there is no value there is no key.
///
/// `is_near` compares the straight line's value with the true one. It is asked at both quarters and the middle of
/// each segment, and right before its end, where held values jump.
pub(crate) fn bake<const N: usize>(
    times: &[f32],
    mut value_at: impl FnMut(f32) -> Option<[f64; N]>,
    is_near: impl Fn([f64; N], [f64; N]) -> bool,
) -> Baked<N> {
    let mut baker = Baker {
        value_at: &mut value_at,
        is_near: &is_near,
        baked: Baked::default(),
        left: times.len().saturating_mul(ADDED_A_KEY).saturating_add(ADDED_AT_ALL),
    };
    let mut before: Option<(f32, [f64; N])> = None;
    for &time in times {
        let Some(value) = (baker.value_at)(time) else {
            before = None;
            baker.baked.unanswered += 1;
            continue;
        };
        let key = (time, value);
        if let Some(before) = before {
            baker.segment(before, key);
        }
        baker.baked.keys.push(key);
        before = Some(key);
    }
    baker.baked
}

struct Baker<'f, const N: usize> {
    value_at: &'f mut dyn FnMut(f32) -> Option<[f64; N]>,
    is_near: &'f dyn Fn([f64; N], [f64; N]) -> bool,
    baked: Baked<N>,
    /// Keys that may still be added.
    left: usize,
}

type Point<const N: usize> = (f32, [f64; N]);

impl<const N: usize> Baker<'_, N> {
    /// Puts the keys that are needed between two keys.
    fn segment(&mut self, a: Point<N>, b: Point<N>) {
        let last = b.0.next_down();
        if last > a.0
            && let Some(value) = (self.value_at)(last)
            && !(self.is_near)(on_line(a, b, last), value)
        {
            self.halve(a, (last, value), HALVINGS);
            self.push((last, value));
        } else {
            self.halve(a, b, HALVINGS);
        }
    }

    fn halve(&mut self, a: Point<N>, b: Point<N>, halvings: u32) {
        if self.is_line(a, b) {
            return;
        }
        let middle = midpoint(a.0, b.0);
        let value = if a.0 < middle && middle < b.0 { (self.value_at)(middle) } else { None };
        let Some(value) = value.filter(|_| halvings > 0 && self.left > 0) else {
            self.baked.is_missed = true;
            return;
        };
        self.halve(a, (middle, value), halvings - 1);
        self.push((middle, value));
        self.halve((middle, value), b, halvings - 1);
    }

    fn push(&mut self, key: Point<N>) {
        self.left = self.left.saturating_sub(1);
        self.baked.keys.push(key);
    }

    fn is_line(&mut self, a: Point<N>, b: Point<N>) -> bool {
        let middle = midpoint(a.0, b.0);
        [midpoint(a.0, middle), middle, midpoint(middle, b.0)].into_iter().all(|time| {
            // Next to a key there is no room for another.
            if time <= a.0.next_up() || time >= b.0.next_down() {
                return true;
            }
            (self.value_at)(time).is_none_or(|value| (self.is_near)(on_line(a, b, time), value))
        })
    }
}

fn midpoint(a: f32, b: f32) -> f32 {
    a * 0.5 + b * 0.5
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
