//! Reader of little-endian values, with errors that name field and byte.

use std::borrow::Cow;

use super::{JOINTS, JointBytes, PoseValues};
use crate::{Error, Result};

/// Bytes of a pose: position x, y, z and quaternion x, y, z, w as `f32`.
pub(super) const POSE_BYTES: usize = 28;

/// Reads values from the bytes of a file. Every error names the field and the byte.
#[derive(Debug, Clone)]
pub(super) struct Reader<'b> {
    rest: &'b [u8],
    len: usize,
    /// Current frame, counted from 0; `None` in the header.
    pub(super) frame: Option<usize>,
}

impl<'b> Reader<'b> {
    pub(super) const fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes, len: bytes.len(), frame: None }
    }

    /// Bytes that were not read yet.
    pub(super) const fn rest(&self) -> &'b [u8] {
        self.rest
    }

    /// Error in a field that starts at the next byte.
    pub(super) fn error(&self, field: &str, message: &str) -> Error {
        let at = self.len - self.rest.len();
        let place = self.frame.map(|frame| format!("frame {frame}, ")).unwrap_or_default();
        Error::Malformed(format!("Unity XR Hands recording: {place}{field}, byte {at}: {message}"))
    }

    pub(super) fn bytes(&mut self, count: usize, field: &str) -> Result<&'b [u8]> {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else {
            let left = self.rest.len();
            let message = format!("the file is truncated: {count} bytes needed, {left} left");
            return Err(self.error(field, &message));
        };
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, field: &str) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N, field)?);
        Ok(array)
    }

    pub(super) fn int(&mut self, field: &str) -> Result<i32> {
        self.array(field).map(i32::from_le_bytes)
    }

    /// Reads a count; a negative one means 0.
    pub(super) fn count(&mut self, field: &str) -> Result<usize> {
        Ok(usize::try_from(self.int(field)?).unwrap_or(0))
    }

    pub(super) fn float(&mut self, field: &str) -> Result<f32> {
        self.array(field).map(f32::from_le_bytes)
    }

    /// Reads a Boolean: any byte other than 0 is true.
    pub(super) fn boolean(&mut self, field: &str) -> Result<bool> {
        self.array(field).map(|[byte]| byte != 0)
    }

    pub(super) fn pose(&mut self, field: &str) -> Result<PoseValues> {
        self.array(field).map(|bytes| pose_values(&bytes))
    }

    pub(super) fn floats<const N: usize>(&mut self, field: &str) -> Result<[f32; N]> {
        let mut floats = [0.0; N];
        for float in &mut floats {
            *float = self.float(field)?;
        }
        Ok(floats)
    }

    /// Reads a string of .NET's `BinaryWriter`: its length in groups of seven bits, lowest first, then UTF-8, which is not
    /// validated here.
    pub(super) fn string(&mut self, field: &str) -> Result<&'b [u8]> {
        let start = self.clone();
        let mut len = 0_u32;
        for group in 0_u32.. {
            let [byte] = self.array(field)?;
            if group == 5 {
                return Err(start.error(field, "its length takes more than five bytes"));
            }
            // Unity's runtime drops the bits beyond the 32nd.
            len |= u32::from(byte & 0x7f).checked_shl(7 * group).unwrap_or(0);
            if byte & 0x80 == 0 {
                break;
            }
        }
        let Ok(len) = i32::try_from(len) else {
            return Err(start.error(field, "its length is negative"));
        };
        self.bytes(usize::try_from(len).unwrap_or(0), field)
    }

    /// Reads the joints of one hand.
    pub(super) fn joints(&mut self, count: usize, field: &str) -> Result<Cow<'b, [JointBytes]>> {
        if count > JOINTS {
            let message = format!("a hand has at most {JOINTS} joints, not {count}");
            return Err(self.error(field, &message));
        }
        Ok(Cow::Borrowed(self.bytes(count * POSE_BYTES, field)?.as_chunks().0))
    }
}

/// Decodes the seven numbers of a pose.
#[inline]
pub(super) fn pose_values(bytes: &JointBytes) -> PoseValues {
    let mut values = [0.0; 7];
    for (value, &bytes) in values.iter_mut().zip(bytes.as_chunks().0) {
        *value = f32::from_le_bytes(bytes);
    }
    values
}

/// Encodes the seven numbers of a pose.
#[inline]
pub(super) fn pose_bytes(values: &PoseValues) -> JointBytes {
    let mut bytes = [0; POSE_BYTES];
    for (bytes, value) in bytes.as_chunks_mut().0.iter_mut().zip(values) {
        *bytes = value.to_le_bytes();
    }
    bytes
}

/// Appends values in the encoding of the file.
pub(super) trait Put {
    fn int(&mut self, value: i32);
    fn float(&mut self, value: f32);
    fn boolean(&mut self, value: bool);
    fn pose(&mut self, values: &PoseValues);
    fn string(&mut self, bytes: &[u8]);
    fn joints(&mut self, joints: &[JointBytes]);
}

impl Put for Vec<u8> {
    fn int(&mut self, value: i32) {
        self.extend_from_slice(&value.to_le_bytes());
    }

    fn float(&mut self, value: f32) {
        self.extend_from_slice(&value.to_le_bytes());
    }

    fn boolean(&mut self, value: bool) {
        self.push(value.into());
    }

    fn pose(&mut self, values: &PoseValues) {
        self.extend_from_slice(&pose_bytes(values));
    }

    fn string(&mut self, bytes: &[u8]) {
        let mut len = bytes.len();
        while len >= 0x80 {
            self.push(u8::try_from(len & 0x7f).unwrap_or(0) | 0x80);
            len >>= 7;
        }
        self.push(u8::try_from(len).unwrap_or(0));
        self.extend_from_slice(bytes);
    }

    fn joints(&mut self, joints: &[JointBytes]) {
        self.extend_from_slice(joints.as_flattened());
    }
}

/// Converts a count to the type in the file.
pub(super) fn file_count(count: usize) -> Result<i32> {
    let too_many = || Error::Impossible(format!("{count} are more than the format can store"));
    i32::try_from(count).map_err(|_| too_many())
}
