//! Smoothness costs of a sequence of rotations.

use glam::DQuat;
use reenact::angle::between_rotations_deg;

use super::chain::Costs;
use crate::helpers::rotation::{exp, log};

/// Usual angle of a rotation from the extrapolation of the last two, from a tracker's noise alone, in degrees.
const NOISE_DEG: f64 = 1.0;
/// Usual angular acceleration of hands and heads in reaching, turning and pinching, in degrees per second squared.
const ACCELERATION_DEG: f64 = 1_200.0;
/// Usual angular speed in such motions, in degrees per second.
const SPEED_DEG: f64 = 300.0;
/// Largest cost of one discontinuity, because any rotation is possible after a tracking gap.
const MOST: f64 = 16.0;
/// Lower limit of roughness, so that rounding of a still pose does not count as motion.
const SMOOTHEST: f64 = 0.1;
/// Weight of the change from key to key relative to the change of speed: small, for cases without other evidence.
const STEP_SHARE: f64 = 0.25;

/// Costs of signs as a motion, and of each sign by itself.
pub(super) struct Motion {
    /// Costs of two signs together, from each key but the last to the next: the first sign counts twice.
    steps: Vec<[f64; 4]>,
    /// Costs of three signs together, around each key but the outermost: the first sign counts four times, the second twice.
    bends: Vec<[f64; 8]>,
    /// Costs of plus and of minus at each key.
    pub(super) alone: Vec<[f64; 2]>,
}

impl Motion {
    pub(super) fn new(times: &[f32], choices: &[[DQuat; 2]]) -> Self {
        let keys: Vec<SignChoice> = times
            .iter()
            .zip(choices)
            .map(|(&time, &choices)| SignChoice { secs: time.into(), choices })
            .collect();
        let step = |pair: &[SignChoice; 2]| {
            let [a, b] = pair;
            [[0, 0], [0, 1], [1, 0], [1, 1]]
                .map(|[i, j]| step(a.secs, a.turn(i), b.secs, b.turn(j)))
        };
        let bend = |three: &[SignChoice; 3]| {
            let [a, b, c] = three;
            [0, 1, 2, 3, 4, 5, 6, 7].map(|n: usize| {
                let turns = [a.turn(n >> 2), b.turn(n >> 1 & 1), c.turn(n & 1)];
                bend([a.secs, b.secs, c.secs], turns)
            })
        };
        let mut bends: Vec<[f64; 8]> = keys.array_windows().map(bend).collect();
        let usual = usual(&bends);
        bends.iter_mut().flatten().for_each(|ratio| *ratio = capped(*ratio / usual));
        Self {
            steps: keys.array_windows().map(step).collect(),
            bends,
            alone: vec![[0.0; 2]; keys.len()],
        }
    }
}

/// Usual roughness of this motion relative to the largest usual one, from the lowest possible cost at each key.
fn usual(bends: &[[f64; 8]]) -> f64 {
    let mut least: Vec<f64> =
        bends.iter().map(|bends| bends.iter().copied().fold(f64::INFINITY, f64::min)).collect();
    // 90th percentile, so that rare quick motion does not count as a discontinuity.
    let index = (least.len() - least.len() / 10).saturating_sub(1);
    if least.is_empty() {
        return 1.0;
    }
    let (_, nine_in_ten, _) = least.select_nth_unstable_by(index, f64::total_cmp);
    (1.5 * *nine_in_ten).clamp(SMOOTHEST, 1.0)
}

/// Key with the two rotations that its sign can give.
struct SignChoice {
    secs: f64,
    choices: [DQuat; 2],
}

impl SignChoice {
    fn turn(&self, sign: usize) -> DQuat {
        let [plus, minus] = self.choices;
        if sign == 0 { plus } else { minus }
    }
}

fn step(from_secs: f64, from: DQuat, to_secs: f64, to: DQuat) -> f64 {
    let usual = NOISE_DEG + SPEED_DEG * (to_secs - from_secs).max(0.0);
    capped(between_rotations_deg(from, to) / usual) * STEP_SHARE
}

/// Angle of a rotation from the extrapolation of the two before it, relative to the largest usual one.
fn bend([before_secs, secs, after_secs]: [f64; 3], [before, here, after]: [DQuat; 3]) -> f64 {
    let [last, next] = [secs - before_secs, after_secs - secs];
    if !(last > 0.0 && next > 0.0) {
        return 0.0;
    }
    let usual = NOISE_DEG + 0.5 * ACCELERATION_DEG * next * (next + last);
    between_rotations_deg(onwards(before, here, next / last), after) / usual
}

fn capped(ratio: f64) -> f64 {
    // `min` ignores NaN.
    (ratio * ratio).min(MOST)
}

impl Costs for Motion {
    fn len(&self) -> usize {
        self.alone.len()
    }

    fn alone(&self, index: usize) -> [f64; 2] {
        self.alone.get(index).copied().unwrap_or_default()
    }

    fn together(&self, index: usize, [a, b, c]: [usize; 3]) -> f64 {
        let bend =
            index.checked_sub(1).and_then(|index| self.bends.get(index)?.get(4 * a + 2 * b + c));
        let step = self.steps.get(index).and_then(|step| step.get(2 * b + c));
        bend.copied().unwrap_or_default() + step.copied().unwrap_or_default()
    }

    fn at_start(&self, [a, b]: [usize; 2]) -> f64 {
        self.steps.first().and_then(|step| step.get(2 * a + b)).copied().unwrap_or_default()
    }
}

/// Extrapolates the rotation from `before` to `here` by `ratio` times its duration.
fn onwards(before: DQuat, here: DQuat, ratio: f64) -> DQuat {
    let turn = log(here * before.conjugate());
    // An extrapolation by more than half a turn is meaningless.
    let ahead = turn * ratio.min(std::f64::consts::PI / turn.length().max(1e-9));
    exp(ahead) * here
}
