//! Times between keys at which rotations and directions differ most.
//!
//! Positions are linear between keys, so their distance is largest at a key. The angle of two rotations or
//! directions is not, because they are normalized after interpolation. [`Chords`] finds the largest angle
//! between two keys. The relevant times (the largest angle of each track in each bucket, and the first beyond
//! the tolerance) are then compared like any other.

use glam::{DQuat, DVec3};
use reenact::chord::Chords;
use reenact::{
    Curve, CurveGroup, Mode, PoseId, Recording, Sampler, Track, Tracks, align_hemisphere,
    share_key_times,
};
use reenact_base::threads::{cores, in_parallel};

use super::number::to_f32;
use super::options::Tolerances;
use super::sums::Division;
use super::timeline::{later, same_times};
use super::view::{ViewCursor, Viewpoint};

/// Two recordings over their common time, in static reference frames.
pub(super) struct Peaks<'p> {
    pub(super) recordings: [&'p Recording; 2],
    pub(super) samplers: [&'p Sampler; 2],
    pub(super) viewpoints: [&'p Viewpoint<'p>; 2],
    pub(super) offset_secs: f64,
    pub(super) division: Division,
    pub(super) tolerances: Tolerances,
}

/// Result for one rotation or direction.
struct Found {
    track: Track,
    /// Squared cosine and time for each bucket in which the maximum is not at a key.
    in_parts: Vec<Option<(f64, [f32; 2])>>,
    first_beyond: Option<[f32; 2]>,
}

impl Peaks<'_> {
    /// Times in the time of each recording.
    pub(super) fn find(&self) -> Vec<[f32; 2]> {
        let [a, b] = self.recordings.map(Recording::tracks);
        let turns: Vec<CurveGroup> = turns(a.intersection(b)).collect();
        let found = in_parallel(&turns, cores(), |_, &turn| self.find_in(turn));
        let found: Vec<Found> = found.into_iter().flatten().collect();

        let mut moments: Vec<[f32; 2]> = found.iter().filter_map(|f| f.first_beyond).collect();
        for track in Track::ALL {
            let of_track: Vec<&Found> = found.iter().filter(|found| found.track == track).collect();
            for part in 0..self.division.buckets {
                let peaks = of_track.iter().filter_map(|found| *found.in_parts.get(part)?);
                let largest = peaks.min_by(|(a, _), (b, _)| a.total_cmp(b));
                moments.extend(largest.map(|(_, moment)| moment));
            }
        }
        moments
    }

    fn find_in(&self, turn: CurveGroup) -> Option<Found> {
        let keys = [0, 1].map(|which| {
            let recording = self.recordings.get(which)?;
            let mode = self.samplers.get(which)?.mode();
            let offset_secs = if which == 0 { 0.0 } else { -self.offset_secs };
            let base = self.viewpoints.get(which)?.turn();
            Keys::read(recording, turn, mode, offset_secs, base)
        });
        let [Some(a), Some(b)] = keys else { return None };
        let times = self.times(turn.track(), [&a, &b]);
        let is_rotation = is_rotation(turn);

        let parts = self.division.buckets;
        let mut largest = vec![f64::INFINITY; parts];
        self.each_gap(turn, [&a, &b], &times, |[from, to], chords| {
            for (time_secs, end) in [from, to].into_iter().zip(chords.ends()) {
                let end = if is_rotation { end.abs() } else { end };
                if let Some(largest) = largest.get_mut(self.division.place(time_secs))
                    && end < *largest
                {
                    *largest = end;
                }
            }
        });

        let tolerated = self.tolerated(is_rotation);
        let mut found =
            Found { track: turn.track(), in_parts: vec![None; parts], first_beyond: None };
        let mut views: Option<[ViewCursor<'_>; 2]> = None;
        self.each_gap(turn, [&a, &b], &times, |[from, to], chords| {
            let part = self.division.place(f32::midpoint(from, to));
            let Some(known) = largest.get_mut(part) else { return };
            let is_first = found.first_beyond.is_none() && !chords.is_within(tolerated - NOISE);
            if !is_first && chords.is_within(*known - NOISE) {
                return;
            }
            let farthest = if is_rotation { chords.farthest_rotation() } else { chords.farthest() };
            let (start, end) = (f64::from(from), f64::from(to));
            let time_secs = to_f32(start + (end - start) * farthest.fraction).clamp(from, to);
            let moment = [time_secs, later(time_secs, self.offset_secs)];
            let views = views.get_or_insert_with(|| self.viewpoints.map(Viewpoint::views));
            if !is_known(turn, views, moment) {
                return;
            }
            if is_first && farthest.cosine_squared < tolerated {
                found.first_beyond = Some(moment);
            }
            if farthest.cosine_squared < *known {
                *known = farthest.cosine_squared;
                if let Some(slot) = found.in_parts.get_mut(part) {
                    *slot = Some((farthest.cosine_squared, moment));
                }
            }
        });
        Some(found)
    }

    /// Sorted times between which both are linear: keys, ends of observed spans, and bucket boundaries.
    fn times(&self, track: Track, keys: [&Keys; 2]) -> Vec<f32> {
        let Division { from_secs, to_secs, buckets } = self.division;
        let mut times: Vec<f32> = (0..buckets).map(|part| self.division.start_of(part)).collect();
        times.push(to_secs);
        times.extend(keys.iter().flat_map(|keys| &keys.times));
        for (sampler, offset_secs) in self.samplers.iter().zip([0.0, -self.offset_secs]) {
            let spans = sampler.observed().tolerant_spans(track).iter();
            let ends = spans.flat_map(|span| [span.start_secs, span.end_secs]);
            times.extend(ends.map(|time_secs| later(time_secs, offset_secs)));
        }
        times.retain(|time_secs| (from_secs..=to_secs).contains(time_secs));
        times.sort_by(f32::total_cmp);
        times.dedup_by(|a, b| a == b);
        times
    }

    /// Visits each interval in which both are known, with the chords of both.
    fn each_gap(
        &self,
        turn: CurveGroup,
        [a, b]: [&Keys; 2],
        times: &[f32],
        mut visit: impl FnMut([f32; 2], Chords),
    ) {
        let (mut a, mut b) = (a.walk(), b.walk());
        for pair in times.windows(2) {
            let &[from, to] = pair else { continue };
            let middle = f32::midpoint(from, to);
            let is_known =
                self.samplers.iter().zip([0.0, self.offset_secs]).all(|(sampler, offset_secs)| {
                    sampler.mode() == Mode::Mrtk
                        || sampler
                            .observed()
                            .is_observed_at(turn.track(), later(middle, offset_secs))
                });
            if !is_known {
                continue;
            }
            if let (Some([p, q]), Some([r, s])) = (a.chord(from, to), b.chord(from, to)) {
                let chords = Chords::new([&p, &q], [&r, &s]);
                visit([from, to], if is_rotation(turn) { chords.of_rotations() } else { chords });
            }
        }
    }

    /// Squared cosine of the tolerance.
    fn tolerated(&self, is_rotation: bool) -> f64 {
        let angle = if is_rotation {
            // The angle between quaternions is half of that between rotations.
            f64::from(self.tolerances.rotation_deg.min(180.0)) / 2.0
        } else {
            f64::from(self.tolerances.gaze_deg.min(180.0))
        };
        let cosine = angle.to_radians().cos();
        cosine * cosine.abs()
    }
}

/// Rounding error of a squared cosine.
const NOISE: f64 = 4e-15;

/// Groups of all rotations and of the direction of the gaze.
fn turns(tracks: Tracks) -> impl Iterator<Item = CurveGroup> {
    let is_turn =
        |group: &CurveGroup| matches!(group, CurveGroup::Rotation(_) | CurveGroup::GazeDirection);
    CurveGroup::all(tracks).filter(move |group| is_turn(group) && !group.is_slot_none())
}

const fn is_rotation(turn: CurveGroup) -> bool {
    matches!(turn, CurveGroup::Rotation(_))
}

/// Whether a rotation or direction is known in both recordings at a time.
fn is_known(
    turn: CurveGroup,
    [a, b]: &mut [ViewCursor<'_>; 2],
    [a_secs, b_secs]: [f32; 2],
) -> bool {
    [a.view_at(a_secs), b.view_at(b_secs)].iter().all(|view| match turn.pose() {
        Some(PoseId::Camera) => view.camera().is_some_and(|seen| seen.rotation.is_known()),
        Some(PoseId::Joint(side, joint)) => {
            view.joints(side).any(|(other, seen)| joint == other && seen.rotation.is_known())
        }
        None => view.gaze().is_some_and(|seen| seen.rotation.is_known()),
    })
}

/// Keys between which a rotation or direction is linear.
struct Keys {
    times: Vec<f32>,
    values: Vec<[f64; 4]>,
}

impl Keys {
    /// Keys of a recording, in the time of the first one and relative to a base; `None` if there are none, or
    /// they are not linear.
    fn read(
        recording: &Recording,
        turn: CurveGroup,
        mode: Mode,
        offset_secs: f64,
        base: DQuat,
    ) -> Option<Self> {
        let curves: Vec<&Curve> =
            turn.ids().iter().map(|&id| recording.curve(id)).collect::<Option<_>>()?;
        if !curves.iter().all(|curve| !curve.is_empty() && curve.is_sorted() && curve.is_straight())
        {
            return None;
        }
        let shared = match curves.as_slice() {
            &[x, y, z, w] if mode == Mode::Clean => share_key_times([x, y, z, w]),
            _ => None,
        };
        let curves: Vec<&Curve> = shared.as_ref().map_or(curves, |shared| shared.iter().collect());
        let (first, others) = curves.split_first()?;
        let ticks_alike = |other: &&Curve| {
            same_times(first, other)
                && (first.pre_wrap, first.post_wrap) == (other.pre_wrap, other.post_wrap)
        };
        let mut times: Vec<f32>;
        let mut values: Vec<[f32; 4]>;
        if others.iter().all(ticks_alike) {
            times = first.iter().map(|key| key.time_secs).collect();
            values = vec![[0.0; 4]; times.len()];
            for (component, curve) in curves.iter().enumerate() {
                for (value, key) in values.iter_mut().zip(curve.iter()) {
                    if let Some(slot) = value.get_mut(component) {
                        *slot = key.value;
                    }
                }
            }
            if is_rotation(turn) && mode == Mode::Clean {
                let recorded = values.into_iter().map(glam::Quat::from_array);
                values = align_hemisphere(recorded).map(|rotation| rotation.to_array()).collect();
            }
        } else {
            times = curves.iter().flat_map(|curve| curve.iter()).map(|key| key.time_secs).collect();
            times.sort_by(f32::total_cmp);
            times.dedup_by(|a, b| a == b);
            values = vec![[0.0; 4]; times.len()];
            for (component, curve) in curves.iter().enumerate() {
                let mut cursor = curve.cursor();
                for (value, &time_secs) in values.iter_mut().zip(&times) {
                    if let Some(slot) = value.get_mut(component) {
                        *slot = cursor.value_at(time_secs);
                    }
                }
            }
        }
        for time_secs in &mut times {
            *time_secs = later(*time_secs, offset_secs);
        }
        let seen = |value: [f32; 4]| {
            let [x, y, z, w] = value.map(f64::from);
            if is_rotation(turn) {
                (base * DQuat::from_xyzw(x, y, z, w)).to_array()
            } else {
                (base * DVec3::new(x, y, z)).extend(0.0).to_array()
            }
        };
        Some(Self { times, values: values.into_iter().map(seen).collect() })
    }

    /// Cursor in order of time.
    fn walk(&self) -> Walk<'_> {
        Walk { keys: self, next: 0 }
    }
}

struct Walk<'k> {
    keys: &'k Keys,
    /// Index of the first later key.
    next: usize,
}

impl Walk<'_> {
    /// Values just after a time and just before a later one, without a key in between.
    fn chord(&mut self, from: f32, to: f32) -> Option<[[f64; 4]; 2]> {
        let Keys { times, values } = self.keys;
        while times.get(self.next).is_some_and(|&time_secs| time_secs <= from) {
            self.next += 1;
        }
        let left = self.next.checked_sub(1);
        let (Some(left), Some(&end)) = (left, times.get(self.next)) else {
            let held = *values.get(left.unwrap_or(0))?;
            return Some([held, held]);
        };
        let (start, [a, b]) = (*times.get(left)?, [*values.get(left)?, *values.get(self.next)?]);
        let at = |time_secs: f32| {
            let [start, end, time] = [start, end, time_secs].map(f64::from);
            let fraction = (time - start) / (end - start);
            let mut value = a;
            for (value, b) in value.iter_mut().zip(b) {
                *value += (b - *value) * fraction;
            }
            value
        };
        Some([at(from), at(to)])
    }
}
