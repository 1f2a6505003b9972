//! Thresholds of the checks, with their reasons and sources.
//!
//! Limits on human movement are calibrated on recordings of people, with a margin above the largest value found:
//!
//! * *worn*: three recordings of a worn HoloLens 2, 14 to 21 s each, by MRTK's developers in 2019. Bone lengths and
//!   intervals between keys are from all three; speeds, angles and frame times from one of them, of 21 s;
//! * *simulated*: five recordings of MRTK's simulated hands in Unity's editor, 2019, from the same source;
//! * *published*: values for people and trackers from the literature, cited by these names:
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
//! A limit marked *choice* has no other source than those that it names.

/// Length up to which a quaternion counts as zero: Unity's own bound.
pub const ZERO_LENGTH: f32 = 1e-5;

/// Largest position, gaze direction or state value.
///
/// Positions are metres from where the application started. At 10 km the next `f32` is 1 mm away, which is MRTK's own
/// threshold for a new key: joints cannot be recorded further out.
pub const VALUE_LIMIT: f32 = 10_000.0;

/// Largest time of a key or marker in seconds.
///
/// Times are those of the application or of the recording. At a million seconds, more than eleven days, the next `f32` is
/// 63 ms away, which is more than a frame of any headset.
pub const TIME_LIMIT_SECS: f32 = 1_000_000.0;

/// Frames in a partition of MRTK's optimizer, by default.
///
/// The optimizer keeps the last frame of each partition and skips the last partition if it is incomplete, so up to 31 frames are
/// lost.
pub const PARTITION_FRAMES: usize = 32;

/// Maximum recording rate of MRTK in version 1.1; assumed if a file does not show its rate.
pub const MRTK_RATE_HZ: f32 = 60.0;

/// Number of frames by which a track has to end early for its tail to be lost.
///
/// The key that ends a tracked span is one frame after the last key of the joints; half a frame is added for uneven frame times.
pub const TAIL_FRAMES: f32 = 1.5;

/// Largest speed of a hand in metres per second.
///
/// Published: Olympic boxers' fists are at 9.14 m/s on impact, with a standard deviation of 2.06 m/s (Walilko, Viano and Bir);
/// the limit is nearly three deviations above. Worn: wrists stay below 0.8 m/s. Simulated: a hand that follows the mouse reaches
/// 10.3 m/s.
pub const HAND_SPEED_M_PER_S: f32 = 15.0;

/// Largest speed of a head in metres per second, unless it persists for several keys.
///
/// Published: the fastest runners average 10.4 m/s over 100 m and reach 12.1 m/s (Top End Sports). Choice: two thirds of that,
/// because nobody sprints with a headset. Worn: below 0.2 m/s. Simulated: the editor's camera flies at up to 22 m/s, which
/// [`JUMP_UNEXPLAINED_SHARE`] distinguishes from a jump.
pub const HEAD_SPEED_M_PER_S: f32 = 8.0;

/// Shortest jump in metres: between two keys that are very close in time, noise alone is fast.
///
/// Worn: from one key to the next a wrist moves by up to 5.2 cm. Simulated: the editor's camera by up to 9.1 cm within 4 ms, a
/// hand by 12 cm, but at 7 m/s.
pub const TELEPORT_M: f32 = 0.1;

/// Distance in metres by which a joint has to move relative to the wrist, from one key to the next, to be a jump.
///
/// Choice: more than twice the length of a hand. Worn: fingertips are up to 18.2 cm from the wrist, and a joint moves by up to
/// 6.1 cm relative to the wrist. Simulated: by up to 4.8 cm.
pub const JOINT_JUMP_M: f32 = 0.5;

/// Fraction of its length by which a step has to differ from the steps before and after it to be a jump.
///
/// A movement over several keys is not a jump, however fast. Simulated: a step of the editor's camera above
/// [`HEAD_SPEED_M_PER_S`] differs by less than 0.3 of its length from the step before or the one after.
pub const JUMP_UNEXPLAINED_SHARE: f32 = 0.5;

/// Largest number of frames in which bones and fingers of a hand are checked, evenly distributed over the keys of its wrist.
///
/// Half a minute at 15 Hz; all frames of a shorter recording. With it, an hour is examined as fast as a minute.
pub const HAND_FRAMES: usize = 512;

/// Largest change of the length of one bone in metres, from the 10th to the 90th percentile.
///
/// Bones of tracked hands are elastic. Worn: up to 12.5 mm (the ring finger's knuckle). Simulated: up to 7 mm, from the open pose
/// to the pinch. Published: a headset's fingertips have a mean error of 1.1 cm (Abdlkarim and others), and a bone has two ends.
pub const BONE_CHANGE_M: f32 = 0.02;

/// Largest change of the length of one bone, as a fraction of it.
///
/// Worn: up to 25 % (the little finger's middle joint). Simulated: up to 24 % (tips).
pub const BONE_CHANGE_SHARE: f32 = 0.4;

/// Largest median change of the bones of a hand, each as a fraction of its length.
///
/// Worn: 7 to 9 %. Simulated: 6 to 12 %. Above it the hand changes its size: two recordings were joined, or the hand was scaled.
pub const HAND_CHANGE_SHARE: f32 = 0.2;

/// Upper percentile of a bone's length; the lower one is its complement.
///
/// Shorter deviations are glitches. The figures above are measured in the same way.
pub const BONE_TO_SHARE: f32 = 0.9;

/// Tolerance for joint angles of a tracker in degrees.
///
/// Published: finger joints of a headset's hand tracking have a mean error of 9.6° (Abdlkarim and others); this is twice as much.
/// Worn: middle joints reach −21°, which is 6° beyond [`MIDDLE_DEG`]; all other joints stay within their range.
pub const TRACKER_DEG: f32 = 20.0;
/// Range of the knuckles (MCP joints) in degrees. Published: −45 to 90 (e-Hand), above 90 (GP Notebook); 10 are added. Worn: −18
/// to 76.
pub const KNUCKLE_DEG: (f32, f32) = (-45.0, 100.0);
/// Range of the middle joints (PIP joints). Published: 0 to 100 (e-Hand), above 100 (GP Notebook); 15 and 20 are added, a choice
/// for lax joints. Worn: −21 to 114.
pub const MIDDLE_DEG: (f32, f32) = (-15.0, 120.0);
/// Range of the last joints (DIP joints). Published: 0 to 80 (e-Hand), above 80 (GP Notebook); 30 and 10 are added, a choice for
/// fingertips pressed against an object. Worn: −10 to 62.
pub const DISTAL_DEG: (f32, f32) = (-30.0, 90.0);
/// Range of the thumb's joints, in both directions. Published: −15 to 80 at its last joint, −10 to 55 at the one before (e-Hand);
/// 15 are added to the largest. Worn: up to 43.
pub const THUMB_DEG: f32 = 95.0;

/// Fraction of frames in which fingers have to be overbent: headsets estimate fingers that are occluded, and rarer outliers are
/// such estimates. Choice: with it, no worn and no simulated hand has a finding.
pub const OVERBENT_SHARE: f32 = 0.01;

/// Fraction of its median length below which a bone has no direction: the hand is being blended from one pose to another.
///
/// Simulated hands are blended linearly between joint positions, which shortens bones on the way.
pub const BONE_WITH_DIRECTION: f32 = 0.6;

/// Mean flexion of the fingers in degrees from which they show which side of the hand is the palm.
///
/// Choice: people cannot extend all joints by as much as this, 0° at middle and last joints (e-Hand). Worn: above −6 in 99 of 100
/// frames, above 47 in half of them. Simulated: above 44 in 99 of 100.
pub const CURL_DEG: f32 = 15.0;

/// Fraction of the frames with bent fingers that must have the shape of the other hand for the hands to be swapped …
pub const SWAPPED_SHARE: f32 = 0.9;
/// … and their least number: a hand that was briefly taken for the other is not a swapped track.
pub const SWAPPED_FRAMES: usize = 8;

/// Angle in degrees within which the gaze counts as the direction of the head.
///
/// MRTK uses the direction of the head if there is no eye tracker, then reduces gaze (0.2°) and head separately. Published: the
/// eye tracker of a `HoloLens` 2 has an error of about 1.5° (Microsoft), so a tracked gaze does not stay this close.
pub const GAZE_IS_HEAD_DEG: f32 = 1.0;

/// Shortest time for that in seconds: two fixations or more. Published: fixations last 0.1 to 0.5 s (Bojko).
pub const GAZE_IS_HEAD_SECS: f32 = 1.0;

/// Largest number of frames in which the gaze is checked.
pub const GAZE_FRAMES: usize = 2048;
/// Sample rate of these checks in Hz. Published: a `HoloLens` 2 delivers about 30 gaze samples per second (Microsoft).
pub const GAZE_RATE_HZ: f32 = 30.0;

/// Time in seconds for which a gaze has to be constant to be frozen. Published: fixations last 0.1 to 0.5 s (Bojko), and one in
/// ten more than 0.8 s even if people are told to look at one point (Friedman and Komogortsev). Not calibrated on recordings of
/// tracked eyes, for lack of any.
pub const FROZEN_SECS: f32 = 2.0;
/// Angle in degrees within which a gaze counts as constant: MRTK's threshold for gaze is 0.2°.
pub const FROZEN_DEG: f32 = 0.25;
/// Distance in metres within which its origin counts as constant: MRTK's threshold is 2 mm.
pub const FROZEN_M: f32 = 0.005;
/// The head has moved if it rotated by this angle in degrees, which moves the eyes by centimetres …
pub const HEAD_TURNED_DEG: f32 = 20.0;
/// … or moved by this distance in metres.
pub const HEAD_MOVED_M: f32 = 0.1;

/// Rate in Hz below which fast finger movements are not captured.
///
/// Choice. Worn: 20 to 26 Hz, the rate of the device; a third below that has another cause. 15 Hz captures movements of up to 7.5
/// Hz.
pub const LOW_RATE_HZ: f32 = 15.0;

/// Jitter, as a fraction of a frame, above which frames are uneven even for a headset: 19 in 20 intervals differ from the median
/// by less.
///
/// Worn: 0.34, at a median of 39 ms. Simulated: 0.04 to 0.39, in the editor at 60 to 140 Hz.
pub const JITTER_SHARE: f32 = 0.45;

/// Number of keys below which a recording is small enough without `optimize`: 160 kB.
pub const DENSE_KEYS: usize = 20_000;
/// Fraction of keys that have to be redundant for a recording to be called dense.
pub const DENSE_SHARE: f32 = 0.5;
/// Error in metres within which a key is redundant: the tolerance of `optimize`.
pub const DENSE_M: f32 = 0.001;
/// Error in degrees within which a key is redundant: the tolerance of `optimize`.
pub const DENSE_DEG: f64 = 0.2;
