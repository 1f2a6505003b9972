//! Fills short gaps in the tracking of a hand.
//!
//! ```text
//! tracked        on ──┐     ┌── on        on ──────────── on
//!                     └─off─┘         →
//! left wrist x   1.0 1.1    ?    1.5      1.0 1.1 1.24 1.38 1.5
//! ```

mod bridge;
mod ends;

use glam::{DQuat, DVec3};
use reenact::hand::{Joint, Side};
use reenact::{BooleanSpans, Curve, CurveId, Error, Key, PoseId, Recording, Result, TimeSpan};

use self::bridge::{hermite, slope, turn};
use self::ends::{Ends, Way, ends, replaced};
use crate::helpers::groups::{
    Readers, Tracking, aligned, curves, key_spans, set_curves, share_times_and_wraps,
};
use crate::helpers::keys::has_linear_keys;
use crate::helpers::rotation::{exp, log, on_side_of, unit_rotation};
use crate::markers::{self, Edit, markers};
use crate::{Edited, Note, NoteCode};

/// Options of filling.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Longest gap to fill in seconds, with a tolerance for rounding.
    pub max_gap_secs: f32,
    /// Interpolation in a gap.
    pub method: Method,
    /// Sample rate in a filled gap in Hz: above 0, at most 1,000.
    pub rate_hz: f32,
    /// Whether to add markers: `filled left` at the start of a gap and `filled left end` at its end.
    pub mark: bool,
}

impl Default for Options {
    /// Gaps up to 0.2 s, in which a hand hardly changes its movement; 60 Hz, MRTK's maximum recording rate; with markers.
    fn default() -> Self {
        Self { max_gap_secs: 0.2, method: Method::Hermite, rate_hz: 60.0, mark: true }
    }
}

/// Interpolation in a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Linear interpolation of positions and slerp of rotations along the shorter arc, from the last key to the next.
    Linear,
    /// Cubic Hermite interpolation with the velocities before and after the gap, each measured over four frames.
    Hermite,
}

reenact::named!(
    Method, "method":
    Linear = "linear" => "Linear between the keys at both ends",
    Hermite = "hermite" => "Cubic Hermite with the velocities at both ends",
);

/// Largest number of samples in a gap.
const MAX_SAMPLES: f32 = 100_000.0;

/// Rounding error of a gap's duration, which is a difference of two times.
const ROUNDING_SECS: f64 = 1e-4;

/// Fills short tracking gaps of a hand.
///
/// In a filled gap the hand is tracked: keys that turned tracking off turn it on. It pinches throughout if it pinched before and
/// after, not at all if it did neither, and as recorded if the pinch began or ended in between. Keys of joints inside the gap,
/// where the hand was not observed, are replaced. Each of the 26 joints is filled separately, so bone lengths vary by up to a few
/// millimetres. Filled rotations have continuous signs. The duration and everything outside the gaps do not change.
///
/// Every filled span is synthesized, marked and noted. Joints with curves that are not linear, without keys on both sides, or
/// with rotations of different key times are not filled, with a note. Slot `None` is not changed.
///
/// Fails for a length that is negative or not finite, for a rate that is not above 0 or is above 1,000, and for a length times
/// rate above 100,000.
///
/// ```text
/// tracked 0 s on, 1 s off, 1.1 s on → 0 s on, 1 s on, 1.1 s on
/// ```
pub fn fill(recording: &Recording, options: &Options) -> Result<Edited> {
    let Options { max_gap_secs, rate_hz, .. } = *options;
    if !(max_gap_secs.is_finite() && max_gap_secs >= 0.0) {
        return Err(Error::wrong_option(format!(
            "the longest gap must be 0 s or more, not {max_gap_secs}"
        )));
    }
    if !(rate_hz > 0.0 && rate_hz <= 1000.0) {
        return Err(Error::wrong_option(format!(
            "the rate must be above 0 and at most 1000 Hz, not {rate_hz}"
        )));
    }
    if max_gap_secs * rate_hz > MAX_SAMPLES {
        return Err(Error::wrong_option(format!(
            "gaps of {max_gap_secs} s at {rate_hz} Hz have too many keys: choose a lower rate or a shorter gap"
        )));
    }
    let mut edited = Edited::new(recording.clone());
    let mut edits = Vec::new();
    let tracking = Tracking::of(recording);
    for side in Side::ALL {
        let tracked = tracking.spans(Some(side));
        let gaps: Vec<TimeSpan> = tracked
            .gaps()
            .into_iter()
            .filter(|gap| gap.secs() <= f64::from(max_gap_secs) + ROUNDING_SECS)
            .collect();
        if gaps.is_empty() {
            continue;
        }
        fill_states(recording, side, &gaps, &mut edited)?;
        let mut left = 0;
        for joint in Joint::TRACKED {
            let pose = PoseId::Joint(side, joint);
            left += fill_pose(recording, pose, &gaps, tracked, options, &mut edited)?;
        }
        edited.notes.push(Note::remark(NoteCode::GapsFilled, message(side, &gaps)));
        if left > 0 {
            let message = format!(
                "{left} curves of the {side} hand are not filled, because they have tangents or their key times differ"
            );
            edited.notes.push(Note::remark(NoteCode::CurvesLeft, message));
        }
        edits.extend(gaps.iter().flat_map(|gap| {
            [
                Edit::Add { time_secs: gap.start_secs, name: format!("filled {side}") },
                Edit::Add { time_secs: gap.end_secs, name: format!("filled {side} end") },
            ]
        }));
    }
    if !options.mark {
        return Ok(edited);
    }
    edited.then(|filled| markers(filled, &markers::Options { edits }))
}

/// Largest number of spans to list in a note.
const LISTED: usize = 8;

fn message(side: Side, gaps: &[TimeSpan]) -> String {
    let listed = gaps
        .iter()
        .take(LISTED)
        .map(|gap| format!("{:.3} s to {:.3} s", gap.start_secs, gap.end_secs));
    let spans = listed.collect::<Vec<_>>().join(", ");
    let more = match gaps.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and in {more} more gaps"),
    };
    format!("the {side} hand was not tracked from {spans}{more}: its poses there are interpolated")
}

/// Sets tracked in the gaps, and pinching if it is on at both sides.
fn fill_states(
    recording: &Recording,
    side: Side,
    gaps: &[TimeSpan],
    edited: &mut Edited,
) -> Result<()> {
    let gap_at = |time: f32| {
        let started = gaps.partition_point(|gap| gap.start_secs <= time);
        gaps.get(started.checked_sub(1)?).filter(|gap| time < gap.end_secs)
    };
    let id = CurveId::Tracked(side);
    if let Some(curve) = recording.curve(id) {
        // Of several keys at the first time, the last holds from just after it.
        let is_in_gap = |secs: f32| gap_at(secs).or_else(|| gap_at(secs.next_up())).is_some();
        let on = |key: Key| if is_in_gap(key.time_secs) { Key { value: 1.0, ..key } } else { key };
        edited.recording.set_curve(id, curve.with_keys(curve.iter().map(on)))?;
    }
    let id = CurveId::Pinching(side);
    if let Some(curve) = recording.curve(id).filter(|curve| !curve.is_empty()) {
        let pinching = key_spans(curve);
        let kept = |key: Key| {
            let Some(gap) = gap_at(key.time_secs) else { return key };
            let before = pinching.is_on_at(gap.start_secs.next_down());
            if before != pinching.is_on_at(gap.end_secs) {
                return key;
            }
            Key { value: f32::from(u8::from(before)), ..key }
        };
        edited.recording.set_curve(id, curve.with_keys(curve.iter().map(kept)))?;
    }
    Ok(())
}

/// Fills a joint; returns the number of curves that could not be filled.
fn fill_pose(
    recording: &Recording,
    pose: PoseId,
    gaps: &[TimeSpan],
    tracked: &BooleanSpans,
    options: &Options,
    edited: &mut Edited,
) -> Result<usize> {
    let mut left = 0;
    for id in pose.position() {
        let [curve] = curves(recording, [id]);
        if !can_fill(&[curve]) {
            left += usize::from(!curve.is_empty());
            continue;
        }
        let ends = ends(curve, gaps, tracked, options);
        let mut reader = Readers::new([curve]);
        let inserted = |ends: &Ends| {
            if options.method == Method::Linear {
                return Vec::new();
            }
            let mut value_at = |time| reader.at(time)[0];
            let [a, b] = [ends.from_secs, ends.to_secs].map(&mut value_at);
            let chord = b - a;
            let mut rate = |way: Way| {
                let values: Vec<f64> = ends.velocity_times(way).map(&mut value_at).collect();
                slope(&values).map_or(chord, |slope| slope * way.sign() * ends.steps())
            };
            let (a_rate, b_rate) = (rate(Way::Back), rate(Way::Ahead));
            ends.times()
                .map(|(time, fraction)| (time, [hermite(a, a_rate, b, b_rate, fraction)]))
                .collect()
        };
        let [filled] = replaced([curve], &ends, inserted);
        edited.recording.set_curve(id, filled)?;
    }

    let own = curves(recording, pose.rotation());
    if !can_fill(&own) {
        return Ok(left + own.iter().filter(|curve| !curve.is_empty()).count());
    }
    let signed = aligned(own);
    let [first, ..] = &signed;
    let ends = ends(first, gaps, tracked, options);
    if ends.is_empty() {
        return Ok(left);
    }
    let mut reader = Readers::new(signed.each_ref());
    let inserted = |ends: &Ends| {
        let mut value_at = |time| unit_rotation(reader.at(time));
        let (Some(start), Some(end)) = (value_at(ends.from_secs), value_at(ends.to_secs)) else {
            return Vec::new();
        };
        let way_across = log(start.conjugate() * end);
        let mut rate = |way: Way, edge: DQuat| {
            let vectors: Vec<_> = ends
                .velocity_times(way)
                .map_while(&mut value_at)
                .map(|rotation| log(edge.conjugate() * rotation))
                .collect();
            let slopes = [|v: &DVec3| v.x, |v: &DVec3| v.y, |v: &DVec3| v.z]
                .map(|component| slope(&vectors.iter().map(component).collect::<Vec<f64>>()));
            let [Some(x), Some(y), Some(z)] = slopes else { return way_across };
            DVec3::new(x, y, z) * way.sign() * ends.steps()
        };
        let (start_rate, end_rate) = (rate(Way::Back, start), rate(Way::Ahead, end));
        let rotation = |fraction: f64| match options.method {
            Method::Linear => start * exp(way_across * fraction),
            Method::Hermite => turn(start, start_rate, end, end_rate, fraction),
        };
        ends.times()
            .map(|(time, fraction)| (time, on_side_of(start, rotation(fraction)).to_array()))
            .collect()
    };
    let filled = replaced(signed.each_ref(), &ends, inserted);
    set_curves(&mut edited.recording, pose.rotation(), filled)?;
    Ok(left)
}

fn can_fill(own: &[&Curve]) -> bool {
    share_times_and_wraps(own)
        && own.iter().all(|curve| !curve.is_empty() && curve.is_sorted() && has_linear_keys(curve))
}
