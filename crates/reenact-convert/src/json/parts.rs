//! Parsed parts of a document, and the recording built from them.

use reenact::{
    Curve, CurveId, Error, FULL_KEY_BYTES, Form, KeyKind, Layout, Marker, Markers, Recording,
    SIMPLE_KEY_BYTES, Tracks, Version, WrapMode,
};

use super::scan::{At, Element, Scanner};
use crate::{Result, TextError};

/// Parsed fields of a document, with the position of each that is validated later.
#[derive(Default)]
pub(crate) struct Parts {
    pub(super) version: Option<(Version, At)>,
    pub(super) layout: Option<Layout>,
    pub(super) marker_list: Option<bool>,
    pub(super) trailing: Option<(Vec<u8>, At)>,
    pub(super) flags: Option<([u8; 3], At)>,
    /// Curves by their index among all possible ones.
    curves: Vec<Option<StoredCurve>>,
    pub(super) curves_read: usize,
    pub(super) markers: Vec<MarkerText>,
    pub(super) markers_at: At,
}

/// A parsed curve. Whether it suits the recording is checked at the end.
pub(super) struct StoredCurve {
    pub(super) at: At,
    pub(super) pre_wrap: WrapMode,
    pub(super) post_wrap: WrapMode,
    pub(super) kind: Option<KeyKind>,
    pub(super) keys: StoredKeys,
}

/// Encoded keys.
#[derive(Debug)]
pub(super) enum StoredKeys {
    None,
    Two(Vec<[u8; SIMPLE_KEY_BYTES]>),
    Seven(Vec<[u8; FULL_KEY_BYTES]>),
}

/// A parsed marker.
pub(super) struct MarkerText {
    pub(super) time_secs: f32,
    pub(super) name: String,
    pub(super) length_bytes: Option<usize>,
}

impl MarkerText {
    pub(super) fn check(&self) -> Result<(), String> {
        let needed = Marker::new(0.0, self.name.as_str()).length_bytes();
        let is_right = |&bytes: &usize| (needed..=Markers::MAX_LENGTH_BYTES).contains(&bytes);
        if i32::try_from(self.name.len()).is_err()
            || !self.length_bytes.as_ref().is_none_or(is_right)
        {
            return Err(format!(
                "length_bytes of this name is from {needed} to {}",
                Markers::MAX_LENGTH_BYTES
            ));
        }
        Ok(())
    }
}

impl Parts {
    /// Adds a curve; fails if it was already given.
    pub(super) fn add_curve(&mut self, id: CurveId, curve: StoredCurve) -> Result<(), String> {
        self.curves.resize_with(Tracks::ALL.curve_count(), || None);
        let slot = Tracks::ALL.index_of(id).and_then(|index| self.curves.get_mut(index));
        match slot {
            Some(slot @ None) => *slot = Some(curve),
            _ => return Err(format!("{id} is given twice")),
        }
        self.curves_read += 1;
        Ok(())
    }

    /// Builds the recording.
    pub(crate) fn finish(mut self, scanner: &Scanner<'_>) -> Result<Recording> {
        let Some((version, version_at)) = self.version else {
            return Err(scanner.error_at(scanner.start(), "a recording without version").into());
        };
        let layout = self.layout.unwrap_or(Layout::Mrtk);
        let form = Form { version, layout, marker_list: self.marker_list.unwrap_or(true) };
        let mut recording = self.bare(scanner, form, version_at)?;
        for (index, id) in Tracks::ALL.curve_ids().enumerate() {
            let Some(stored) = self.curves.get_mut(index).and_then(Option::take) else {
                if let Some((_, at)) = self.flags.filter(|_| recording.curve(id).is_some()) {
                    // Detects a truncated text.
                    let message = format!(
                        "{id} is missing, but the flags include its track: add the curve without keys, or omit flags"
                    );
                    return Err(scanner.error_at(at, message).into());
                }
                continue;
            };
            let error = |message: String| TextError {
                place: Element::Named(id.to_string()).to_string(),
                ..scanner.error_at(stored.at, message)
            };
            let Some(kind) = recording.curve(id).map(Curve::kind) else {
                return Err(error("the flags exclude the track of this curve".to_owned()).into());
            };
            let wrong_kind = |given: KeyKind| {
                error(format!(
                    "{given} keys, where a recording of version {version} and layout {layout} has {kind} keys"
                ))
            };
            if let Some(given) = stored.kind.filter(|&given| given != kind) {
                return Err(wrong_kind(given).into());
            }
            let keys = match (stored.keys, kind) {
                (StoredKeys::None, _) => Vec::new(),
                (StoredKeys::Two(keys), KeyKind::Boolean | KeyKind::Simple) => {
                    keys.into_flattened()
                }
                (StoredKeys::Seven(keys), KeyKind::Full) => keys.into_flattened(),
                (StoredKeys::Two(_), KeyKind::Full) => {
                    return Err(wrong_kind(KeyKind::Simple).into());
                }
                (StoredKeys::Seven(_), _) => return Err(wrong_kind(KeyKind::Full).into()),
            };
            let curve = Curve::from_bytes(kind, keys.into());
            recording.set_curve(id, curve.with_wraps(stored.pre_wrap, stored.post_wrap))?;
        }
        Ok(recording)
    }

    /// Recording without its curves.
    fn bare(&mut self, scanner: &Scanner<'_>, form: Form, version_at: At) -> Result<Recording> {
        let flags = self.flags(scanner, form)?;
        let tracks = Tracks::from_flags(flags);
        let wrong_version = |error: Error| scanner.error_at(version_at, error.to_string());
        let mut recording = Recording::new(form, tracks).map_err(wrong_version)?;
        recording.set_flags(flags).map_err(wrong_version)?;
        let trailing = self.trailing.take().filter(|(bytes, _)| !bytes.is_empty());
        if form.marker_list {
            let markers = std::mem::take(&mut self.markers).into_iter().map(
                |MarkerText { time_secs, name, length_bytes }| {
                    (Marker::new(time_secs, name), length_bytes.unwrap_or(1))
                },
            );
            let markers = Markers::with_length_bytes(markers)
                .map_err(|error| scanner.error_at(self.markers_at, error.to_string()))?;
            recording.set_marker_list(Some(markers));
            recording.set_trailing(trailing.map(|(bytes, _)| bytes).unwrap_or_default())?;
        } else if !self.markers.is_empty() {
            return Err(scanner
                .error_at(self.markers_at, "markers are given, but marker_list is false")
                .into());
        } else if let Some((_, at)) = trailing {
            let message = "trailing bytes are given, but marker_list is false";
            return Err(scanner.error_at(at, message).into());
        }
        Ok(recording)
    }

    fn flags(&self, scanner: &Scanner<'_>, form: Form) -> Result<[u8; 3]> {
        let of_1_0 = Tracks::V1_0.flags();
        match self.flags {
            Some((flags, at)) if !form.version.is_1_1() && flags != of_1_0 => {
                let message =
                    "version 1.0 always has camera and hands and never gaze: its flags are 1, 1, 0";
                Err(scanner.error_at(at, message).into())
            }
            Some((flags, _)) => Ok(flags),
            None if !form.version.is_1_1() => Ok(of_1_0),
            None => {
                let mut flags = [0; 3];
                let [camera, hands, gaze] = &mut flags;
                for (id, curve) in Tracks::ALL.curve_ids().zip(&self.curves) {
                    if curve.is_some() {
                        *match id {
                            CurveId::Camera(_) => &mut *camera,
                            CurveId::Gaze(_) => &mut *gaze,
                            _ => &mut *hands,
                        } = 1;
                    }
                }
                Ok(flags)
            }
        }
    }
}
