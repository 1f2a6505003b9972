//! Report of an examination.

use std::fmt;

use reenact::{CurveId, Track, Version};

use super::code::{Code, Fix, Severity};

/// Report on a file: findings and probable writer.
///
/// ```
/// use reenact_inspect::doctor::{Options, Severity, examine};
///
/// let bytes = reenact_make::demo().to_bytes();
/// let report = examine(bytes, &Options::default());
/// assert!(report.is_healthy());
/// assert!(report.findings.iter().all(|finding| finding.severity == Severity::Note));
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
#[cfg_attr(feature = "schema", schemars(rename = "DoctorReport"))]
pub struct Report {
    /// Program that probably wrote the file; `None` if unknown.
    pub writer: Option<Writer>,
    /// Defects and anomalies: most severe first, then in file order. At most one for each code and location.
    pub findings: Vec<Finding>,
    /// Findings that a [`Gate`](super::Gate) set aside, in the same order.
    pub ignored: Vec<Finding>,
    /// File format version; `None` if the file has none.
    pub version: Option<Version>,
    /// Frame rate; `None` if there are too few keys.
    pub sampling: Option<Sampling>,
    pub(super) unreadable: bool,
    pub(super) fail_on: Severity,
    /// Result of [`passes`](Self::passes), for JSON.
    pub(super) passed: bool,
}

impl Report {
    /// Whether the file cannot be read at all: it is no recording, damaged or truncated. The findings say which.
    pub const fn unreadable(&self) -> bool {
        self.unreadable
    }

    /// Whether all findings are notes.
    pub fn is_healthy(&self) -> bool {
        self.worst().is_none_or(|worst| worst == Severity::Note)
    }

    /// Highest severity of all findings; `None` if there are none.
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).min()
    }

    /// The findings of one code.
    pub fn of(&self, code: Code) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |finding| finding.code == code)
    }

    /// Whether there is a finding of this code.
    pub fn has(&self, code: Code) -> bool {
        self.of(code).next().is_some()
    }
}

/// Program that probably wrote a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Writer {
    /// Name, such as `MRTK 2.6.0 – 2.7.2`.
    pub name: String,
    /// Evidence, one sentence each, lower case, without a full stop.
    pub evidence: Vec<String>,
}

/// Frame rate, computed from key times.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sampling {
    /// Frames per second: the reciprocal of the median time between two frames.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub rate_hz: f32,
    /// Deviation of frame intervals from the median, as a fraction of it: the 95th percentile.
    #[cfg_attr(feature = "serde", serde(serialize_with = "reenact::json::number"))]
    #[cfg_attr(feature = "schema", schemars(with = "reenact::json::Number"))]
    pub jitter: f32,
    /// Number of frames used.
    pub frames: usize,
}

/// A defect or anomaly of a recording.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// Code.
    pub code: Code,
    /// Short sentence that names the defect: [`Code::title`].
    pub title: &'static str,
    /// Severity.
    pub severity: Severity,
    /// Location of the first occurrence.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub location: FindingLocation,
    /// Number of curves, keys, times or bytes, as stated in the message; at least 1.
    pub count: usize,
    /// One sentence with the details, lower case, without a full stop.
    pub message: String,
    /// What `repair` can do about it.
    #[cfg_attr(feature = "serde", serde(rename = "repair"))]
    pub fix: Fix,
}

impl Finding {
    pub(super) fn new(
        code: Code,
        at: impl Into<Where>,
        count: usize,
        message: impl Into<String>,
    ) -> Self {
        let location = FindingLocation { at: at.into(), span_secs: None, offset: None };
        Self {
            code,
            title: code.title(),
            severity: code.severity(),
            location,
            count,
            message: message.into(),
            fix: code.fix(),
        }
    }

    pub(super) fn at_byte(mut self, offset: Option<u64>) -> Self {
        self.location.offset = offset;
        self
    }

    /// Sets the time span, unless a time is not finite.
    pub(super) fn between(mut self, from_secs: f32, to_secs: f32) -> Self {
        if from_secs.is_finite() && to_secs.is_finite() {
            self.location.span_secs = Some((from_secs, to_secs));
        }
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {} ({})", self.severity, self.code, self.message, self.location)
    }
}

/// Location of a finding: curve or track, time and byte.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindingLocation {
    /// First affected curve or track.
    #[cfg_attr(feature = "serde", serde(rename = "where"))]
    pub at: Where,
    /// Start and end in seconds, both finite.
    #[cfg_attr(feature = "serde", serde(flatten, serialize_with = "ends"))]
    #[cfg_attr(feature = "schema", schemars(with = "Ends"))]
    pub span_secs: Option<(f32, f32)>,
    /// Byte offset in the file.
    pub offset: Option<u64>,
}

impl fmt::Display for FindingLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.at.fmt(f)?;
        match self.span_secs {
            Some((from, to)) if from == to => write!(f, ", at {from:.3} s")?,
            Some((from, to)) => write!(f, ", {from:.3} – {to:.3} s")?,
            None => {}
        }
        match self.offset {
            Some(offset) => write!(f, ", byte {offset}"),
            None => Ok(()),
        }
    }
}

/// Start and end of a span; `null` where there is none.
#[cfg(feature = "serde")]
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Ends {
    /// Start in seconds.
    from_secs: Option<f32>,
    /// End in seconds.
    to_secs: Option<f32>,
}

#[cfg(feature = "serde")]
#[expect(clippy::ref_option, reason = "the signature that serde asks for")]
fn ends<S: serde::Serializer>(span: &Option<(f32, f32)>, out: S) -> Result<S::Ok, S::Error> {
    let (from_secs, to_secs) = span.unzip();
    serde::Serialize::serialize(&Ends { from_secs, to_secs }, out)
}

/// A part of a recording, ordered as in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Where {
    /// The whole file, or its header.
    File,
    /// A track.
    Track(Track),
    /// One curve.
    Curve(CurveId),
    /// Marker list, and the bytes after it.
    Markers,
}

impl From<CurveId> for Where {
    fn from(id: CurveId) -> Self {
        Self::Curve(id)
    }
}

impl From<Track> for Where {
    fn from(track: Track) -> Self {
        Self::Track(track)
    }
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("file"),
            Self::Track(track) => track.fmt(f),
            Self::Curve(id) => id.fmt(f),
            Self::Markers => f.write_str("markers"),
        }
    }
}

#[cfg(feature = "serde")]
reenact::__text_in_json!(Where);
