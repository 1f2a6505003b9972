//! Conversion between forms, with a report of losses.

use std::fmt;
use std::io::Write;

use bytes::Bytes;

use super::{Form, Recording};
use crate::curve::{Curve, CurveId, KeyKind, Tracks};
use crate::error::{Error, ErrorKind, Result};
use crate::format::marker::Markers;
use crate::format::{Header, write_curve};

/// Data that the target form cannot hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Loss {
    /// Tangents and weights that shape curves: the curves become linear between their keys.
    Shape {
        /// Curves that change.
        curves: usize,
        /// Keys in them whose tangents and weights are lost.
        keys: usize,
    },
    /// Tangents and weights that are stored without effect: the shape of the curves stays the same.
    UnusedTangents {
        /// Curves with such keys.
        curves: usize,
        /// Number of such keys.
        keys: usize,
    },
    /// The gaze track.
    Gaze {
        /// Keys in it.
        keys: usize,
    },
    /// Absence of a track: the target always has it, so it gets empty curves.
    Absence {
        /// Whether the camera becomes empty curves.
        camera: bool,
        /// Whether the hands become empty curves.
        hands: bool,
    },
    /// Markers, and with them the marker list.
    Markers {
        /// How many.
        count: usize,
    },
    /// The marker list, empty but needed: MRTK cannot load a file without.
    MarkerList,
    /// Bytes after the marker list.
    Trailing {
        /// Number of bytes.
        bytes: usize,
    },
    /// Tangents and weights of boolean keys that do not hold their value, which a draft stores.
    BooleanTangents {
        /// Number of keys.
        keys: usize,
    },
    /// Markers of a draft, in a `BinaryFormatter` stream that is not a list of MRTK's markers.
    MarkerBlob {
        /// Length of the stream.
        bytes: u64,
    },
    /// Scale of poses, which a fork stores.
    Scale {
        /// Number of keys.
        keys: u64,
    },
    /// Object tracks, which a fork stores.
    ObjectTracks {
        /// Number of objects.
        tracks: u32,
        /// Number of keys of all objects.
        keys: u64,
    },
    /// Rotation of the gaze, which a fork stores as a pose; a recording stores a ray.
    GazeRotation {
        /// Number of keys of the rotation.
        keys: usize,
        /// Whether the direction was computed from the rotation, so that only the roll is lost. Requires four
        /// curves with the same key times.
        is_direction_kept: bool,
    },
    /// Flag bytes other than 0 and 1, which MRTK treats as 1.
    FlagBytes {
        /// Camera, hands, gaze.
        flags: [u8; 3],
    },
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Shape { curves, keys } => write!(
                f,
                "tangents or weights of {keys} keys, which shape {curves} curves that would become linear"
            ),
            Self::UnusedTangents { curves, keys } => write!(
                f,
                "tangents or weights of {keys} keys in {curves} curves, which have no effect: the motion stays the same"
            ),
            Self::Gaze { keys } => write!(f, "the gaze track with {keys} keys"),
            Self::Absence { camera, hands } => write!(
                f,
                "that {} not recorded, since version 1.0 always has camera and hands: their curves would be empty",
                match (camera, hands) {
                    (true, true) => "camera and hands were",
                    (true, false) => "the camera was",
                    _ => "the hands were",
                }
            ),
            Self::Markers { count } => write!(f, "{count} markers"),
            Self::MarkerList => {
                f.write_str("the marker list, without which MRTK cannot load the file")
            }
            Self::Trailing { bytes } => write!(f, "{bytes} bytes after the marker list"),
            Self::BooleanTangents { keys } => {
                write!(f, "tangents or weights of {keys} boolean keys, which now hold their value")
            }
            Self::MarkerBlob { bytes } => write!(
                f,
                "the markers: their BinaryFormatter stream of {bytes} bytes is not a list of MRTK's markers"
            ),
            Self::Scale { keys } => write!(f, "the scale of poses, {keys} keys"),
            Self::ObjectTracks { tracks, keys } => {
                write!(f, "{tracks} object tracks with {keys} keys")
            }
            Self::GazeRotation { keys, is_direction_kept: true } => {
                write!(
                    f,
                    "the roll of the gaze in {keys} keys, of which only the direction is kept"
                )
            }
            Self::GazeRotation { keys, is_direction_kept: false } => write!(
                f,
                "the direction of the gaze: the {keys} keys of its rotation are not at the same times"
            ),
            Self::FlagBytes { flags: [camera, hands, gaze] } => {
                write!(f, "the odd flag bytes {camera}, {hands}, {gaze}")
            }
        }
    }
}

/// Conversion of a recording to another [`Form`]; made by [`Recording::convert`].
///
/// Losses are known before anything is written. [`write_to`](Self::write_to) and
/// [`to_recording`](Self::to_recording) fail if there are any; the `_lossy` variants accept them. Linear keys
/// as MRTK writes them convert without loss.
///
/// ```
/// use reenact::{Form, Loss, Recording, Tracks};
///
/// let recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
/// let conversion = recording.convert(Form::MRTK_1_0);
/// assert_eq!(conversion.losses(), [Loss::Gaze { keys: 0 }]);
/// assert!(conversion.to_recording().is_err());
/// assert_eq!(conversion.to_recording_lossy().tracks(), Tracks::V1_0);
/// # Ok::<(), reenact::Error>(())
/// ```
#[derive(Debug)]
pub struct Conversion {
    source: Recording,
    form: Form,
    losses: Vec<Loss>,
}

impl Conversion {
    pub(super) fn new(source: Recording, form: Form) -> Self {
        let losses = losses(&source, form);
        Self { source, form, losses }
    }

    /// Data that the target form cannot hold.
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// Writes the recording in the target form; fails with [`ErrorKind::WouldLose`] before writing anything.
    pub fn write_to(&self, out: impl Write) -> Result<()> {
        self.refuse_losses()?;
        self.write_lossy_to(out)
    }

    /// Writes the recording in the target form, dropping what it cannot hold.
    pub fn write_lossy_to(&self, mut out: impl Write) -> Result<()> {
        out.write_all(&self.header().to_bytes())?;
        for (id, curve) in self.curves() {
            write_curve(&mut out, &curve, self.form.key_kind(id))?;
        }
        if self.form.marker_list {
            let empty = Markers::EMPTY;
            let (count, rest) = self.source.marker_list().unwrap_or(&empty).encoded();
            out.write_all(&count)?;
            out.write_all(rest)?;
            out.write_all(self.source.trailing())?;
        }
        Ok(())
    }

    /// Converts the recording, or fails with [`ErrorKind::WouldLose`]. Keys with the same encoding stay
    /// shared.
    pub fn to_recording(&self) -> Result<Recording> {
        self.refuse_losses()?;
        Ok(self.to_recording_lossy())
    }

    /// Converts the recording, dropping what the target form cannot hold.
    pub fn to_recording_lossy(&self) -> Recording {
        let kind = self.form.float_kind();
        let change = |(_, mut curve): (CurveId, Curve)| {
            if curve.kind() != KeyKind::Boolean && curve.kind() != kind {
                curve = curve.to_kind(kind);
            }
            curve
        };
        let markers = self.source.markers.clone().unwrap_or(Markers::EMPTY);
        let trailing =
            if self.form.marker_list { self.source.trailing.clone() } else { Bytes::new() };
        Recording {
            header: self.header(),
            layout: self.form.layout,
            curves: self.curves().map(change).collect(),
            markers: self.form.marker_list.then_some(markers),
            trailing,
            file: None,
            origin: None,
        }
    }

    fn refuse_losses(&self) -> Result<()> {
        if self.losses.is_empty() {
            return Ok(());
        }
        Err(Error::new(ErrorKind::WouldLose(self.losses.clone())))
    }

    fn header(&self) -> Header {
        let version = self.form.version;
        let flags = if version.is_1_1() { self.source.flags() } else { Header::V1_0_FLAGS };
        Header { version, flags }
    }

    /// Curves of the target in file order, still in the encoding of the source.
    fn curves(&self) -> impl Iterator<Item = (CurveId, Curve)> {
        self.header().tracks().curve_ids().map(|id| {
            // Empty for a track that the source lacks. The encoding is converted on writing.
            let empty = || Curve::empty(self.form.key_kind(id));
            (id, self.source.curve(id).cloned().unwrap_or_else(empty))
        })
    }
}

fn losses(source: &Recording, form: Form) -> Vec<Loss> {
    let mut losses = Vec::new();
    if form.float_kind() == KeyKind::Simple {
        losses.extend(tangent_losses(source));
    }
    if !form.version.is_1_1() {
        let Tracks { camera, hands, gaze } = source.tracks();
        if gaze {
            let gaze_curves = source.curves().filter(|(id, _)| matches!(id, CurveId::Gaze(_)));
            losses.push(Loss::Gaze { keys: gaze_curves.map(|(_, curve)| curve.len()).sum() });
        }
        if !(camera && hands) {
            losses.push(Loss::Absence { camera: !camera, hands: !hands });
        }
        if source.flags().iter().any(|&flag| flag > 1) {
            losses.push(Loss::FlagBytes { flags: source.flags() });
        }
    }
    if let (Some(markers), false) = (source.marker_list(), form.marker_list) {
        losses.push(match markers.len() {
            0 => Loss::MarkerList,
            count => Loss::Markers { count },
        });
        match source.trailing().len() {
            0 => {}
            bytes => losses.push(Loss::Trailing { bytes }),
        }
    }
    losses
}

/// Tangents and weights that simple keys cannot hold.
fn tangent_losses(source: &Recording) -> impl Iterator<Item = Loss> {
    let [mut bent, mut straight] = [(0, 0); 2];
    for (_, curve) in source.curves().filter(|(_, curve)| curve.kind() == KeyKind::Full) {
        let keys = curve.iter().filter(|key| !key.is_plain_linear()).count();
        if keys > 0 {
            let (curves, sum) = if curve.is_straight() { &mut straight } else { &mut bent };
            *curves += 1;
            *sum += keys;
        }
    }
    let shape = |(curves, keys)| (curves > 0).then_some(Loss::Shape { curves, keys });
    let unused = |(curves, keys)| (curves > 0).then_some(Loss::UnusedTangents { curves, keys });
    shape(bent).into_iter().chain(unused(straight))
}
