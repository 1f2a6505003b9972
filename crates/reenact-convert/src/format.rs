//! Registry of file formats: names, file extensions, media types, options, and what each cannot hold.

mod facts;

use std::path::Path;

use reenact::Named;

use crate::{Error, Result};
use facts::{Facts, facts};

/// A file format that recordings are read from or written as.
///
/// Every format is known by name in every build; [`is_built`](Self::is_built) tells whether its cargo feature is on.
///
/// ```
/// use std::path::Path;
/// use reenact_convert::Format;
///
/// assert_eq!(Format::of_path(Path::new("takes/one.NDJSON")), Some(Format::Ndjson));
/// assert_eq!(Format::of_path(Path::new("one.txt")), None);
/// assert_eq!("bin".parse(), Ok(Format::Bin));
/// assert_eq!(Format::Glb.media_type(), Some("model/gltf-binary"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// MRTK input animation, in the version that the recording has.
    Bin,
    /// Whole recording as one JSON document: [`json`](crate::json).
    Json,
    /// Whole recording as JSON lines, one curve per line: [`ndjson`](crate::ndjson).
    Ndjson,
    /// A table as text: [`csv`](crate::csv).
    Csv,
    /// glTF in one binary file.
    Glb,
    /// glTF as text.
    Gltf,
    /// WebXR recording, as IWER plays it.
    Iwer,
    /// `head_hand_eye.csv` of `HoloLens2ForCV`.
    Hololens,
    /// MCAP.
    Mcap,
    /// Unity animation clip.
    Anim,
    /// Biovision hierarchy.
    Bvh,
    /// USD as text.
    Usda,
    /// Pose of one hand at one time, for MRTK's input simulation.
    HandPose,
    /// BIDS Motion: a folder.
    Bids,
    /// A table as Parquet.
    Parquet,
    /// Poses as JSON lines, one line per frame: [`frames`](crate::frames).
    Frames,
    /// Unity XR Hands recording.
    Handsbin,
    /// Journal of a recording in progress: [`journal`](crate::journal).
    Journal,
}

reenact::named!(Format, "format":
    Bin = "bin", Json = "json", Ndjson = "ndjson", Frames = "frames", Csv = "csv", Glb = "glb", Gltf = "gltf",
    Anim = "anim", Bvh = "bvh", Usda = "usda", Handsbin = "handsbin", Iwer = "iwer", Hololens = "hololens", Journal = "journal", Mcap = "mcap",
    Parquet = "parquet", HandPose = "hand-pose", Bids = "bids",
);

/// Option of [`WriteOptions`](crate::WriteOptions), by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Setting {
    /// Table of a CSV or Parquet file.
    Table,
    /// Evaluation mode of a table of poses.
    Mode,
    /// Sample rate.
    Rate,
    /// Largest number of frames.
    MaxFrames,
    /// Coordinate system.
    Axes,
    /// Nodes of a glTF file.
    Profile,
    /// Hierarchy that a Unity clip animates.
    Rig,
    /// Unit of lengths in a BVH file.
    Unit,
    /// Hand of a hand pose.
    Hand,
    /// Time of a hand pose.
    At,
    /// Joint at the origin of a hand pose.
    Reference,
    /// Subject in a BIDS dataset.
    Subject,
    /// Session in a BIDS dataset.
    Session,
    /// Task in a BIDS dataset.
    Task,
    /// Version of a Unity XR Hands recording.
    HandsbinVersion,
    /// Whether frames are at key times.
    KeyTimes,
    /// Origin of positions.
    Origin,
}

reenact::named!(Setting, "option":
    Table = "table", Mode = "mode", Rate = "rate_hz", MaxFrames = "max_frames", Axes = "axes", Profile = "profile", Rig = "rig", Unit = "unit",
    Hand = "hand", At = "at_secs", Reference = "reference", Subject = "subject", Session = "session", Task = "task",
    HandsbinVersion = "handsbin_version", KeyTimes = "key_times", Origin = "origin",
);

impl Format {
    const fn facts(self) -> Facts {
        facts(self)
    }

    /// One-line description, for example for `--help`.
    pub const fn summary(self) -> &'static str {
        self.facts().summary
    }

    /// File extensions without the dot, the usual one first; empty if the format is selected by [`name`](Self::name) only.
    pub const fn endings(self) -> &'static [&'static str] {
        self.facts().endings
    }

    /// Media type of its files; `None` for a folder.
    pub const fn media_type(self) -> Option<&'static str> {
        self.facts().media_type
    }

    /// Whether recordings can be read from it.
    pub const fn is_read(self) -> bool {
        self.facts().is_read
    }

    /// Whether it is text.
    pub const fn is_text(self) -> bool {
        self.facts().is_text
    }

    /// Whether it also stores the version and layout of a recording.
    pub const fn has_form(self) -> bool {
        matches!(self, Self::Bin | Self::Json | Self::Ndjson | Self::Parquet)
    }

    /// Whether it is a folder of files, even for one recording.
    pub const fn is_folder(self) -> bool {
        matches!(self, Self::Bids)
    }

    /// Whether this build supports it: its cargo feature is on.
    pub const fn is_built(self) -> bool {
        self.facts().is_built
    }

    /// Options of the format.
    pub const fn options(self) -> &'static [Setting] {
        self.facts().options
    }

    /// Required option, if there is one.
    pub const fn required(self) -> Option<Setting> {
        self.facts().required
    }

    /// Data that the format cannot hold, in a few words.
    pub const fn lacks(self) -> &'static str {
        self.facts().lacks
    }

    /// The format; fails if this build does not support it.
    pub(crate) fn built(self) -> Result<Self> {
        if self.is_built() { Ok(self) } else { Err(Error::NotBuilt(self)) }
    }

    /// Format with a name.
    ///
    /// Fails for an unknown name, and if this build does not support the format.
    pub fn of_name(name: &str) -> Result<Self> {
        let format = Self::from_name(name).map_err(|error| Error::Impossible(error.to_string()))?;
        format.built()
    }

    /// Format of a file name, ignoring case. The longest extension decides, so `a.iwer.json` is not plain JSON.
    pub fn of_path(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let endings = Self::ALL
            .into_iter()
            .flat_map(|format| format.endings().iter().map(move |ending| (*ending, format)));
        let fitting = endings.filter(|(ending, _)| ends_in(&name, ending));
        fitting.max_by_key(|(ending, _)| ending.len()).map(|(_, format)| format)
    }

    /// All extensions of the supported formats, for messages: `.bin, .json, …`.
    pub fn all_endings() -> String {
        let built = Self::ALL.into_iter().filter(|format| format.is_built());
        let dotted = built.flat_map(Self::endings_with_dots);
        dotted.collect::<Vec<_>>().join(", ")
    }

    /// File extensions with the dot: `.json`, but `head_hand_eye.csv`.
    pub fn endings_with_dots(self) -> impl Iterator<Item = String> {
        self.endings()
            .iter()
            .map(|ending| if is_name(ending) { (*ending).to_owned() } else { format!(".{ending}") })
    }
}

/// Whether an extension is a file name of its own that may have a prefix, as in `2021-05-04_head_hand_eye.csv`.
fn is_name(ending: &str) -> bool {
    ending.contains('_')
}

fn ends_in(name: &str, ending: &str) -> bool {
    let Some(before) = name.strip_suffix(ending) else { return false };
    // A name that consists of an extension only is a hidden file.
    is_name(ending) || before.strip_suffix('.').is_some_and(|stem| !stem.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_and_every_name_says_one_format() {
        for format in Format::ALL {
            assert_eq!(Format::from_name(format.name()), Ok(format));
            for ending in format.endings() {
                assert_eq!(Format::of_path(Path::new(&format!("a b/c.d.{ending}"))), Some(format));
                let capitals = ending.to_uppercase();
                assert_eq!(Format::of_path(Path::new(&format!("X.{capitals}"))), Some(format));
            }
        }
    }

    #[test]
    fn what_is_no_ending_says_nothing() {
        for name in ["", "a", "bin", ".bin", "a.", "a.bin.gz", "abin", "..", "a/.json", "a.txt"] {
            assert_eq!(Format::of_path(Path::new(name)), None, "{name:?}");
        }
    }

    #[test]
    fn the_recorder_s_own_name_may_have_more_before_it() {
        for name in ["head_hand_eye.csv", "2021-05-04_head_hand_eye.csv", "a.head_hand_eye.csv"] {
            assert_eq!(Format::of_path(Path::new(name)), Some(Format::Hololens), "{name:?}");
        }
    }

    #[test]
    fn a_message_names_every_ending() {
        let text = Format::all_endings();
        assert!(text.starts_with(".bin"), "{text}");
    }

    #[test]
    fn a_format_that_is_not_built_says_so_by_name() {
        for format in Format::ALL {
            match Format::of_name(format.name()) {
                Ok(found) => assert!(found == format && format.is_built()),
                Err(error) => assert!(error.to_string().contains(format.name()), "{error}"),
            }
        }
        let error = Format::of_name("jsn").unwrap_err().to_string();
        assert_eq!(error, "no format is named \"jsn\": did you mean json?");
    }
}
