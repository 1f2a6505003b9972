// Reports of the library, as the command prints them with --json. Generated from docs/schemas by `cargo xtask schemas`: do not edit.

/** A distance or an angle over time and joints. */
export type Apart = {
  /** The joint where it is largest; `None` for camera and gaze, and where it is 0 throughout. */
  joint: Joint | null;
  /** The largest at any time. */
  max: number;
  /** The root of the mean square, over time and joints. */
  rms: number;
  /** When it is largest first. */
  time_secs: number;
};

/** One change to one part of a file. */
export type Change = {
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
  /** The repair. */
  fix: RepairFix;
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
  /** From when to when they were compared; `None` if there is no time that both have, or nothing was sampled. */
  compared_secs: [number, number] | null;
  /** How long each lasts. */
  duration_secs: [JsonNumber, JsonNumber];
  /** Their names. */
  files: [string, string];
  /** What differs first beyond the tolerances. */
  first_difference: Said | null;
  /** At how many moments they were compared. */
  frames: number;
  /** They are the same bytes. Then nothing was sampled: there are no frames, and all figures are 0. */
  identical: boolean;
  /** Markers that the other lacks, in order of time. */
  markers: MarkerDifference[];
  /** How much later the second is: given, found, or 0. */
  offset_secs: number;
  /** Tracks that one of them lacks, with the one that has it. */
  only_in_one: OnlyIn[];
  /** Nothing differs by more than the tolerances. */
  same: boolean;
  /** Each track that both have, in file order. */
  tracks: Record<string, TrackComparison>;
  /** How time was warped, if it was. */
  warp: Warp | null;
};

/** Where a file is cut short or damaged, and what of it is lost.  Prints as what came back and what did not. */
export type Cut = {
  /** Curves that the file must have, by its flags. */
  curves: number;
  /** Curves that were hit, and how many of their keys are there. */
  curves_damaged: DamagedCurve[];
  /** Curves of which nothing usable is there: they are empty now. */
  curves_lost: string[];
  /** Curves that are all there, empty ones included. */
  curves_whole: number;
  /** Bytes that are not kept: after a cut, or around the damage. */
  dropped_bytes: number;
  /** What reading it strictly fails with. Of a file that can be read, but only as nonsense: the first count that is wrong. */
  error: string;
  /** The field that is not whole. */
  field: string;
  /** Whether too little is left to tell the two layouts of 1.1 apart, and the keys may not be what they seem. */
  is_layout_a_guess: boolean;
  /** Whether curves were found again after the damage. */
  is_resynchronized: boolean;
  /** Keys that are there, of all curves. */
  keys: number;
  /** Markers that are there. */
  markers_kept: number;
  /** Markers that the list announces and that are not there; `None` if the count itself is not. */
  markers_missing: number | null;
  /** Marker names that were not UTF-8: U+FFFD stands for what was not, as .NET would read it. */
  names_replaced: number;
  /** The byte at which that field starts. */
  offset: number;
};

/** A defect of the recording, as `doctor` finds it, and the measures that it makes wrong or takes away.  The measures are still those of the recording as it is. `docs/reference/measures.md` lists the codes that are reported here. */
export type Damage = {
  /** The groups of measures that it affects, at least one, in the order of [`Group::ALL`]. */
  affects: Group[];
  /** What `doctor` calls it. */
  code: Code;
  /** The names of these measures. */
  measures: string[];
  /** How bad it is. */
  severity: Severity;
};

/** A curve that was hit by damage. */
export type DamagedCurve = {
  /** Which curve. */
  curve: string;
  /** Keys that its header announces; `None` if the header is gone. If that count is what is damaged, it can be any number. */
  keys_announced: number | null;
  /** Keys that are there. */
  keys_kept: number;
};

/** Distance of the result from the original as `clean` mode evaluates it.  The largest is over all times, not only those of keys: to a millionth of itself, and the rounding of `f32`. Where a hand was not tracked counts as well. */
export type Deviation = {
  /** The joint where it is largest; `None` for camera and gaze, and where it is 0. */
  joint: Joint | null;
  /** The largest at any time. */
  max: JsonNumber;
  /** The root of the mean square over the times of all original keys. */
  rms: JsonNumber;
  /** When it is largest; 0 where it is 0. */
  time_secs: JsonNumber;
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
  /** What is wrong and what to do, in one line. */
  message: string;
  /** The byte at which that field starts. */
  offset: number | null;
};

/** A file that failed, in a list of reports on files. */
export type FailedFile = {
  /** Why it failed. */
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
  /** What [`passes`](Self::passes) says, for JSON. */
  passed: boolean;
  /** How often a frame was taken; `None` where there are too few keys to say. */
  sampling: Sampling | null;
  unreadable: boolean;
  /** The file's version, as far as it has one. */
  version: string | null;
  /** Who probably wrote the file; `None` where nothing speaks for anybody. */
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
  /** Defects of the recording that make measures wrong or take them away, the worst first; empty for a sound one. */
  damage: Damage[];
  /** How long the part is that was looked at. */
  duration_secs: number | null;
  /** The name of the file. */
  file: string;
  /** The gaze. */
  gaze: GazeStats;
  /** How far the hands are apart while both are there. */
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
  /** How many bytes it has. */
  bytes: number;
  /** Keys of the head's curves. */
  camera_keys: number;
  /** How many curves it has. */
  curves: number;
  /** Its length in seconds, from start to end. */
  duration_secs: JsonNumber;
  /** Time at which it ends, in seconds: that of its last key, at least 0. */
  end_secs: JsonNumber;
  /** The name of the file. */
  file: string;
  /** Time of its first key, in seconds; `None` without keys. Negative where a rolling buffer kept a key from before its window. */
  first_key_secs: JsonNumber | null;
  /** Keys of the gaze's curves. */
  gaze_keys: number;
  /** The hands, if they were recorded. */
  hands: Hands | null;
  /** How many keys all of them have. */
  keys: number;
  /** How float keys are stored in 1.1. */
  layout: Layout;
  /** Whether a marker list, empty or not, follows the curves. MRTK cannot load a file without. */
  marker_list: boolean;
  /** The markers, in the order of the file. */
  markers: Marker[];
  /** When each track was observed. */
  observed: ObservedSpans;
  /** Time at which it starts, in seconds: that of its first key, but not before 0. */
  start_secs: JsonNumber;
  /** Which tracks it has. */
  tracks: Tracks;
  /** How many bytes follow the marker list. */
  trailing_bytes: number;
  /** What its file calls its version: `1.0`, `1.1`, or the name of a form that is only read, such as `draft-c`. */
  version: string;
};

/** One thing that is wrong or odd. */
export type Finding = {
  /** What it is. */
  code: Code;
  /** How often: curves, keys, moments or bytes, as the message says; at least 1. */
  count: number;
  /** From when, in seconds. */
  from_secs: number | null;
  /** One sentence of what it means, lower case, without a full stop. */
  message: string;
  /** The byte of the file, counted from its start. */
  offset: number | null;
  /** What `repair` can do about it. */
  repair: Fix;
  /** How bad it is. */
  severity: Severity;
  /** To when, in seconds. */
  to_secs: number | null;
  /** The curve or track, the first of them if there are several. */
  where: string;
};

/** The measures of the gaze. */
export type GazeStats = {
  /** Fixations and saccades by dispersion (I-DT). */
  by_dispersion: LookStats;
  /** Fixations and saccades by velocity (I-VT). */
  by_velocity: LookStats;
  /** The angle between gaze and head. */
  head_angle_deg: Spread | null;
};

export type Group = "left_hand" | "right_hand" | "left_states" | "right_states" | "head" | "head_rotation" | "gaze";

/** Summary of a hand. */
export type Hand = {
  /** Keys of all its curves, boolean ones and slot `None` among them. */
  keys: number;
  /** For how long it was observed, in seconds. */
  observed_secs: JsonNumber;
  /** The spans in which it pinched, in order: one is one pinch. */
  pinching: TimeSpan[];
  /** For how long it pinched, in seconds. */
  pinching_secs: JsonNumber;
  /** The spans in which it was tracked, in order. */
  tracked: TimeSpan[];
  /** For how long it was tracked, in seconds. */
  tracked_secs: JsonNumber;
};

/** The measures of a hand. */
export type HandStats = {
  /** How fast its velocity changed. */
  acceleration_m_s2: Spread | null;
  /** How far index, middle, ring and pinky were bent in the mean. */
  curl_deg: Spread | null;
  /** How far each finger was bent, thumb first. */
  finger_curl_deg: [(Spread | null), (Spread | null), (Spread | null), (Spread | null), (Spread | null)];
  /** How often it was lost and came back. */
  gaps: number | null;
  /** The distance of the thumb's tip from the middle of the other tips. */
  grasp_aperture_m: Spread | null;
  /** How far it was from the head. */
  head_distance_m: Spread | null;
  /** How fast its acceleration changed. */
  jerk_m_s3: Spread | null;
  /** The mean over its movements of their log dimensionless jerk: the nearer to 0, the smoother. */
  log_dimensionless_jerk: number | null;
  /** The longest time between being lost and coming back. */
  longest_gap_secs: number | null;
  /** How long a movement took. */
  movement_secs: Spread | null;
  /** How many movements it made. */
  movements: number | null;
  /** How long its joints were recorded while it was tracked: what the measures below are of. Less than [`tracked_secs`](Self::tracked_secs) where the recorder stopped writing it. */
  observed_secs: number | null;
  /** How far it went in all. */
  path_length_m: number | null;
  /** The distance of the tips of thumb and index. */
  pinch_aperture_m: Spread | null;
  /** How long a pinch took. */
  pinch_secs: Spread | null;
  /** The mean distance of the tips of thumb and index while it pinched. */
  pinched_aperture_m: number | null;
  /** How often it pinched while it was tracked. */
  pinches: number | null;
  /** How wide, high and deep the box is that held it, as the head sees it. */
  reach_m: [number, number, number] | null;
  /** The volume of that box. */
  reach_volume_m3: number | null;
  /** The mean over its movements of their spectral arc length: the nearer to 0, the smoother. */
  sparc: number | null;
  /** How fast it went. */
  speed_m_s: Spread | null;
  /** The angle from index to pinky in the palm's plane. */
  splay_deg: Spread | null;
  /** How long it was tracked in all. */
  tracked_secs: number | null;
};

/** Summaries of both hands. */
export type Hands = {
  /** The left one. */
  left: Hand;
  /** The right one. */
  right: Hand;
};

/** The measures of the head. */
export type HeadStats = {
  /** How far it went in all. */
  path_length_m: number | null;
  /** How far it turned in all, there and back again. */
  rotation_deg: number | null;
  /** How fast it went. */
  speed_m_s: Spread | null;
  /** How fast it turned. */
  turn_deg_s: Spread | null;
};

export type Joint = "None" | "Wrist" | "Palm" | "ThumbMetacarpalJoint" | "ThumbProximalJoint" | "ThumbDistalJoint" | "ThumbTip" | "IndexMetacarpal" | "IndexKnuckle" | "IndexMiddleJoint" | "IndexDistalJoint" | "IndexTip" | "MiddleMetacarpal" | "MiddleKnuckle" | "MiddleMiddleJoint" | "MiddleDistalJoint" | "MiddleTip" | "RingMetacarpal" | "RingKnuckle" | "RingMiddleJoint" | "RingDistalJoint" | "RingTip" | "PinkyMetacarpal" | "PinkyKnuckle" | "PinkyMiddleJoint" | "PinkyDistalJoint" | "PinkyTip";

/** A number; NaN and infinities, which JSON has no numbers for, are strings. */
export type JsonNumber = number | "NaN" | "Infinity" | "-Infinity";

export type Layout = "mrtk" | "published";

/** Fixations and saccades. */
export type LookStats = {
  /** How long a fixation took. */
  fixation_secs: Spread | null;
  /** How many fixations there were. */
  fixations: number | null;
  /** How far a saccade went, in the mean. */
  saccade_deg: number | null;
  /** The highest speed of any saccade. */
  saccade_peak_deg_s: number | null;
  /** How many saccades there were. */
  saccades: number | null;
};

/** A named moment. */
export type Marker = {
  /** Its name; may be empty. */
  name: string;
  /** Seconds from the start of the recording. */
  time_secs: JsonNumber;
};

/** A marker that only one of them has at that time. */
export type MarkerDifference = {
  /** Its name. */
  name: string;
  /** Which recording has it. */
  only_in: Which;
  /** When, in that recording's own time. */
  time_secs: JsonNumber;
};

export type Fix = "exact" | "partial" | "none";

/** Something that the user should know of a recording or a file that was made.  The code is an enum of the crate that makes the note, or the name of such a value. */
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

export type RepairFix = "salvage" | "flags" | "modes" | "layout" | "sort" | "non-finite" | "conflicts" | "rotation-w" | "signs" | "normalize" | "duplicates" | "marker-list" | "marker-order" | "trailing";

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
  /** Name of the file that was written; `None` if none was. */
  output: string | null;
  /** Damage to the file; `None` if it was not, or was read already. */
  salvage: Cut | null;
  /** Damage that the chosen repairs could not undo, since nothing tells what it was. */
  unrepaired: Change[];
};

/** A difference and the line that it prints as. */
export type Said = {
  /** At which joint; `None` if it is not about one. */
  joint: Joint | null;
  /** The difference in one line. */
  message: string;
  /** From when on. */
  time_secs: JsonNumber;
  /** In which track; `None` for what belongs to none. */
  track: Track | null;
} & ({
  what: "no-overlap";
} | {
  /** Which. */
  only_in: Which;
  what: "track";
} | {
  /** Which. */
  only_in: Which;
  what: "tracked";
} | {
  /** Which. */
  only_in: Which;
  what: "pinching";
} | {
  what: "known";
} | {
  /** By so many metres. */
  position_m: number;
  what: "position";
} | {
  /** By so many degrees. */
  rotation_deg: number;
  what: "rotation";
} | {
  /** The name of the marker. */
  name: string;
  /** Which. */
  only_in: Which;
  what: "marker";
} | {
  /** Which. */
  only_in: Which;
  /** By so many seconds. */
  secs: number;
  what: "duration";
});

/** How often a frame was taken, worked out from the times of the keys. */
export type Sampling = {
  /** How many frames this was worked out from. */
  frames: number;
  /** By how much of a frame's length the time between two frames differs from that: 19 in 20 differ by less. */
  jitter: JsonNumber;
  /** Frames a second: one over the middle of the times between two frames. */
  rate_hz: JsonNumber;
};

export type Severity = "error" | "warning" | "note";

/** Size of a recording, to be reported before and after an edit. */
export type Size = {
  /** Bytes of its file. */
  bytes: number;
  /** Its duration in seconds, from its start to its end. */
  duration_secs: JsonNumber;
  /** Keys of all its curves. */
  keys: number;
};

/** Mean, median, least and largest of some values, all finite. */
export type Spread = {
  /** The largest. */
  max: number;
  /** The sum over the count. */
  mean: number;
  /** The middle one; of an even number, the mean of the two in the middle. */
  median: number;
  /** The least. */
  min: number;
};

export type TimeSpan = [JsonNumber, JsonNumber];

export type Track = "camera" | "left" | "right" | "gaze";

/** How far a track of the one is from that of the other. */
export type TrackComparison = {
  /** The compared time in at most [`TrackComparison::MOST_BUCKETS`] even parts. */
  distance_over_time: Columns;
  /** For how long anything of it (a joint's position, a rotation) was known in only one of them, or could not be seen from the reference. */
  known_mismatch_secs: number;
  /** For how long only one of them was pinching. */
  pinching_mismatch_secs: number;
  /** How far positions are apart, in metres; for the gaze, its origin. `None` if there never was one in both. */
  position_m: Apart | null;
  /** How far rotations are apart, in degrees; for the gaze, its direction. `None` if there never was one in both. */
  rotation_deg: Apart | null;
  /** For how long the states differ, in seconds: any of the three below. */
  state_mismatch_secs: number;
  /** For how long only one of them was tracked. */
  tracked_mismatch_secs: number;
};

/** Numbers of keys of a track before and after, and the distance of the result from the original. */
export type TrackProof = {
  /** Errors of rotations, or of the gaze's direction, in degrees. */
  angle_deg: Deviation;
  /** Keys of its curves after. */
  keys_after: number;
  /** Keys of its curves before, boolean ones and slot `None` among them. */
  keys_before: number;
  /** Errors of positions, in millimetres: of the head, the joints, the gaze's origin. */
  position_mm: Deviation;
  /** The track. */
  track: Track;
};

/** Which of the three groups of curves a recording has.  The file says so in three flag bytes (1.1) or always has the first two and never gaze (1.0). Which curves follow, and in which order, is decided by this alone. */
export type Tracks = {
  /** The head's pose. */
  camera: boolean;
  /** The gaze ray. */
  gaze: boolean;
  /** Both hands: tracked, pinching, and 27 slots each. */
  hands: boolean;
};

/** How the second recording was sped up and slowed down to fit the first. */
export type Warp = {
  /** The farthest that a moment was moved, in seconds. */
  max_shift_secs: number;
  /** How many times as fast one is as the other where they differ most, over a quarter of a second; at least 1. */
  max_stretch: number;
};

export type Which = "a" | "b";

/** Who probably wrote a file. */
export type Writer = {
  /** On what evidence, one sentence each, lower case, without a full stop. */
  evidence: string[];
  /** Such as `MRTK 2.6.0 – 2.7.2`. */
  name: string;
};
