//! Resamples float curves at evenly spaced times.

use reenact::{
    Curve, CurveGroup, CurveId, FrameRate, FrameTimes, Key, Mode, Recording, Result, TimeSpan,
};

use crate::helpers::groups::{Tracking, aligned, curves, numbered, set_curves};
use crate::helpers::keys::{self, in_order, straight, times_in_order};
use crate::{Edited, Note, NoteCode};

/// Sample rate and evaluation mode.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Sample rate in Hz.
    pub rate_hz: f32,
    /// Largest number of keys of a curve; `None` for the default of [`FrameRate`].
    pub max_frames: Option<usize>,
    /// Evaluation mode: normalized rotations along the shorter arc (`clean`), or component by component (`mrtk`).
    pub mode: Mode,
}

impl Default for Options {
    /// 60 Hz, `clean`.
    fn default() -> Self {
        Self { rate_hz: 60.0, max_frames: None, mode: Mode::Clean }
    }
}

/// Resamples float curves: replaces their keys by keys at evenly spaced times, with linear interpolation.
///
/// `(0, 0) (0.9, 9) (2, 20)` at 1 Hz → `(0, 0) (1, 10) (2, 20)`
///
/// All curves use the same times, counted from the start of the recording. A curve keeps its first and last key, and has keys at
/// these times in between; joints only within the tracked spans of their hand, up to their last key there. Tracking gaps stay
/// gaps, and keys inside them are removed. Hands that are never tracked and boolean curves are not changed. Wrap modes are kept;
/// unsorted keys are sorted.
///
/// Notes report the number of keys before and after, the largest change of a position at the original key times, the number of
/// keys removed in gaps, and the number of curves with unsorted keys.
///
/// Fails if the rate is not a positive number, or if there would be more keys than the limit of [`FrameRate`].
pub fn resample(recording: &Recording, options: &Options) -> Result<Edited> {
    let start_secs = recording.first_key_secs().unwrap_or(0.0);
    let rate = FrameRate { hz: options.rate_hz, max_frames: options.max_frames };
    let ticks = FrameTimes::over(recording, start_secs..=recording.end_secs(), rate)?;
    let mut edited = Edited::new(recording.clone());
    let mut resampler = Resampler {
        recording,
        ticks,
        mode: options.mode,
        farthest_m: 0.0,
        unsorted: 0,
        gap_keys: 0,
    };
    let tracking = Tracking::of(recording);
    for group in CurveGroup::all(recording.tracks()) {
        let spans = tracking.spans(group.side()).spans();
        match group {
            // A hand that is never tracked is unchanged.
            _ if spans.is_empty() => {}
            CurveGroup::Rotation(pose) => {
                resampler.rotation(pose.rotation(), &spans, &mut edited)?;
            }
            CurveGroup::Tracked(_) | CurveGroup::Pinching(_) => {}
            group => {
                let is_measured = group.pose().is_some();
                resampler.singly(&group.ids(), &spans, &mut edited, is_measured)?;
            }
        }
    }

    let Resampler { farthest_m, unsorted, gap_keys, .. } = resampler;
    let (before, after) = (recording.key_count(), edited.recording.key_count());
    let farthest_mm = farthest_m * 1000.0;
    let message =
        format!("{before} keys replaced by {after}; largest position error {farthest_mm:.3} mm");
    edited.notes.push(Note::remark(NoteCode::Resampled, message));
    edited.notes.extend(crate::note::keys_sorted(unsorted));
    if gap_keys > 0 {
        let message =
            format!("{gap_keys} keys of hands that were not tracked at that time were removed");
        edited.notes.push(Note::loss(NoteCode::GapKeysDropped, message));
    }
    Ok(edited)
}

struct Resampler<'r> {
    recording: &'r Recording,
    ticks: FrameTimes,
    mode: Mode,
    /// Largest change of a position along one axis, in metres.
    farthest_m: f32,
    /// Curves with keys out of order.
    unsorted: usize,
    /// Keys outside the spans.
    gap_keys: usize,
}

impl Resampler<'_> {
    /// Resamples curves separately.
    fn singly(
        &mut self,
        ids: &[CurveId],
        spans: &[TimeSpan],
        edited: &mut Edited,
        is_measured: bool,
    ) -> Result<()> {
        for &id in ids {
            let [old] = curves(self.recording, [id]).map(|curve| self.sorted(curve, spans));
            if old.is_empty() {
                continue;
            }
            let new = sampled(&old, &times(&old, spans, self.ticks));
            if is_measured {
                self.farthest_m = self.farthest_m.max(distance(&old, &new, spans));
            }
            edited.recording.set_curve(id, new)?;
        }
        Ok(())
    }

    /// Resamples a rotation: in `clean` mode as a whole, if all of its curves have keys.
    fn rotation(
        &mut self,
        ids: [CurveId; 4],
        spans: &[TimeSpan],
        edited: &mut Edited,
    ) -> Result<()> {
        let own = curves(self.recording, ids);
        if self.mode == Mode::Mrtk || own.iter().any(|curve| curve.is_empty()) {
            return self.singly(&ids, spans, edited, false);
        }
        let sorted = own.map(|curve| self.sorted(curve, spans));
        let new = clean_rotation(sorted.each_ref(), spans, self.ticks);
        set_curves(&mut edited.recording, ids, new)
    }

    /// Sorts a curve, and counts what is lost.
    fn sorted(&mut self, curve: &Curve, spans: &[TimeSpan]) -> Curve {
        let sorted = in_order(curve);
        self.unsorted += usize::from(!curve.is_sorted());
        self.gap_keys += sorted.len() - keys_inside(&sorted, spans).count();
        sorted
    }
}

/// Key times of the resampled curve.
fn times(curve: &Curve, spans: &[TimeSpan], ticks: FrameTimes) -> Vec<f32> {
    let own: Vec<f32> = keys::times(curve).collect();
    let (Some(&first_secs), Some(&last_secs)) = (own.first(), own.last()) else { return own };
    let mut times = Vec::new();
    let mut tick = 0;
    for &TimeSpan { start_secs: on_secs, end_secs: off_secs } in spans {
        let start_secs = first_secs.max(on_secs);
        let before_end = own.partition_point(|&time_secs| time_secs < off_secs);
        let end_secs = before_end.checked_sub(1).and_then(|last| own.get(last)).copied();
        // Without an own key in the span, the curve continues linearly to the next.
        let goes_on =
            last_secs >= off_secs && end_secs.is_none_or(|end_secs| end_secs < start_secs);
        let end_secs = if goes_on { off_secs.next_down() } else { end_secs.unwrap_or(f32::NAN) };
        if start_secs > end_secs || end_secs.is_nan() {
            continue;
        }
        times.push(start_secs);
        while tick < ticks.len() && ticks.time_secs(tick) <= start_secs {
            tick += 1;
        }
        while tick < ticks.len() && ticks.time_secs(tick) < end_secs {
            times.push(ticks.time_secs(tick));
            tick += 1;
        }
        if end_secs > start_secs {
            times.push(end_secs);
        }
    }
    times
}

/// Samples a curve at given times, with linear segments.
fn sampled(curve: &Curve, times: &[f32]) -> Curve {
    let mut cursor = curve.cursor();
    // At its last key a looping curve would already restart; its own value counts here.
    let last = curve.last();
    let keys = times.iter().map(|&time_secs| match last {
        Some(last) if last.time_secs == time_secs => (time_secs, last.value),
        _ => (time_secs, cursor.value_at(time_secs)),
    });
    straight(curve, keys)
}

/// The four curves of a rotation, aligned to one hemisphere and normalized.
fn clean_rotation(curves: [&Curve; 4], spans: &[TimeSpan], ticks: FrameTimes) -> [Curve; 4] {
    let curves = aligned(curves);
    // A curve with fewer keys must not limit the others.
    let all = times_in_order(curves.iter().flat_map(|curve| times(curve, spans, ticks)));
    let mut cursors = curves.each_ref().map(|curve| curve.cursor());
    let rows: Vec<[f32; 4]> = all
        .iter()
        .map(|&time_secs| {
            let row = cursors.each_mut().map(|cursor| cursor.value_at(time_secs));
            let length = row.iter().map(|value| value * value).sum::<f32>().sqrt();
            let is_rotation = length > 1e-5 && length.is_finite();
            if is_rotation { row.map(|value| value / length) } else { row }
        })
        .collect();
    numbered(curves, |place, curve| {
        let values = rows.iter().filter_map(|row| row.get(place).copied());
        straight(&curve, all.iter().copied().zip(values))
    })
}

/// Keys of a sorted curve inside spans.
fn keys_inside<'c>(curve: &'c Curve, spans: &'c [TimeSpan]) -> impl Iterator<Item = Key> + 'c {
    let mut spans = spans.iter().peekable();
    curve.iter().filter(move |key| {
        while spans.next_if(|span| span.end_secs <= key.time_secs).is_some() {}
        spans.peek().is_some_and(|span| span.start_secs <= key.time_secs)
    })
}

/// Largest distance of two curves at the keys of the first inside spans.
fn distance(old: &Curve, new: &Curve, spans: &[TimeSpan]) -> f32 {
    let mut cursor = new.cursor();
    keys_inside(old, spans)
        .map(|key| (cursor.value_at(key.time_secs) - key.value).abs())
        .fold(0.0, f32::max)
}
