//! Keyframe reduction within an error bound that holds at every time.
//!
//! ```text
//! values   0.0  1.1  2.0  2.9  4.0  3.0  2.1  1.0   within 0.2
//! kept     0.0                 4.0            1.0
//! ```
//!
//! MRTK has a reduction of its own, which breaks its bound and drops up to half a second at the end. This one does
//! neither: at no time, at keys or between them, is the result farther than the bound from the original as `clean` mode
//! evaluates it, in `f32` or in exact arithmetic; and it comes with a [`Proof`].
//!
//! Keys stay at original key times, so between two of these both recordings run straight. The distance of two positions is then largest at
//! one end. The angle of two rotations or directions is not, since these are normalized: it is bounded by
//! [`reenact::chord`]. What rounding can add is taken off the bound first (`less_rounding` in `bound.rs`).

mod bound;
mod cone;
mod exact;
mod free;
mod group;
mod proof;
mod reduce;
mod run;
mod sweep;
mod vector;

use std::num::NonZero;

use reenact::hand::Side;
use reenact::threads::{cores, in_parallel};
use reenact::{CurveId, Form, Loss, Recording, Result, Track};

use crate::spans::States;
use crate::{Edited, Note};
use group::{Group, Ids, Oddity, groups};
use proof::Gathered;
use reduce::{Reduced, Tolerance};

pub use proof::{Deviation, Proof, TrackProof};

/// How far the result may be from the original, and how hard to try.
///
/// A bound that is 0, negative or NaN, or smaller than the rounding of `f32`, drops only keys between two equal ones: the result is the
/// original at every time, to the bit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// How far positions may be off: the head's, the joints' and the origin of the gaze. In millimetres.
    pub position_mm: f32,
    /// How far rotations may be off, after normalising and the short way round. In degrees.
    pub rotation_deg: f32,
    /// How far the direction of the gaze may be off. In degrees.
    pub gaze_deg: f32,
    /// Whether keys may leave the samples, as far as the bound lets them: fewer keys still, in more time.
    pub free_values: bool,
    /// Whether to look around for the fewest keys on samples: some 8 % fewer, within about 1 % of the fewest there
    /// can be, in twice the time. With [`free_values`](Self::free_values) it changes little.
    pub thorough: bool,
    /// How many threads to use; all cores if `None`.
    pub threads: Option<NonZero<usize>>,
}

impl Options {
    /// MRTK's own bounds: 1 mm and 0.2°.
    pub const MRTK: Self = Self {
        position_mm: 1.0,
        rotation_deg: 0.2,
        gaze_deg: 0.2,
        free_values: false,
        thorough: false,
        threads: None,
    };

    /// Only keys between two equal ones: the same motion at every time, to the bit.
    pub const LOSSLESS: Self =
        Self { position_mm: 0.0, rotation_deg: 0.0, gaze_deg: 0.0, ..Self::MRTK };

    /// The preset of a name, `mrtk` or `lossless`.
    pub fn preset(name: &str) -> Option<Self> {
        match name {
            "mrtk" => Some(Self::MRTK),
            "lossless" => Some(Self::LOSSLESS),
            _ => None,
        }
    }
}

impl Default for Options {
    /// [`Options::MRTK`].
    fn default() -> Self {
        Self::MRTK
    }
}

/// Drops keys that the others imply within a bound.
///
/// ```text
/// camera.position.x   18000 keys  →  2110 keys, at no time farther than 1 mm from where it was
/// ```
///
/// The curves of a position, of a rotation and of a direction are reduced together and go on sharing their key
/// times. The first and the last key of every curve stay, so start, end and duration do. So do the last key
/// before a tracking gap and the first after it: nothing is known between them. Boolean curves, slot `None` and
/// markers stay to the byte.
///
/// The result loads in MRTK 2.8. A form that does stays; a recording in another one, as published files are, becomes
/// 1.1 as MRTK writes it, or 1.0 if it has bent curves, which 1.1 has no room for. Both is noted, and loses nothing
/// that is ever evaluated. Only where neither has room for all (bent curves with gaze or without camera or hands) the form stays, which
/// is noted too: [`version`](crate::version) can bake the curves first.
///
/// What straight lines cannot stand for is kept as it is, with a note: curves with tangents, keys out of order,
/// numbers that are none, curves that repeat, and components of one value that do not share their key times.
///
/// ```
/// use reenact_edit::optimize::{Options, optimize};
///
/// let recording = reenact_make::demo();
/// let optimized = optimize(&recording, &Options::MRTK)?;
/// assert!(optimized.report.keys_after * 2 < optimized.report.keys_before);
/// for track in &optimized.report.tracks {
///     assert!(track.position_mm.largest <= 1.0 && track.angle_deg.largest <= 0.2);
/// }
/// # Ok::<(), reenact::Error>(())
/// ```
///
/// Time grows with the keys and the length of the lines that replace them; memory is that of the recording's keys. With one
/// thread, a recording that is given by value and [shares nothing](Recording::into_unshared) takes hardly more for it: what is
/// reduced takes the place of what it was. Several threads hold what they reduced until all are done.
pub fn optimize(recording: impl Into<Recording>, options: &Options) -> Result<Edited<Proof>> {
    let recording = recording.into();
    let before = Counts::of(&recording);
    let states = Side::ALL.map(|side| States::tracked(&recording, side));
    let tolerance = Tolerance::new(options);
    let threads = options.threads.unwrap_or_else(cores);
    let groups = groups(recording.tracks());
    let at_once = if threads.get() == 1 { 1 } else { groups.len().max(1) };

    let mut edited = Edited::new(recording);
    let mut gathered = [[Gathered::default(); 2]; Track::ALL.len()];
    let mut odd: Vec<(Oddity, Group)> = Vec::new();
    for groups in groups.chunks(at_once) {
        let reduced = in_parallel(groups, threads, |_, group| {
            let [left, right] = &states;
            let states = match group.track {
                Track::Hand(Side::Left) => left,
                Track::Hand(Side::Right) => right,
                Track::Camera | Track::Gaze => &States::ALWAYS,
            };
            reduce::reduce(&edited.recording, group, states.changes(), &tolerance)
        });
        for (group, reduced) in groups.iter().zip(reduced) {
            let Reduced { curves, deviations } = match reduced {
                Ok(reduced) => reduced,
                Err(oddity) => {
                    odd.push((oddity, *group));
                    continue;
                }
            };
            for (&id, curve) in group.ids.as_slice().iter().zip(curves) {
                edited.recording.set_curve(id, curve)?;
            }
            let quantity = usize::from(!matches!(group.ids, Ids::Position(_)));
            let track = Track::ALL.iter().position(|&track| track == group.track);
            let slot = track.and_then(|track| gathered.get_mut(track)?.get_mut(quantity));
            if let Some(slot) = slot {
                slot.merge(&deviations, group.joint);
            }
        }
    }
    edited.notes = notes(&odd);
    make_loadable(&mut edited)?;
    let proof = prove(&before, &Counts::of(&edited.recording), &gathered);
    Ok(edited.with_report(proof))
}

/// Brings a recording into a form that MRTK 2.8 loads, if one has room for it.
fn make_loadable(edited: &mut Edited) -> Result<()> {
    let form = edited.recording.form();
    if form.loads_in_mrtk() {
        return Ok(());
    }
    let listed = Form { marker_list: true, ..form };
    if listed.loads_in_mrtk() {
        edited.recording.set_markers([])?;
        let message = "the recording had no marker list, which MRTK needs: it has an empty one now";
        edited.notes.push(Note::remark("marker-list-added", message));
        return Ok(());
    }
    for form in [Form::MRTK_1_1, Form::MRTK_1_0] {
        let conversion = edited.recording.convert(form);
        if conversion.losses().iter().all(|loss| matches!(loss, Loss::UnusedTangents { .. })) {
            let unused = conversion.losses().iter().map(|loss| {
                Note::remark("unused-tangents-dropped", format!("{form} has no room for {loss}"))
            });
            edited.notes.extend(unused);
            let recording = conversion.to_recording_lossy();
            edited.recording = recording;
            let message = format!("the recording is stored as {form} now, which MRTK loads");
            edited.notes.push(Note::remark("form-changed", message));
            return Ok(());
        }
    }
    let message =
        format!("MRTK cannot load {form}, and no form that it loads has room for all of this");
    edited.notes.push(Note::remark("not-for-mrtk", message));
    Ok(())
}

/// One note for each reason that something was kept as it is.
fn notes(odd: &[(Oddity, Group)]) -> Vec<Note> {
    let note = |oddity: Oddity| {
        let mut ids = odd.iter().filter(|(o, _)| *o == oddity).flat_map(|(_, g)| g.ids.as_slice());
        let first = ids.next()?;
        let count = 1 + ids.count();
        let message =
            format!("{count} curves from {first} on kept as they are: {}", oddity.reason());
        Some(Note::remark(oddity.code(), message))
    };
    Oddity::ALL.into_iter().filter_map(note).collect()
}

/// How many keys a recording has in each of its tracks.
struct Counts {
    all: usize,
    tracks: Vec<(Track, usize)>,
}

impl Counts {
    fn of(recording: &Recording) -> Self {
        let keys = |track| {
            let curves = recording.curves().filter(|(id, _)| track_of(*id) == track);
            (track, curves.map(|(_, curve)| curve.len()).sum())
        };
        let has = recording.tracks();
        let tracks = Track::ALL.into_iter().filter(|&track| has.has(track)).map(keys).collect();
        Self { all: recording.key_count(), tracks }
    }

    fn track(&self, track: Track) -> Option<usize> {
        self.tracks.iter().find(|(other, _)| *other == track).map(|&(_, keys)| keys)
    }
}

fn prove(before: &Counts, after: &Counts, gathered: &[[Gathered; 2]; Track::ALL.len()]) -> Proof {
    let proof = |(track, [position, angle]): (Track, &[Gathered; 2])| {
        Some(TrackProof {
            track,
            keys_before: before.track(track)?,
            keys_after: after.track(track).unwrap_or(0),
            position_mm: position.scaled(1000.0),
            angle_deg: angle.scaled(f64::to_degrees(1.0)),
        })
    };
    Proof {
        keys_before: before.all,
        keys_after: after.all,
        tracks: Track::ALL.into_iter().zip(gathered).filter_map(proof).collect(),
    }
}

fn track_of(id: CurveId) -> Track {
    match id {
        CurveId::Camera(_) => Track::Camera,
        CurveId::Tracked(side) | CurveId::Pinching(side) | CurveId::Joint(side, _, _) => {
            Track::Hand(side)
        }
        CurveId::Gaze(_) => Track::Gaze,
    }
}
