//! Format version 2, written and read by XR Hands 1.8 and later: joints, root poses, head, gestures and aim states.
//!
//! The header in file order:
//!
//! | field | type | |
//! |---|---|---|
//! | version | `i32` | 2 |
//! | sequence flags | `i32` | gestures that the device supplies |
//! | recording options | `i32` | bit 0: the before-render step is stored |
//! | name | string | name of the asset |
//! | duration | `f32` | seconds |
//! | layout count | `i32` | 26 |
//! | layout bits | `ceil(count / 8)` bytes | joints that the device has |
//! | mesh layout | `i32` | 0 unknown, 1 Meta Quest, 2 Android XR |
//! | finger shapes | 5 × 16 `f32` | |
//! | frame count | `i32` | negative means 0 |
//!
//! A frame: flags, time, head state, head pose (if the state is not 0), success flags of the dynamic step, those of the before-render
//! step (with option bit 0), then snapshot, gestures and aim state of the left hand and of the right hand, each with its flag.

mod decode;
mod encode;

use std::borrow::Cow;

use super::{JointBytes, PoseValues};
pub(super) use decode::Frames;

/// Bits of the flag words.
pub mod bits {
    /// Recording options: the before-render step is stored.
    pub(crate) const BEFORE_RENDER: i32 = 1;
    /// Frame flags: left snapshot, left gestures, left aim.
    pub const LEFT: [i32; 3] = [1, 4, 16];
    /// Frame flags: right snapshot, right gestures, right aim.
    pub const RIGHT: [i32; 3] = [2, 8, 32];
    /// Head tracking state: position and rotation.
    pub(crate) const HEAD_TRACKED: i32 = 3;
    /// Success flags: root and joints of the left hand.
    pub(crate) const LEFT_UPDATED: i32 = 3;
    /// Success flags: root and joints of the right hand.
    pub(crate) const RIGHT_UPDATED: i32 = 12;
    /// Snapshot flags: the hand of the dynamic step follows.
    pub(crate) const DYNAMIC: i32 = 1;
    /// Snapshot flags: the hand of the before-render step follows, if the recording option is set.
    pub(crate) const BEFORE_RENDER_HAND: i32 = 2;
    /// Hand flags: all joints are valid and follow.
    pub const JOINTS: i32 = 1;
    /// Hand flags: the hand is tracked.
    pub const TRACKED: i32 = 2;
    /// Sequence flags: the device could supply gestures at some time.
    pub(crate) const GESTURES: i32 = 1;
    /// Sequence flags: it supports the pinch value.
    pub(crate) const PINCH_VALUES: i32 = 64;
    /// Gesture flags: the pinch value follows.
    pub(crate) const PINCH_VALUE: i32 = 1 << 5;
    /// Gesture flags: the pinch touched flag follows.
    pub(crate) const PINCH_TOUCHED: i32 = 1 << 9;
    /// Aim flags: index finger pressed.
    pub(crate) const INDEX_PRESSED: i32 = 2;
    /// Aim flags: a pose follows.
    pub(crate) const AIM_POSE: i32 = 1 << 5;
    /// Handedness of the left hand and of the right hand.
    pub(crate) const HANDEDNESS: [i32; 2] = [1, 2];
}

/// A file of version 2.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct File<'b> {
    /// Header.
    pub header: Header<'b>,
    /// Frames.
    pub frames: Vec<Frame<'b>>,
    /// Bytes after the last frame, which Unity ignores.
    pub trailing: Cow<'b, [u8]>,
}

/// The header of version 2, without version and frame count.
#[derive(Debug, Clone, PartialEq)]
pub struct Header<'b> {
    /// Gestures that the device supplies.
    pub sequence_flags: i32,
    /// Bit 0: the before-render step is stored.
    pub options: i32,
    /// Name of the asset, UTF-8.
    pub name: Cow<'b, [u8]>,
    /// Duration in seconds.
    pub duration_secs: f32,
    /// Number of joints in the layout.
    pub layout_count: i32,
    /// Bit for each joint of the layout.
    pub layout_bits: Cow<'b, [u8]>,
    /// 0 unknown, 1 Meta Quest, 2 Android XR.
    pub mesh_layout: i32,
    /// Of thumb, index, middle, ring and little finger; minimum and maximum of full curl 1 to 3, base curl, tip curl 1 and 2, pinch
    /// distance and spread.
    pub finger_shapes: [[f32; 16]; 5],
}

/// Default finger shapes of Unity.
pub(crate) const DEFAULT_FINGER_SHAPES: [[f32; 16]; 5] = {
    #[rustfmt::skip]
    let shapes = [
        [132.0, 162.0, 129.0, 180.0,  -1.0,  -1.0,   2.0,  60.0, 119.0, 169.0, 129.0, 180.0, -1.0,  -1.0,   3.0, 57.0],
        [102.0, 180.0,  90.0, 174.0, 120.0, 180.0, 102.0, 180.0,  90.0, 174.0, 120.0, 180.0,  0.01,  0.045, 3.0, 18.0],
        [ 92.0, 180.0,  90.0, 174.0, 116.0, 180.0,  92.0, 180.0,  90.0, 174.0, 116.0, 180.0,  0.01,  0.045, 3.0, 20.0],
        [ 90.0, 180.0,  90.0, 174.0, 112.0, 180.0,  95.0, 180.0,  90.0, 174.0, 112.0, 180.0,  0.01,  0.045, 3.0, 20.0],
        [ 90.0, 180.0,  90.0, 164.0, 116.0, 180.0,  95.0, 180.0,  90.0, 164.0, 116.0, 180.0,  0.01,  0.045, -1.0, -1.0],
    ];
    shapes
};

impl Default for Header<'_> {
    /// All joints, mesh layout 1, default finger shapes; no gestures, no name.
    fn default() -> Self {
        Self {
            sequence_flags: 0,
            options: 0,
            name: Cow::Borrowed(b""),
            duration_secs: 0.0,
            layout_count: 26,
            layout_bits: Cow::Borrowed(&[0xff, 0xff, 0xff, 0x03]),
            mesh_layout: 1,
            finger_shapes: DEFAULT_FINGER_SHAPES,
        }
    }
}

impl Header<'_> {
    /// Whether the before-render step is stored.
    pub(crate) const fn has_before_render(&self) -> bool {
        self.options & bits::BEFORE_RENDER != 0
    }
}

/// A frame of version 2.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frame<'b> {
    /// Frame flags as stored. Bits 0 to 5 follow from the hands when written.
    pub flags: i32,
    /// Time in seconds. Unity stores the time of the previous frame: see [`true_times`](super::true_times).
    pub time_secs: f32,
    /// Unity's `InputTrackingState`: 1 position, 2 rotation.
    pub head_state: i32,
    /// Head pose, unless the state is 0; an untracked position or rotation is the identity.
    pub head: Option<PoseValues>,
    /// Success flags of the dynamic step: 1 left root, 2 left joints, 4 right root, 8 right joints.
    pub success: i32,
    /// Success flags of the before-render step, with option bit 0.
    pub success_before_render: Option<i32>,
    /// The left hand.
    pub left: Side<'b>,
    /// The right hand.
    pub right: Side<'b>,
}

/// One hand in a frame of version 2.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Side<'b> {
    /// Poses.
    pub snapshot: Option<Snapshot<'b>>,
    /// Common gestures.
    pub gestures: Option<Box<Gestures>>,
    /// Meta's aim state.
    pub aim: Option<Box<AimState>>,
}

/// Poses of a hand in the two steps of a frame.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Snapshot<'b> {
    /// Snapshot flags as stored. Bits 0 and 1 follow from the hands when written.
    pub flags: i32,
    /// The hand in the dynamic step.
    pub dynamic: Option<Hand<'b>>,
    /// The hand in the before-render step.
    pub before_render: Option<Box<Hand<'b>>>,
}

/// Poses of a hand.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Hand<'b> {
    /// Hand flags as stored: bit 1 tracked. Bit 0 follows from the joints when written.
    pub flags: i32,
    /// Root pose.
    pub root: PoseValues,
    /// Joints, wrist first: 26, or fewer; Unity uses zeros for missing ones.
    pub joints: Option<Cow<'b, [JointBytes]>>,
}

impl Hand<'_> {
    /// Whether the device tracked the hand. Otherwise its poses are outdated.
    pub const fn is_tracked(&self) -> bool {
        self.flags & bits::TRACKED != 0
    }
}

/// Common gestures of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Gestures {
    /// 1 left, 2 right.
    pub handedness: i32,
    /// Gesture flags as stored. Bits 0 to 9 follow from the fields when written.
    pub flags: i32,
    /// Aim pose.
    pub aim_pose: Option<PoseValues>,
    /// Aim activation, 0 to 1.
    pub aim_activate: Option<f32>,
    /// Grasp, 0 to 1.
    pub grasp: Option<f32>,
    /// Grip pose.
    pub grip_pose: Option<PoseValues>,
    /// Pinch pose.
    pub pinch_pose: Option<PoseValues>,
    /// Pinch, 0 to 1.
    pub pinch: Option<f32>,
    /// Poke pose.
    pub poke_pose: Option<PoseValues>,
    /// Whether aim is activated.
    pub aim_activated: Option<bool>,
    /// Whether the grasp is firm.
    pub grasp_firm: Option<bool>,
    /// Whether the fingers of a pinch touch.
    pub pinch_touched: Option<bool>,
}

/// Meta's aim state of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct AimState {
    /// 1 left, 2 right.
    pub handedness: i32,
    /// Bit 0 tracked, bits 1 to 4 index, middle, ring and little finger pressed. Bit 5 follows from the pose when written.
    pub flags: i32,
    /// Unity's `InputTrackingState`.
    pub tracking_state: i32,
    /// Meta's own flags: low word, high word.
    pub meta_flags: [i32; 2],
    /// Pinch strengths of index, middle, ring and little finger, 0 to 1.
    pub pinch_strengths: [f32; 4],
    /// Aim pose.
    pub pose: Option<PoseValues>,
}
