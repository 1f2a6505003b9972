//! Fastest hand-written baseline reader: one `read_exact` per curve, directly into its destination.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use reenact::Tracks;

use crate::Result;
use crate::data::{Checksum, is_boolean};

pub(crate) struct Decoded {
    curves: Vec<Curve>,
    rest: Vec<u8>,
}

struct Curve {
    wraps: [i32; 2],
    keys: Keys,
}

enum Keys {
    Boolean(Vec<[f32; 2]>),
    Float(Vec<[f32; 7]>),
}

pub(crate) fn decode(path: &Path) -> Result<Decoded> {
    let mut file = File::open(path)?;
    file.read_exact(&mut [0; 19])?;
    let mut curves = Vec::with_capacity(Tracks::ALL.curve_count());
    for index in 0..Tracks::ALL.curve_count() {
        let mut header = [0_i32; 3];
        file.read_exact(bytemuck::cast_slice_mut(&mut header))?;
        let [pre_wrap, post_wrap, count] = header.map(i32::from_le);
        let count = usize::try_from(count)?;
        let keys = if is_boolean(index) {
            Keys::Boolean(read_keys(&mut file, count)?)
        } else {
            Keys::Float(read_keys(&mut file, count)?)
        };
        curves.push(Curve { wraps: [pre_wrap, post_wrap], keys });
    }
    let mut rest = Vec::new();
    file.read_to_end(&mut rest)?;
    Ok(Decoded { curves, rest })
}

/// Correct on little-endian machines only, where no decoding is needed.
fn read_keys<const N: usize>(file: &mut File, count: usize) -> Result<Vec<[f32; N]>> {
    let mut keys = vec![[0.0; N]; count];
    file.read_exact(bytemuck::cast_slice_mut(keys.as_flattened_mut()))?;
    Ok(keys)
}

impl Decoded {
    pub(crate) fn checksum(&self) -> Checksum {
        let mut checksum = Checksum::default();
        for Curve { wraps, keys } in &self.curves {
            std::hint::black_box(wraps);
            let (len, values) = match keys {
                Keys::Boolean(keys) => (keys.len(), keys.as_flattened()),
                Keys::Float(keys) => (keys.len(), keys.as_flattened()),
            };
            checksum.add(len, values.iter().map(|value| value.to_bits()));
        }
        std::hint::black_box(&self.rest);
        checksum
    }
}
