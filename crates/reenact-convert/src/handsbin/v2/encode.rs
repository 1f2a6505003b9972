//! Writes files of version 2, in file order.

use std::io::Write;

use super::super::bytes::{Put, file_count};
use super::super::{FLUSH_BYTES, IDENTITY, PoseValues, Version};
use super::{AimState, File, Frame, Gestures, Hand, Header, Side, Snapshot, bits};
use crate::Result;

impl File<'_> {
    pub(in super::super) fn encode(&self, out: &mut dyn Write) -> Result<()> {
        let mut bytes = Vec::new();
        self.header.encode(&mut bytes, self.frames.len())?;
        for frame in &self.frames {
            frame.encode(&mut bytes, self.header.has_before_render());
            if bytes.len() >= FLUSH_BYTES {
                out.write_all(&bytes)?;
                bytes.clear();
            }
        }
        out.write_all(&bytes)?;
        out.write_all(&self.trailing)?;
        Ok(())
    }
}

impl Header<'_> {
    /// Writes the header, including version and frame count.
    pub(in super::super) fn encode(&self, bytes: &mut Vec<u8>, frames: usize) -> Result<()> {
        bytes.int(Version::V2.number());
        bytes.int(self.sequence_flags);
        bytes.int(self.options);
        bytes.string(&self.name);
        bytes.float(self.duration_secs);
        bytes.int(self.layout_count);
        bytes.extend_from_slice(&self.layout_bits);
        bytes.int(self.mesh_layout);
        for value in self.finger_shapes.as_flattened() {
            bytes.float(*value);
        }
        bytes.int(file_count(frames)?);
        Ok(())
    }
}

impl Frame<'_> {
    pub(in super::super) fn encode(&self, bytes: &mut Vec<u8>, has_before_render: bool) {
        let mut flags = self.flags;
        for (side, its_bits) in [(&self.left, bits::LEFT), (&self.right, bits::RIGHT)] {
            let has = [side.snapshot.is_some(), side.gestures.is_some(), side.aim.is_some()];
            for (bit, is_there) in its_bits.into_iter().zip(has) {
                flags = with_bit(flags, bit, is_there);
            }
        }
        bytes.int(flags);
        bytes.float(self.time_secs);
        // A pose follows if and only if the state is not 0.
        match (self.head_state, &self.head) {
            (0, _) => bytes.int(0),
            (state, head) => {
                bytes.int(state);
                bytes.pose(head.as_ref().unwrap_or(&IDENTITY));
            }
        }
        bytes.int(self.success);
        if has_before_render {
            bytes.int(self.success_before_render.unwrap_or(0));
        }
        for side in [&self.left, &self.right] {
            side.encode(bytes, has_before_render);
        }
    }
}

impl Side<'_> {
    fn encode(&self, bytes: &mut Vec<u8>, has_before_render: bool) {
        if let Some(snapshot) = &self.snapshot {
            snapshot.encode(bytes, has_before_render);
        }
        if let Some(gestures) = &self.gestures {
            gestures.encode(bytes);
        }
        if let Some(aim) = &self.aim {
            aim.encode(bytes);
        }
    }
}

impl Snapshot<'_> {
    fn encode(&self, bytes: &mut Vec<u8>, has_before_render: bool) {
        let mut flags = with_bit(self.flags, bits::DYNAMIC, self.dynamic.is_some());
        if has_before_render {
            flags = with_bit(flags, bits::BEFORE_RENDER_HAND, self.before_render.is_some());
        }
        bytes.int(flags);
        if let Some(hand) = &self.dynamic {
            hand.encode(bytes);
        }
        if let Some(hand) = self.before_render.as_ref().filter(|_| has_before_render) {
            hand.encode(bytes);
        }
    }
}

impl Hand<'_> {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.int(with_bit(self.flags, bits::JOINTS, self.joints.is_some()));
        bytes.pose(&self.root);
        if let Some(joints) = &self.joints {
            bytes.int(i32::try_from(joints.len()).unwrap_or(i32::MAX));
            bytes.joints(joints);
        }
    }
}

impl Gestures {
    fn encode(&self, bytes: &mut Vec<u8>) {
        let has = [
            self.aim_pose.is_some(),
            self.aim_activate.is_some(),
            self.grasp.is_some(),
            self.grip_pose.is_some(),
            self.pinch_pose.is_some(),
            self.pinch.is_some(),
            self.poke_pose.is_some(),
            self.aim_activated.is_some(),
            self.grasp_firm.is_some(),
            self.pinch_touched.is_some(),
        ];
        let flags = (0..)
            .zip(has)
            .fold(self.flags, |flags, (bit, is_there)| with_bit(flags, 1 << bit, is_there));
        bytes.int(self.handedness);
        bytes.int(flags);
        let pose = |bytes: &mut Vec<u8>, pose: &Option<PoseValues>| {
            if let Some(pose) = pose {
                bytes.pose(pose);
            }
        };
        let float = |bytes: &mut Vec<u8>, value: Option<f32>| {
            if let Some(value) = value {
                bytes.float(value);
            }
        };
        pose(bytes, &self.aim_pose);
        float(bytes, self.aim_activate);
        float(bytes, self.grasp);
        pose(bytes, &self.grip_pose);
        pose(bytes, &self.pinch_pose);
        float(bytes, self.pinch);
        pose(bytes, &self.poke_pose);
        for is_on in [self.aim_activated, self.grasp_firm, self.pinch_touched].into_iter().flatten()
        {
            bytes.boolean(is_on);
        }
    }
}

impl AimState {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.int(self.handedness);
        bytes.int(with_bit(self.flags, bits::AIM_POSE, self.pose.is_some()));
        bytes.int(self.tracking_state);
        for word in self.meta_flags {
            bytes.int(word);
        }
        for strength in self.pinch_strengths {
            bytes.float(strength);
        }
        if let Some(pose) = &self.pose {
            bytes.pose(pose);
        }
    }
}

/// Flags with one bit set or cleared.
const fn with_bit(flags: i32, bit: i32, is_set: bool) -> i32 {
    if is_set { flags | bit } else { flags & !bit }
}
