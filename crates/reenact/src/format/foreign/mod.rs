//! Variants of the file format that are read but never written: MRTK's drafts from before version 1.0, and
//! forks.
//!
//! Such a file is indexed like any other: the index maps each curve of the recording to its offset in the
//! file, whatever the order there. The [`Recording`] has version 1.0 (drafts) or 1.1 (forks), so every
//! operation works on it, and it is written as that version. It remembers its [`Origin`].
//!
//! `docs/reference/format.md`, "Before version 1.0" and "Forks", specifies the bytes and how to
//! distinguish the variants.

mod blob;
mod draft;
mod fork;
mod text;

use bytes::Bytes;

use super::marker::Markers;
use super::source::Source;
use super::walk::CurveHead;
use super::{Header, Index, float_kind};
use crate::curve::{Curve, Key};
use crate::error::Result;
use crate::recording::{Loss, Recording};
use reenact_base::number::to_f32;

/// Variant of the file format that is read but never written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// MRTK, 15 May 2019, morning: joint positions without rotations.
    DraftA0,
    /// MRTK, 15 May 2019: camera last, full keys in boolean curves, markers by .NET's `BinaryFormatter`.
    DraftA,
    /// MRTK, 16 May 2019: as draft A, with simple keys in boolean curves.
    DraftB,
    /// MRTK, 17 May – 25 June 2019: version 1.0 without its header.
    DraftC,
    /// "4D Holographic Tutorials", April 2022: version 1.1 without its version numbers, the gaze a pose.
    ForkF1,
    /// The same from 9 May 2022, with tracks of objects.
    ForkF2,
    /// The same from 10 May 2022, with a scale in each pose.
    ForkF3,
}

impl Variant {
    /// Short name: `A0`, `A`, `B`, `C`, `F1`, `F2` or `F3`.
    pub const fn short_name(self) -> &'static str {
        match self {
            Self::DraftA0 => "A0",
            Self::DraftA => "A",
            Self::DraftB => "B",
            Self::DraftC => "C",
            Self::ForkF1 => "F1",
            Self::ForkF2 => "F2",
            Self::ForkF3 => "F3",
        }
    }

    /// Whether it is a fork and not a draft of MRTK. In forks, joint poses are relative to their parents in a
    /// rig, not to the world.
    pub const fn is_fork(self) -> bool {
        matches!(self, Self::ForkF1 | Self::ForkF2 | Self::ForkF3)
    }

    /// Application that wrote files of this variant, and when.
    pub const fn writer(self) -> &'static str {
        match self {
            Self::DraftA0 | Self::DraftA => "MRTK before 2.0.0, 15 May 2019",
            Self::DraftB => "MRTK before 2.0.0, 16 May 2019",
            Self::DraftC => "MRTK before 2.0.0, 17 May – 25 June 2019",
            Self::ForkF1 => "an app descended from ETH's \"4D Holographic Tutorials\", April 2022",
            Self::ForkF2 => "an app descended from ETH's \"4D Holographic Tutorials\", 9 May 2022",
            Self::ForkF3 => {
                "an app descended from ETH's \"4D Holographic Tutorials\", from 10 May 2022 on"
            }
        }
    }

    /// Bytes that distinguish the variant from all others, as one clause.
    pub const fn evidence(self) -> &'static str {
        match self {
            Self::DraftA0 => {
                "no header, 389 curves with the camera last, and of each hand only the first 81: three per joint"
            }
            Self::DraftA => {
                "no header, 389 curves with the camera last, 28-byte keys in all of them, markers by BinaryFormatter"
            }
            Self::DraftB => {
                "no header, 389 curves with the camera last, 8-byte keys in the boolean ones, markers by BinaryFormatter"
            }
            Self::DraftC => "no header, then the 389 curves and the marker list of version 1.0",
            Self::ForkF1 => {
                "flags in the place of the version, then seven curves per pose and a marker list"
            }
            Self::ForkF2 => {
                "flags in the place of the version, then seven curves per pose, object tracks and a marker list"
            }
            Self::ForkF3 => {
                "flags in the place of the version, then ten curves per pose, object tracks and a marker list"
            }
        }
    }
}

// Used in place of a version number.
crate::named!(
    Variant, "variant":
    DraftA0 = "draft-a0",
    DraftA = "draft-a",
    DraftB = "draft-b",
    DraftC = "draft-c",
    ForkF1 = "fork-f1",
    ForkF2 = "fork-f2",
    ForkF3 = "fork-f3",
);

/// Variant of the file that a recording was read from, and the data of the file that the recording lacks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Origin {
    variant: Variant,
    losses: Vec<Loss>,
}

impl Origin {
    /// Draft C, which a recording holds without loss.
    pub(super) const DRAFT_C: Self = Self { variant: Variant::DraftC, losses: Vec::new() };

    /// Variant of the file.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Data of the file that a recording cannot hold; empty if everything was kept.
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }
}

/// Data that an [`Index`] needs for a variant only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Foreign {
    variant: Variant,
    losses: Vec<Loss>,
    /// Markers that are not stored as a marker list.
    markers: Option<Markers>,
    /// Rotation curves of a gaze that is stored as a pose. The ray's direction is computed from them.
    gaze_rotation: Option<[CurveHead; 4]>,
}

/// Whether a file with this start can be a variant. Only [`scan`] is certain. 23 bytes are enough.
pub(super) fn may_start(start: &[u8]) -> bool {
    draft::may_start(start) || fork::may_start(start) || text::may_start(start)
}

/// Whether a file with this start is a fork of any form.
pub(super) fn is_fork_start(start: &[u8]) -> bool {
    fork::may_start(start)
}

/// Whether a prefix that [`may_start`] accepted is still consistent with a variant, as far as it reaches.
pub(super) fn may_go_on(part: &[u8]) -> bool {
    if text::may_start(part) {
        return part.len() < text::LOOK_BYTES;
    }
    fork::may_start(part) || draft::may_go_on(part)
}

/// Indexes a file of a variant; `None` if it is none.
pub(super) fn scan(source: &mut impl Source) -> Result<Option<Index>> {
    let start = source.peek_up_to(0, fork::START_BYTES.max(text::START_BYTES))?;
    if draft::may_start(start) {
        return draft::scan(source);
    }
    if fork::may_start(start) {
        return fork::scan(source).map(Some);
    }
    if text::may_start(start) {
        return Err(text::refusal(source.peek_up_to(0, text::LOOK_BYTES)?));
    }
    Ok(None)
}

/// Whether unreadable bytes are a damaged draft C: version 1.0 without its header.
pub(super) fn is_damaged_draft_c(bytes: &[u8]) -> bool {
    draft::is_damaged_c(bytes)
}

impl Foreign {
    /// Creates it without markers or gaze rotation.
    const fn new(variant: Variant) -> Self {
        Self { variant, losses: Vec::new(), markers: None, gaze_rotation: None }
    }

    /// Variant of the file.
    pub(super) const fn variant(&self) -> Variant {
        self.variant
    }

    /// Converts the curves from the encoding of the file to that of a recording; `None` if the bytes are not
    /// those of the file.
    pub(super) fn finish(
        &self,
        bytes: &Bytes,
        header: Header,
        mut curves: Vec<Curve>,
        markers: Option<Markers>,
    ) -> Option<(Vec<Curve>, Option<Markers>, Origin)> {
        let float_kind = float_kind(header.version, super::Layout::Mrtk);
        let mut losses = self.losses.clone();
        let mut bent = 0;
        for (id, curve) in header.tracks().curve_ids().zip(&mut curves) {
            let kind = id.key_kind(float_kind);
            if curve.kind() != kind {
                let is_hold = |key: &Key| *key == Key::hold(key.time_secs, key.value);
                bent += curve.iter().filter(|key| !is_hold(key)).count();
                *curve = curve.to_kind(kind);
            }
        }
        if bent > 0 {
            losses.push(Loss::BooleanTangents { keys: bent });
        }
        if let (Some(rotation), Some(direction)) =
            (self.gaze_rotation, curves.last_chunk_mut::<3>())
        {
            let [x, y, z, w] = rotation.map(|head| head.slice_curve(bytes));
            losses.extend(point_gaze([x?, y?, z?, w?], direction));
        }
        let markers = self.markers.clone().or(markers);
        Some((curves, markers, Origin { variant: self.variant, losses }))
    }
}

/// Computes the direction of the gaze from its rotation, key by key. Returns the part of the rotation that is
/// lost.
fn point_gaze([x, y, z, w]: [Curve; 4], direction: &mut [Curve; 3]) -> Option<Loss> {
    let keys = x.len() + y.len() + z.len() + w.len();
    let ticks_alike = |other: &Curve| {
        x.len() == other.len() && x.iter().zip(other).all(|(a, b)| a.time_secs == b.time_secs)
    };
    let is_direction_kept = [&y, &z, &w].into_iter().all(ticks_alike);
    if is_direction_kept {
        let rotations =
            x.iter().zip(&y).zip(z.iter().zip(&w)).map(|((x, y), (z, w))| {
                (x.time_secs, [x, y, z, w].map(|key| f64::from(key.value)))
            });
        let mut keys: [Vec<(f32, f32)>; 3] = Default::default();
        for (time_secs, [x, y, z, w]) in rotations {
            let square = x * x + y * y + z * z + w * w;
            // The rotated forward axis. An all-zero quaternion has no direction, so the result is NaN.
            let turned =
                [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), square - 2.0 * (x * x + y * y)];
            for (keys, component) in keys.iter_mut().zip(turned) {
                keys.push((time_secs, to_f32(component / square)));
            }
        }
        for (curve, keys) in direction.iter_mut().zip(keys) {
            *curve = Curve::simple(keys);
        }
    }
    (keys > 0).then_some(Loss::GazeRotation { keys, is_direction_kept })
}

impl Recording {
    /// Variant of the file that the recording was read from; `None` for versions 1.0 and 1.1.
    ///
    /// The recording itself, and any file that it is written to, has version 1.0 or 1.1: see
    /// [`form`](Self::form).
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_deref()
    }

    /// Removes the [`origin`](Self::origin), as if the recording had been read from a file of its own
    /// [`form`](Self::form).
    pub fn forget_origin(&mut self) {
        self.origin = None;
    }

    /// Version of the file as text: two numbers such as `1.1`, or the name of a variant such as `draft-c`.
    ///
    /// ```
    /// use reenact::{Form, Recording, Tracks};
    ///
    /// let recording = Recording::new(Form::MRTK_1_0, Tracks::V1_0)?;
    /// assert_eq!(recording.version_name(), "1.0");
    /// // Before version 1.0 there was no header.
    /// let bytes = recording.to_bytes();
    /// let draft = Recording::from_slice(&bytes[16..])?;
    /// assert_eq!(draft.version_name(), "draft-c");
    /// assert_eq!(draft.to_bytes(), bytes);
    /// # Ok::<(), reenact::Error>(())
    /// ```
    pub fn version_name(&self) -> String {
        match self.origin() {
            Some(origin) => origin.variant().to_string(),
            None => self.version().to_string(),
        }
    }
}
