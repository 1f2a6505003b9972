//! Conversion between format versions, value by value.

use std::borrow::Cow;

use super::bytes::pose_values;
use super::v2::{DEFAULT_FINGER_SHAPES, bits};
use super::{File, IDENTITY, JOINTS, JointBytes, Version, true_times, v1, v2};
use crate::Losses;
use crate::losses::LeftOut;

impl File<'_> {
    /// Converts the file to a version, and returns the data that the version cannot hold.
    ///
    /// Version 2 can hold all of version 1. The root becomes the wrist, as when Unity upgrades an asset; the first frame of each
    /// tracking gap gets the last poses, marked as not tracked, without which Unity's playback interpolates across the gap;
    /// finger shapes and mesh layout are the defaults. Version 1 has no head, root poses, gestures, aim states, finger shapes and
    /// before-render step. Times that Unity stored one frame late are corrected.
    pub fn to_version(&self, version: Version) -> (Self, Losses) {
        match (self, version) {
            (Self::V1(file), Version::V2) => (Self::V2(newer(file)), Losses::default()),
            (Self::V2(file), Version::V1) => {
                let (file, losses) = older(file);
                (Self::V1(file), losses)
            }
            _ => (self.clone(), Losses::default()),
        }
    }
}

fn newer<'b>(file: &v1::File<'b>) -> v2::File<'b> {
    let header = v2::Header {
        name: file.name.clone(),
        duration_secs: file.duration_secs,
        ..v2::Header::default()
    };
    let mut frames: Vec<v2::Frame<'b>> = Vec::with_capacity(file.frames.len());
    for frame in &file.frames {
        let updated = |hand: &v1::Hand<'_>, its_bits| if hand.is_tracked { its_bits } else { 0 };
        frames.push(v2::Frame {
            time_secs: frame.time_secs,
            success: updated(&frame.left, bits::LEFT_UPDATED)
                | updated(&frame.right, bits::RIGHT_UPDATED),
            left: newer_side(&frame.left),
            right: newer_side(&frame.right),
            ..v2::Frame::default()
        });
    }
    close_gaps(&mut frames, |frame| &mut frame.left);
    close_gaps(&mut frames, |frame| &mut frame.right);
    v2::File { header, frames, trailing: Cow::Borrowed(&[]) }
}

fn newer_side<'b>(hand: &v1::Hand<'b>) -> v2::Side<'b> {
    if !hand.is_tracked && hand.joints.is_none() {
        return v2::Side::default();
    }
    let tracked = if hand.is_tracked { bits::TRACKED } else { 0 };
    let hand = v2::Hand {
        flags: tracked,
        root: wrist(hand.joints.as_deref()),
        joints: hand.joints.clone(),
    };
    let snapshot = v2::Snapshot { flags: 0, dynamic: Some(hand), before_render: None };
    v2::Side { snapshot: Some(snapshot), ..v2::Side::default() }
}

fn wrist(joints: Option<&[JointBytes]>) -> [f32; 7] {
    joints.and_then(<[_]>::first).map_or(IDENTITY, pose_values)
}

/// Adds the last poses, marked as not tracked, to the first frame of each tracking gap inside the recording.
fn close_gaps<'b>(
    frames: &mut [v2::Frame<'b>],
    side: impl for<'f> Fn(&'f mut v2::Frame<'b>) -> &'f mut v2::Side<'b>,
) {
    let mut gap: Option<(usize, v2::Hand<'b>)> = None;
    let mut last: Option<v2::Hand<'b>> = None;
    let mut found = Vec::new();
    for (place, frame) in frames.iter_mut().enumerate() {
        let hand = side(frame).snapshot.as_ref().and_then(|snapshot| snapshot.dynamic.clone());
        if hand.is_some() {
            found.extend(gap.take());
        } else if let Some(lost) = last.take() {
            gap = Some((place, lost));
        }
        last = hand;
    }
    for (place, mut hand) in found {
        hand.flags &= !bits::TRACKED;
        let snapshot = v2::Snapshot { flags: 0, dynamic: Some(hand), before_render: None };
        if let Some(frame) = frames.get_mut(place) {
            side(frame).snapshot = Some(snapshot);
        }
    }
}

fn older<'b>(file: &v2::File<'b>) -> (v1::File<'b>, Losses) {
    let v2::File { header, frames, .. } = file;
    let stored: Vec<f32> = frames.iter().map(|frame| frame.time_secs).collect();
    let restored = true_times(&stored, header.duration_secs);
    let mut losses = Losses {
        late_times: restored.is_some(),
        finger_shapes: header.finger_shapes != DEFAULT_FINGER_SHAPES,
        ..Losses::default()
    };
    let times = restored.unwrap_or(stored);
    let frames = frames.iter().zip(times).map(|(frame, time_secs)| {
        if frame.head.is_some() {
            losses.leave_out(LeftOut::Camera);
        }
        lose(frame, &mut losses);
        v1::Frame {
            time_secs,
            left: older_hand(&frame.left, &mut losses),
            right: older_hand(&frame.right, &mut losses),
        }
    });
    let frames = frames.collect();
    let file = v1::File {
        name: header.name.clone(),
        duration_secs: header.duration_secs,
        frames,
        trailing: Cow::Borrowed(&[]),
    };
    (file, losses)
}

/// Counts data of a frame that neither version 1 nor a recording can hold.
pub(super) fn lose(frame: &v2::Frame<'_>, losses: &mut Losses) {
    for side in [&frame.left, &frame.right] {
        losses.gestures += usize::from(side.gestures.as_ref().is_some_and(|gestures| {
            // Of gestures, a recording holds only the pinch.
            let own = v2::Gestures {
                flags: 0,
                handedness: 0,
                pinch: None,
                pinch_touched: None,
                ..**gestures
            };
            own != v2::Gestures::default()
        }));
        losses.aim_states += usize::from(side.aim.is_some());
        let Some(snapshot) = &side.snapshot else { continue };
        losses.before_render += usize::from(snapshot.before_render.is_some());
        let Some(hand) = &snapshot.dynamic else { continue };
        let is_apart = hand.is_tracked()
            && hand.joints.is_some()
            && hand.root.map(f32::to_bits) != wrist(hand.joints.as_deref()).map(f32::to_bits);
        losses.root_poses += usize::from(is_apart);
        losses.stale_poses += usize::from(!hand.is_tracked());
    }
}

fn older_hand<'b>(side: &v2::Side<'b>, losses: &mut Losses) -> v1::Hand<'b> {
    let has_pinch =
        |gestures: &v2::Gestures| gestures.pinch.is_some() || gestures.pinch_touched.is_some();
    if side.gestures.as_ref().is_some_and(|gestures| has_pinch(gestures)) {
        losses.leave_out(LeftOut::Pinching);
    }
    let hand = side.snapshot.as_ref().and_then(|snapshot| snapshot.dynamic.as_ref());
    let Some(hand) = hand.filter(|hand| hand.is_tracked()) else { return v1::Hand::default() };
    let joints = hand.joints.as_ref().map(|joints| {
        if joints.len() == JOINTS {
            return joints.clone();
        }
        // Unity uses zeros for missing joints.
        let mut joints = joints.to_vec();
        joints.resize(JOINTS, [0; 28]);
        Cow::Owned(joints)
    });
    v1::Hand { is_tracked: true, joints }
}
