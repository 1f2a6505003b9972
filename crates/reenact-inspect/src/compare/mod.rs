//! Distance between two recordings over time, and the first difference.
//!
//! ```
//! use reenact_inspect::compare::{Options, compare};
//! use reenact_make::{Options as Make, make};
//!
//! let golden = make(&Make { seconds: 2.0, ..Make::default() })?;
//! let now = make(&Make { seconds: 2.0, rate_hz: 30.0, ..Make::default() })?;
//! let comparison = compare(&golden, &now, &Options::default())?;
//! if let Some(difference) = &comparison.first_difference {
//!     println!("changed: {difference}");
//! }
//! # assert!(!comparison.same);
//! # Ok::<(), reenact::Error>(())
//! ```
//!
//! Both recordings are sampled at the same times: at an even rate, wherever either of them has a key, and where rotations are
//! farthest apart between keys. A value that is known in both has a distance and an angle; what is known in one alone is a mismatch, never a distance of 0; what is
//! known in neither is nothing. `docs/reference/compare.md` has the formulas.

mod distance;
mod markers;
mod number;
mod offset;
mod options;
mod pair;
mod parallel;
mod peaks;
mod placement;
mod points;
mod report;
#[cfg(feature = "serde")]
mod serial;
mod sums;
mod timeline;
mod view;
mod warp;

use reenact::{Error, Mode, Recording, Result, Sampler, Track, Tracks};

pub use distance::{distance_at, distances};
pub use options::{Alignment, Options, Reference, Tolerances};
pub use placement::Placement;
pub use report::{
    Bucket, Comparison, Deviation, Difference, DifferenceKind, FileComparison, MarkerDifference,
    OnlyIn, TrackComparison, Warp, Which,
};

use pair::Pair;

/// Compares two recordings.
///
/// They are the *same* if, over the time that both have,
///
/// * no position, rotation or gaze is farther apart than its tolerance at any of the moments looked at,
/// * the states of no track differ for longer, in all, than the tolerance,
/// * both have the same tracks and end at the same time, within the tolerance, and
/// * every marker has a partner of its name within the tolerance.
///
/// With [`Tolerances::ZERO`] that means: the same numbers at every key of either and at every even moment. Where all
/// curves run straight from key to key, as in every file that MRTK writes, the maxima are over all times: positions are farthest
/// apart at keys, and where rotations are between keys is found ([`reenact::chord`]). Where curves bend, or poses are seen from
/// the head or the wrist, each gap is looked at in two more places. A curve that repeats is after its last key only seen at
/// the even moments. How a recording is stored does not matter: version, layout, wrap modes, slot `None`, bytes after
/// the marker list; nor does what lies before 0 s, which is never played, unless there are no tolerances
/// ([`Tolerances::ZERO`]). The same bytes are the same at once.
///
/// Takes time in proportion to the length of the recordings and their keys, on all cores; memory for their different
/// key times and little more.
///
/// Fails if an option means nothing, if neither recording reaches the range, if there would be too many moments (a file can claim to last for years: choose a
/// range or a lower rate), or if the reference is not in the recordings.
pub fn compare(a: &Recording, b: &Recording, options: &Options) -> Result<Comparison> {
    options.check()?;
    let is_moved = matches!(options.alignment, Alignment::Offset(secs) if secs != 0.0);
    if !is_moved && a == b {
        return Ok(identical(a, options));
    }
    check_reference([a, b].map(Recording::tracks), options.reference)?;
    let mut found = compare_from([a, b], options, None)?;
    if let Some(first_secs) = before_zero([a, b], options) {
        let stored = Options { mode: Mode::Mrtk, markers: false, ..*options };
        let before = compare_from([a, b], &stored, Some(first_secs))?;
        if !before.same {
            found.same = false;
            found.first_difference = before.first_difference;
        }
    }
    Ok(found)
}

/// Compares from the start, or from a time before 0 to 0.
fn compare_from(
    recordings: [&Recording; 2],
    options: &Options,
    before_zero: Option<f32>,
) -> Result<Comparison> {
    let [a, b] = recordings.map(|recording| Sampler::new(recording, options.mode));
    Pair { recordings, samplers: [&a, &b], options, before_zero }.compare()
}

/// Time of the first key before 0, if such keys are compared: without tolerances, offset and range.
fn before_zero(recordings: [&Recording; 2], options: &Options) -> Option<f32> {
    let is_whole = options.alignment == Alignment::None && options.range_secs.is_none();
    let firsts = recordings.into_iter().filter_map(Recording::first_key_secs);
    let first_secs = firsts.reduce(f32::min)?;
    (is_whole && options.tolerances == Tolerances::ZERO && first_secs < 0.0).then_some(first_secs)
}

/// Fails if a recording lacks the track of the reference frame: otherwise nothing would be compared, and the
/// result would be `same`.
fn check_reference(tracks: [Tracks; 2], reference: Reference) -> Result<()> {
    let (is_there, name): (fn(Tracks) -> bool, _) = match reference {
        Reference::AsRecorded => return Ok(()),
        Reference::Head | Reference::FirstFrame => (|tracks| tracks.camera, "camera"),
        Reference::Wrist => (|tracks| tracks.hands, "hands"),
    };
    match tracks.into_iter().zip([Which::A, Which::B]).find(|&(tracks, _)| !is_there(tracks)) {
        None => Ok(()),
        Some((_, which)) => Err(Error::wrong_option(format!(
            "{which} has no {name} track, which is needed as reference: compare as recorded"
        ))),
    }
}

/// Report for identical bytes.
fn identical(recording: &Recording, options: &Options) -> Comparison {
    let nothing = Deviation { max: 0.0, rms: 0.0, joint: None, time_secs: 0.0 };
    let track = |track| TrackComparison {
        track,
        position_m: Some(nothing),
        rotation_deg: Some(nothing),
        state_mismatch_secs: 0.0,
        tracked_mismatch_secs: 0.0,
        pinching_mismatch_secs: 0.0,
        known_mismatch_secs: 0.0,
        over_time: Vec::new(),
    };
    let no_warp = Warp { max_shift_secs: 0.0, max_stretch: 1.0 };
    Comparison {
        same: true,
        identical: true,
        first_difference: None,
        duration_secs: [recording.duration_secs(); 2],
        compared_secs: None,
        frames: 0,
        offset_secs: 0.0,
        warp: matches!(options.alignment, Alignment::Warp { .. }).then_some(no_warp),
        tracks: Track::ALL
            .into_iter()
            .filter(|&name| recording.tracks().has(name))
            .map(track)
            .collect(),
        only_in_one: Vec::new(),
        markers: Vec::new(),
    }
}
