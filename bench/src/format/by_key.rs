//! Hand-written baseline reader: a `BufReader`, and a struct decoded from the 28 bytes of each key.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use binrw::BinRead;
use reenact::Tracks;

use crate::Result;
use crate::data::{Checksum, is_boolean};

pub(crate) struct Decoded {
    pub(super) curves: Vec<Curve>,
    pub(super) rest: Vec<u8>,
}

pub(super) struct Curve {
    pub(super) wraps: [i32; 2],
    pub(super) keys: Vec<Key>,
    pub(super) is_boolean: bool,
}

/// A key as stored in the file. The `binrw` reader derives it, this one decodes it manually.
#[derive(Clone, Copy, BinRead)]
#[br(little)]
pub(super) struct Key {
    pub(super) time_secs: f32,
    pub(super) value: f32,
    pub(super) in_tangent: f32,
    pub(super) out_tangent: f32,
    pub(super) in_weight: f32,
    pub(super) out_weight: f32,
    pub(super) weighted_mode: i32,
}

pub(crate) fn decode(path: &Path) -> Result<Decoded> {
    let mut reader = BufReader::new(File::open(path)?);
    reader.read_exact(&mut [0; 19])?;
    let mut curves = Vec::with_capacity(Tracks::ALL.curve_count());
    for index in 0..Tracks::ALL.curve_count() {
        let pre_wrap = i32::from_le_bytes(array(&mut reader)?);
        let post_wrap = i32::from_le_bytes(array(&mut reader)?);
        let count = i32::from_le_bytes(array(&mut reader)?);
        let is_boolean = is_boolean(index);
        let mut keys = Vec::with_capacity(usize::try_from(count)?);
        for _ in 0..count {
            keys.push(if is_boolean {
                Key::boolean(array(&mut reader)?)
            } else {
                Key::float(&array(&mut reader)?)
            });
        }
        curves.push(Curve { wraps: [pre_wrap, post_wrap], keys, is_boolean });
    }
    let mut rest = Vec::new();
    reader.read_to_end(&mut rest)?;
    Ok(Decoded { curves, rest })
}

fn array<const N: usize>(reader: &mut impl Read) -> Result<[u8; N], std::io::Error> {
    let mut bytes = [0; N];
    reader.read_exact(&mut bytes)?;
    Ok(bytes)
}

impl Key {
    pub(super) const HOLD: Self = Self {
        time_secs: 0.0,
        value: 0.0,
        in_tangent: 0.0,
        out_tangent: f32::INFINITY,
        in_weight: 0.0,
        out_weight: 0.0,
        weighted_mode: 0,
    };

    pub(super) fn words(&self) -> [u32; 7] {
        [
            self.time_secs.to_bits(),
            self.value.to_bits(),
            self.in_tangent.to_bits(),
            self.out_tangent.to_bits(),
            self.in_weight.to_bits(),
            self.out_weight.to_bits(),
            self.weighted_mode.cast_unsigned(),
        ]
    }

    fn boolean(bytes: [u8; 8]) -> Self {
        let words = bytes.as_chunks().0;
        Self {
            time_secs: f32::from_le_bytes(words[0]),
            value: f32::from_le_bytes(words[1]),
            ..Self::HOLD
        }
    }

    fn float(bytes: &[u8; 28]) -> Self {
        let words = bytes.as_chunks().0;
        Self {
            time_secs: f32::from_le_bytes(words[0]),
            value: f32::from_le_bytes(words[1]),
            in_tangent: f32::from_le_bytes(words[2]),
            out_tangent: f32::from_le_bytes(words[3]),
            in_weight: f32::from_le_bytes(words[4]),
            out_weight: f32::from_le_bytes(words[5]),
            weighted_mode: i32::from_le_bytes(words[6]),
        }
    }
}

impl Decoded {
    pub(crate) fn checksum(&self) -> Checksum {
        let mut checksum = Checksum::default();
        for Curve { wraps, keys, is_boolean } in &self.curves {
            std::hint::black_box(wraps);
            let stored = if *is_boolean { 2 } else { 7 };
            let words = keys.iter().flat_map(|key| key.words().into_iter().take(stored));
            checksum.add(keys.len(), words);
        }
        std::hint::black_box(&self.rest);
        checksum
    }
}
