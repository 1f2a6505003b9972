//! Format version 1, written and read by XR Hands 1.7: joints and tracked flags only.
//!
//! In file order:
//!
//! | field | type | |
//! |---|---|---|
//! | version | `i32` | 1 |
//! | name | string | name of the asset |
//! | duration | `f32` | seconds |
//! | frame count | `i32` | negative means 0 |
//! | frames | | consecutive |
//!
//! A frame: time `f32`; left tracked, right tracked, left valid, right valid, one byte each; 26 poses for each valid hand, left
//! first. The joints depend on "valid", not on "tracked".

use std::borrow::Cow;
use std::io::Write;

use super::bytes::{Put, Reader, file_count};
use super::{FLUSH_BYTES, JOINTS, JointBytes, Version};
use crate::Result;

/// Smallest size of a frame in bytes.
const FRAME_BYTES: usize = 8;

/// A file of version 1.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct File<'b> {
    /// Name of the asset, UTF-8.
    pub name: Cow<'b, [u8]>,
    /// Duration in seconds.
    pub duration_secs: f32,
    /// Frames.
    pub frames: Vec<Frame<'b>>,
    /// Bytes after the last frame, which Unity ignores.
    pub trailing: Cow<'b, [u8]>,
}

/// A frame of version 1.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Frame<'b> {
    /// Time since the first frame, in seconds.
    pub time_secs: f32,
    /// The left hand.
    pub left: Hand<'b>,
    /// The right hand.
    pub right: Hand<'b>,
}

/// A hand in a frame of version 1.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Hand<'b> {
    /// Whether the hand was tracked.
    pub is_tracked: bool,
    /// All 26 joints, wrist first, if all had a pose.
    pub joints: Option<Cow<'b, [JointBytes]>>,
}

impl<'b> File<'b> {
    pub(super) fn decode(reader: Reader<'b>) -> Result<Self> {
        let mut frames = Frames::new(reader)?;
        let mut file = Self {
            name: Cow::Borrowed(frames.name),
            duration_secs: frames.duration_secs,
            frames: Vec::with_capacity(frames.capacity()),
            trailing: Cow::Borrowed(&[]),
        };
        while let Some(frame) = frames.next()? {
            file.frames.push(frame);
        }
        file.trailing = Cow::Borrowed(frames.trailing());
        Ok(file)
    }

    pub(super) fn encode(&self, out: &mut dyn Write) -> Result<()> {
        let mut bytes = Vec::new();
        header(&mut bytes, &self.name, self.duration_secs, self.frames.len())?;
        for Frame { time_secs, left, right } in &self.frames {
            bytes.float(*time_secs);
            bytes.boolean(left.is_tracked);
            bytes.boolean(right.is_tracked);
            bytes.boolean(left.joints.is_some());
            bytes.boolean(right.joints.is_some());
            for joints in [left, right].into_iter().filter_map(|hand| hand.joints.as_ref()) {
                bytes.joints(joints);
            }
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

/// Writes the header: everything before the first frame.
pub(super) fn header(
    bytes: &mut Vec<u8>,
    name: &[u8],
    duration_secs: f32,
    frames: usize,
) -> Result<()> {
    bytes.int(Version::V1.number());
    bytes.string(name);
    bytes.float(duration_secs);
    bytes.int(file_count(frames)?);
    Ok(())
}

/// Decodes a file frame by frame.
pub(super) struct Frames<'b> {
    reader: Reader<'b>,
    name: &'b [u8],
    pub(super) duration_secs: f32,
    count: usize,
    next: usize,
}

impl<'b> Frames<'b> {
    /// Reads the header after the version.
    pub(super) fn new(mut reader: Reader<'b>) -> Result<Self> {
        let name = reader.string("name")?;
        let duration_secs = reader.float("duration")?;
        let count = reader.count("frame count")?;
        Ok(Self { reader, name, duration_secs, count, next: 0 })
    }

    /// Largest possible number of frames, by the count and the remaining bytes.
    pub(super) fn capacity(&self) -> usize {
        self.count.min(self.reader.rest().len() / FRAME_BYTES)
    }

    pub(super) const fn trailing(&self) -> &'b [u8] {
        self.reader.rest()
    }

    /// Decodes the next frame; `None` after the last one.
    pub(super) fn next(&mut self) -> Result<Option<Frame<'b>>> {
        if self.next >= self.count {
            return Ok(None);
        }
        let reader = &mut self.reader;
        reader.frame = Some(self.next);
        let time_secs = reader.float("time")?;
        let left_tracked = reader.boolean("left tracked")?;
        let right_tracked = reader.boolean("right tracked")?;
        let left_valid = reader.boolean("left valid")?;
        let right_valid = reader.boolean("right valid")?;
        let mut joints = |is_valid: bool, field: &str| {
            is_valid.then(|| reader.joints(JOINTS, field)).transpose()
        };
        let left = joints(left_valid, "left joints")?;
        let right = joints(right_valid, "right joints")?;
        self.next += 1;
        Ok(Some(Frame {
            time_secs,
            left: Hand { is_tracked: left_tracked, joints: left },
            right: Hand { is_tracked: right_tracked, joints: right },
        }))
    }
}
