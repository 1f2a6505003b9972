//! The markers of drafts A and B, in the stream that .NET's `BinaryFormatter` makes of a `List<InputAnimationMarker>`.
//!
//! Only the records are read that such a list is made of (MS-NRBF, sections 2.3 – 2.6), into plain values: no type is looked up,
//! created or run. Anything else in the stream, and the markers are left out. Each record takes at least a byte, nesting is limited,
//! and nothing is sized by a number from the stream.

use std::collections::HashMap;

use super::super::marker::{Length, Marker, Markers};
use super::super::source::Source;
use crate::error::Result;
use crate::number::len_u64;

/// The first record: a header with number 1 for the root, and −1 for none.
pub(super) const START: [u8; 9] = [0, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff];
/// What a reader of marker lists would take for their number.
pub(super) const FIRST_WORD: i32 = i32::from_le_bytes([0, 1, 0, 0]);

/// Streams that are larger are not looked into: this is over 50,000 markers.
const MAX_BYTES: usize = 4 << 20;
/// A list has an array, which has objects, which have strings.
const MAX_DEPTH: u32 = 4;

const LIST: &str =
    "System.Collections.Generic.List`1[[Microsoft.MixedReality.Toolkit.Input.InputAnimationMarker,";
const MARKER: &str = "Microsoft.MixedReality.Toolkit.Input.InputAnimationMarker";

/// What the stream holds.
pub(super) struct Blob {
    /// `None` if it is not a list of markers that can be read.
    pub(super) markers: Option<Markers>,
    /// Where it ends; where it cannot be read, with the file.
    pub(super) end: u64,
}

/// Whether a stream starts here.
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

/// A value as the stream has it.
#[derive(Debug, Clone)]
enum Value<'b> {
    Null,
    /// The object of this number.
    Reference(i32),
    Int32(i32),
    Single(f32),
    /// A primitive that no marker has.
    Other,
    Text(&'b str),
}

#[derive(Debug)]
enum Object<'b> {
    Text(&'b str),
    /// The elements that are not null.
    Array(Vec<Value<'b>>),
    Instance {
        class: i32,
        values: Vec<Value<'b>>,
    },
}

#[derive(Debug, Clone, Copy)]
enum MemberKind {
    /// Of this primitive type.
    Primitive(u8),
    /// A record of its own.
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
    /// By the number of the first object of each.
    classes: HashMap<i32, Class<'b>>,
}

/// The value of an object's member.
fn member<'s, 'b>(
    (class, values): (&'s Class<'b>, &'s [Value<'b>]),
    name: &str,
) -> Option<&'s Value<'b>> {
    values.get(class.members.iter().position(|(member, _)| *member == name)?)
}

/// The kinds of records that a list of markers is made of.
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

/// What a record turned out to be.
enum Record<'b> {
    Value(Value<'b>),
    Nulls(u32),
    /// One that stands for no value.
    Aside,
    End,
}

impl<'b> Reader<'b> {
    /// The markers of the list that the whole stream is; `None` if it is anything else.
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

    /// The name and members of a class, as they stand before its first object's values.
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

    /// What else there is to a type, after the list of types.
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

    /// The values of an object, one for each member of its class.
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

    /// The next record that is a value.
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
            // 64 bits, a span of time, a date.
            6 | 9 | 12 | 13 | 16 => self.take::<8>().map(|_| Value::Other)?,
            _ => return None,
        })
    }

    /// An array of one dimension whose elements are records.
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
