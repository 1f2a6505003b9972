//! Sampling plan: properties of the curves, found in one pass over the keys.
//!
//! Curves that share their key times and wrap modes form a *clock*: one key search per time serves all of them. In MRTK's files
//! these are the three curves of a position and the four of a rotation; in recordings of a device with a key in every frame, all
//! 182 curves of a hand.

use std::marker::PhantomData;
use std::ops::{Deref, Range};

use bytes::Bytes;

use super::Mode;
use super::flips::Flips;
use super::row::{is_rotation_x, row_index_of};
use super::tile::Layout;
use crate::curve::eval::{KeyPosition, find_near, place};
use crate::curve::key::RawKey;
use crate::curve::segment::{lerp, lerp_fraction};
use crate::curve::share_key_times;
use crate::curve::{Curve, FULL_KEY_BYTES, Key, KeyKind, SIMPLE_KEY_BYTES, WrapMode};
use crate::recording::Recording;
use reenact_base::number::{to_count, to_f32, to_f64};
use reenact_base::threads::in_runs;

/// Encoded float key; all float curves of a recording have the same kind.
pub(super) trait FloatKey: RawKey + Sync {
    /// Kind of key.
    const KIND: KeyKind;

    /// Reinterprets bytes as keys.
    fn of_bytes(bytes: &[u8]) -> &[Self];

    /// Whether the key's segments to both neighbours are linear.
    fn is_straight(&self) -> bool;
}

impl FloatKey for [u8; SIMPLE_KEY_BYTES] {
    const KIND: KeyKind = KeyKind::Simple;

    #[inline]
    fn of_bytes(bytes: &[u8]) -> &[Self] {
        bytes.as_chunks().0
    }

    fn is_straight(&self) -> bool {
        true
    }
}

impl FloatKey for [u8; FULL_KEY_BYTES] {
    const KIND: KeyKind = KeyKind::Full;

    #[inline]
    fn of_bytes(bytes: &[u8]) -> &[Self] {
        bytes.as_chunks().0
    }

    #[expect(
        clippy::needless_bitwise_bool,
        reason = "without branches the loop over all keys is a simple one"
    )]
    fn is_straight(&self) -> bool {
        let key = Key::from_full(self);
        key.weighted_mode.weighs_in()
            & key.weighted_mode.weighs_out()
            & (key.in_weight == 0.0)
            & (key.out_weight == 0.0)
            & key.in_tangent.is_finite()
            & key.out_tangent.is_finite()
    }
}

/// Keys of a curve, shared with it.
#[derive(Debug, Clone)]
pub(super) struct SharedKeys<K> {
    bytes: Bytes,
    of: PhantomData<K>,
}

impl<K: FloatKey> SharedKeys<K> {
    /// Shares the keys of a curve, if they are of this kind.
    fn of(curve: &Curve) -> Option<Self> {
        let bytes = curve.key_bytes().clone();
        (curve.kind() == K::KIND).then_some(Self { bytes, of: PhantomData })
    }
}

impl<K: FloatKey> Deref for SharedKeys<K> {
    type Target = [K];

    #[inline]
    fn deref(&self) -> &[K] {
        K::of_bytes(&self.bytes)
    }
}

/// Sampling strategy of each curve.
#[derive(Debug)]
pub(super) struct Plan<K> {
    pub(super) clocks: Vec<Clock<K>>,
    /// Curves that are not linear, or whose keys are unsorted: each is evaluated by itself.
    pub(super) alone: Vec<Alone>,
    /// Rotations whose sign flips between keys, in modes that align signs.
    pub(super) flips: Vec<Flips>,
}

/// Linear curves with the same key times and wrap modes.
#[derive(Debug)]
pub(super) struct Clock<K> {
    /// Keys of one of the curves, used for their times.
    pub(super) times: SharedKeys<K>,
    pub(super) wraps: [WrapMode; 2],
    pub(super) lanes: Vec<Lane<K>>,
    /// Positions of their values in a [`Tile`](super::tile::Tile).
    pub(super) layout: Layout,
}

#[derive(Debug)]
pub(super) struct Lane<K> {
    /// Index of its values in a row.
    pub(super) row: usize,
    pub(super) keys: SharedKeys<K>,
    /// Whether all values are finite and small enough that differences do not overflow.
    pub(super) is_bounded: bool,
}

#[derive(Debug)]
pub(super) struct Alone {
    /// Index of its values in a row.
    pub(super) row: usize,
    pub(super) curve: Curve,
    pub(super) is_sorted: bool,
}

/// Position of a time among the keys of a clock.
#[derive(Debug, Clone, Copy)]
pub(super) enum Tick {
    /// At a key.
    At(usize),
    /// Between the key at `left` and the next.
    Between { left: usize, fraction: f32 },
    /// No value.
    Undefined,
}

impl Tick {
    /// Keys required for the value; arbitrary for [`Undefined`](Self::Undefined).
    pub(super) const fn keys(self) -> Range<usize> {
        match self {
            Self::At(key) => key..key + 1,
            Self::Between { left, .. } => left..left + 2,
            Self::Undefined => 0..1,
        }
    }

    /// Value of a curve with these keys.
    pub(super) fn value_of<K: RawKey>(self, keys: &[K]) -> f32 {
        match self {
            Self::At(index) => keys.get(index).map_or(f32::NAN, RawKey::value),
            Self::Between { left, fraction } => match keys.get(left..).unwrap_or_default() {
                [a, b, ..] => lerp(a.value(), b.value(), fraction),
                _ => f32::NAN,
            },
            Self::Undefined => f32::NAN,
        }
    }
}

impl<K: FloatKey> Clock<K> {
    /// Finds the tick at a time with a search hint; returns the hint for the next search.
    pub(super) fn tick_near(&self, time_secs: f32, hint: usize) -> (Tick, usize) {
        let times: &[K] = &self.times;
        let found =
            place(times, self.wraps, time_secs, |keys, time_secs| find_near(keys, time_secs, hint));
        (tick(times, found), found.hint())
    }

    /// Finds the tick at a time, searching from the index at which it would be with evenly spaced keys. In recordings with a key
    /// in every frame, that is nearly exact.
    pub(super) fn tick(&self, time_secs: f32) -> Tick {
        self.tick_near(time_secs, self.guess(time_secs)).0
    }

    /// Index of a time if the keys were evenly spaced.
    pub(super) fn guess(&self, time_secs: f32) -> usize {
        let [first, .., last] = &*self.times else { return 0 };
        let (first, last) = (first.time_secs(), last.time_secs());
        let steps = to_f32(to_f64(self.times.len() - 1));
        // The guess may be out of range.
        to_count(f64::from((time_secs - first) / (last - first) * steps)).saturating_add(1)
    }
}

/// Tick for a key position.
fn tick<K: RawKey>(times: &[K], found: KeyPosition) -> Tick {
    match found {
        KeyPosition::Nowhere | KeyPosition::Undefined => Tick::Undefined,
        KeyPosition::At(index) => Tick::At(index),
        KeyPosition::Between { right, time_secs } => {
            let left = right.wrapping_sub(1);
            match (times.get(left), times.get(right)) {
                (Some(a), Some(b)) => {
                    let fraction = lerp_fraction(a.time_secs(), b.time_secs(), time_secs);
                    Tick::Between { left, fraction }
                }
                _ => Tick::Undefined,
            }
        }
    }
}

/// Properties of a curve's keys, found in one pass.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "independent findings of one pass")]
struct KeyProperties {
    is_sorted: bool,
    is_straight: bool,
    is_bounded: bool,
    /// Whether times and wrap modes equal those of the preceding curve.
    follows: bool,
}

impl<K: FloatKey> Plan<K> {
    /// Builds the plan of a recording with float keys of this kind. Reads every key.
    pub(super) fn new(recording: &Recording, mode: Mode) -> Self {
        let mut curves: Vec<(usize, Curve, SharedKeys<K>)> = Vec::new();
        for (id, curve) in recording.curves() {
            if let (Some(row), Some(keys)) =
                (row_index_of(id), SharedKeys::of(curve).filter(|keys| !keys.is_empty()))
            {
                curves.push((row, curve.clone(), keys));
            }
        }
        let mut looked = in_runs(&curves, recording.key_count(), |index, (_, curve, keys)| {
            let before = index.checked_sub(1).and_then(|before| curves.get(before));
            look(
                keys,
                before.is_some_and(|(_, before, times)| {
                    ticks_alike(wraps(before), times, wraps(curve), keys)
                }),
            )
        });

        if mode == Mode::Clean {
            share_times(&mut curves, &mut looked);
        }
        let mut plan = Self { clocks: Vec::new(), alone: Vec::new(), flips: Vec::new() };
        let mut last_clock = None;
        for ((row, curve, keys), looked) in curves.into_iter().zip(looked) {
            if !(looked.is_sorted && looked.is_straight) {
                plan.alone.push(Alone { row, curve, is_sorted: looked.is_sorted });
                last_clock = None;
                continue;
            }
            let clock = match last_clock {
                Some(clock) if looked.follows => clock,
                _ => plan.clock_for(wraps(&curve), &keys),
            };
            last_clock = Some(clock);
            if let Some(clock) = plan.clocks.get_mut(clock) {
                clock.lanes.push(Lane { row, keys, is_bounded: looked.is_bounded });
            }
        }
        if mode == Mode::Clean {
            plan.flips = plan.find_flips(recording);
        }
        for clock in &mut plan.clocks {
            clock.layout = Layout::new(&clock.lanes, &plan.flips);
        }
        plan
    }

    /// Clock of a curve; creates it if necessary.
    fn clock_for(&mut self, wraps: [WrapMode; 2], keys: &SharedKeys<K>) -> usize {
        let known = self
            .clocks
            .iter()
            .position(|clock| ticks_alike(clock.wraps, &clock.times, wraps, keys));
        known.unwrap_or_else(|| {
            let (lanes, layout) = (Vec::new(), Layout::default());
            self.clocks.push(Clock { times: keys.clone(), wraps, lanes, layout });
            self.clocks.len() - 1
        })
    }

    fn find_flips(&self, recording: &Recording) -> Vec<Flips> {
        // Rotations are four consecutive lanes of one clock.
        let mut rotations: Vec<(usize, [&[K]; 4])> = Vec::new();
        for clock in &self.clocks {
            for lanes in clock.lanes.windows(4) {
                let [x, y, z, w] = lanes else { continue };
                if is_rotation_x(x.row) && w.row == x.row + 3 {
                    rotations.push((x.row, [&x.keys, &y.keys, &z.keys, &w.keys]));
                }
            }
        }
        let flips =
            in_runs(&rotations, recording.key_count(), |_, &(row, keys)| Flips::of(row, keys));
        flips.into_iter().filter(|flips| !flips.keys.is_empty()).collect()
    }
}

/// Inserts keys so that the four curves of a rotation with sign flips share their key times.
fn share_times<K: FloatKey>(
    curves: &mut [(usize, Curve, SharedKeys<K>)],
    looked: &mut [KeyProperties],
) {
    for start in 0..curves.len() {
        let (Some(four), Some(seen)) =
            (curves.get_mut(start..start + 4), looked.get_mut(start..start + 4))
        else {
            break;
        };
        let [(x, ..), _, _, (w, ..)] = four else { continue };
        let is_rotation = is_rotation_x(*x) && *w == *x + 3;
        let is_alike = seen.iter().skip(1).all(|looked| looked.follows);
        let is_line =
            |looked: &KeyProperties| looked.is_sorted && looked.is_straight && looked.is_bounded;
        if !is_rotation || is_alike || !seen.iter().all(is_line) {
            continue;
        }
        let [(_, x, _), (_, y, _), (_, z, _), (_, w, _)] = four else { continue };
        let Some(shared) = share_key_times([x, y, z, w]) else { continue };
        for (((place, looked), (_, curve, keys)), shared) in (0..).zip(seen).zip(four).zip(shared) {
            looked.follows = place > 0;
            if let Some(shared_keys) = SharedKeys::of(&shared) {
                (*curve, *keys) = (shared, shared_keys);
            }
        }
        if let Some(next) = looked.get_mut(start + 4) {
            next.follows = false;
        }
    }
}

fn wraps(curve: &Curve) -> [WrapMode; 2] {
    [curve.pre_wrap, curve.post_wrap]
}

/// Bound of values whose differences are finite: a quarter of the largest `f32`.
const MAX_BOUNDED: f32 = f32::MAX / 4.0;

fn look<K: FloatKey>(keys: &[K], follows: bool) -> KeyProperties {
    let mut looked =
        KeyProperties { is_sorted: true, is_straight: true, is_bounded: true, follows };
    let mut before = f32::NEG_INFINITY;
    // No early exit: the loop is several times faster without, and nearly all curves pass.
    for key in keys {
        let time = key.time_secs();
        looked.is_sorted &= time >= before;
        looked.is_bounded &= key.value().abs() < MAX_BOUNDED;
        looked.is_straight &= key.is_straight();
        before = time;
    }
    looked
}

/// Whether two curves have the same key times, bit for bit, and the same wrap modes.
fn ticks_alike<K: RawKey>(
    a_wraps: [WrapMode; 2],
    a: &[K],
    b_wraps: [WrapMode; 2],
    b: &[K],
) -> bool {
    let bits = |key: &K| key.time_secs().to_bits();
    // Probes a few keys first: curves of different clocks usually differ there, or in their number of keys.
    let probes = |keys: &[K]| {
        [0, keys.len() / 2, keys.len().wrapping_sub(1)].map(|index| keys.get(index).map(bits))
    };
    a.len() == b.len()
        && a_wraps == b_wraps
        && probes(a) == probes(b)
        && a.iter().zip(b).fold(true, |same, (a, b)| same & (bits(a) == bits(b)))
}
