//! Files of the ETH "4D Holographic Tutorials" apps and their descendants: MRTK's magic number without a
//! version.
//!
//! | form | since | after the three flags at byte 8 |
//! |---|---|---|
//! | F1 | April 2022 | the body of 1.1 with simple keys, but the gaze is a pose; marker list |
//! | F2 | 9 May 2022 | as F1; before the marker list the number of object tracks, each a string and a pose |
//! | F3 | 10 May 2022 | as F2; a pose has three more curves, its scale |
//!
//! Nothing in the file names the form. It is the one whose walk ends with the last byte of the file; of
//! several, the one with fewer implausible headers (see `walk::is_plausible`), then the older one.

use super::super::marker::{Length, MarkerSpan};
use super::super::source::Source;
use super::super::walk::{CurveHead, curve_head, is_plausible};
use super::super::{Header, Index, Layout, MAGIC, Version};
use super::{Foreign, Variant};
use crate::curve::{CurveId, KeyKind, PoseComponent, RayComponent, Tracks, WrapMode};
use crate::error::{Error, ErrorKind, Field, Result};
use crate::hand::{Joint, Side};
use crate::recording::Loss;
use reenact_base::number::len_u64;

/// Bytes that [`may_start`] needs: magic number, flags and a curve header.
pub(super) const START_BYTES: usize = 23;
const FLAGS_AT: usize = 8;
const FIRST_CURVE_AT: u64 = 11;

/// Whether a file starts with the magic number, three flags and a curve header, instead of a version.
///
/// MRTK's wrap mode 8 would give a major version of 0x08000000 or more, so no real version is mistaken for
/// flags.
pub(super) fn may_start(start: &[u8]) -> bool {
    let Some(rest) = start.strip_prefix(&MAGIC) else { return false };
    let version = Version::parse(start);
    let Some((flags, rest)) = rest.split_first_chunk::<3>() else { return false };
    if version.is_none_or(|version| version <= Version::V1_1) || flags.iter().any(|&flag| flag > 1)
    {
        return false;
    }
    let words: Vec<i32> =
        rest.as_chunks::<4>().0.iter().take(3).map(|&word| i32::from_le_bytes(word)).collect();
    match (flags, words.as_slice()) {
        // Without tracks, a count of objects or markers follows. It can only be checked for a reasonable
        // size.
        ([0, 0, 0], [count, ..]) => (1..0x1_0000).contains(count),
        // A curve header: two known wrap modes and a key count.
        (_, &[pre_wrap, post_wrap, count]) => {
            WrapMode(pre_wrap).is_known() && WrapMode(post_wrap).is_known() && count >= 0
        }
        _ => false,
    }
}

/// Differences between the forms.
#[derive(Clone, Copy)]
struct Shape {
    variant: Variant,
    has_objects: bool,
    has_scale: bool,
}

const SHAPES: [Shape; 3] = [
    Shape { variant: Variant::ForkF1, has_objects: false, has_scale: false },
    Shape { variant: Variant::ForkF2, has_objects: true, has_scale: false },
    Shape { variant: Variant::ForkF3, has_objects: true, has_scale: true },
];

/// Indexes a file that [`may_start`] accepts. Fails with [`ErrorKind::HolographicTutorialsFork`] if no form
/// ends with the file.
pub(super) fn scan(source: &mut impl Source) -> Result<Index> {
    let mut best: Option<Index> = None;
    for shape in SHAPES {
        let walk = Walk { source: &mut *source, shape, offset: FIRST_CURVE_AT, implausible: 0 };
        let index = match walk.index() {
            Ok(found) => found,
            Err(error) if matches!(error.kind(), ErrorKind::Io(_)) => return Err(error),
            Err(_) => continue,
        };
        let is_exact = index.end == index.len;
        if is_exact && best.as_ref().is_none_or(|best| index.implausible < best.implausible) {
            best = Some(index);
        }
    }
    best.ok_or_else(|| Error::new(ErrorKind::HolographicTutorialsFork))
}

struct Walk<'s, S> {
    source: &'s mut S,
    shape: Shape,
    offset: u64,
    implausible: u32,
}

impl<S: Source> Walk<'_, S> {
    fn index(mut self) -> Result<Index> {
        let flags: [u8; 3] = self.source.array(len_u64(FLAGS_AT), Field::CameraFlag)?;
        let header = Header { version: Version::V1_1, flags };
        let Tracks { camera, hands, gaze } = header.tracks();
        let mut curves = Vec::with_capacity(header.tracks().curve_count());
        let mut scale_keys = 0;
        if camera {
            curves.extend(self.pose(&mut scale_keys, CurveId::Camera)?);
        }
        if hands {
            let states = Tracks { hands: true, ..Tracks::NONE }.curve_ids().take(4);
            for id in states {
                curves.push(self.curve(id)?);
            }
            for (side, joint) in Side::ALL.into_iter().flat_map(|s| Joint::ALL.map(|j| (s, j))) {
                let id = |component| CurveId::Joint(side, joint, component);
                curves.extend(self.pose(&mut scale_keys, id)?);
            }
        }
        let mut losses = Vec::new();
        let mut gaze_rotation = None;
        if gaze {
            // Errors need a curve id. The rotation of the gaze has none, so they name its first component.
            let id = |_| CurveId::Gaze(RayComponent::OriginX);
            let [x, y, z, rotation @ ..] = self.pose(&mut scale_keys, id)?;
            let none = CurveHead { count: 0, ..x };
            curves.extend([x, y, z, none, none, none]);
            gaze_rotation = Some(rotation);
        }
        if scale_keys > 0 {
            losses.push(Loss::Scale { keys: scale_keys });
        }
        if self.shape.has_objects {
            losses.extend(self.objects()?);
        }
        let markers = MarkerSpan::find(self.source, self.offset)?;
        let end = markers.ok_or_else(|| Error::new(ErrorKind::HolographicTutorialsFork))?.end;
        let foreign = Foreign { losses, gaze_rotation, ..Foreign::new(self.shape.variant) };
        let (layout, len) = (Layout::Mrtk, self.source.len());
        let foreign = Some(Box::new(foreign));
        let implausible = self.implausible;
        Ok(Index { header, layout, curves, implausible, markers, end, len, foreign })
    }

    fn curve(&mut self, id: CurveId) -> Result<CurveHead> {
        let found = curve_head(self.source, self.offset, id, KeyKind::Simple);
        if !is_plausible(self.source, self.offset, &found)? {
            self.implausible += 1;
        }
        let head = found?;
        self.offset = head.keys_end();
        Ok(head)
    }

    /// Decodes the seven curves of a pose. Curves of the scale are counted and skipped.
    fn pose(
        &mut self,
        scale_keys: &mut u64,
        id: impl Fn(PoseComponent) -> CurveId,
    ) -> Result<[CurveHead; 7]> {
        use PoseComponent as C;
        let mut next = |component| self.curve(id(component));
        let pose = [
            next(C::PositionX)?,
            next(C::PositionY)?,
            next(C::PositionZ)?,
            next(C::RotationX)?,
            next(C::RotationY)?,
            next(C::RotationZ)?,
            next(C::RotationW)?,
        ];
        if self.shape.has_scale {
            for _ in 0..3 {
                *scale_keys += u64::from(self.curve(id(C::RotationW))?.count);
            }
        }
        Ok(pose)
    }

    /// Skips the object tracks and counts them.
    fn objects(&mut self) -> Result<Option<Loss>> {
        let count = i32::from_le_bytes(self.source.array(self.offset, Field::MarkerCount)?);
        let out_of_range = |found: i32| {
            let kind = ErrorKind::OutOfRange { found: found.into() };
            Error::at(kind, Field::MarkerCount, self.offset)
        };
        let tracks = u32::try_from(count).map_err(|_| out_of_range(count))?;
        self.offset += 4;
        let mut keys = 0;
        // Each track takes bytes of the file, so a wrong count ends at the end of the file.
        for _ in 0..tracks {
            self.text()?;
            let mut scale_keys = 0;
            let pose = self.pose(&mut scale_keys, CurveId::Camera)?;
            keys += scale_keys + pose.iter().map(|head| u64::from(head.count)).sum::<u64>();
        }
        Ok((tracks > 0).then_some(Loss::ObjectTracks { tracks, keys }))
    }

    /// Skips a string.
    fn text(&mut self) -> Result<()> {
        let field = Field::MarkerName(0);
        let Length::Whole { len, width } = Length::decode(self.source.peek_up_to(self.offset, 5)?)
        else {
            return Err(Error::at(ErrorKind::OverlongLength, field, self.offset));
        };
        let at = self.offset + len_u64(width);
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        if std::str::from_utf8(self.source.peek(at, len, field)?).is_err() {
            return Err(Error::at(ErrorKind::InvalidUtf8 { valid_up_to: 0 }, field, at));
        }
        self.offset = at + len_u64(len);
        Ok(())
    }
}
