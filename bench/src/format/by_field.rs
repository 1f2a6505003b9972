//! Hand-written baseline reader after MRTK's: one read from a `BufReader` per field.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use reenact::Tracks;

use super::by_key::{Curve, Decoded, Key};
use crate::Result;
use crate::data::is_boolean;

pub(crate) fn decode(path: &Path) -> Result<Decoded> {
    let mut reader = BufReader::new(File::open(path)?);
    reader.read_exact(&mut [0; 19])?;
    let mut curves = Vec::with_capacity(Tracks::ALL.curve_count());
    for index in 0..Tracks::ALL.curve_count() {
        let wraps = [read_i32(&mut reader)?, read_i32(&mut reader)?];
        let count = read_i32(&mut reader)?;
        let is_boolean = is_boolean(index);
        let mut keys = Vec::with_capacity(usize::try_from(count)?);
        for _ in 0..count {
            let (time_secs, value) = (read_f32(&mut reader)?, read_f32(&mut reader)?);
            keys.push(if is_boolean {
                Key { time_secs, value, ..Key::HOLD }
            } else {
                Key {
                    time_secs,
                    value,
                    in_tangent: read_f32(&mut reader)?,
                    out_tangent: read_f32(&mut reader)?,
                    in_weight: read_f32(&mut reader)?,
                    out_weight: read_f32(&mut reader)?,
                    weighted_mode: read_i32(&mut reader)?,
                }
            });
        }
        curves.push(Curve { wraps, keys, is_boolean });
    }
    let mut rest = Vec::new();
    reader.read_to_end(&mut rest)?;
    Ok(Decoded { curves, rest })
}

fn read_f32(reader: &mut impl Read) -> io::Result<f32> {
    let mut bytes = [0; 4];
    reader.read_exact(&mut bytes)?;
    Ok(f32::from_le_bytes(bytes))
}

fn read_i32(reader: &mut impl Read) -> io::Result<i32> {
    let mut bytes = [0; 4];
    reader.read_exact(&mut bytes)?;
    Ok(i32::from_le_bytes(bytes))
}
