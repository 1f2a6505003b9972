//! Reads files of version 2, in file order.

use std::borrow::Cow;

use super::super::bytes::Reader;
use super::{AimState, File, Frame, Gestures, Hand, Header, Side, Snapshot, bits};
use crate::Result;

/// Smallest size of a frame in bytes.
const FRAME_BYTES: usize = 16;

impl<'b> File<'b> {
    pub(in super::super) fn decode(reader: Reader<'b>) -> Result<Self> {
        let mut frames = Frames::new(reader)?;
        let mut decoded = Vec::with_capacity(frames.capacity());
        while let Some(frame) = frames.next()? {
            decoded.push(frame);
        }
        let trailing = Cow::Borrowed(frames.reader.rest());
        Ok(Self { header: frames.header, frames: decoded, trailing })
    }
}

impl<'b> Header<'b> {
    /// Reads the header between version and frame count.
    fn decode(reader: &mut Reader<'b>) -> Result<Self> {
        let sequence_flags = reader.int("sequence flags")?;
        let options = reader.int("recording options")?;
        let name = Cow::Borrowed(reader.string("name")?);
        let duration_secs = reader.float("duration")?;
        let layout_count = reader.int("layout count")?;
        let layout_bytes = usize::try_from(layout_count).unwrap_or(0).div_ceil(8);
        let layout_bits = Cow::Borrowed(reader.bytes(layout_bytes, "layout bits")?);
        let mesh_layout = reader.int("mesh layout")?;
        let mut finger_shapes = [[0.0; 16]; 5];
        for shape in &mut finger_shapes {
            *shape = reader.floats("finger shapes")?;
        }
        Ok(Self {
            sequence_flags,
            options,
            name,
            duration_secs,
            layout_count,
            layout_bits,
            mesh_layout,
            finger_shapes,
        })
    }
}

/// Decodes a file frame by frame.
pub(in super::super) struct Frames<'b> {
    reader: Reader<'b>,
    pub(in super::super) header: Header<'b>,
    count: usize,
    next: usize,
}

impl<'b> Frames<'b> {
    /// Reads the header after the version.
    pub(in super::super) fn new(mut reader: Reader<'b>) -> Result<Self> {
        let header = Header::decode(&mut reader)?;
        let count = reader.count("frame count")?;
        Ok(Self { reader, header, count, next: 0 })
    }

    /// Largest possible number of frames, by the count and the remaining bytes.
    pub(in super::super) fn capacity(&self) -> usize {
        self.count.min(self.reader.rest().len() / FRAME_BYTES)
    }

    /// Decodes the next frame; `None` after the last one.
    pub(in super::super) fn next(&mut self) -> Result<Option<Frame<'b>>> {
        if self.next >= self.count {
            return Ok(None);
        }
        self.reader.frame = Some(self.next);
        self.next += 1;
        Frame::decode(&mut self.reader, self.header.has_before_render()).map(Some)
    }
}

impl<'b> Frame<'b> {
    fn decode(reader: &mut Reader<'b>, has_before_render: bool) -> Result<Self> {
        let flags = reader.int("frame flags")?;
        let time_secs = reader.float("time")?;
        let head_state = reader.int("head tracking state")?;
        let head = (head_state != 0).then(|| reader.pose("head pose")).transpose()?;
        let success = reader.int("success flags")?;
        let success_before_render = has_before_render
            .then(|| reader.int("success flags of the before-render step"))
            .transpose()?;
        let left = Side::decode(reader, bits::LEFT.map(|bit| flags & bit != 0), has_before_render)?;
        let right =
            Side::decode(reader, bits::RIGHT.map(|bit| flags & bit != 0), has_before_render)?;
        Ok(Self { flags, time_secs, head_state, head, success, success_before_render, left, right })
    }
}

impl<'b> Side<'b> {
    /// Decodes the parts of a hand that the frame flags announce.
    fn decode(
        reader: &mut Reader<'b>,
        [snapshot, gestures, aim]: [bool; 3],
        has_before_render: bool,
    ) -> Result<Self> {
        let snapshot = snapshot.then(|| Snapshot::decode(reader, has_before_render)).transpose()?;
        let gestures = gestures.then(|| Gestures::decode(reader).map(Box::new)).transpose()?;
        let aim = aim.then(|| AimState::decode(reader).map(Box::new)).transpose()?;
        Ok(Self { snapshot, gestures, aim })
    }
}

impl<'b> Snapshot<'b> {
    fn decode(reader: &mut Reader<'b>, has_before_render: bool) -> Result<Self> {
        let flags = reader.int("snapshot flags")?;
        let dynamic = (flags & bits::DYNAMIC != 0).then(|| Hand::decode(reader)).transpose()?;
        // Without the recording option the bit is ignored and nothing follows.
        let before_render = (flags & bits::BEFORE_RENDER_HAND != 0 && has_before_render)
            .then(|| Hand::decode(reader).map(Box::new))
            .transpose()?;
        Ok(Self { flags, dynamic, before_render })
    }
}

impl<'b> Hand<'b> {
    fn decode(reader: &mut Reader<'b>) -> Result<Self> {
        let flags = reader.int("hand flags")?;
        let root = reader.pose("root pose")?;
        let joints = (flags & bits::JOINTS != 0)
            .then(|| {
                let count = reader.count("joint count")?;
                reader.joints(count, "joints")
            })
            .transpose()?;
        Ok(Self { flags, root, joints })
    }
}

impl Gestures {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        let handedness = reader.int("handedness of gestures")?;
        let flags = reader.int("gesture flags")?;
        let has = |bit: i32| flags & (1 << bit) != 0;
        Ok(Self {
            handedness,
            flags,
            aim_pose: has(0).then(|| reader.pose("aim pose")).transpose()?,
            aim_activate: has(1).then(|| reader.float("aim activate value")).transpose()?,
            grasp: has(2).then(|| reader.float("grasp value")).transpose()?,
            grip_pose: has(3).then(|| reader.pose("grip pose")).transpose()?,
            pinch_pose: has(4).then(|| reader.pose("pinch pose")).transpose()?,
            pinch: has(5).then(|| reader.float("pinch value")).transpose()?,
            poke_pose: has(6).then(|| reader.pose("poke pose")).transpose()?,
            aim_activated: has(7).then(|| reader.boolean("aim activated")).transpose()?,
            grasp_firm: has(8).then(|| reader.boolean("grasp firm")).transpose()?,
            pinch_touched: has(9).then(|| reader.boolean("pinch touched")).transpose()?,
        })
    }
}

impl AimState {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        let handedness = reader.int("handedness of the aim state")?;
        let flags = reader.int("aim flags")?;
        Ok(Self {
            handedness,
            flags,
            tracking_state: reader.int("aim tracking state")?,
            meta_flags: [reader.int("Meta's aim flags")?, reader.int("Meta's aim flags")?],
            pinch_strengths: reader.floats("pinch strengths")?,
            pose: (flags & bits::AIM_POSE != 0).then(|| reader.pose("aim pose")).transpose()?,
        })
    }
}
