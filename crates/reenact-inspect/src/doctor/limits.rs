//! The thresholds, each with its reason and the data that it comes from.
//!
//! Limits about people are calibrated on recordings that people made, and leave a margin above the largest figure seen:
//!
//! * *worn*: three recordings of a HoloLens 2 that somebody wore, 14 to 21 s each, by MRTK's developers in 2019. Bones and
//!   intervals between keys are of all three; speeds, angles and frame times are of one of them, of 21 s;
//! * *simulated*: five recordings of MRTK's simulated hands in Unity's editor, 2019, from the same source;
//! * *published*: figures of people and of trackers that were looked up, by the names that they have below:
//!   * Abdlkarim and others: "A methodological framework to assess the accuracy of virtual reality hand-tracking systems: a case
//!     study with the Meta Quest 2", Behavior Research Methods, 2023, doi 10.3758/s13428-022-02051-8 (abstract);
//!   * e-Hand: "Normal Range of Motion Reference Values", <http://e-hand.com/nor/nor002.htm>;
//!   * GP Notebook: "Clinical examination of the hand: movement", <https://gpnotebook.com>;
//!   * Walilko, Viano and Bir: "Biomechanics of the head for Olympic boxer punches to the face", British Journal of Sports
//!     Medicine 39, 2005, 710–719 (abstract);
//!   * Top End Sports: "What is the fastest a human can run?", <http://www.topendsports.com/resources/records/speed.htm>;
//!   * Friedman and Komogortsev: "Evidence for five types of fixation during a random saccade eye tracking task", 2024 (abstract);
//!   * Bojko: "Eye Tracking the User Experience" (an extract of chapter 1);
//!   * Microsoft: "Eye tracking on `HoloLens` 2" (a copy of the page).
//!
//! A limit that says *choice* has no figure behind it but those that it names.

/// Largest deviation of a rotation's length from 1.
///
/// `f32` arithmetic stays within 1e-6, and quaternions that went through 16-bit floats within 5e-4. What is further off was
/// not normalized: halfway between two keys 5° apart, for one, the length is 0.999.
pub const UNIT_TOLERANCE: f32 = 1e-3;

/// Up to this length a quaternion is zero: Unity's own bound.
pub const ZERO_LENGTH: f32 = 1e-5;

/// The largest position, gaze direction or state value.
///
/// Positions are metres from where the application started. At 10 km the next `f32` is 1 mm away, which is MRTK's own
/// threshold for a new key: joints cannot be recorded further out.
pub const VALUE_LIMIT: f32 = 10_000.0;

/// The largest time of a key or marker, in seconds.
///
/// Times are those of the application or of the recording. At a million seconds, more than eleven days, the next `f32` is
/// 63 ms away, which is more than a frame of any headset.
pub const TIME_LIMIT_SECS: f32 = 1_000_000.0;

/// Frames of a partition of MRTK's optimizer, unless somebody changed it.
///
/// The optimizer keeps the last frame of each partition and never looks at the last one if it is incomplete, so up to
/// 31 frames are lost.
pub const PARTITION_FRAMES: usize = 32;

/// MRTK records at most this many frames a second in version 1.1; assumed where a file does not show its rate.
pub const MRTK_RATE_HZ: f32 = 60.0;

/// By how many frames a track has to end early for its tail to be lost.
///
/// The key that ends a tracked span stands one frame after the last key of the joints; half a frame more is for times
/// that are not quite even.
pub const TAIL_FRAMES: f32 = 1.5;

/// The highest speed of a hand, in metres per second.
///
/// Published: Olympic boxers' fists are at 9.14 m/s on impact, with a standard deviation of 2.06 m/s (Walilko, Viano and Bir), so
/// that this is nearly three deviations above. Worn: wrists stay below 0.8 m/s. Simulated: a hand that follows the mouse reaches 10.3 m/s.
pub const HAND_SPEED_M_PER_S: f32 = 15.0;

/// The highest speed of a head, in metres per second, unless it moves like that for several keys.
///
/// Published: the fastest people run 100 m at 10.4 m/s on average and 12.1 m/s at most (Top End Sports); a choice of two thirds of
/// that, since nobody sprints with a headset. Worn: below 0.2 m/s. Simulated: the editor's camera flies at up to
/// 22 m/s, which [`JUMP_UNEXPLAINED_SHARE`] tells from a jump.
pub const HEAD_SPEED_M_PER_S: f32 = 8.0;

/// A shorter step is not a jump, in metres: between two keys that are very close in time, noise alone is fast.
///
/// Worn: from one key to the next a wrist moves by up to 5.2 cm. Simulated: the editor's camera by up to 9.1 cm within 4 ms, a
/// hand by 12 cm, but at 7 m/s.
pub const TELEPORT_M: f32 = 0.1;

/// A joint that moves by more than this from one key to the next, in metres, while the wrist stays behind has left its hand.
///
/// A choice: more than twice the length of a hand. Worn: fingertips are up to 18.2 cm from the wrist, and a joint moves by up to 6.1 cm
/// against the wrist. Simulated: by up to 4.8 cm.
pub const JOINT_JUMP_M: f32 = 0.5;

/// The share of a step by which it must differ from the steps before and after it to be a jump.
///
/// A movement that goes on for several keys is not a jump, however fast. Simulated: a step of the editor's camera above
/// [`HEAD_SPEED_M_PER_S`] differs by less than 0.3 of its length from the step before or the one after.
pub const JUMP_UNEXPLAINED_SHARE: f32 = 0.5;

/// Moments at which a hand's bones and fingers are looked at, at most, evenly over the keys of its wrist.
///
/// Half a minute at 15 Hz; all of a shorter recording. It keeps the examination of an hour as fast as that of a minute.
pub const HAND_MOMENTS: usize = 512;

/// By how much the length of one bone may change, in metres: from the 10th to the 90th percentile.
///
/// Bones of tracked hands are elastic. Worn: up to 12.5 mm (the ring finger's knuckle). Simulated: up to 7 mm, from the open
/// pose to the pinch. Published: a headset's fingertips are off by 1.1 cm on average (Abdlkarim and others), and a bone
/// has two ends.
pub const BONE_CHANGE_M: f32 = 0.02;

/// By how much the length of one bone may change, as a share of it.
///
/// Worn: up to 25 % (the little finger's middle joint). Simulated: up to 24 % (tips).
pub const BONE_CHANGE_SHARE: f32 = 0.4;

/// By how much the bones of a hand may change as a share of each, in the median over all its bones.
///
/// Worn: 7 to 9 %. Simulated: 6 to 12 %. A hand beyond this changes its size: two recordings were joined, or it was scaled.
pub const HAND_CHANGE_SHARE: f32 = 0.2;

/// The percentile from which a bone's length is measured, and its counterpart from the other end.
///
/// What lasts for fewer moments is a glitch. The figures above are measured in the same way.
pub const BONE_TO_SHARE: f32 = 0.9;

/// Tolerance for angles of a tracker, in degrees.
///
/// Published: finger joints are off by 9.6° on average in a headset's hand tracking (Abdlkarim and others); this is twice as much. Worn: middle
/// joints reach −21°, which is 6° beyond [`MIDDLE_DEG`]; all other joints stay within their range.
pub const TRACKER_DEG: f32 = 20.0;
/// The range of the knuckles (MCP joints), in degrees. Published: up to 45 back and 90 forwards (e-Hand), more than 90 forwards
/// (GP Notebook); 10 are added. Worn: −18 to 76.
pub const KNUCKLE_DEG: (f32, f32) = (-45.0, 100.0);
/// The range of the middle joints (PIP joints). Published: 0 to 100 (e-Hand), more than 100 (GP Notebook); 15 and 20 are added, a choice
/// for lax joints. Worn: −21 to 114.
pub const MIDDLE_DEG: (f32, f32) = (-15.0, 120.0);
/// The range of the last joints (DIP joints). Published: 0 to 80 (e-Hand), more than 80 (GP Notebook); 30 and 10 are added, a choice
/// for fingertips that are pressed on something. Worn: −10 to 62.
pub const DISTAL_DEG: (f32, f32) = (-30.0, 90.0);
/// The range of the thumb's joints, either way. Published: 15 back and 80 forwards at its last joint, 10 and 55 at the one before
/// (e-Hand); 15 are added to the largest. Worn: up to 43.
pub const THUMB_DEG: f32 = 95.0;

/// The share of moments at which fingers have to be overbent: headsets guess fingers that they cannot see, and what lasts
/// for fewer moments is such a guess. A choice: with it, no worn and no simulated hand has a finding.
pub const OVERBENT_SHARE: f32 = 0.01;

/// A bone shorter than this share of its usual length has no direction: the hand is being blended from one pose to another.
///
/// Simulated: such hands are blended on a straight line between the joints' places, which shortens bones on the way.
pub const BONE_WITH_DIRECTION: f32 = 0.6;

/// From this mean bend of the fingers on, in degrees, they show which side of the hand is the palm.
///
/// A choice: people cannot bend all joints back by as much as this, 0° at middle and last joints (e-Hand). Worn: above −6
/// at 99 of 100 moments, above 47 at half of them. Simulated: above 44 at 99 of 100.
pub const CURL_DEG: f32 = 15.0;

/// The share of the moments with bent fingers that must show the other hand before hands are called swapped …
pub const SWAPPED_SHARE: f32 = 0.9;
/// … and their least number: a hand that was taken for the other for a moment is not a swapped track.
pub const SWAPPED_MOMENTS: usize = 8;

/// A gaze that stays this close to where the head points is the head's, in degrees.
///
/// MRTK gives the head's direction where there is no eye tracker, then thins gaze (0.2°) and head separately. Published: the eye
/// tracker of a `HoloLens` 2 is itself off by about 1.5° (Microsoft), so that no gaze of its own stays this close.
pub const GAZE_IS_HEAD_DEG: f32 = 1.0;

/// For at least so long, in seconds: two fixations or more. Published: fixations last a tenth to half of a second (Bojko).
pub const GAZE_IS_HEAD_SECS: f32 = 1.0;

/// Moments at which the gaze is looked at, at most.
pub const GAZE_MOMENTS: usize = 2048;
/// Moments a second at which the gaze is looked at. Published: a `HoloLens` 2 gives about 30 gazes a second (Microsoft).
pub const GAZE_RATE_HZ: f32 = 30.0;

/// For how long a gaze has to stay fixed to be frozen, in seconds. Published: fixations last a tenth to half of a second (Bojko), and
/// one in ten more than 0.8 s even where people are told to look at one point (Friedman and Komogortsev). No recording of eyes was
/// there to calibrate it on.
pub const FROZEN_SECS: f32 = 2.0;
/// Within this angle, in degrees, a gaze is fixed: MRTK's threshold for gaze is 0.2°.
pub const FROZEN_DEG: f32 = 0.25;
/// Within this distance, in metres, its origin is: MRTK's threshold is 2 mm.
pub const FROZEN_M: f32 = 0.005;
/// The head has moved when it turned by this much, in degrees: about the neck that moves the eyes by centimetres …
pub const HEAD_TURNED_DEG: f32 = 20.0;
/// … or went this far, in metres.
pub const HEAD_MOVED_M: f32 = 0.1;

/// Below this rate fast fingers are not followed, in frames per second.
///
/// A choice. Worn: 20 to 26 frames a second, which is what the device does: a third below that is not the device's own rate. At 15
/// frames a second, movements of up to 7.5 Hz are followed.
pub const LOW_RATE_HZ: f32 = 15.0;

/// Above this share of a frame, intervals are uneven even for a headset: 19 in 20 of them differ from the median by less.
///
/// Worn: 0.34, at a median of 39 ms. Simulated: 0.04 to 0.39, in the editor at 60 to 140 Hz.
pub const JITTER_SHARE: f32 = 0.45;

/// A recording of fewer keys is small anyway, whatever `optimize` does: 160 kB.
pub const DENSE_KEYS: usize = 20_000;
/// The share of keys that their neighbours have to imply for a recording to be called dense.
pub const DENSE_SHARE: f32 = 0.5;
/// A key implied to within this is not needed: what `optimize` keeps to, in metres.
pub const DENSE_M: f32 = 0.001;
/// A key implied to within this is not needed: what `optimize` keeps to, in degrees.
pub const DENSE_DEG: f64 = 0.2;
