//! File of a recording as a list of byte slices, without joining them.

use std::borrow::Cow;
use std::io;

use super::Header;
use super::source::ReadAt;
use super::write::curve_header;
use crate::curve::Curve;
use reenact_base::number::len_u64;

/// Bytes of a recording's file as a list of slices: keys are borrowed, only headers and counts are allocated.
///
/// Equals the output of [`write_to`](crate::Recording::write_to), with random access, without writing it
/// first.
#[derive(Debug, Clone)]
pub struct Pieces<'p> {
    /// Slices in file order, with the offset of each.
    pieces: Vec<(u64, Cow<'p, [u8]>)>,
    len: u64,
}

impl<'p> Pieces<'p> {
    pub(crate) fn new(
        header: Header,
        curves: &'p [Curve],
        rest: impl IntoIterator<Item = Cow<'p, [u8]>>,
    ) -> Self {
        let mut whole = Self { pieces: Vec::with_capacity(2 * curves.len() + 4), len: 0 };
        whole.push(header.to_bytes().into());
        for curve in curves {
            whole.push(curve_header(curve).to_vec().into());
            whole.push(curve.raw_keys().as_bytes().into());
        }
        rest.into_iter().for_each(|piece| whole.push(piece));
        whole
    }

    fn push(&mut self, piece: Cow<'p, [u8]>) {
        let start = self.len;
        self.len += len_u64(piece.len());
        self.pieces.push((start, piece));
    }

    /// Iterates over the slices in file order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.pieces.iter().map(|(_, piece)| piece.as_ref())
    }

    /// Joins all slices.
    pub(crate) fn concat(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(usize::try_from(self.len).unwrap_or_default());
        self.iter().for_each(|piece| bytes.extend_from_slice(piece));
        bytes
    }
}

impl ReadAt for Pieces<'_> {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_exact_at(&self, offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        // The last slice that starts at or before the offset. Empty slices before it start there, too.
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
        recording.set_markers([crate::Marker::new(0.5, "here")]).unwrap();
        let mut whole = Vec::new();
        recording.write_to(&mut whole).unwrap();
        assert_eq!(recording.to_bytes(), whole);
        let pieces = recording.pieces();
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
