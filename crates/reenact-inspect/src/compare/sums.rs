//! Accumulated distances and mismatches of a track.

use glam::DVec3;
use reenact::Track;
use reenact::angle::{between_directions_deg, between_rotations_deg};
use reenact::hand::{Joint, Side};
use reenact_base::number::{to_count, to_f64};

use super::number::to_f32;
use super::options::Tolerances;
use super::report::{Bucket, Deviation, Difference, DifferenceKind, TrackComparison, Which};
use super::timeline::ComparedTime;
use super::view::{Seen, Value, View};

/// Accumulated distances and mismatches of one track over a part of the timeline.
#[derive(Debug, Clone)]
pub(super) struct Sums {
    track: Track,
    position: Sum,
    rotation: Sum,
    /// Seconds of mismatch: any state, tracked, pinching, known.
    mismatch_secs: [f64; 4],
    first_mismatch: Option<Difference>,
    buckets: Vec<Bucket>,
}

/// Accumulated distance or angle.
#[derive(Debug, Clone, Copy)]
struct Sum {
    max: f64,
    joint: Option<Joint>,
    time_secs: f32,
    squares: f64,
    weight: f64,
    count: usize,
    tolerance: f64,
    /// First value beyond the tolerance: time, value, joint.
    first: Option<(f32, f64, Option<Joint>)>,
}

/// Division of the compared time into buckets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Division {
    pub(super) from_secs: f32,
    pub(super) to_secs: f32,
    pub(super) buckets: usize,
}

impl Division {
    /// Start of a bucket.
    pub(super) fn start_of(&self, part: usize) -> f32 {
        let [from, to] = [self.from_secs, self.to_secs].map(f64::from);
        to_f32(from + (to - from) * to_f64(part) / to_f64(self.buckets))
    }

    /// Bucket of a time.
    pub(super) fn place(&self, time_secs: f32) -> usize {
        let [from, to, time] = [self.from_secs, self.to_secs, time_secs].map(f64::from);
        let place = (time - from) / (to - from) * to_f64(self.buckets);
        to_count(place).min(self.buckets.saturating_sub(1))
    }
}

impl Sums {
    pub(super) fn new(track: Track, tolerances: &Tolerances, buckets: usize) -> Self {
        let angle =
            if track == Track::Gaze { tolerances.gaze_deg } else { tolerances.rotation_deg };
        Self {
            track,
            position: Sum::new(tolerances.position_m),
            rotation: Sum::new(angle),
            mismatch_secs: [0.0; 4],
            first_mismatch: None,
            buckets: vec![Bucket::default(); buckets],
        }
    }

    /// Compares both recordings at a time.
    pub(super) fn add(&mut self, moment: &ComparedTime, division: Division, a: &View, b: &View) {
        let mut apart = [None, None];
        let mut mismatch = Mismatch::default();
        match self.track {
            Track::Camera => {
                if let (Some(a), Some(b)) = (a.camera(), b.camera()) {
                    self.add_one(
                        moment,
                        None,
                        a,
                        b,
                        between_rotations_deg,
                        &mut apart,
                        &mut mismatch,
                    );
                }
            }
            Track::Gaze => {
                if let (Some(a), Some(b)) = (a.gaze(), b.gaze()) {
                    self.add_one(
                        moment,
                        None,
                        a,
                        b,
                        between_directions_deg,
                        &mut apart,
                        &mut mismatch,
                    );
                }
            }
            Track::Hand(side) => {
                mismatch.add_states(side, a, b);
                for ((joint, a), (_, b)) in a.joints(side).zip(b.joints(side)) {
                    self.add_one(
                        moment,
                        Some(joint),
                        a,
                        b,
                        between_rotations_deg,
                        &mut apart,
                        &mut mismatch,
                    );
                }
            }
        }
        self.add_mismatch(moment, mismatch);
        let [position, rotation] = apart;
        if let Some(bucket) = self.buckets.get_mut(division.place(moment.time())) {
            bucket.position_m = larger(bucket.position_m, position);
            bucket.rotation_deg = larger(bucket.rotation_deg, rotation);
            bucket.mismatch |= mismatch.is_any();
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one step of a loop that has three callers")]
    fn add_one<R>(
        &mut self,
        moment: &ComparedTime,
        joint: Option<Joint>,
        a: Seen<R>,
        b: Seen<R>,
        angle: impl FnOnce(R, R) -> f64,
        apart: &mut [Option<f32>; 2],
        mismatch: &mut Mismatch,
    ) {
        let distance = |a: DVec3, b: DVec3| (a - b).length();
        let [position, rotation] = apart;
        for (outcome, sum, largest) in [
            (both(a.position, b.position, distance), &mut self.position, position),
            (both(a.rotation, b.rotation, angle), &mut self.rotation, rotation),
        ] {
            match outcome {
                Outcome::Deviation(apart) => {
                    sum.add(moment, joint, apart);
                    *largest = larger(*largest, Some(to_f32(apart)));
                }
                Outcome::Nothing => {}
                Outcome::Mismatch => {
                    mismatch.known = true;
                    mismatch.joint = mismatch.joint.or(joint);
                }
            }
        }
    }

    fn add_mismatch(&mut self, moment: &ComparedTime, mismatch: Mismatch) {
        let Mismatch { tracked, pinching, known, joint } = mismatch;
        let kinds = [mismatch.is_any(), tracked.is_some(), pinching.is_some(), known];
        for (secs, is_there) in self.mismatch_secs.iter_mut().zip(kinds) {
            if is_there {
                *secs += moment.hold_secs;
            }
        }
        if mismatch.is_any() && self.first_mismatch.is_none() {
            let (joint, what) = match (tracked, pinching) {
                (Some(which), _) => (None, DifferenceKind::Tracked { only_in: which }),
                (None, Some(which)) => (None, DifferenceKind::Pinching { only_in: which }),
                (None, None) => (joint, DifferenceKind::Known),
            };
            let (time_secs, track) = (moment.time(), Some(self.track));
            self.first_mismatch = Some(Difference { time_secs, track, joint, what });
        }
    }

    /// Merges the sums of a later part.
    pub(super) fn merge(&mut self, later: Self) {
        self.position.merge(&later.position);
        self.rotation.merge(&later.rotation);
        for (secs, later) in self.mismatch_secs.iter_mut().zip(later.mismatch_secs) {
            *secs += later;
        }
        self.first_mismatch = self.first_mismatch.take().or(later.first_mismatch);
        for (bucket, later) in self.buckets.iter_mut().zip(later.buckets) {
            bucket.position_m = larger(bucket.position_m, later.position_m);
            bucket.rotation_deg = larger(bucket.rotation_deg, later.rotation_deg);
            bucket.mismatch |= later.mismatch;
        }
    }

    /// Differences beyond the tolerances, the first of each kind.
    pub(super) fn differences(&self, state_secs: f32) -> impl Iterator<Item = Difference> {
        let [any_secs, ..] = self.mismatch_secs;
        // With zero tolerance, a mismatch of zero duration counts, such as a change in the last frame.
        let is_over = any_secs > f64::from(state_secs) || state_secs == 0.0;
        let difference = |(time_secs, far, joint), what: fn(f32) -> DifferenceKind| Difference {
            time_secs,
            track: Some(self.track),
            joint,
            what: what(to_f32(far)),
        };
        let position = self
            .position
            .first
            .map(|first| difference(first, |position_m| DifferenceKind::Position { position_m }));
        let rotation = self.rotation.first.map(|first| {
            difference(first, |rotation_deg| DifferenceKind::Rotation { rotation_deg })
        });
        let mismatch = self.first_mismatch.clone().filter(|_| is_over);
        mismatch.into_iter().chain(position).chain(rotation)
    }

    pub(super) fn into_report(self) -> TrackComparison {
        let [state, tracked, pinching, known] = self.mismatch_secs.map(to_f32);
        TrackComparison {
            track: self.track,
            position_m: self.position.deviation(),
            rotation_deg: self.rotation.deviation(),
            state_mismatch_secs: state,
            tracked_mismatch_secs: tracked,
            pinching_mismatch_secs: pinching,
            known_mismatch_secs: known,
            over_time: self.buckets,
        }
    }
}

impl ComparedTime {
    const fn time(&self) -> f32 {
        let [time_secs, _] = self.times_secs;
        time_secs
    }
}

impl Sum {
    fn new(tolerance: f32) -> Self {
        Self {
            max: 0.0,
            joint: None,
            time_secs: 0.0,
            squares: 0.0,
            weight: 0.0,
            count: 0,
            tolerance: tolerance.into(),
            first: None,
        }
    }

    fn add(&mut self, moment: &ComparedTime, joint: Option<Joint>, apart: f64) {
        let time_secs = moment.time();
        if self.count == 0 {
            self.time_secs = time_secs;
        }
        if apart > self.max {
            (self.max, self.joint, self.time_secs) = (apart, joint, time_secs);
        }
        self.squares += moment.weight * apart * apart;
        self.weight += moment.weight;
        self.count += 1;
        if apart > self.tolerance
            && self.first.is_none_or(|(first, far, _)| first == time_secs && far < apart)
        {
            self.first = Some((time_secs, apart, joint));
        }
    }

    fn merge(&mut self, later: &Self) {
        if later.max > self.max || self.count == 0 {
            (self.max, self.joint, self.time_secs) = (later.max, later.joint, later.time_secs);
        }
        self.squares += later.squares;
        self.weight += later.weight;
        self.count += later.count;
        self.first = self.first.or(later.first);
    }

    fn deviation(&self) -> Option<Deviation> {
        // Times of zero weight are between others with about the same distance.
        let rms = if self.weight > 0.0 { (self.squares / self.weight).sqrt() } else { self.max };
        (self.count > 0).then(|| Deviation {
            max: to_f32(self.max),
            // Rounding must not raise the mean above the maximum.
            rms: to_f32(rms.min(self.max)),
            joint: self.joint,
            time_secs: self.time_secs,
        })
    }
}

/// States that differ at one time.
#[derive(Debug, Clone, Copy, Default)]
struct Mismatch {
    tracked: Option<Which>,
    pinching: Option<Which>,
    /// A value is not known in both.
    known: bool,
    /// First joint with such a value.
    joint: Option<Joint>,
}

impl Mismatch {
    fn add_states(&mut self, side: Side, a: &View, b: &View) {
        let only_in = |a: bool, b: bool| match (a, b) {
            (true, false) => Some(Which::A),
            (false, true) => Some(Which::B),
            _ => None,
        };
        let ([a_tracked, a_pinching], [b_tracked, b_pinching]) = (a.states(side), b.states(side));
        self.tracked = only_in(a_tracked, b_tracked);
        self.pinching = only_in(a_pinching, b_pinching);
    }

    const fn is_any(self) -> bool {
        self.tracked.is_some() || self.pinching.is_some() || self.known
    }
}

enum Outcome {
    /// Not known in either recording.
    Nothing,
    Mismatch,
    Deviation(f64),
}

fn both<T>(a: Value<T>, b: Value<T>, apart: impl FnOnce(T, T) -> f64) -> Outcome {
    match (a, b) {
        (Value::Known(a), Value::Known(b)) => Outcome::Deviation(apart(a, b)),
        (Value::Absent, Value::Absent) => Outcome::Nothing,
        _ => Outcome::Mismatch,
    }
}

fn larger(a: Option<f32>, b: Option<f32>) -> Option<f32> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (a, b) => a.or(b),
    }
}
