//! Markers of drafts A and B: a `List<InputAnimationMarker>` serialized by .NET's `BinaryFormatter`.
//!
//! Reads only the record types that such a list uses (MS-NRBF, sections 2.3 – 2.6), into plain values: no
//! type is looked up, instantiated or run. If the stream contains anything else, the markers are dropped.
//! Each record takes at least one byte, nesting is limited, and no allocation is sized by a number from the
//! stream.

use std::collections::HashMap;

use super::super::marker::{Length, Marker, Markers};
use super::super::source::Source;
use crate::error::Result;
use reenact_base::number::len_u64;

/// First record: a header with root id 1 and header id −1.
pub(super) const START: [u8; 9] = [0, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff];
/// Value that a reader of marker lists would decode as the marker count.
pub(super) const FIRST_WORD: i32 = i32::from_le_bytes([0, 1, 0, 0]);

/// Largest stream to decode: over 50,000 markers.
const MAX_BYTES: usize = 4 << 20;
/// Nesting limit: a list contains an array, which contains objects, which contain strings.
const MAX_DEPTH: u32 = 4;

const LIST: &str =
    "System.Collections.Generic.List`1[[Microsoft.MixedReality.Toolkit.Input.InputAnimationMarker,";
const MARKER: &str = "Microsoft.MixedReality.Toolkit.Input.InputAnimationMarker";

/// Decoded stream.
pub(super) struct Blob {
    /// Markers; `None` if the stream is not a valid list of markers.
    pub(super) markers: Option<Markers>,
    /// Offset of the end of the stream; the end of the file if it cannot be decoded.
    pub(super) end: u64,
}

/// Whether a `BinaryFormatter` stream starts at `offset`.
pub(super) fn starts_at(source: &mut impl Source, offset: u64) -> Result<bool> {
    Ok(source.peek_up_to(offset, START.len())? == START)
}

pub(super) fn read(source: &mut impl Source, offset: u64) -> Result<Blob> {
    let len = source.len();
    let bytes = source.peek_up_to(offset, MAX_BYTES)?;
    let mut reader = Reader { rest: bytes, objects: HashMap::new(), classes: HashMap::new() };
    let markers = reader.markers().and_then(|markers| Markers::new(markers).ok());
    let end = match markers {
        Some(_) => offset + len_u64(bytes.len() - reader.rest.len()),
        None => len,
    };
    Ok(Blob { markers, end })
}

/// Decoded value.
#[derive(Debug, Clone)]
enum Value<'b> {
    Null,
    /// Reference to the object with this id.
    Reference(i32),
    Int32(i32),
    Single(f32),
    /// Primitive of a type that markers do not use.
    Other,
    Text(&'b str),
}

#[derive(Debug)]
enum Object<'b> {
    Text(&'b str),
    /// Elements that are not null.
    Array(Vec<Value<'b>>),
    Instance {
        class: i32,
        values: Vec<Value<'b>>,
    },
}

#[derive(Debug, Clone, Copy)]
enum MemberKind {
    /// Stored inline, as this primitive type.
    Primitive(u8),
    /// Stored as a record.
    Record,
}

#[derive(Debug)]
struct Class<'b> {
    name: &'b str,
    members: Vec<(&'b str, MemberKind)>,
}

struct Reader<'b> {
    rest: &'b [u8],
    objects: HashMap<i32, Object<'b>>,
    /// Classes by the id of their first object.
    classes: HashMap<i32, Class<'b>>,
}

/// Value of a named member of an object.
fn member<'s, 'b>(
    (class, values): (&'s Class<'b>, &'s [Value<'b>]),
    name: &str,
) -> Option<&'s Value<'b>> {
    values.get(class.members.iter().position(|(member, _)| *member == name)?)
}

/// Record types of a marker list.
mod record {
    pub(super) const CLASS_WITH_ID: u8 = 1;
    pub(super) const SYSTEM_CLASS: u8 = 4;
    pub(super) const CLASS: u8 = 5;
    pub(super) const STRING: u8 = 6;
    pub(super) const ARRAY: u8 = 7;
    pub(super) const REFERENCE: u8 = 9;
    pub(super) const NULL: u8 = 10;
    pub(super) const END: u8 = 11;
    pub(super) const LIBRARY: u8 = 12;
    pub(super) const NULLS_256: u8 = 13;
    pub(super) const NULLS: u8 = 14;
}

/// Decoded record.
enum Record<'b> {
    Value(Value<'b>),
    Nulls(u32),
    /// Record without a value.
    Aside,
    End,
}

impl<'b> Reader<'b> {
    /// Decodes the whole stream as a list of markers; `None` if it is anything else.
    fn markers(&mut self) -> Option<Vec<Marker<'b>>> {
        self.take::<1>()?;
        let [root, _header, major, minor] = [self.int()?, self.int()?, self.int()?, self.int()?];
        if (major, minor) != (1, 0) {
            return None;
        }
        while !matches!(self.record(MAX_DEPTH)?, Record::End) {}
        let list = self.instance(root, |name| name.starts_with(LIST))?;
        let (Value::Reference(items), Value::Int32(size)) =
            (member(list, "_items")?, member(list, "_size")?)
        else {
            return None;
        };
        let Object::Array(elements) = self.objects.get(items)? else { return None };
        if usize::try_from(*size).ok()? != elements.len() {
            return None;
        }
        elements.iter().map(|element| self.marker(element)).collect()
    }

    fn marker(&self, element: &Value<'b>) -> Option<Marker<'b>> {
        let Value::Reference(id) = element else { return None };
        let marker = self.instance(*id, |name| name == MARKER)?;
        let Value::Single(time_secs) = member(marker, "time")? else { return None };
        let name = match member(marker, "name")? {
            Value::Text(name) => name,
            Value::Reference(id) => match self.objects.get(id)? {
                Object::Text(name) => name,
                Object::Array(_) | Object::Instance { .. } => return None,
            },
            Value::Null => "",
            _ => return None,
        };
        Some(Marker::new(*time_secs, name))
    }

    fn instance(
        &self,
        id: i32,
        is_class: impl Fn(&str) -> bool,
    ) -> Option<(&Class<'b>, &[Value<'b>])> {
        let Object::Instance { class, values } = self.objects.get(&id)? else { return None };
        let class = self.classes.get(class)?;
        is_class(class.name).then_some((class, values))
    }

    fn record(&mut self, depth: u32) -> Option<Record<'b>> {
        let depth = depth.checked_sub(1)?;
        let [kind] = self.take()?;
        let value = match kind {
            record::LIBRARY => {
                self.int()?;
                self.text()?;
                return Some(Record::Aside);
            }
            record::END => return Some(Record::End),
            record::NULLS_256 => {
                let [count] = self.take()?;
                return Some(Record::Nulls(u32::from(count)));
            }
            record::NULLS => return Some(Record::Nulls(u32::try_from(self.int()?).ok()?)),
            record::NULL => Value::Null,
            record::REFERENCE => Value::Reference(self.int()?),
            record::STRING => {
                let id = self.int()?;
                let text = self.text()?;
                self.objects.insert(id, Object::Text(text));
                Value::Text(text)
            }
            record::SYSTEM_CLASS | record::CLASS => {
                let id = self.int()?;
                let class = self.class()?;
                if kind == record::CLASS {
                    self.int()?;
                }
                self.classes.insert(id, class);
                self.values(id, id, depth)?
            }
            record::CLASS_WITH_ID => {
                let [id, class] = [self.int()?, self.int()?];
                self.values(id, class, depth)?
            }
            record::ARRAY => self.array(depth)?,
            _ => return None,
        };
        Some(Record::Value(value))
    }

    /// Decodes a class: its name, member names and member types. It precedes the values of the first object
    /// of that class.
    fn class(&mut self) -> Option<Class<'b>> {
        let name = self.text()?;
        let count = u32::try_from(self.int()?).ok()?;
        let mut names = Vec::new();
        for _ in 0..count {
            names.push(self.text()?);
        }
        let mut types = Vec::new();
        for _ in 0..count {
            let [of] = self.take()?;
            types.push(of);
        }
        let mut members = Vec::new();
        for (name, of) in names.into_iter().zip(types) {
            members.push((name, self.member_kind(of)?));
        }
        Some(Class { name, members })
    }

    /// Decodes the additional type information of a member, which follows the list of types.
    fn member_kind(&mut self, of: u8) -> Option<MemberKind> {
        const PRIMITIVE: u8 = 0;
        const STRING: u8 = 1;
        const OBJECT: u8 = 2;
        const SYSTEM_CLASS: u8 = 3;
        const CLASS: u8 = 4;
        match of {
            PRIMITIVE => {
                let [primitive] = self.take()?;
                return Some(MemberKind::Primitive(primitive));
            }
            STRING | OBJECT => {}
            SYSTEM_CLASS => {
                self.text()?;
            }
            CLASS => {
                self.text()?;
                self.int()?;
            }
            _ => return None,
        }
        Some(MemberKind::Record)
    }

    /// Decodes the values of an object, one for each member of its class.
    fn values(&mut self, id: i32, class: i32, depth: u32) -> Option<Value<'b>> {
        let kinds: Vec<_> =
            self.classes.get(&class)?.members.iter().map(|(_, kind)| *kind).collect();
        let mut values = Vec::new();
        for kind in kinds {
            values.push(match kind {
                MemberKind::Primitive(of) => self.primitive(of)?,
                MemberKind::Record => self.value(depth)?,
            });
        }
        self.objects.insert(id, Object::Instance { class, values });
        Some(Value::Reference(id))
    }

    /// Next record that has a value.
    fn value(&mut self, depth: u32) -> Option<Value<'b>> {
        loop {
            match self.record(depth)? {
                Record::Value(value) => return Some(value),
                Record::Aside => {}
                Record::Nulls(_) | Record::End => return None,
            }
        }
    }

    fn primitive(&mut self, of: u8) -> Option<Value<'b>> {
        Some(match of {
            // Boolean, byte, signed byte.
            1 | 2 | 10 => self.take::<1>().map(|_| Value::Other)?,
            // 16 bits.
            7 | 14 => self.take::<2>().map(|_| Value::Other)?,
            8 => Value::Int32(self.int()?),
            11 => Value::Single(f32::from_le_bytes(self.take()?)),
            15 => self.take::<4>().map(|_| Value::Other)?,
            // 64 bits: integers, `TimeSpan`, `DateTime`.
            6 | 9 | 12 | 13 | 16 => self.take::<8>().map(|_| Value::Other)?,
            _ => return None,
        })
    }

    /// Decodes a one-dimensional array whose elements are records.
    fn array(&mut self, depth: u32) -> Option<Value<'b>> {
        let id = self.int()?;
        let [shape] = self.take()?;
        let [rank, len] = [self.int()?, self.int()?];
        let [of] = self.take()?;
        let MemberKind::Record = self.member_kind(of)? else { return None };
        if (shape, rank) != (0, 1) {
            return None;
        }
        let len = u32::try_from(len).ok()?;
        let (mut seen, mut elements) = (0_u32, Vec::new());
        while seen < len {
            match self.record(depth)? {
                Record::Value(Value::Null) => seen += 1,
                Record::Value(value) => {
                    elements.push(value);
                    seen += 1;
                }
                Record::Nulls(count) => seen = seen.checked_add(count.max(1))?,
                Record::Aside => {}
                Record::End => return None,
            }
        }
        self.objects.insert(id, Object::Array(elements));
        Some(Value::Reference(id))
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (&bytes, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(bytes)
    }

    fn int(&mut self) -> Option<i32> {
        self.take().map(i32::from_le_bytes)
    }

    fn text(&mut self) -> Option<&'b str> {
        let Length::Whole { len, width } = Length::decode(self.rest) else { return None };
        let after = self.rest.get(width..)?;
        let (text, rest) = after.split_at_checked(usize::try_from(len).ok()?)?;
        self.rest = rest;
        std::str::from_utf8(text).ok()
    }
}
