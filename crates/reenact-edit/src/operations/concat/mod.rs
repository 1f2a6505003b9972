//! Concatenates recordings.

mod fade;
mod form;

use glam::{DQuat, DVec3};
use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, Error, Key, Marker, Named, PoseId, Recording, Result, TimeSpan};

use crate::helpers::cut::{CutCounts, cut};
use crate::helpers::keys::{straight_in, straight_out};
use crate::helpers::outcome::Outcome;
use crate::helpers::rotation::WidePose;
use crate::helpers::tolerance::Tolerance;
use crate::helpers::transform::{Transform, transformed};
use crate::{Edited, Note, NoteCode};

/// Transition between two recordings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Seam {
    /// Gap of this duration in seconds, across which every pose is interpolated linearly. In a gap of more than 0.1 s no hand is
    /// tracked or pinching; in a shorter one the states do not change.
    ///
    /// Without a gap, the last and first frame are at the same time, at which the second recording counts.
    Gap(f32),
    /// Cross-fade of this duration in seconds, by which the result is shorter.
    ///
    /// Keys at 60 Hz and at the key times of both replace the keys that overlap. Rotations are interpolated along the shorter arc. A hand that only one of them tracks at a time is taken from that one. States change in the middle.
    CrossFade(f32),
}

/// Longest gap in seconds through which tracking continues.
const BRIDGED_SECS: f32 = 0.1;

/// Pose that is kept continuous at a seam.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Align {
    /// No alignment.
    None,
    /// The head: position and heading continue.
    #[default]
    Head,
    /// The wrist of a hand. If it is not tracked on both sides of a seam, the next recording is not moved.
    Wrist(Side),
}

impl Named for Align {
    const WHAT: &'static str = "alignment";
    const VALUES: &'static [Self] =
        &[Self::None, Self::Head, Self::Wrist(Side::Left), Self::Wrist(Side::Right)];

    fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Head => "head",
            Self::Wrist(Side::Left) => "left-wrist",
            Self::Wrist(Side::Right) => "right-wrist",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::None => "No alignment",
            Self::Head => "The head",
            Self::Wrist(Side::Left) => "The left wrist, where it is tracked",
            Self::Wrist(Side::Right) => "The right wrist, where it is tracked",
        }
    }
}

/// Options of concatenation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Transition between two recordings.
    pub seam: Seam,
    /// Pose that is kept continuous.
    pub align: Align,
}

impl Default for Options {
    /// Gap of one frame at 60 Hz, aligned at the head.
    fn default() -> Self {
        Self { seam: Seam::Gap(1.0 / 60.0), align: Align::Head }
    }
}

/// Concatenates recordings.
///
/// `(0, 1) (1, 2)` and `(0, 5) (1, 6)` with a gap of 0.5 → `(0, 1) (1, 2) (1.5, 5) (2.5, 6)`
///
/// Each recording counts from its start to its end ([`Recording::time_span`]), so a recording that starts at 41 s follows the
/// previous one without a gap of 41 s. The first keeps its times, including those before 0; keys before 0 of the others are
/// removed, with a note. Values inside each recording do not change, except in a cross-fade: a curve that ends before its
/// recording gets a key at the end, and one that starts later a key at the start, with its value there. Markers are moved with
/// their recording. All curves of the result are clamped.
///
/// Alignment rotates the next recording about the vertical and moves it as a whole; the direction of gravity does not change. The
/// rotation is the vertical part (twist) of the full rotation.
///
/// The result has the form of the first recording if it can hold all of them; otherwise MRTK's 1.1, or else 1.1 with tangents. It
/// has every track that any of them has; while a recording lacks the hands they are not tracked, and while it lacks head or gaze
/// these are constant, with a note. Bytes after the marker lists are dropped, and flags other than 0 and 1 become 1, with a note.
///
/// Fails without recordings, if the seam is negative or not a number, or if there would be more keys than the format can count.
pub fn concat(recordings: &[&Recording], options: &Options) -> Result<Edited> {
    let secs = match options.seam {
        Seam::Gap(secs) | Seam::CrossFade(secs) => secs,
    };
    if !(secs >= 0.0 && secs.is_finite()) {
        return Err(Error::wrong_option(format!(
            "a gap or cross-fade must be 0 s or longer, not {secs}"
        )));
    }
    if recordings.is_empty() {
        return Err(Error::wrong_option("no recordings to concatenate"));
    }
    let mut notes = Vec::new();
    let parts = parts(recordings, options, &mut notes)?;
    let mut joined = form::common(recordings, &mut notes)?;

    let mut counts = CutCounts::default();
    for id in joined.tracks().curve_ids() {
        let keys = if id.is_boolean() {
            states(&parts, id, &mut counts)
        } else {
            floats(&parts, id, &mut counts)
        };
        let kind = joined.curve(id).map_or(reenact::KeyKind::Simple, Curve::kind);
        joined.set_curve(id, Curve::from_keys(kind, keys))?;
    }
    if joined.marker_list().is_some() {
        let mut markers: Vec<Marker<'_>> = Vec::new();
        for part in &parts {
            let moved = |marker: Marker<'_>| {
                Marker::new(part.offset_secs + marker.time_secs, marker.name.into_owned())
            };
            markers.extend(part.recording.markers().map(moved));
        }
        markers.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
        joined.set_markers(markers)?;
    }
    notes.extend(counts.notes());
    Ok(Edited { recording: joined, notes, report: () })
}

/// Recording at its position in the result.
struct PlacedRecording {
    recording: Recording,
    /// Time offset.
    offset_secs: f32,
    /// Own times: from its start, or in the first recording from its first key or 0, to its end.
    window: TimeSpan,
    /// Duration of the gap after it; negative for an overlap.
    seam_secs: f32,
    is_first: bool,
    is_last: bool,
}

impl PlacedRecording {
    fn start_secs(&self) -> f32 {
        self.offset_secs + self.window.start_secs
    }

    fn end_secs(&self) -> f32 {
        self.offset_secs + self.window.end_secs
    }

    /// Duration of the overlap with the previous part.
    fn overlap_secs(&self, before: Option<&PlacedRecording>) -> f32 {
        before.filter(|_| !self.is_first).map_or(0.0, |before| (-before.seam_secs).max(0.0))
    }

    /// Own times without overlap.
    fn own_window(&self, before: Option<&PlacedRecording>) -> TimeSpan {
        let TimeSpan { start_secs, end_secs } = self.window;
        TimeSpan {
            start_secs: start_secs + self.overlap_secs(before),
            end_secs: end_secs - (-self.seam_secs).max(0.0),
        }
    }
}

/// Places the recordings one after another.
fn parts(
    recordings: &[&Recording],
    options: &Options,
    notes: &mut Vec<Note>,
) -> Result<Vec<PlacedRecording>> {
    let mut parts: Vec<PlacedRecording> = Vec::with_capacity(recordings.len());
    let (tolerance, mut outcome) = (Tolerance::default(), Outcome::default());
    for (number, &recording) in (1_usize..).zip(recordings) {
        let mut part = PlacedRecording {
            recording: recording.clone(),
            offset_secs: 0.0,
            window: TimeSpan {
                start_secs: recording.first_key_secs().unwrap_or(0.0).min(recording.start_secs()),
                end_secs: recording.end_secs(),
            },
            seam_secs: 0.0,
            is_first: number == 1,
            is_last: number == recordings.len(),
        };
        if let Some(before) = parts.last_mut() {
            if part.window.start_secs < 0.0 {
                let message = format!(
                    "recording {number} has keys before 0 s, which would overlap the previous recording and were removed"
                );
                notes.push(Note::loss(NoteCode::BeforeZeroDropped, message));
            }
            part.window.start_secs = recording.start_secs();
            before.seam_secs = match options.seam {
                Seam::Gap(secs) => secs,
                Seam::CrossFade(secs) => {
                    // An overlap must not extend into the part after the next.
                    let durations = [before.recording.duration_secs(), recording.duration_secs()];
                    let room = durations.into_iter().fold(f32::INFINITY, f32::min) / 2.0;
                    if secs > room {
                        let message = format!(
                            "recordings {} and {number} are cross-faded over {room} s only: the shorter one is not twice as long as the cross-fade",
                            number - 1
                        );
                        notes.push(Note::remark(NoteCode::SeamShortened, message));
                    }
                    -secs.min(room)
                }
            };
            part.offset_secs = before.end_secs() + before.seam_secs - part.window.start_secs;
            if let Some(align) = alignment(before, &part, options.align) {
                part.recording = transformed(recording, &align, tolerance, &mut outcome)?;
            } else if options.align != Align::None {
                let message = format!(
                    "recording {number} is not aligned: the pose to align is missing before or after the cut"
                );
                notes.push(Note::remark(NoteCode::NotAligned, message));
            }
        }
        if let Some(before) = parts.last().filter(|before| before.seam_secs < 0.0) {
            fade::turn_to_side(before, &mut part)?;
        }
        parts.push(part);
    }
    notes.extend(outcome.notes(tolerance));
    Ok(parts)
}

/// Transform that aligns the next part with the end of the previous one.
fn alignment(before: &PlacedRecording, next: &PlacedRecording, align: Align) -> Option<Transform> {
    let pose = |recording: &Recording, time_secs| {
        let pose = match align {
            Align::None => return None,
            Align::Head => PoseId::Camera,
            Align::Wrist(side) => {
                recording
                    .curve(CurveId::Tracked(side))
                    .filter(|curve| curve.is_on_at(time_secs))?;
                PoseId::Joint(side, Joint::Wrist)
            }
        };
        WidePose::at(recording, pose, time_secs)
    };
    // Parts that overlap are aligned at the middle of the overlap.
    let overlap_secs = (-before.seam_secs).max(0.0) / 2.0;
    let end = pose(&before.recording, before.window.end_secs - overlap_secs)?;
    let start = pose(&next.recording, next.window.start_secs + overlap_secs)?;
    // Component of the rotation about the vertical.
    let turn = end.rotation * start.rotation.conjugate();
    let length = turn.y.hypot(turn.w);
    let turn = if length > 1e-6 {
        DQuat::from_xyzw(0.0, turn.y / length, 0.0, turn.w / length)
    } else {
        DQuat::IDENTITY
    };
    let turned: DVec3 = turn * start.position;
    Some(Transform::rigid(turn, end.position - turned))
}

/// Keys of a float curve from all parts.
fn floats(parts: &[PlacedRecording], id: CurveId, counts: &mut CutCounts) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let window = part.own_window(parts.get(index.wrapping_sub(1)));
        if let Some(curve) = part.recording.curve(id).filter(|curve| !curve.is_empty()) {
            add_alone(&mut keys, part, &cut_out(curve, window, counts), window);
        }
        if let Some(next) = parts.get(index + 1).filter(|_| part.seam_secs < 0.0) {
            keys.extend(fade::keys(part, next, id));
        }
    }
    keys
}

/// Adds the keys of a curve that is cut to the times without overlap, with keys at both ends.
fn add_alone(keys: &mut Vec<Key>, part: &PlacedRecording, cut: &Curve, window: TimeSpan) {
    let TimeSpan { start_secs: from_secs, end_secs: to_secs } = window;
    let moved = |key: Key| Key { time_secs: key.time_secs + part.offset_secs, ..key };
    let held = |time_secs| moved(Key::linear(time_secs, cut.value_at(time_secs)));
    // Segments towards a seam are linear.
    if !part.is_first && cut.first().is_some_and(|first| first.time_secs > from_secs) {
        keys.push(held(from_secs));
    }
    let own_at = keys.len();
    keys.extend(cut.iter().map(moved));
    keys.get_mut(own_at).filter(|_| !part.is_first).into_iter().for_each(straight_in);
    keys.last_mut().filter(|_| !part.is_last).into_iter().for_each(straight_out);
    if !part.is_last && cut.last().is_some_and(|last| last.time_secs < to_secs) {
        keys.push(held(to_secs));
    }
}

/// Keys of a boolean curve from all parts.
fn states(parts: &[PlacedRecording], id: CurveId, counts: &mut CutCounts) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let overlap_secs = part.overlap_secs(parts.get(index.wrapping_sub(1)));
        let start_secs = part.start_secs() + overlap_secs / 2.0;
        if !part.is_first {
            keys.retain(|key| key.time_secs < start_secs || overlap_secs == 0.0);
        }
        let curve = part.recording.curve(id).filter(|curve| !curve.is_empty());
        let own = curve.map(|curve| cut_out(curve, part.window, counts));
        let own: Vec<Key> = own
            .iter()
            .flatten()
            .map(|key| Key { time_secs: key.time_secs + part.offset_secs, ..key })
            .collect();
        // A key at the start sets the state; otherwise the state of the previous recording would continue.
        let before = own.iter().rev().find(|key| key.time_secs <= start_secs).or(own.first());
        let has_key = own.iter().any(|key| key.time_secs == start_secs);
        if !has_key && (!part.is_first || own.is_empty()) {
            keys.push(Key::hold(start_secs, before.map_or(0.0, |key| key.value)));
        }
        keys.extend(own.into_iter().filter(|key| part.is_first || key.time_secs >= start_secs));
        let off_secs = part.end_secs().next_up();
        let is_long = part.seam_secs > BRIDGED_SECS && off_secs < part.end_secs() + part.seam_secs;
        if !part.is_last && is_long {
            keys.push(Key::hold(off_secs, 0.0));
        }
    }
    keys
}

/// Keys of a curve within the times of its recording.
fn cut_out(curve: &Curve, window: TimeSpan, counts: &mut CutCounts) -> Curve {
    cut(curve, window, 0.0, window, counts)
}
