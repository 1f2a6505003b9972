// Reports of the library, as the command prints them with --json. Generated from docs/schemas by `cargo xtask schemas`: do not edit.

/** Change of one part of a file. */
export type Change = {
  /** The repair. */
  fix: RepairFix;
  /** Whether the original is restored exactly, up to rounding; otherwise as closely as possible. */
  is_exact: boolean;
  /** Whether data that was in the file, or should have been, is lost. */
  is_loss: boolean;
  /** Number of keys (or markers) that were changed, added or removed. */
  keys: number;
  /** Number of keys whose new value is likely, but not certain. */
  keys_in_doubt: number;
  /** Largest change of a rotation or direction in degrees; `None` if none changed. */
  largest_degrees: JsonNumber | null;
  /** Largest change of a position in millimetres; `None` if no position changed. */
  largest_mm: JsonNumber | null;
  /** One sentence, lower case, without a full stop. */
  message: string;
  /** Curve or part of the file; printed as a name such as `left.Wrist.rotation.w`. */
  target: string;
};

export type Code = "empty-file" | "not-a-recording" | "known-fork" | "text-form" | "version-too-new" | "truncated" | "damaged" | "non-finite" | "value-out-of-range" | "times-decrease" | "rotation-w-lost" | "track-collapsed" | "rotation-components-equal" | "odd-version" | "odd-flag-byte" | "published-layout" | "missing-marker-list" | "trailing-bytes" | "unknown-wrap-mode" | "unknown-weighted-mode" | "draft-form" | "duplicate-times" | "markers-unsorted" | "rotation-zero" | "rotation-not-unit" | "damaged-number" | "tail-lost" | "nothing-recorded" | "curves-missing" | "rotations-missing" | "camera-unset" | "tracked-without-joints" | "pinching-untracked" | "teleport" | "bone-lengths-change" | "fingers-overbent" | "hands-swapped" | "gaze-frozen" | "keys-before-zero" | "rotation-flips" | "markers-outside" | "tail-may-be-lost" | "slot-none-filled" | "tracking-gaps" | "gaze-is-head" | "low-rate" | "rate-jitter" | "dense";

/** Buckets as columns, which are shorter in JSON than objects: one value for each bucket. */
export type Columns = {
  /** Whether any state differs in the bucket. */
  mismatch: boolean[];
  /** Largest distance in the bucket; `null` if there is none. */
  position_m: (number | null)[];
  /** Largest angle in the bucket; `null` if there is none. */
  rotation_deg: (number | null)[];
};

/** Comparison of two files, as `compare --json` prints it. */
export type CompareReport = {
  /** Compared time range; `None` without an overlap, or if nothing was sampled. */
  compared_secs: [number, number] | null;
  /** Duration of each recording. */
  duration_secs: [JsonNumber, JsonNumber];
  /** Names of the files. */
  files: [string, string];
  /** First difference beyond the tolerances. */
  first_difference: DifferenceJson | null;
  /** Number of compared times. */
  frames: number;
  /** Whether the bytes are identical. Then nothing was sampled: there are no frames, and all figures are 0. */
  identical: boolean;
  /** Markers that only one recording has, in order of time. */
  markers: MarkerDifference[];
  /** Delay of the second recording: given, found, or 0. */
  offset_secs: number;
  /** Tracks that only one recording has. */
  only_in_one: OnlyIn[];
  /** Whether no difference exceeds the tolerances. */
  same: boolean;
  /** Comparison of each track that both have, in file order. */
  tracks: Record<string, TrackComparison>;
  /** Time warp, if there was one. */
  warp: Warp | null;
};

/** Damage of a file: position, recovered data and losses.  Prints as the recovered and the lost data. */
export type Cut = {
  /** Number of curves that the file has by its flags. */
  curves: number;
  /** Damaged curves, with the number of recovered keys. */
  curves_damaged: DamagedCurve[];
  /** Curves without a usable key: they are empty in the recovered recording. */
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

/** Defect of the recording, as found by `doctor`, and the measures that it makes wrong or unknown.  The measures are computed from the recording as it is, without correction. `docs/reference/measures.md` lists the codes that are reported here. */
export type Damage = {
  /** Affected groups of measures, at least one, in the order of [`Group::ALL`]. */
  affects: Group[];
  /** Code of the finding. */
  code: Code;
  /** Names of the affected measures. */
  measures: string[];
  /** Severity of the finding. */
  severity: Severity;
};

/** A damaged curve. */
export type DamagedCurve = {
  /** Id of the curve. */
  curve: string;
  /** Key count in its header; `None` if the header is missing. If the count itself is damaged, it can be any number. */
  keys_announced: number | null;
  /** Number of recovered keys. */
  keys_kept: number;
};

/** Statistics of a distance or angle over time and joints. */
export type Deviation = {
  /** Joint with the maximum; `None` for camera and gaze, and if the maximum is 0. */
  joint: Joint | null;
  /** Maximum over time. */
  max: number;
  /** Root mean square over time and joints. */
  rms: number;
  /** First time of the maximum. */
  time_secs: number;
};

/** A difference with its one-line message. */
export type DifferenceJson = {
  /** Joint; `None` if the difference is not of a joint. */
  joint: Joint | null;
  /** The difference in one line. */
  message: string;
  /** Time of the first such difference. */
  time_secs: JsonNumber;
  /** Track; `None` if the difference is not of a track. */
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

/** Report of an edit or a conversion of files. */
export type EditReportProof = {
  /** Size after the edit. */
  after: Size;
  /** Size before the edit. */
  before: Size;
  /** Names of the files that were read. */
  inputs: string[];
  /** Notes on data that could not be kept or was synthesized. */
  notes: Note[];
  /** Name of the file that was written; `None` if the result is in memory. */
  output: string | null;
  /** The same figures for each track of the recording, in file order. */
  proof: TrackProof[];
};

/** Report of an edit or a conversion of files. */
export type EditReportnull = {
  /** Size after the edit. */
  after: Size;
  /** Size before the edit. */
  before: Size;
  /** Names of the files that were read. */
  inputs: string[];
  /** Notes on data that could not be kept or was synthesized. */
  notes: Note[];
  /** Name of the file that was written; `None` if the result is in memory. */
  output: string | null;
};

/** JSON representation of an error. */
export type ErrorReport = {
  /** Stable code, such as `truncated`. */
  code: string;
  /** Column in that line in bytes, counted from 1. */
  column: number | null;
  /** Field of the file in error, if the error is in one. */
  field: string | null;
  /** Line of a text in error, counted from 1. */
  line: number | null;
  /** Message in one line, with advice. */
  message: string;
  /** Byte offset of that field. */
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

/** File that failed, in a list of reports on files. */
export type FailedFile = {
  /** Error. */
  error: ErrorReport;
  /** Name of the file. */
  file: string;
};

/** Report on a file, preceded by the name of the file. */
export type FileDoctorReport = {
  fail_on: Severity;
  /** Name of the file. */
  file: string;
  /** Defects and anomalies: most severe first, then in file order. At most one for each code and location. */
  findings: Finding[];
  /** Findings that a [`Gate`](super::Gate) set aside, in the same order. */
  ignored: Finding[];
  /** Result of [`passes`](Self::passes), for JSON. */
  passed: boolean;
  /** Frame rate; `None` if there are too few keys. */
  sampling: Sampling | null;
  unreadable: boolean;
  /** File format version; `None` if the file has none. */
  version: string | null;
  /** Program that probably wrote the file; `None` if unknown. */
  writer: Writer | null;
};

/** Report on a file, preceded by the name of the file. */
export type FileMarkerList = {
  /** Name of the file. */
  file: string;
  /** The markers, in the order of the file. */
  markers: Marker[];
};

/** Report on a file, preceded by the name of the file. */
export type FileStats = {
  /** Defects of the recording that affect measures, the worst first; empty if there are none. */
  damage: Damage[];
  /** Duration of the measured range. */
  duration_secs: number | null;
  /** Name of the file. */
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
  /** Start in seconds. */
  from_secs: number | null;
  /** One sentence with the details, lower case, without a full stop. */
  message: string;
  /** Byte offset in the file. */
  offset: number | null;
  /** What `repair` can do about it. */
  repair: Fix;
  /** Severity. */
  severity: Severity;
  /** Short sentence that names the defect: [`Code::title`]. */
  title: string;
  /** End in seconds. */
  to_secs: number | null;
  /** First affected curve or track. */
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
  /** Number of keys of all its curves, including boolean curves and slot `None`. */
  keys: number;
  /** Total observed time in seconds. */
  observed_secs: JsonNumber;
  /** Pinching spans, in order; each is one pinch. */
  pinching: TimeSpan[];
  /** Total pinching time in seconds. */
  pinching_secs: JsonNumber;
  /** Tracked spans, in order. */
  tracked: TimeSpan[];
  /** Total tracked time in seconds. */
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
  /** Time in that recording. */
  time_secs: JsonNumber;
};

/** Note on a result: a loss or a remark.  The code is an enum of the crate that creates the note, or the name of such a value. */
export type Note = {
  /** Kind of note. */
  code: string;
  /** Whether data of the original is lost. */
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

/** Error of the result relative to the original, both evaluated in `clean` mode.  The maximum is over all times, not only those of keys, with a relative accuracy of one millionth plus the rounding of `f32`. Times at which a hand was not tracked are included. */
export type OptimizeDeviation = {
  /** Joint with the maximum; `None` for camera and gaze, and if the maximum is 0. */
  joint: Joint | null;
  /** Maximum over time. */
  max: JsonNumber;
  /** Root mean square over the times of all original keys. */
  rms: JsonNumber;
  /** Time of the maximum; 0 if the maximum is 0. */
  time_secs: JsonNumber;
};

export type RepairFix = "salvage" | "flags" | "modes" | "sort" | "non-finite" | "conflicts" | "rotation-w" | "signs" | "normalize" | "duplicates" | "layout" | "marker-list" | "marker-order" | "trailing";

/** Report of the repair of a file. */
export type RepairReport = {
  /** Size in bytes of the repaired file; `None` if there is none. */
  bytes_after: number | null;
  /** Size in bytes of the file that was read. */
  bytes_before: number;
  /** Changes, in the order in which they were made. */
  changes: Change[];
  /** Name of the file that was read. */
  input: string;
  /** Changes that unselected repairs would make to the result. */
  left: Change[];
  /** Losses and remarks of reading a file of another format, and of writing a draft or a fork's file as version 1.0 or 1.1. */
  notes: Note[];
  /** Name of the file that was written; `None` if none was. */
  output: string | null;
  /** Damage to the file; `None` if it was intact or already read. */
  salvage: Cut | null;
  /** Defects that the selected repairs could not fix, because the original data is unknown. */
  unrepaired: Change[];
};

/** Frame rate, computed from key times. */
export type Sampling = {
  /** Number of frames used. */
  frames: number;
  /** Deviation of frame intervals from the median, as a fraction of it: the 95th percentile. */
  jitter: JsonNumber;
  /** Frames per second: the reciprocal of the median time between two frames. */
  rate_hz: JsonNumber;
};

export type Severity = "error" | "warning" | "note";

/** Size of a recording before or after an edit. */
export type Size = {
  /** File size in bytes. */
  bytes: number;
  /** Duration in seconds, from start to end. */
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
  /** Buckets of the compared time, at most [`TrackComparison::MOST_BUCKETS`], of equal length. */
  distance_over_time: Columns;
  /** Time for which a value (position of a joint, rotation) was known in only one, or unknown in the reference frame. */
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

/** Number of keys of a track before and after a reduction, and errors relative to the original. */
export type TrackProof = {
  /** Errors of rotations, or of the direction of the gaze, in degrees. */
  angle_deg: OptimizeDeviation;
  /** Number of keys after. */
  keys_after: number;
  /** Number of keys before, including boolean curves and slot `None`. */
  keys_before: number;
  /** Errors of positions in millimetres: head, joints, origin of the gaze. */
  position_mm: OptimizeDeviation;
  /** Track. */
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
  /** Evidence, one sentence each, lower case, without a full stop. */
  evidence: string[];
  /** Name, such as `MRTK 2.6.0 – 2.7.2`. */
  name: string;
};
