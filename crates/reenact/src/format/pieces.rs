//! A file whose bytes are in memory, but not in one piece.

use std::borrow::Cow;
use std::io;

use super::Header;
use super::source::ReadAt;
use super::write::curve_header;
use crate::curve::Curve;
use crate::number::len_u64;

/// The bytes of a header, of curves and of what follows them, each where it is.
pub(super) struct Pieces<'p> {
    /// In file order, with where each starts.
    pieces: Vec<(u64, Cow<'p, [u8]>)>,
    len: u64,
}

impl<'p> Pieces<'p> {
    pub(super) fn new(header: Header, curves: &'p [Curve<'_>], rest: &'p [u8]) -> Self {
        let mut whole = Self { pieces: Vec::with_capacity(2 * curves.len() + 2), len: 0 };
        let mut push = |piece: Cow<'p, [u8]>| {
            let start = whole.len;
            whole.len += len_u64(piece.len());
            whole.pieces.push((start, piece));
        };
        push(header.to_bytes().into());
        for curve in curves {
            push(curve_header(curve).to_vec().into());
            push(curve.raw_keys().as_bytes().into());
        }
        push(rest.into());
        whole
    }

    /// All of them in one.
    pub(super) fn concat(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(usize::try_from(self.len).unwrap_or_default());
        self.pieces.iter().for_each(|(_, piece)| bytes.extend_from_slice(piece));
        bytes
    }
}

impl ReadAt for Pieces<'_> {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_exact_at(&self, offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        // The last piece that starts at or before the place; empty ones before it start there, too.
        let first = self.pieces.partition_point(|&(start, _)| start <= offset).saturating_sub(1);
        let mut at = offset;
        for (start, piece) in self.pieces.iter().skip(first) {
            let inside = usize::try_from(at - start).map_err(io::Error::other)?;
            let part = piece.get(inside..).unwrap_or_default();
            let len = part.len().min(buffer.len());
            let (now, later) = buffer.split_at_mut(len);
            now.copy_from_slice(part.get(..len).unwrap_or_default());
            buffer = later;
            at += len_u64(len);
            if buffer.is_empty() {
                return Ok(());
            }
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, Recording, Tracks};

    #[test]
    fn pieces_read_like_the_whole() {
        let mut recording =
            Recording::new(Form::MRTK_1_1, Tracks { camera: true, ..Tracks::NONE }).unwrap();
        for (n, id) in (0_u8..).zip(Tracks { camera: true, ..Tracks::NONE }.curve_ids()) {
            let keys = (0..n % 3).map(|key| (f32::from(key), f32::from(n)));
            recording.set_curve(id, Curve::simple(keys)).unwrap();
        }
        let whole = recording.to_bytes();
        let curves: Vec<_> = recording.curves().map(|(_, curve)| curve.clone()).collect();
        let header = Header::read(&mut whole.as_slice()).unwrap();
        let pieces = Pieces::new(header, &curves, &[0; 4]);
        assert_eq!(pieces.concat(), whole);
        assert_eq!(ReadAt::len(&pieces), ReadAt::len(whole.as_slice()));
        for start in 0..whole.len() {
            for end in start..=whole.len() {
                let mut buffer = vec![0; end - start];
                pieces.read_exact_at(len_u64(start), &mut buffer).unwrap();
                assert_eq!(buffer, whole[start..end], "{start}..{end}");
            }
        }
        assert!(pieces.read_exact_at(len_u64(whole.len()), &mut [0]).is_err());
    }
}
