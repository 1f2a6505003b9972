//! Losses and notes of conversions, and the policy that distinguishes them.
//!
//! Every writer returns [`Losses`]. [`Losses::notes`] lists them with codes, and decides for each whether it is a loss:
//!
//! * **Loss**: recorded data that is missing in the file, or has another value: markers, gaze, pinches, keys, times. The
//!   command ends with exit code 3 without `--allow-loss`, Python warns with `LossWarning`, the viewer shows it.
//! * **Note**: all recorded data is in the file, with something to know about it: an approximation with its error, a value that
//!   the format requires and the recording lacks, slot `None`, which is not a joint. Exit code 0, no warning.
//!
//! Properties of a format by definition are not reported: frame-based formats have no values between frames, and a table has the
//! data that its name says.

use std::fmt;
use std::ops::AddAssign;

#[cfg(any(feature = "bvh", feature = "gltf", feature = "handsbin", feature = "unity"))]
use reenact::Recording;
#[cfg(any(feature = "bvh", feature = "handsbin", feature = "unity"))]
use reenact::Track;
#[cfg(any(feature = "bvh", feature = "gltf", feature = "handsbin", feature = "unity"))]
use reenact::hand::Side;
#[cfg(any(feature = "gltf", feature = "handsbin", feature = "unity"))]
use reenact::{Curve, PoseComponent, PoseId, hand::Joint};

/// Losses and notes of a written file.
///
/// `Display` prints the notes, separated by semicolons; empty if there are none.
///
/// ```
/// let mut losses = reenact_convert::Losses::default();
/// assert!(!losses.any());
/// losses.before_zero = true;
/// losses.markers = 2;
/// assert_eq!(losses.to_string(), "everything before 0 s is left out; 2 markers are left out");
/// assert!(losses.is_lossy());
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "something may have been lost that the user must know of"]
#[non_exhaustive]
pub struct Losses {
    /// Keys without a usable value: not finite, a rotation of length 0, a second key at the same time, a key of a pose with an
    /// empty curve, a time more than a day before 0.
    pub keys: usize,
    /// Keys of slot `None`, which is not a joint.
    pub slot_none_keys: usize,
    /// NaNs with payload bits, which read back as `f32::NAN`.
    pub nan_payloads: usize,
    /// Curves with tangents that became linear between their keys.
    pub bent_curves: usize,
    /// Curves with tangents that were sampled at a rate.
    pub sampled_curves: usize,
    /// Curves that repeat outside their keys and are now clamped.
    pub repeating_curves: usize,
    /// Poses without a recorded rotation, for which one was synthesized because the format requires it.
    pub made_up_rotations: usize,
    /// Frames in which a hand keeps its last pose because it was not tracked and the format cannot express
    /// that.
    pub held_frames: usize,
    /// Whether there were keys before 0, where the format starts.
    pub before_zero: bool,
    /// Tracks and states that the format cannot hold.
    pub left_out: Vec<LeftOut>,
    /// Deviation of joints from their recorded positions, in formats with constant bone lengths.
    pub stiff_bones: Option<StiffBones>,
    /// Largest deviation of a skeleton's joint between keys in metres, if above 0.1 mm: a pose jumps so fast that no reasonable
    /// number of keys reproduces it. Otherwise 0.
    pub stray_m: f32,
    /// Frames without a finite head pose in a format that requires one: it is at the origin.
    pub heads: usize,
    /// Frames of a tracked hand with a missing or non-finite joint: the whole hand is absent.
    pub hands: usize,
    /// Frames of a hand without its palm; readers derive it.
    pub palms: usize,
    /// Frames of a hand that was pinching.
    pub pinches: usize,
    /// Frames with a gaze.
    pub gazes: usize,
    /// Markers: all, or those at times that the format cannot hold.
    pub markers: usize,
    /// Markers that are only in the attached recording, because the format cannot hold their times.
    pub attached_markers: usize,
    /// Markers that are not in a table of other data; they have a table of their own.
    pub other_table_markers: usize,
    /// Markers whose names have replaced characters, because the format cannot write them.
    pub changed_names: usize,
    /// Frames that were not read because their time is NaN or not after that of the previous frame.
    pub frames: usize,
    /// Frames of a hand with gestures other than a pinch.
    pub gestures: usize,
    /// Frames of a hand with Meta's aim state.
    pub aim_states: usize,
    /// Frames of a hand whose root is not its wrist.
    pub root_poses: usize,
    /// Whether there were finger shapes other than Unity's own.
    pub finger_shapes: bool,
    /// Frames of a hand with a before-render pose.
    pub before_render: usize,
    /// Frames in which either the position or the rotation of the head was not tracked.
    pub partial_heads: usize,
    /// Frames of an untracked hand with outdated poses.
    pub stale_poses: usize,
    /// Start of the recording, if the format counts times from there.
    pub start_secs: f32,
    /// Whether times were stored one frame late, and were corrected.
    pub late_times: bool,
    /// Sources of the pinch state.
    pub pinch_sources: PinchSources,
    /// Height of the first head pose above the floor in metres, if it was assumed for a floor origin.
    pub floor_m: Option<f32>,
    /// Bytes of a journal after its last intact chunk.
    pub journal_bytes: u64,
    /// Journals that were read and had not been ended.
    pub open_journals: usize,
}

/// Sources of the pinch state, counted in frames of a hand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PinchSources {
    /// Gestures: pinch touched, or the pinch value.
    pub gestures: usize,
    /// The index finger of Meta's aim state.
    pub aim_states: usize,
    /// The distance of thumb tip and index tip.
    pub distances: usize,
}

impl PinchSources {
    fn message(self) -> Option<String> {
        let frames = |count: usize| {
            if count == 1 { "1 frame".to_owned() } else { format!("{count} frames") }
        };
        let all = [
            (self.gestures, "gestures"),
            (self.aim_states, "Meta's aim states"),
            (
                self.distances,
                "the distance of thumb tip and index tip (closed at 27.5 mm, open at 31.9 mm)",
            ),
        ];
        let told = all.into_iter().filter(|(count, _)| *count > 0);
        let told: Vec<String> =
            told.map(|(count, what)| format!("{what} (in {} of a hand)", frames(count))).collect();
        (!told.is_empty()).then(|| format!("source of pinching: {}", told.join(", ")))
    }
}

/// A track or state that a format cannot hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LeftOut {
    /// The head.
    Camera,
    /// The gaze.
    Gaze,
    /// Pinching state of a hand.
    Pinching,
}

/// Deviation of joints from their recorded positions in a skeleton with constant bone lengths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StiffBones {
    /// Mean over all joints and frames, in metres.
    pub mean_m: f64,
    /// Maximum, in metres.
    pub max_m: f64,
}

/// Code of a loss or note; `docs/reference/formats.md` lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LossCode {
    /// Keys without a usable value.
    Keys,
    /// Shape of a curve between its keys.
    Tangents,
    /// Repetition of a curve outside its keys.
    WrapModes,
    /// Frames in which a hand was not tracked and keeps its last pose.
    HeldFrames,
    /// Keys before 0 s.
    BeforeZero,
    /// The head.
    Camera,
    /// The gaze, or frames of it.
    Gaze,
    /// Pinching, or frames of it.
    Pinching,
    /// Frames of a tracked hand that lacks joints.
    IncompleteHands,
    /// Markers.
    Markers,
    /// Joints that deviate between keys.
    StrayJoints,
    /// Constant bone lengths.
    BoneLengths,
    /// Curves with tangents, sampled.
    SampledCurves,
    /// Rotations that were derived.
    Rotations,
    /// Frames without a head.
    Head,
    /// Palms, which readers derive.
    Palms,
    /// Keys of slot `None`, which is not a joint.
    SlotNone,
    /// Payload bits of a NaN.
    NanPayloads,
    /// Markers in the attached recording alone.
    AttachedMarkers,
    /// Markers, which have a table of their own.
    OtherTable,
    /// Marker names in which characters were replaced.
    Names,
    /// Frames whose time does not follow that of the frame before.
    Frames,
    /// Gestures other than a pinch.
    Gestures,
    /// Meta's aim states.
    AimStates,
    /// Root poses apart from the wrist.
    RootPoses,
    /// Finger shapes other than Unity's own.
    FingerShapes,
    /// Hands as they were before rendering.
    BeforeRender,
    /// Head poses of which a half was not tracked.
    PartialHeads,
    /// Poses from before a hand was lost.
    StalePoses,
    /// Times count from the start of the recording.
    StartTime,
    /// Times that were stored one frame late, and were corrected.
    LateTimes,
    /// Sources of the pinch state.
    PinchSource,
    /// How high above the floor the first head pose was taken to be.
    Floor,
    /// Bytes of a journal after its last intact chunk.
    JournalDamage,
    /// A journal that was not ended.
    OpenJournal,
}

reenact::named!(LossCode, "loss code":
    Keys = "keys", Tangents = "tangents", WrapModes = "wrap-modes", HeldFrames = "held-frames", BeforeZero = "before-zero", Camera = "camera", Gaze = "gaze", Pinching = "pinching", IncompleteHands = "incomplete-hands", Markers = "markers", StrayJoints = "stray-joints", BoneLengths = "bone-lengths", SampledCurves = "sampled-curves", Rotations = "rotations", Head = "head", Palms = "palms", SlotNone = "slot-none", NanPayloads = "nan-payloads", AttachedMarkers = "attached-markers", OtherTable = "other-table", Names = "names", Frames = "frames", Gestures = "gestures", AimStates = "aim-states", RootPoses = "root-poses", FingerShapes = "finger-shapes", BeforeRender = "before-render", PartialHeads = "partial-heads", StalePoses = "stale-poses", StartTime = "start-time", LateTimes = "late-times", PinchSource = "pinch-source", Floor = "floor", JournalDamage = "journal-damage", OpenJournal = "open-journal",
);

impl LossCode {
    /// Whether recorded data is missing from the file. Otherwise it is a note.
    pub const fn is_loss(self) -> bool {
        matches!(
            self,
            Self::Keys
                | Self::Tangents
                | Self::WrapModes
                | Self::HeldFrames
                | Self::BeforeZero
                | Self::Camera
                | Self::Gaze
                | Self::Pinching
                | Self::IncompleteHands
                | Self::Markers
                | Self::StrayJoints
                | Self::Frames
                | Self::Gestures
                | Self::AimStates
                | Self::RootPoses
                | Self::FingerShapes
                | Self::BeforeRender
                | Self::PartialHeads
                | Self::JournalDamage
        )
    }
}

/// One statement about a file that was written.
pub type Note = reenact::Note<LossCode>;

impl Losses {
    /// Whether there is anything to report, loss or note.
    pub fn any(&self) -> bool {
        *self != Self::default()
    }

    /// Whether something is lost. Notes are not.
    pub fn is_lossy(&self) -> bool {
        self.notes().iter().any(|note| note.is_loss)
    }

    /// Every loss and note, losses first.
    pub fn notes(&self) -> Vec<Note> {
        let all = self.lost().into_iter().chain(self.lost_on_reading());
        let all = all.chain(self.noted()).chain(self.noted_on_reading());
        let note = |(code, message): (LossCode, Option<String>)| {
            Some(Note { code, is_loss: code.is_loss(), message: message? })
        };
        all.filter_map(note).collect()
    }

    fn lost(&self) -> Vec<(LossCode, Option<String>)> {
        let is_left_out = |what| self.left_out.contains(&what);
        let strays = (self.stray_m > 0.0).then(|| {
            let stray_mm = self.stray_m * 1000.0;
            format!(
                "where a hand moves fast, joints deviate by up to {stray_mm:.1} mm between keys"
            )
        });
        vec![
            (
                LossCode::Keys,
                counted(
                    self.keys,
                    [
                        "# key without a usable value is left out",
                        "# keys without a usable value are left out",
                    ],
                ),
            ),
            (
                LossCode::Tangents,
                counted(
                    self.bent_curves,
                    [
                        "# curve with tangents becomes linear between its keys",
                        "# curves with tangents become linear between their keys",
                    ],
                ),
            ),
            (
                LossCode::WrapModes,
                counted(
                    self.repeating_curves,
                    [
                        "# curve that repeats outside its keys holds its ends instead",
                        "# curves that repeat outside their keys hold their ends instead",
                    ],
                ),
            ),
            (
                LossCode::HeldFrames,
                counted(
                    self.held_frames,
                    [
                        "# frame in which the hand was not tracked holds its last pose",
                        "# frames in which a hand was not tracked hold its last pose",
                    ],
                ),
            ),
            (
                LossCode::BeforeZero,
                self.before_zero.then(|| "everything before 0 s is left out".to_owned()),
            ),
            (
                LossCode::Camera,
                is_left_out(LeftOut::Camera).then(|| "the camera is left out".to_owned()),
            ),
            (LossCode::Gaze, is_left_out(LeftOut::Gaze).then(|| "the gaze is left out".to_owned())),
            (
                LossCode::Gaze,
                counted(
                    self.gazes,
                    ["# frame of gaze is left out", "# frames of gaze are left out"],
                ),
            ),
            (
                LossCode::Pinching,
                is_left_out(LeftOut::Pinching).then(|| "pinching is left out".to_owned()),
            ),
            (
                LossCode::Pinching,
                counted(
                    self.pinches,
                    ["# frame of pinching is left out", "# frames of pinching are left out"],
                ),
            ),
            (
                LossCode::IncompleteHands,
                counted(
                    self.hands,
                    [
                        "# frame of a tracked hand lacks joints and is left out",
                        "# frames of a tracked hand lack joints and are left out",
                    ],
                ),
            ),
            (
                LossCode::Markers,
                counted(self.markers, ["# marker is left out", "# markers are left out"]),
            ),
            (LossCode::StrayJoints, strays),
        ]
    }

    fn lost_on_reading(&self) -> Vec<(LossCode, Option<String>)> {
        vec![
            (
                LossCode::Frames,
                counted(
                    self.frames,
                    [
                        "# frame is left out: its time is not after that of the frame before",
                        "# frames are left out: their times are not after those of the frames before",
                    ],
                ),
            ),
            (
                LossCode::Gestures,
                counted(
                    self.gestures,
                    [
                        "gestures other than a pinch are left out in # frame of a hand",
                        "gestures other than a pinch are left out in # frames of a hand",
                    ],
                ),
            ),
            (
                LossCode::AimStates,
                counted(
                    self.aim_states,
                    ["# aim state of a hand is left out", "# aim states of a hand are left out"],
                ),
            ),
            (
                LossCode::RootPoses,
                counted(
                    self.root_poses,
                    [
                        "# root pose that is not the wrist is left out",
                        "# root poses that are not the wrist are left out",
                    ],
                ),
            ),
            (
                LossCode::FingerShapes,
                self.finger_shapes
                    .then(|| "finger shapes other than Unity's own are left out".to_owned()),
            ),
            (
                LossCode::BeforeRender,
                counted(
                    self.before_render,
                    [
                        "# hand of the before-render step is left out",
                        "# hands of the before-render step are left out",
                    ],
                ),
            ),
            (
                LossCode::PartialHeads,
                counted(
                    self.partial_heads,
                    [
                        "# head pose is left out: its position or rotation was not tracked",
                        "# head poses are left out: their positions or rotations were not tracked",
                    ],
                ),
            ),
            (
                LossCode::JournalDamage,
                (self.journal_bytes > 0).then(|| {
                    let bytes = self.journal_bytes;
                    let plural = if bytes == 1 { "" } else { "s" };
                    format!("the last {bytes} byte{plural} of the journal are incomplete or damaged and left out")
                }),
            ),
        ]
    }

    fn noted_on_reading(&self) -> Vec<(LossCode, Option<String>)> {
        vec![
            (
                LossCode::OpenJournal,
                (self.open_journals > 0).then(|| {
                    "the journal was not ended: up to a second after its last frame may be missing"
                        .to_owned()
                }),
            ),
            (
                LossCode::StartTime,
                (self.start_secs != 0.0)
                    .then(|| format!("times are relative to {} s of the recording", self.start_secs)),
            ),
            (
                LossCode::LateTimes,
                self.late_times.then(|| {
                    "times are corrected: Unity stored each frame with the time of the previous frame"
                        .to_owned()
                }),
            ),
            (
                LossCode::StalePoses,
                counted(
                    self.stale_poses,
                    [
                        "# frame of a lost hand repeats old poses, which are left out",
                        "# frames of a lost hand repeat old poses, which are left out",
                    ],
                ),
            ),
            (LossCode::PinchSource, self.pinch_sources.message()),
            (
                LossCode::Floor,
                self.floor_m.map(|height_m| {
                    format!("the floor is assumed {height_m} m below the first head pose")
                }),
            ),
        ]
    }

    fn noted(&self) -> Vec<(LossCode, Option<String>)> {
        let bones = self.stiff_bones.map(|StiffBones { mean_m, max_m }| {
            let [mean_mm, max_mm] = [mean_m, max_m].map(|m| m * 1000.0);
            format!("bones have constant lengths, which moves joints by {mean_mm:.1} mm on average and {max_mm:.1} mm at most")
        });
        vec![
            (LossCode::BoneLengths, bones),
            (
                LossCode::SampledCurves,
                counted(
                    self.sampled_curves,
                    ["# curve with tangents is sampled", "# curves with tangents are sampled"],
                ),
            ),
            (
                LossCode::Rotations,
                counted(
                    self.made_up_rotations,
                    [
                        "# pose has no recorded rotation: one is derived from its bones",
                        "# poses have no recorded rotation: it is derived from the bones",
                    ],
                ),
            ),
            (
                LossCode::Head,
                counted(
                    self.heads,
                    [
                        "# frame has no head pose: the head is placed at the origin",
                        "# frames have no head pose: the head is placed at the origin",
                    ],
                ),
            ),
            (
                LossCode::Palms,
                counted(
                    self.palms,
                    [
                        "# palm is left out: readers derive it from the middle finger",
                        "# palms are left out: readers derive them from the middle finger",
                    ],
                ),
            ),
            (
                LossCode::SlotNone,
                counted(
                    self.slot_none_keys,
                    [
                        "# key of slot None is left out: it is not a joint",
                        "# keys of slot None are left out: it is not a joint",
                    ],
                ),
            ),
            (
                LossCode::NanPayloads,
                counted(
                    self.nan_payloads,
                    ["# NaN loses its payload bits", "# NaNs lose their payload bits"],
                ),
            ),
            (
                LossCode::AttachedMarkers,
                counted(
                    self.attached_markers,
                    [
                        "# marker is only in the attached recording",
                        "# markers are only in the attached recording",
                    ],
                ),
            ),
            (
                LossCode::OtherTable,
                counted(
                    self.other_table_markers,
                    [
                        "# marker is not in this table: the table `markers` has it",
                        "# markers are not in this table: the table `markers` has them",
                    ],
                ),
            ),
            (
                LossCode::Names,
                counted(
                    self.changed_names,
                    [
                        "# marker has control characters in its name, which are replaced",
                        "# markers have control characters in their names, which are replaced",
                    ],
                ),
            ),
        ]
    }

    /// Records data that the format cannot hold, once.
    pub(crate) fn leave_out(&mut self, what: LeftOut) {
        if !self.left_out.contains(&what) {
            self.left_out.push(what);
        }
    }

    /// Notes that the format has no place for the gaze, if there is one.
    #[cfg(any(feature = "bvh", feature = "handsbin", feature = "unity"))]
    pub(crate) fn leave_out_gaze(&mut self, recording: &Recording) {
        if has_keys(recording, Track::Gaze) {
            self.leave_out(LeftOut::Gaze);
        }
    }

    /// Notes that the format has no place for the camera, if there is one.
    #[cfg(any(feature = "handsbin", feature = "unity"))]
    pub(crate) fn leave_out_camera(&mut self, recording: &Recording) {
        if has_keys(recording, Track::Camera) {
            self.leave_out(LeftOut::Camera);
        }
    }

    /// Notes that the format has no place for pinching, if a hand ever does.
    #[cfg(any(feature = "bvh", feature = "handsbin", feature = "unity"))]
    pub(crate) fn leave_out_pinching(&mut self, recording: &Recording) {
        if Side::ALL.into_iter().any(|side| !recording.pinching_spans(side).is_empty()) {
            self.leave_out(LeftOut::Pinching);
        }
    }

    /// Counts the keys of slot `None`, which is not a joint.
    #[cfg(any(feature = "gltf", feature = "handsbin", feature = "unity"))]
    pub(crate) fn leave_out_slot_none(&mut self, recording: &Recording, side: Side) {
        let slot = PoseId::Joint(side, Joint::None);
        let curves = PoseComponent::ALL.map(|component| recording.curve(slot.curve(component)));
        self.slot_none_keys += curves.into_iter().flatten().map(Curve::len).sum::<usize>();
    }
}

/// Whether a track has keys.
#[cfg(any(feature = "bvh", feature = "handsbin", feature = "unity"))]
fn has_keys(recording: &Recording, track: Track) -> bool {
    recording.curves().any(|(id, curve)| id.track() == track && !curve.is_empty())
}

/// Sums up the losses of two files of one recording.
impl AddAssign for Losses {
    fn add_assign(&mut self, other: Self) {
        self.keys += other.keys;
        self.slot_none_keys += other.slot_none_keys;
        self.nan_payloads += other.nan_payloads;
        self.bent_curves += other.bent_curves;
        self.sampled_curves += other.sampled_curves;
        self.repeating_curves += other.repeating_curves;
        self.made_up_rotations += other.made_up_rotations;
        self.held_frames += other.held_frames;
        self.before_zero |= other.before_zero;
        for what in other.left_out {
            self.leave_out(what);
        }
        self.stiff_bones = match (self.stiff_bones, other.stiff_bones) {
            (Some(a), Some(b)) if a.max_m >= b.max_m => Some(a),
            (a, b) => b.or(a),
        };
        self.stray_m = self.stray_m.max(other.stray_m);
        self.heads += other.heads;
        self.hands += other.hands;
        self.palms += other.palms;
        self.pinches += other.pinches;
        self.gazes += other.gazes;
        self.markers += other.markers;
        self.attached_markers += other.attached_markers;
        self.other_table_markers += other.other_table_markers;
        self.changed_names += other.changed_names;
        self.frames += other.frames;
        self.gestures += other.gestures;
        self.aim_states += other.aim_states;
        self.root_poses += other.root_poses;
        self.finger_shapes |= other.finger_shapes;
        self.before_render += other.before_render;
        self.partial_heads += other.partial_heads;
        self.stale_poses += other.stale_poses;
        if self.start_secs == 0.0 {
            self.start_secs = other.start_secs;
        }
        self.late_times |= other.late_times;
        self.pinch_sources.gestures += other.pinch_sources.gestures;
        self.pinch_sources.aim_states += other.pinch_sources.aim_states;
        self.pinch_sources.distances += other.pinch_sources.distances;
        self.floor_m = self.floor_m.or(other.floor_m);
        self.journal_bytes += other.journal_bytes;
        self.open_journals += other.open_journals;
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let messages = self.notes().into_iter().map(|remark| remark.message);
        f.write_str(&messages.collect::<Vec<_>>().join("; "))
    }
}

/// Count with the singular or plural; `None` for 0.
fn counted(count: usize, [one, many]: [&str; 2]) -> Option<String> {
    let words = if count == 1 { one } else { many };
    (count > 0).then(|| words.replace('#', &count.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_reported_and_are_no_loss() {
        let notes = Losses {
            palms: 7,
            slot_none_keys: 2,
            nan_payloads: 1,
            sampled_curves: 1,
            made_up_rotations: 1,
            heads: 1,
            attached_markers: 1,
            other_table_markers: 1,
            changed_names: 1,
            stiff_bones: Some(StiffBones { mean_m: 0.001, max_m: 0.002 }),
            ..Losses::default()
        };
        assert!(notes.any() && !notes.is_lossy(), "{notes}");
        assert_eq!(notes.notes().len(), 10);
        let lossy = Losses { markers: 1, ..notes };
        assert!(lossy.is_lossy());
        let first = lossy.notes().remove(0);
        assert_eq!(
            (first.code, first.code.is_loss()),
            (LossCode::Markers, true),
            "losses come first"
        );
    }

    #[test]
    fn every_field_is_reported_once_by_a_code() {
        let all = Losses {
            keys: 1,
            bent_curves: 1,
            repeating_curves: 1,
            held_frames: 1,
            before_zero: true,
            left_out: vec![LeftOut::Camera],
            stray_m: 1.0,
            hands: 1,
            pinches: 1,
            gazes: 1,
            markers: 1,
            ..Losses::default()
        };
        let remarks = all.notes();
        assert!(remarks.iter().all(|remark| remark.code.is_loss()));
        assert_eq!(remarks.len(), 11);
        let mut codes: Vec<_> = remarks.iter().map(|remark| remark.code).collect();
        codes.dedup();
        assert_eq!(codes.len(), 11);
    }

    #[test]
    fn what_two_files_lost_adds_up() {
        let bones = |max_m| Some(StiffBones { mean_m: 0.0, max_m });
        let mut losses = Losses {
            keys: 1,
            left_out: vec![LeftOut::Gaze],
            stiff_bones: bones(2.0),
            ..Losses::default()
        };
        losses += Losses {
            keys: 2,
            before_zero: true,
            left_out: vec![LeftOut::Gaze, LeftOut::Pinching],
            stiff_bones: bones(1.0),
            ..Losses::default()
        };
        assert_eq!(losses.keys, 3);
        assert!(losses.before_zero);
        assert_eq!(losses.left_out, [LeftOut::Gaze, LeftOut::Pinching]);
        assert_eq!(losses.stiff_bones, bones(2.0));
    }
}
