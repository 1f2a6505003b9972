//! Parses the parts of a document.

use std::borrow::Cow;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reenact::{CurveId, Key, KeyKind, Layout, Version, WeightedMode, WrapMode};

use super::parts::{MarkerText, Parts, StoredCurve, StoredKeys};
use super::scan::{Element, Scanner};
use crate::TextError;

type Result<T, E = TextError> = std::result::Result<T, E>;

/// Kind of the first object of a text.
pub(crate) enum Head {
    /// A whole recording.
    Whole,
    /// A recording without curves, which follow as separate objects.
    WithoutCurves,
}

impl Head {
    /// Reads the first object.
    pub(crate) fn read(scanner: &mut Scanner<'_>, parts: &mut Parts) -> Result<Self> {
        let mut head = Self::WithoutCurves;
        let mut has_markers = false;
        let mut is_first = true;
        scanner.open_object()?;
        while let Some(name) = scanner.field(&mut is_first)? {
            let at = scanner.next_at();
            match &*name {
                "version" => once(scanner, &mut parts.version, &name, |s| Ok((version(s)?, at)))?,
                "layout" => once(scanner, &mut parts.layout, &name, layout)?,
                "marker_list" => once(scanner, &mut parts.marker_list, &name, Scanner::boolean)?,
                "trailing" => {
                    once(scanner, &mut parts.trailing, &name, |s| Ok((trailing(s)?, at)))?;
                }
                "flags" => once(scanner, &mut parts.flags, &name, |s| Ok((flags(s)?, at)))?,
                "curves" if matches!(head, Self::Whole) => return Err(twice(scanner, "curves")),
                "curves" => {
                    head = Self::Whole;
                    let mut is_first = true;
                    scanner.open_array()?;
                    while scanner.item(&mut is_first)? {
                        read_curve(scanner, parts)?;
                    }
                }
                "markers" if has_markers => return Err(twice(scanner, "markers")),
                "markers" => {
                    has_markers = true;
                    read_markers(scanner, parts)?;
                }
                _ => {
                    return Err(unknown(
                        scanner,
                        &name,
                        "version, layout, marker_list, trailing, flags, curves and markers",
                    ));
                }
            }
        }
        Ok(head)
    }
}

/// Reads a field that may be given once.
fn once<'t, T>(
    scanner: &mut Scanner<'t>,
    slot: &mut Option<T>,
    name: &str,
    read: impl FnOnce(&mut Scanner<'t>) -> Result<T>,
) -> Result<()> {
    if slot.is_some() {
        return Err(twice(scanner, name));
    }
    *slot = Some(read(scanner)?);
    Ok(())
}

fn twice(scanner: &Scanner<'_>, name: &str) -> TextError {
    scanner.error(format!("{name} is given twice"))
}

fn unknown(scanner: &Scanner<'_>, name: &str, known: &str) -> TextError {
    // A hostile name may have any length.
    let name: String = name.chars().take(40).collect();
    scanner.error(format!("no field is called {name:?}: there are {known}"))
}

fn version(scanner: &mut Scanner<'_>) -> Result<Version> {
    let at = scanner.next_at();
    let text = scanner.string("a version such as \"1.1\"")?;
    let numbers = || {
        let (major, minor) = text.split_once('.')?;
        Some(Version { major: major.parse().ok()?, minor: minor.parse().ok()? })
    };
    numbers().ok_or_else(|| scanner.error_at(at, "a version is two numbers, such as \"1.1\""))
}

fn layout(scanner: &mut Scanner<'_>) -> Result<Layout> {
    let at = scanner.next_at();
    let text = scanner.string("a layout")?;
    let known = [Layout::Mrtk, Layout::Published].into_iter().find(|layout| layout.name() == text);
    known.ok_or_else(|| scanner.error_at(at, "a layout is \"mrtk\" or \"published\""))
}

fn trailing(scanner: &mut Scanner<'_>) -> Result<Vec<u8>> {
    let at = scanner.next_at();
    let text = scanner.string("a string in base64")?;
    BASE64_STANDARD
        .decode(&*text)
        .map_err(|_| scanner.error_at(at, "the trailing bytes are not base64"))
}

fn flags(scanner: &mut Scanner<'_>) -> Result<[u8; 3]> {
    let wrong = "there are three flags: camera, hands, gaze";
    let mut flags = [0; 3];
    let mut is_first = true;
    scanner.open_array()?;
    for flag in &mut flags {
        if !scanner.item(&mut is_first)? {
            return Err(scanner.error(wrong));
        }
        *flag = scanner.integer("a byte")?;
    }
    if scanner.item(&mut is_first)? { Err(scanner.error(wrong)) } else { Ok(flags) }
}

/// Reads one curve.
pub(crate) fn read_curve(scanner: &mut Scanner<'_>, parts: &mut Parts) -> Result<()> {
    scanner.place = Element::Curve(parts.curves_read);
    let at = scanner.next_at();
    let (mut id, mut kind, mut keys) = (None::<CurveId>, None, None);
    let (mut pre_wrap, mut post_wrap) = (None, None);
    let mut is_first = true;
    scanner.open_object()?;
    while let Some(name) = scanner.field(&mut is_first)? {
        match &*name {
            "name" => {
                once(scanner, &mut id, &name, curve_name)?;
                if let Some(id) = id {
                    scanner.place = Element::Named(id.to_string());
                }
            }
            "pre_wrap" => once(scanner, &mut pre_wrap, &name, |s| s.integer("a wrap mode"))?,
            "post_wrap" => once(scanner, &mut post_wrap, &name, |s| s.integer("a wrap mode"))?,
            "kind" => once(scanner, &mut kind, &name, key_kind)?,
            "keys" => once(scanner, &mut keys, &name, read_keys)?,
            _ => return Err(unknown(scanner, &name, "name, pre_wrap, post_wrap, kind and keys")),
        }
    }
    let missing = |name: &str| scanner.error_at(at, format!("a curve without {name}"));
    let id = id.ok_or_else(|| missing("name"))?;
    let stored = StoredCurve {
        at,
        pre_wrap: WrapMode(pre_wrap.unwrap_or(WrapMode::CLAMP_FOREVER.0)),
        post_wrap: WrapMode(post_wrap.unwrap_or(WrapMode::CLAMP_FOREVER.0)),
        kind,
        keys: keys.ok_or_else(|| missing("keys"))?,
    };
    parts.add_curve(id, stored).map_err(|message| scanner.error_at(at, message))?;
    scanner.place = Element::Document;
    Ok(())
}

fn curve_name(scanner: &mut Scanner<'_>) -> Result<CurveId> {
    let at = scanner.next_at();
    let name = scanner.string("a curve's name")?;
    name.parse().map_err(|error: reenact::NoSuchName| scanner.error_at(at, error.to_string()))
}

fn key_kind(scanner: &mut Scanner<'_>) -> Result<KeyKind> {
    let at = scanner.next_at();
    let text = scanner.string("a kind of keys")?;
    let kinds = [KeyKind::Boolean, KeyKind::Simple, KeyKind::Full];
    let known = kinds.into_iter().find(|kind| kind.name() == text);
    known.ok_or_else(|| scanner.error_at(at, "a kind is \"boolean\", \"simple\" or \"full\""))
}

/// Reads the keys of a curve, all of them with as many numbers as the first.
fn read_keys(scanner: &mut Scanner<'_>) -> Result<StoredKeys> {
    let mut keys = StoredKeys::None;
    let mut count = 0;
    let mut is_first = true;
    scanner.open_array()?;
    let read = loop {
        match scanner
            .item(&mut is_first)
            .and_then(|more| if more { read_key(scanner).map(Some) } else { Ok(None) })
        {
            Ok(None) => return Ok(keys),
            Ok(Some((key, width))) => {
                if let Err(error) = keys.push(&key, width) {
                    break Err(scanner.error(error));
                }
                count += 1;
            }
            Err(error) => break Err(error),
        }
    };
    // The index of the key is added on error only, to save time.
    read.map_err(|error| TextError { place: key_place(scanner, count), ..error })
}

fn key_place(scanner: &Scanner<'_>, count: usize) -> String {
    match &scanner.place {
        Element::Document => format!("key {count}"),
        place => format!("key {count} of {place}"),
    }
}

/// Numbers per key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    Two,
    Seven,
}

fn read_key(scanner: &mut Scanner<'_>) -> Result<(Key, Width)> {
    const WRONG: &str =
        "a key has 2 numbers (time, value) or 7 (with tangents, weights and weighted mode)";
    let mut is_first = true;
    scanner.open_array()?;
    let mut next = |scanner: &mut Scanner<'_>| {
        if scanner.item(&mut is_first)? { scanner.float().map(Some) } else { Ok(None) }
    };
    let Some(time_secs) = next(scanner)? else { return Err(scanner.error(WRONG)) };
    let Some(value) = next(scanner)? else { return Err(scanner.error(WRONG)) };
    let mut key = Key::linear(time_secs, value);
    let Some(in_tangent) = next(scanner)? else { return Ok((key, Width::Two)) };
    key.in_tangent = in_tangent;
    for number in [&mut key.out_tangent, &mut key.in_weight, &mut key.out_weight] {
        *number = match next(scanner)? {
            Some(number) => number,
            None => return Err(scanner.error(WRONG)),
        };
    }
    if !scanner.item(&mut is_first)? {
        return Err(scanner.error(WRONG));
    }
    key.weighted_mode = WeightedMode(scanner.integer("a weighted mode")?);
    if scanner.item(&mut is_first)? { Err(scanner.error(WRONG)) } else { Ok((key, Width::Seven)) }
}

impl StoredKeys {
    fn push(&mut self, key: &Key, width: Width) -> Result<(), &'static str> {
        match (&mut *self, width) {
            (Self::None, Width::Two) => *self = Self::Two(vec![key.to_simple()]),
            (Self::None, Width::Seven) => *self = Self::Seven(vec![key.to_full()]),
            (Self::Two(keys), Width::Two) => keys.push(key.to_simple()),
            (Self::Seven(keys), Width::Seven) => keys.push(key.to_full()),
            _ => return Err("a key with another count of numbers than the ones before it"),
        }
        Ok(())
    }
}

fn read_markers(scanner: &mut Scanner<'_>, parts: &mut Parts) -> Result<()> {
    let mut is_first_marker = true;
    parts.markers_at = scanner.next_at();
    scanner.open_array()?;
    while scanner.item(&mut is_first_marker)? {
        scanner.place = Element::Marker(parts.markers.len());
        let at = scanner.next_at();
        let (mut time_secs, mut text, mut length_bytes) = (None, None, None);
        let mut is_first = true;
        scanner.open_object()?;
        while let Some(name) = scanner.field(&mut is_first)? {
            match &*name {
                "time_secs" => once(scanner, &mut time_secs, &name, Scanner::float)?,
                "name" => {
                    once(scanner, &mut text, &name, |s| s.string("a name").map(Cow::into_owned))?;
                }
                "length_bytes" => {
                    once(scanner, &mut length_bytes, &name, |s| s.integer("a number of bytes"))?;
                }
                _ => return Err(unknown(scanner, &name, "time_secs, name and length_bytes")),
            }
        }
        let missing = |name: &str| scanner.error_at(at, format!("a marker without {name}"));
        let marker = MarkerText {
            time_secs: time_secs.ok_or_else(|| missing("time_secs"))?,
            name: text.ok_or_else(|| missing("name"))?,
            length_bytes,
        };
        marker.check().map_err(|message| scanner.error_at(at, message))?;
        parts.markers.push(marker);
        scanner.place = Element::Document;
    }
    Ok(())
}
