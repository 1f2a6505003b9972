//! Removes personal data from a recording before it is shared: tracks, joints, markers, body height.
//!
//! ```text
//! camera, hands, gaze, markers   strip gaze and markers →   camera, hands
//! ```

use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Error, KeyKind, PoseComponent, PoseId, RayComponent, Recording, Result, Tracks,
};

use crate::helpers::keys::with_values;
use crate::{Edited, Note, NoteCode};

/// Data to remove.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one part to remove or to leave")]
pub struct Options {
    /// The head.
    pub camera: bool,
    /// The left hand: joints, tracked and pinching states.
    pub left: bool,
    /// The right hand. Both hands together are one track of the file.
    pub right: bool,
    /// The gaze.
    pub gaze: bool,
    /// The markers. An empty list remains, because MRTK requires one.
    pub markers: bool,
    /// Bytes after the marker list, which no reader uses.
    pub trailing: bool,
    /// Joints of both hands.
    pub joints: Vec<Joint>,
    /// Median height of the head in metres: the recording is moved up or down so that the head has this median height, weighted
    /// by time. 1.6 is usual. Proportions, such as the reach of an arm, do not change.
    pub head_height_m: Option<f32>,
}

/// Removes tracks, joints, markers, trailing bytes and the height of the head.
///
/// In version 1.1 a removed track is absent, and its flag is 0. Version 1.0 requires camera and hands: they are emptied, with a
/// note. A single hand and a joint are emptied as well; a removed hand is never tracked and never pinching. Everything else is
/// unchanged, bit for bit. If the removed tracks were the longest, the recording becomes shorter, with a note.
///
/// The height is computed before the camera is removed, and moves head, hands (including slot `None`) and the origin of the gaze.
/// Without a camera the height is unknown, with a note. Fails for a height that is not finite.
///
/// ```text
/// head height 1.6 m   camera.position.y 1.78 1.80 1.80 → 1.58 1.60 1.60
/// ```
pub fn strip(recording: &Recording, options: &Options) -> Result<Edited> {
    let mut edited = Edited::new(recording.clone());
    if let Some(height_m) = options.head_height_m {
        set_height(&mut edited, height_m)?;
    }
    let tracks = recording.tracks();
    let is_1_1 = recording.version().is_1_1();
    let kept = Tracks {
        camera: tracks.camera && !(options.camera && is_1_1),
        hands: tracks.hands && !(options.left && options.right && is_1_1),
        gaze: tracks.gaze && !options.gaze,
    };
    let mut emptied = Vec::new();
    if kept.camera && options.camera {
        empty(&mut edited.recording, |id| matches!(id, CurveId::Camera(_)))?;
        emptied.push("camera".to_owned());
    }
    for (side, is_wanted) in Side::ALL.into_iter().zip([options.left, options.right]) {
        if kept.hands && is_wanted {
            empty(&mut edited.recording, |id| matches!(id, CurveId::Joint(of, ..) if of == side))?;
            for id in [CurveId::Tracked(side), CurveId::Pinching(side)] {
                let first_secs = recording.first_key_secs().unwrap_or(0.0);
                edited.recording.set_curve(id, Curve::boolean([(first_secs, false)]))?;
            }
            emptied.push(format!("{side} hand"));
        }
    }
    if kept.hands && !options.joints.is_empty() {
        empty(
            &mut edited.recording,
            |id| matches!(id, CurveId::Joint(_, joint, _) if options.joints.contains(&joint)),
        )?;
    }
    if !emptied.is_empty() {
        let message = format!(
            "the {} track cannot be removed in this version: its curves are empty instead",
            emptied.join(" and ")
        );
        edited.notes.push(Note::remark(NoteCode::TracksEmptied, message));
    }
    if options.trailing {
        edited.recording.remove_trailing();
    }
    if options.markers && recording.markers().next().is_some() {
        edited.recording.set_markers([])?;
    }
    edited.recording.retain_tracks(kept)?;
    let (before, after) = (recording.end_secs(), edited.recording.end_secs());
    if after != before {
        let message = format!("the duration is now {after} s, not {before} s");
        edited.notes.push(Note::remark(NoteCode::DurationChanged, message));
    }
    Ok(edited)
}

/// Removes all keys of some curves.
fn empty(recording: &mut Recording, is_one: impl Fn(CurveId) -> bool) -> Result<()> {
    for id in recording.tracks().curve_ids().filter(|&id| is_one(id)) {
        let kind = recording.curve(id).map_or(KeyKind::Simple, Curve::kind);
        recording.set_curve(id, Curve::empty(kind))?;
    }
    Ok(())
}

fn set_height(edited: &mut Edited, height_m: f32) -> Result<()> {
    if !height_m.is_finite() {
        return Err(Error::wrong_option(format!("{height_m} m is not a valid head height")));
    }
    let heights = edited.recording.curve(CurveId::Camera(PoseComponent::PositionY));
    let Some(median_m) = heights.and_then(median) else {
        let message =
            "the recording has no camera, so the head height is unknown: nothing was moved";
        edited.notes.push(Note::remark(NoteCode::NoHeight, message));
        return Ok(());
    };
    let up_m = height_m - median_m;
    let heights =
        PoseId::all(edited.recording.tracks()).map(|pose| pose.curve(PoseComponent::PositionY));
    for id in heights.chain([CurveId::Gaze(RayComponent::OriginY)]) {
        if let Some(curve) = edited.recording.curve(id) {
            let moved = with_values(curve, curve.iter().map(|key| key.value + up_m));
            edited.recording.set_curve(id, moved)?;
        }
    }
    Ok(())
}

/// Time-weighted median of a curve; each key is weighted by the distance of its neighbours.
fn median(curve: &Curve) -> Option<f32> {
    let keys: Vec<(f32, f32)> = curve
        .iter()
        .map(|key| (key.time_secs, key.value))
        .filter(|(time, value)| time.is_finite() && value.is_finite())
        .collect();
    let mut weighted: Vec<(f32, f64)> = Vec::with_capacity(keys.len());
    for (index, &(time, value)) in keys.iter().enumerate() {
        let neighbour = |place: Option<usize>| {
            place.and_then(|place| keys.get(place)).map_or(time, |key| key.0)
        };
        let (before, after) = (neighbour(index.checked_sub(1)), neighbour(index.checked_add(1)));
        // A minimum weight, for keys at one time or out of order.
        weighted.push((value, (f64::from(after) - f64::from(before)).max(1e-6)));
    }
    weighted.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let mut rest = weighted.iter().map(|(_, weight)| weight).sum::<f64>() / 2.0;
    let middle = weighted.iter().find(|(_, weight)| {
        rest -= weight;
        rest <= 0.0
    });
    middle.or(weighted.last()).map(|&(value, _)| value)
}
