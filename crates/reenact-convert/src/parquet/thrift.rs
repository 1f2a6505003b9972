//! Validates Thrift compact protocol data without allocating.
//!
//! The Parquet library decodes known fields without checking their type, and loops over Boolean lists of any claimed length,
//! which take no bytes. So fields of wrong types and Boolean lists are rejected beforehand.

/// The types of fields.
pub(super) mod kind {
    pub(crate) const STOP: u8 = 0;
    pub(crate) const TRUE: u8 = 1;
    pub(crate) const FALSE: u8 = 2;
    pub(crate) const BYTE: u8 = 3;
    pub(crate) const I16: u8 = 4;
    pub(crate) const I32: u8 = 5;
    pub(crate) const I64: u8 = 6;
    pub(crate) const DOUBLE: u8 = 7;
    pub(crate) const BINARY: u8 = 8;
    pub(crate) const LIST: u8 = 9;
    pub(crate) const STRUCT: u8 = 12;
}

/// Expected type of a field.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// Number or text of one type.
    Plain(u8),
    Bool,
    Struct(&'static [(i64, Shape)]),
    /// List of numbers or texts.
    List(u8),
    Structs(&'static [(i64, Shape)]),
    /// Not used in tables written by this crate.
    Never,
}

/// Largest nesting depth of structures and lists; statistics of columns, the deepest, have a depth of nine.
const MAX_DEPTH: u32 = 16;
/// Largest field id; those of Parquet are far below.
const MAX_FIELD: i64 = 1000;

/// Bytes to be validated.
pub(super) struct Thrift<'b> {
    pub(super) bytes: &'b [u8],
}

impl Thrift<'_> {
    /// Validates and skips a structure; calls `see` with each of its own numbers.
    pub(super) fn structure(
        &mut self,
        shape: &[(i64, Shape)],
        see: &mut dyn FnMut(i64, i64),
    ) -> Option<()> {
        self.fields(shape, see, MAX_DEPTH)
    }

    fn fields(
        &mut self,
        shape: &[(i64, Shape)],
        see: &mut dyn FnMut(i64, i64),
        depth: u32,
    ) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        let mut field = 0;
        loop {
            let kind = self.field(&mut field)?;
            if kind == kind::STOP {
                return Some(());
            }
            match shape.iter().find(|(known, _)| *known == field) {
                // Unknown fields are skipped by all readers.
                None => self.skip(kind, depth)?,
                Some((_, Shape::Plain(wanted @ (kind::I32 | kind::I64)))) if kind == *wanted => {
                    see(field, self.integer()?);
                }
                Some((_, shape)) => self.shaped(*shape, kind, depth)?,
            }
        }
    }

    fn shaped(&mut self, shape: Shape, kind: u8, depth: u32) -> Option<()> {
        let mut ignore = |_, _| {};
        match shape {
            Shape::Plain(wanted) if kind == wanted => self.skip(kind, depth),
            Shape::Bool if matches!(kind, kind::TRUE | kind::FALSE) => Some(()),
            Shape::Struct(shape) if kind == kind::STRUCT => self.fields(shape, &mut ignore, depth),
            Shape::List(wanted) if kind == kind::LIST => {
                let (len, of) = self.list()?;
                (len == 0 || of == wanted).then_some(())?;
                (0..len).try_for_each(|_| self.skip(of, depth))
            }
            Shape::Structs(shape) if kind == kind::LIST => {
                let (len, of) = self.list()?;
                (len == 0 || of == kind::STRUCT).then_some(())?;
                (0..len).try_for_each(|_| self.fields(shape, &mut ignore, depth))
            }
            _ => None,
        }
    }

    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(byte)
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    /// Reads a zigzag-encoded integer.
    fn integer(&mut self) -> Option<i64> {
        let value = self.varint()?;
        let magnitude = i64::try_from(value >> 1).ok()?;
        Some(if value & 1 == 0 { magnitude } else { -magnitude - 1 })
    }

    /// Reads the header of the next field of a structure: its id and type.
    fn field(&mut self, field: &mut i64) -> Option<u8> {
        let byte = self.byte()?;
        let (step, kind) = (byte >> 4, byte & 0x0f);
        if kind != kind::STOP {
            *field = if step == 0 { self.integer()? } else { field.checked_add(step.into())? };
            (1..=MAX_FIELD).contains(field).then_some(())?;
        }
        Some(kind)
    }

    /// Length and item type of a list. Items take at least one byte, so the number of bytes limits the length.
    fn list(&mut self) -> Option<(u64, u8)> {
        let byte = self.byte()?;
        let len = if byte >> 4 == 15 { self.varint()? } else { u64::from(byte >> 4) };
        let of = byte & 0x0f;
        (len == 0 || !matches!(of, kind::TRUE | kind::FALSE)).then_some((len, of))
    }

    fn forward(&mut self, len: u64) -> Option<()> {
        self.bytes = self.bytes.get(usize::try_from(len).ok()?..)?;
        Some(())
    }

    /// Skips a value of any shape.
    fn skip(&mut self, kind: u8, depth: u32) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match kind {
            // These types have no data.
            kind::TRUE | kind::FALSE => Some(()),
            kind::BYTE => self.forward(1),
            kind::I16 | kind::I32 | kind::I64 => self.varint().map(|_| ()),
            kind::DOUBLE => self.forward(8),
            kind::BINARY => {
                let len = self.varint()?;
                self.forward(len)
            }
            kind::LIST => {
                let (len, of) = self.list()?;
                (0..len).try_for_each(|_| self.skip(of, depth))
            }
            kind::STRUCT => self.fields(&[], &mut |_, _| {}, depth),
            // Parquet does not use sets and maps.
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: &[(i64, Shape)] = &[
        (1, Shape::Plain(kind::I32)),
        (2, Shape::Plain(kind::I32)),
        (4, Shape::Struct(&[(1, Shape::Plain(kind::BINARY))])),
    ];

    /// Two numbers, 300 and −3; a structure with a text and an unknown field; an unknown list.
    const BYTES: &[u8] = &[
        0x15, 0xd8, 0x04, 0x15, 0x05, 0x2c, 0x18, 0x02, b'h', b'i', 0x11, 0x00, 0x19, 0x25, 0x02,
        0x04, 0x00, b'r', b'e', b's', b't',
    ];

    /// Number fields, and the bytes after the structure.
    type Seen<'b> = (Vec<(i64, i64)>, &'b [u8]);

    fn numbers(bytes: &[u8]) -> Option<Seen<'_>> {
        let mut thrift = Thrift { bytes };
        let mut seen = Vec::new();
        thrift.structure(SHAPE, &mut |field, number| seen.push((field, number)))?;
        Some((seen, thrift.bytes))
    }

    #[test]
    fn numbers_are_seen_and_the_rest_is_passed_over() {
        assert_eq!(numbers(BYTES), Some((vec![(1, 300), (2, -3)], &b"rest"[..])));
        for end in 0..BYTES.len() - 4 {
            assert_eq!(numbers(&BYTES[..end]), None, "{end}");
        }
    }

    #[test]
    fn wrong_types_depth_without_end_and_lists_without_bytes_are_refused() {
        // A text in place of a number, and a number in place of a structure.
        assert_eq!(numbers(&[0x18, 0x00, 0x00]), None);
        assert_eq!(numbers(&[0x45, 0x00, 0x00]), None);
        assert_eq!(numbers(&[0x5c; 100]), None);
        // 2³⁰ Booleans.
        assert_eq!(numbers(&[0x59, 0xf1, 0x80, 0x80, 0x80, 0x80, 0x04, 0x00]), None);
    }
}
