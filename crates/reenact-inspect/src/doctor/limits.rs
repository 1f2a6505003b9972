//! The thresholds, each with its reason.

/// How far a rotation's length may be from 1.
///
/// `f32` arithmetic stays within 1e-6, and quaternions that went through 16-bit floats within 5e-4. What is further off was
/// never normalised: halfway between two keys 5° apart, for one, the length is 0.999.
pub const UNIT_TOLERANCE: f32 = 1e-3;

/// Up to this length a rotation is no rotation: Unity's own bound.
pub const ZERO_LENGTH: f32 = 1e-5;

/// Frames of a partition of MRTK's optimiser, unless somebody changed it.
///
/// The optimiser keeps the last frame of each partition and never looks at the last one if it is incomplete, so up to
/// 31 frames are lost.
pub const PARTITION_FRAMES: usize = 32;

/// MRTK records at most this many frames a second; taken where a file does not say.
pub const MRTK_RATE_HZ: f32 = 60.0;

/// By how many frames a track has to end early for its tail to be lost.
///
/// The key that says that a hand was lost stands one frame after the last one of its joints; half a frame more is for times
/// that are not quite even.
pub const TAIL_FRAMES: f32 = 1.5;

/// The fastest that a hand moves, in metres a second.
///
/// Boxers' fists are at 9 to 12 m/s on impact (Walilko, Viano and Bir, 2005: 9.1 m/s on average), and nobody boxes in a
/// headset. At 60 Hz this is a quarter of a metre in a frame.
pub const HAND_SPEED_M_PER_S: f32 = 15.0;

/// The fastest that a head moves, in metres a second.
///
/// People who run are at 3 to 6 m/s and do not wear headsets; a headset that finds its place again jumps much faster.
pub const HEAD_SPEED_M_PER_S: f32 = 8.0;

/// A shorter jump is no teleport, in metres: between two keys that are very close in time, noise alone is fast.
pub const TELEPORT_M: f32 = 0.05;

/// Moments at which a hand's bones and fingers are looked at, at most, evenly over the keys of its wrist.
///
/// Half a minute at 15 Hz; all of a shorter recording. It keeps the examination of an hour as fast as that of a minute.
pub const HAND_MOMENTS: usize = 512;

/// By how much the length of a bone may change, in metres.
///
/// A tracker's noise is a third of a millimetre a joint, MRTK's own reduction moves each joint by up to 1 mm and at times a
/// little more; hands of MRTK's corpus stay below 2.5 mm.
pub const BONE_CHANGE_M: f32 = 0.005;

/// By how much the length of a bone may change, as a share of it: a large hand's long bones may change by more.
pub const BONE_CHANGE_SHARE: f32 = 0.1;

/// How much longer than usual a bone is, is taken at this share of its ordered lengths: what happens at fewer moments is a
/// glitch, not another bone. The bones of the palm are also held against the same share from the other end.
pub const BONE_TO_SHARE: f32 = 0.9;

/// How far a tracker's angles may be off, in degrees.
///
/// Abdlkarim and others (2022) measured 9.6° on average for a headset's hand tracking; half as much again.
pub const TRACKER_DEG: f32 = 15.0;
/// How far the knuckles bend back and forth, in degrees: people reach −45 and 90, lax ones a little more.
pub const KNUCKLE_DEG: (f32, f32) = (-45.0, 100.0);
/// How far the middle joints bend: 0 to 110, and −15 with lax joints.
pub const MIDDLE_DEG: (f32, f32) = (-15.0, 120.0);
/// How far the last joints bend: 0 to 80 or 90, and −30 when pressed on something.
pub const DISTAL_DEG: (f32, f32) = (-30.0, 90.0);
/// How far the thumb's joints bend either way: 80 to 90.
pub const THUMB_DEG: f32 = 95.0;

/// A bone shorter than this share of its usual length has no direction to speak of: the hand is being blended.
pub const BONE_WITH_DIRECTION: f32 = 0.6;

/// From this mean bend of the fingers on, in degrees, they say which side of the hand is the palm.
///
/// Fingers at rest are bent by 20 to 30° a joint, and nobody bends all of them back by as much as this.
pub const CURL_DEG: f32 = 15.0;

/// Moments that have to speak for the other hand before hands are called swapped, as a share of those that speak at all …
pub const SWAPPED_SHARE: f32 = 0.9;
/// … and at least so many of them: a hand that was mistaken for the other for a moment is not a swapped track.
pub const SWAPPED_MOMENTS: usize = 8;

/// A gaze that stays this close to where the head points is the head's, in degrees.
///
/// MRTK gives the head's direction where there is no eye tracker, then thins gaze (0.2°) and head each for itself. Eyes
/// stray by several degrees within a second.
pub const GAZE_IS_HEAD_DEG: f32 = 1.0;

/// For at least so long, in seconds: eyes rest on a point for 0.2 to 0.6 s.
pub const GAZE_IS_HEAD_SECS: f32 = 1.0;

/// Moments at which the gaze is looked at, at most.
pub const GAZE_MOMENTS: usize = 2048;
/// Moments a second at which the gaze is looked at.
pub const GAZE_RATE_HZ: f32 = 30.0;

/// For how long a gaze has to stand still to be frozen, in seconds: several times a long fixation.
pub const FROZEN_SECS: f32 = 2.0;
/// Within this angle, in degrees, a gaze stands still: MRTK's threshold for gaze is 0.2°.
pub const FROZEN_DEG: f32 = 0.25;
/// Within this distance, in metres, its origin does: MRTK's threshold is 2 mm.
pub const FROZEN_M: f32 = 0.005;
/// The head has moved when it turned by this much, in degrees: about the neck that moves the eyes by centimetres …
pub const HEAD_TURNED_DEG: f32 = 20.0;
/// … or went this far, in metres.
pub const HEAD_MOVED_M: f32 = 0.1;

/// Below this rate fingers are not followed, in frames a second: they move at up to 8 Hz, and twice that is the least.
pub const LOW_RATE_HZ: f32 = 20.0;

/// Above this share of a frame, times are uneven: at 60 Hz this is 4 ms, where headsets stay within one.
pub const JITTER_SHARE: f32 = 0.25;

/// A recording of fewer keys is small anyway, whatever `optimize` does: 160 kB.
pub const DENSE_KEYS: usize = 20_000;
/// The share of keys that their neighbours have to imply for a recording to be called dense.
pub const DENSE_SHARE: f32 = 0.5;
/// A key implied to within this is not needed: what `optimize` keeps to, in metres.
pub const DENSE_M: f32 = 0.001;
/// A key implied to within this is not needed: what `optimize` keeps to, in degrees.
pub const DENSE_DEG: f32 = 0.2;
