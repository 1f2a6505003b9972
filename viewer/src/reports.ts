// Reports of the library, as the command prints them with --json. Generated from docs/schemas by `cargo xtask schemas`: do not edit.

/** Change of one part of a file. */
export type Change = {
  /** The repair. */
  fix: RepairFix;
  /** Whether the result is what was meant, to the rounding of a number; otherwise it is as near as can be known. */
  is_exact: boolean;
  /** Whether something that was in the file, or should have been, is gone for good. */
  is_loss: boolean;
  /** Keys (or markers) that were changed, added or removed. */
  keys: number;
  /** Keys of which the new value is more likely than not, but not certain. */
  keys_in_doubt: number;
  /** Largest change of a rotation or direction, in degrees; `None` if this is not about rotations. */
  largest_degrees: JsonNumber | null;
  /** Largest change of a position, in millimetres; `None` if this is not about positions. */
  largest_mm: JsonNumber | null;
  /** One sentence, lower case, without a full stop. */
  message: string;
  /** The curve or part of the file; a name such as `left.Wrist.rotation.w` when printed. */
  place: string;
};

export type Code = "empty-file" | "not-a-recording" | "known-fork" | "text-form" | "version-too-new" | "truncated" | "damaged" | "non-finite" | "value-out-of-range" | "times-decrease" | "rotation-w-lost" | "track-collapsed" | "rotation-components-equal" | "odd-version" | "odd-flag-byte" | "published-layout" | "missing-marker-list" | "trailing-bytes" | "unknown-wrap-mode" | "unknown-weighted-mode" | "draft-form" | "duplicate-times" | "markers-unsorted" | "rotation-zero" | "rotation-not-unit" | "damaged-number" | "tail-lost" | "nothing-recorded" | "curves-missing" | "rotations-missing" | "camera-unset" | "tracked-without-joints" | "pinching-untracked" | "teleport" | "bone-lengths-change" | "fingers-overbent" | "hands-swapped" | "gaze-frozen" | "keys-before-zero" | "rotation-flips" | "markers-outside" | "tail-may-be-lost" | "slot-none-filled" | "tracking-gaps" | "gaze-is-head" | "low-rate" | "rate-jitter" | "dense";

/** Columns, which are shorter than rows with names: one value for each part of the compared time. */
export type Columns = {
  /** Whether the states differ somewhere in the part. */
  mismatch: boolean[];
  /** The largest distance in the part; `null` if there is none. */
  position_m: (number | null)[];
  /** The largest angle in the part; `null` if there is none. */
  rotation_deg: (number | null)[];
};

/** Comparison of two files, as `compare --json` prints it. */
export type CompareReport = {
  /** Compared time range; `None` without an overlap, or if nothing was sampled. */
  compared_secs: [number, number] | null;
  /** How long each lasts. */
  duration_secs: [JsonNumber, JsonNumber];
  /** Names of the files. */
  files: [string, string];
  /** First difference beyond the tolerances. */
  first_difference: Said | null;
  /** Number of compared times. */
  frames: number;
  /** Whether the bytes are identical. Then nothing was sampled: there are no frames, and all figures are 0. */
  identical: boolean;
  /** Markers that the other lacks, in order of time. */
  markers: MarkerDifference[];
  /** Delay of the second recording: given, found, or 0. */
  offset_secs: number;
  /** Tracks that one of them lacks, with the one that has it. */
  only_in_one: OnlyIn[];
  /** Whether no difference exceeds the tolerances. */
  same: boolean;
  /** Each track that both have, in file order. */
  tracks: Record<string, TrackComparison>;
  /** Time warp, if there was one. */
  warp: Warp | null;
};

/** Damage of a file: position, recovered data and losses.  Prints as the recovered and the lost data. */
export type Cut = {
  /** Number of curves that the file has by its flags. */
  curves: number;
  /** Curves that were hit, and how many of their keys are there. */
  curves_damaged: DamagedCurve[];
  /** Curves of which nothing usable is there: they are empty now. */
  curves_lost: string[];
  /** Number of complete curves, including empty ones. */
  curves_whole: number;
  /** Bytes that were dropped, at the end or around the damage. */
  dropped_bytes: number;
  /** Error of the strict reader. If the strict reader can read the file, but misreads it: the first wrong key count. */
  error: string;
  /** Damaged or truncated field. */
  field: string;
  /** Whether too few bytes are left to distinguish the two layouts of 1.1, so the keys may be misread. */
  is_layout_a_guess: boolean;
  /** Whether curves were found again after the damage. */
  is_resynchronized: boolean;
  /** Number of recovered keys of all curves. */
  keys: number;
  /** Number of recovered markers. */
  markers_kept: number;
  /** Number of markers that the list announces and that are missing; `None` if the count itself is. */
  markers_missing: number | null;
  /** Number of marker names with invalid UTF-8, replaced by U+FFFD as .NET does. */
  names_replaced: number;
  /** Offset of that field. */
  offset: number;
};

/** A defect of the recording, as `doctor` finds it, and the measures that it makes wrong or takes away.  The measures are still those of the recording as it is. `docs/reference/measures.md` lists the codes that are reported here. */
export type Damage = {
  /** Affected groups of measures, at least one, in the order of [`Group::ALL`]. */
  affects: Group[];
  /** Code of the finding. */
  code: Code;
  /** Names of the affected measures. */
  measures: string[];
  /** How bad it is. */
  severity: Severity;
};

/** A damaged curve. */
export type DamagedCurve = {
  /** Which curve. */
  curve: string;
  /** Key count in its header; `None` if the header is missing. If the count itself is damaged, it can be any number. */
  keys_announced: number | null;
  /** Number of recovered keys. */
  keys_kept: number;
};

/** Statistics of a distance or angle over time and joints. */
export type Deviation = {
  /** The joint where it is largest; `None` for camera and gaze, and where it is 0 throughout. */
  joint: Joint | null;
  /** The largest at any time. */
  max: number;
  /** Root mean square over time and joints. */
  rms: number;
  /** Time at which it is largest for the first time. */
  time_secs: number;
};

/** Report of an edit or a conversion of files. */
export type EditReportProof = {
  /** Size of the recording after. */
  after: Size;
  /** Size of the recording before. */
  before: Size;
  /** Names of the files that were read. */
  inputs: string[];
  /** Notes on what could not be kept and what was made up. */
  notes: Note[];
  /** Name of the file that was written; `None` if the result is in memory. */
  output: string | null;
  /** The same for each track that the recording has, in file order. */
  proof: TrackProof[];
};

/** Report of an edit or a conversion of files. */
export type EditReportnull = {
  /** Size of the recording after. */
  after: Size;
  /** Size of the recording before. */
  before: Size;
  /** Names of the files that were read. */
  inputs: string[];
  /** Notes on what could not be kept and what was made up. */
  notes: Note[];
  /** Name of the file that was written; `None` if the result is in memory. */
  output: string | null;
};

/** An error as a report has it. */
export type ErrorReport = {
  /** Stable code, such as `truncated`. */
  code: string;
  /** The byte in that line, counted from 1. */
  column: number | null;
  /** The field of the file that is wrong, if it is about one. */
  field: string | null;
  /** The line of a text that is wrong, counted from 1. */
  line: number | null;
  /** Message in one line, with what to do. */
  message: string;
  /** The byte at which that field starts. */
  offset: number | null;
};

/** Statistics of fixations and saccades. */
export type EyeMovementStats = {
  /** Duration of fixations. */
  fixation_secs: Spread | null;
  /** Number of fixations. */
  fixations: number | null;
  /** Mean amplitude of saccades. */
  saccade_deg: number | null;
  /** Highest speed of any saccade. */
  saccade_peak_deg_s: number | null;
  /** Number of saccades. */
  saccades: number | null;
};

/** A file that failed, in a list of reports on files. */
export type FailedFile = {
  /** Error. */
  error: ErrorReport;
  /** The name of the file. */
  file: string;
};

/** A report on a file, with the name of the file before it. */
export type FileDoctorReport = {
  fail_on: Severity;
  /** The name of the file. */
  file: string;
  /** Defects and anomalies: the worst first, then in the order of the file. At most one of each code and place. */
  findings: Finding[];
  /** Findings that a [`Gate`](super::Gate) set aside, in the same order. */
  ignored: Finding[];
  /** Result of [`passes`](Self::passes), for JSON. */
  passed: boolean;
  /** Frame rate; `None` if there are too few keys. */
  sampling: Sampling | null;
  unreadable: boolean;
  /** The file's version, as far as it has one. */
  version: string | null;
  /** Program that probably wrote the file; `None` if unknown. */
  writer: Writer | null;
};

/** A report on a file, with the name of the file before it. */
export type FileMarkerList = {
  /** The name of the file. */
  file: string;
  /** The markers, in the order of the file. */
  markers: Marker[];
};

/** A report on a file, with the name of the file before it. */
export type FileStats = {
  /** Defects of the recording that affect measures, the worst first; empty if there are none. */
  damage: Damage[];
  /** Duration of the measured range. */
  duration_secs: number | null;
  /** The name of the file. */
  file: string;
  /** The gaze. */
  gaze: GazeStats;
  /** Distance between the hands while both are observed. */
  hands_distance_m: Spread | null;
  /** The head. */
  head: HeadStats;
  /** The left hand. */
  left: HandStats;
  /** The right hand. */
  right: HandStats;
};

/** Summary of a file, as `info --json` prints it. */
export type FileSummary = {
  /** Size in bytes. */
  bytes: number;
  /** Number of keys of the camera. */
  camera_keys: number;
  /** Number of curves. */
  curves: number;
  /** Its length in seconds, from start to end. */
  duration_secs: JsonNumber;
  /** Time at which it ends, in seconds: that of its last key, at least 0. */
  end_secs: JsonNumber;
  /** The name of the file. */
  file: string;
  /** Time of its first key, in seconds; `None` without keys. Negative where a rolling buffer kept a key from before its window. */
  first_key_secs: JsonNumber | null;
  /** Number of keys of the gaze. */
  gaze_keys: number;
  /** The hands, if they were recorded. */
  hands: Hands | null;
  /** Number of keys of all curves. */
  keys: number;
  /** Size of float keys in 1.1. */
  layout: Layout;
  /** Whether a marker list, empty or not, follows the curves. MRTK cannot load a file without it. */
  marker_list: boolean;
  /** The markers, in the order of the file. */
  markers: Marker[];
  /** Observed spans of each track. */
  observed: ObservedSpans;
  /** Time at which it starts, in seconds: that of its first key, but not before 0. */
  start_secs: JsonNumber;
  /** Tracks. */
  tracks: Tracks;
  /** Number of bytes after the marker list. */
  trailing_bytes: number;
  /** Version of the file: `1.0`, `1.1`, or the name of a draft or fork, such as `draft-c`. */
  version: string;
};

/** A defect or anomaly of a recording. */
export type Finding = {
  /** Code. */
  code: Code;
  /** Number of curves, keys, times or bytes, as stated in the message; at least 1. */
  count: number;
  /** From when, in seconds. */
  from_secs: number | null;
  /** One sentence with the details, lower case, without a full stop. */
  message: string;
  /** The byte of the file, counted from its start. */
  offset: number | null;
  /** What `repair` can do about it. */
  repair: Fix;
  /** Severity. */
  severity: Severity;
  /** Short sentence that names the defect: [`Code::title`]. */
  title: string;
  /** To when, in seconds. */
  to_secs: number | null;
  /** The curve or track, the first of them if there are several. */
  where: string;
};

export type Fix = "exact" | "partial" | "none";

/** Measures of the gaze. */
export type GazeStats = {
  /** Fixations and saccades by dispersion (I-DT). */
  by_dispersion: EyeMovementStats;
  /** Fixations and saccades by velocity (I-VT). */
  by_velocity: EyeMovementStats;
  /** Angle between gaze and head. */
  head_angle_deg: Spread | null;
};

export type Group = "left_hand" | "right_hand" | "left_states" | "right_states" | "head" | "head_rotation" | "gaze";

/** Summary of a hand. */
export type Hand = {
  /** Keys of all its curves, boolean ones and slot `None` among them. */
  keys: number;
  /** For how long it was observed, in seconds. */
  observed_secs: JsonNumber;
  /** Pinching spans, in order; each is one pinch. */
  pinching: TimeSpan[];
  /** For how long it pinched, in seconds. */
  pinching_secs: JsonNumber;
  /** Tracked spans, in order. */
  tracked: TimeSpan[];
  /** For how long it was tracked, in seconds. */
  tracked_secs: JsonNumber;
};

/** Measures of a hand. */
export type HandStats = {
  /** Magnitude of the acceleration. */
  acceleration_m_s2: Spread | null;
  /** Mean curl of index, middle, ring and pinky. */
  curl_deg: Spread | null;
  /** Curl of each finger, thumb first. */
  finger_curl_deg: [(Spread | null), (Spread | null), (Spread | null), (Spread | null), (Spread | null)];
  /** Number of tracking gaps. */
  gaps: number | null;
  /** Distance of the thumb's tip from the centre of the other tips. */
  grasp_aperture_m: Spread | null;
  /** Distance from the head. */
  head_distance_m: Spread | null;
  /** Magnitude of the jerk. */
  jerk_m_s3: Spread | null;
  /** Mean log dimensionless jerk of its movements: nearer to 0 is smoother. */
  log_dimensionless_jerk: number | null;
  /** Longest tracking gap. */
  longest_gap_secs: number | null;
  /** Duration of movements. */
  movement_secs: Spread | null;
  /** Number of movements. */
  movements: number | null;
  /** Total time with recorded joints while tracked, on which the measures below are based. Less than [`tracked_secs`](Self::tracked_secs) if the recorder stopped writing joints. */
  observed_secs: number | null;
  /** Path length. */
  path_length_m: number | null;
  /** Distance of the tips of thumb and index. */
  pinch_aperture_m: Spread | null;
  /** Duration of pinches. */
  pinch_secs: Spread | null;
  /** Mean distance of the tips of thumb and index during pinches. */
  pinched_aperture_m: number | null;
  /** Number of pinches while tracked. */
  pinches: number | null;
  /** Width, height and depth of its bounding box in the head's axes. */
  reach_m: [number, number, number] | null;
  /** Volume of that box. */
  reach_volume_m3: number | null;
  /** Mean spectral arc length of its movements: nearer to 0 is smoother. */
  sparc: number | null;
  /** Speed. */
  speed_m_s: Spread | null;
  /** Angle from index to pinky in the palm's plane. */
  splay_deg: Spread | null;
  /** Total tracked time. */
  tracked_secs: number | null;
};

/** Summaries of both hands. */
export type Hands = {
  /** The left one. */
  left: Hand;
  /** The right one. */
  right: Hand;
};

/** Measures of the head. */
export type HeadStats = {
  /** Path length. */
  path_length_m: number | null;
  /** Total rotation, without sign. */
  rotation_deg: number | null;
  /** Speed. */
  speed_m_s: Spread | null;
  /** Angular speed. */
  turn_deg_s: Spread | null;
};

export type Joint = "None" | "Wrist" | "Palm" | "ThumbMetacarpalJoint" | "ThumbProximalJoint" | "ThumbDistalJoint" | "ThumbTip" | "IndexMetacarpal" | "IndexKnuckle" | "IndexMiddleJoint" | "IndexDistalJoint" | "IndexTip" | "MiddleMetacarpal" | "MiddleKnuckle" | "MiddleMiddleJoint" | "MiddleDistalJoint" | "MiddleTip" | "RingMetacarpal" | "RingKnuckle" | "RingMiddleJoint" | "RingDistalJoint" | "RingTip" | "PinkyMetacarpal" | "PinkyKnuckle" | "PinkyMiddleJoint" | "PinkyDistalJoint" | "PinkyTip";

/** A number; NaN and infinities, which JSON has no numbers for, are strings. */
export type JsonNumber = number | "NaN" | "Infinity" | "-Infinity";

export type Layout = "mrtk" | "published";

/** A named time. */
export type Marker = {
  /** Name; may be empty. */
  name: string;
  /** Seconds from the start of the recording. */
  time_secs: JsonNumber;
};

/** A marker that only one recording has at that time. */
export type MarkerDifference = {
  /** Name of the marker. */
  name: string;
  /** Recording that has it. */
  only_in: Which;
  /** Time, on the clock of that recording. */
  time_secs: JsonNumber;
};

/** Note on a result: a loss or a remark.  The code is an enum of the crate that makes the note, or the name of such a value. */
export type Note = {
  /** Kind of note. */
  code: string;
  /** Whether something of the original is gone. */
  is_loss: boolean;
  /** One sentence, lower case, without a full stop. */
  message: string;
};

/** Observed spans by track. */
export type ObservedSpans = {
  camera: TimeSpan[];
  gaze: TimeSpan[];
  left: TimeSpan[];
  right: TimeSpan[];
};

/** A track that only one of them has. */
export type OnlyIn = {
  /** Which recording has it. */
  only_in: Which;
  /** The track. */
  track: Track;
};

/** Errors of the result against the original, both evaluated in `clean` mode.  The largest error is over all times, not only those of keys. It is accurate to one millionth, plus the rounding of `f32`. Times at which a hand was not tracked are included. */
export type OptimizeDeviation = {
  /** The joint where it is largest; `None` for camera and gaze, and where it is 0. */
  joint: Joint | null;
  /** The largest at any time. */
  max: JsonNumber;
  /** The root of the mean square over the times of all original keys. */
  rms: JsonNumber;
  /** Time of the largest error; 0 if the error is 0. */
  time_secs: JsonNumber;
};

export type RepairFix = "salvage" | "flags" | "modes" | "sort" | "non-finite" | "conflicts" | "rotation-w" | "signs" | "normalize" | "duplicates" | "layout" | "marker-list" | "marker-order" | "trailing";

/** Report of the repair of a file. */
export type RepairReport = {
  /** Bytes of the repaired file; `None` if none was made. */
  bytes_after: number | null;
  /** Bytes of the file that was read. */
  bytes_before: number;
  /** Changes, in the order in which they were made. */
  changes: Change[];
  /** Name of the file that was read. */
  input: string;
  /** Changes that repairs which were not chosen would make to the result. */
  left: Change[];
  /** Losses and remarks of reading a file of another format, and of writing a draft or a fork's file as version 1.0 or 1.1. */
  notes: Note[];
  /** Name of the file that was written; `None` if none was. */
  output: string | null;
  /** Damage to the file; `None` if it was not, or was read already. */
  salvage: Cut | null;
  /** Damage that the chosen repairs could not undo, because the original data is unknown. */
  unrepaired: Change[];
};

/** A difference and the line that it prints as. */
export type Said = {
  /** Joint; `None` if it concerns none. */
  joint: Joint | null;
  /** The difference in one line. */
  message: string;
  /** From when on. */
  time_secs: JsonNumber;
  /** Track; `None` if it concerns none. */
  track: Track | null;
} & ({
  what: "no-overlap";
} | {
  /** Recording that has it. */
  only_in: Which;
  what: "track";
} | {
  /** Recording that has it. */
  only_in: Which;
  what: "tracked";
} | {
  /** Recording that has it. */
  only_in: Which;
  what: "pinching";
} | {
  what: "known";
} | {
  /** Difference in metres. */
  position_m: number;
  what: "position";
} | {
  /** Difference in degrees. */
  rotation_deg: number;
  what: "rotation";
} | {
  /** The name of the marker. */
  name: string;
  /** Recording that has it. */
  only_in: Which;
  what: "marker";
} | {
  /** Recording that has it. */
  only_in: Which;
  /** Difference in seconds. */
  secs: number;
  what: "duration";
});

/** Frame rate, computed from key times. */
export type Sampling = {
  /** Number of frames used. */
  frames: number;
  /** Deviation of frame intervals from the median, as a fraction of it: the 95th percentile. */
  jitter: JsonNumber;
  /** Frames a second: one over the middle of the times between two frames. */
  rate_hz: JsonNumber;
};

export type Severity = "error" | "warning" | "note";

/** Size of a recording, to be reported before and after an edit. */
export type Size = {
  /** File size in bytes. */
  bytes: number;
  /** Its duration in seconds, from its start to its end. */
  duration_secs: JsonNumber;
  /** Number of keys of all curves. */
  keys: number;
};

/** Mean, median, minimum and maximum of finite values. */
export type Spread = {
  /** Maximum. */
  max: number;
  /** Arithmetic mean. */
  mean: number;
  /** Median; of an even number, the mean of the two in the middle. */
  median: number;
  /** Minimum. */
  min: number;
};

export type TimeSpan = [JsonNumber, JsonNumber];

export type Track = "camera" | "left" | "right" | "gaze";

/** Differences of one track. */
export type TrackComparison = {
  /** The compared time in at most [`TrackComparison::MOST_BUCKETS`] even parts. */
  distance_over_time: Columns;
  /** Time for which any value (a joint's position, a rotation) was known in one only, or unknown in the reference frame. */
  known_mismatch_secs: number;
  /** Time for which only one was pinching. */
  pinching_mismatch_secs: number;
  /** Distance of positions in metres; for the gaze, of its origin. `None` if it was never known in both. */
  position_m: Deviation | null;
  /** Angle of rotations in degrees; for the gaze, of its direction. `None` if it was never known in both. */
  rotation_deg: Deviation | null;
  /** Total time in seconds for which any of the three states below differs. */
  state_mismatch_secs: number;
  /** Time for which only one was tracked. */
  tracked_mismatch_secs: number;
};

/** Numbers of keys of a track before and after a reduction, and its errors against the original. */
export type TrackProof = {
  /** Errors of rotations, or of the gaze's direction, in degrees. */
  angle_deg: OptimizeDeviation;
  /** Keys of its curves after. */
  keys_after: number;
  /** Keys of its curves before, including boolean curves and slot `None`. */
  keys_before: number;
  /** Errors of positions, in millimetres: of the head, the joints, the gaze's origin. */
  position_mm: OptimizeDeviation;
  /** The track. */
  track: Track;
};

/** Tracks that a recording has: camera, hands, gaze.  Stored as three flag bytes in 1.1; implied in 1.0: camera and hands, no gaze. They determine which curves follow, and in which order. */
export type Tracks = {
  /** The head's pose. */
  camera: boolean;
  /** The gaze ray. */
  gaze: boolean;
  /** Both hands: tracked, pinching, and 27 slots each. */
  hands: boolean;
};

/** Time warp of the second recording onto the first. */
export type Warp = {
  /** Largest shift of a time, in seconds. */
  max_shift_secs: number;
  /** Largest ratio of speeds over a quarter of a second; at least 1. */
  max_stretch: number;
};

export type Which = "a" | "b";

/** Program that probably wrote a file. */
export type Writer = {
  /** On what evidence, one sentence each, lower case, without a full stop. */
  evidence: string[];
  /** Such as `MRTK 2.6.0 – 2.7.2`. */
  name: string;
};
