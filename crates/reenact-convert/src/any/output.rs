//! The formats that recordings are written as, and how the name of a file says which.

use std::path::Path;

/// A format that recordings are written as.
///
/// Only those are known whose cargo features are on.
///
/// ```
/// use std::path::Path;
/// use reenact_convert::any::Output;
///
/// assert_eq!(Output::of(Path::new("takes/one.NDJSON")), Some(Output::Ndjson));
/// assert_eq!(Output::of(Path::new("one.json")), Some(Output::Json));
/// assert_eq!(Output::of(Path::new("one.txt")), None);
/// assert_eq!(Output::named("bin"), Some(Output::Recording));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Output {
    /// A recording as it stands.
    Recording,
    /// [`json`](crate::json).
    Json,
    /// [`ndjson`](crate::ndjson).
    Ndjson,
    /// [`frames`](crate::frames), which no ending says: it is JSON lines, too.
    Frames,
    /// [`csv`](crate::csv).
    #[cfg(feature = "csv")]
    Csv,
    /// glTF in one binary file.
    #[cfg(feature = "gltf")]
    Glb,
    /// glTF as text.
    #[cfg(feature = "gltf")]
    Gltf,
    /// A clip for Unity.
    #[cfg(feature = "unity")]
    Anim,
    /// BVH.
    #[cfg(feature = "bvh")]
    Bvh,
    /// USD as text.
    #[cfg(feature = "usd")]
    Usda,
    /// A WebXR recording, as IWER plays it.
    #[cfg(feature = "iwer")]
    Iwer,
    /// A `head_hand_eye.csv` of `HoloLens2ForCV`.
    #[cfg(feature = "hololens")]
    Hololens,
    /// MCAP.
    #[cfg(feature = "mcap")]
    Mcap,
    /// A table of Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
    /// One hand at one moment, which no ending says: it is JSON, too.
    #[cfg(feature = "hand-pose")]
    HandPose,
    /// BIDS Motion, which no ending says: it is a folder.
    #[cfg(feature = "bids")]
    Bids,
}

impl Output {
    /// All that are known.
    pub const ALL: &[Self] = &[
        Self::Recording,
        Self::Json,
        Self::Ndjson,
        Self::Frames,
        #[cfg(feature = "csv")]
        Self::Csv,
        #[cfg(feature = "gltf")]
        Self::Glb,
        #[cfg(feature = "gltf")]
        Self::Gltf,
        #[cfg(feature = "unity")]
        Self::Anim,
        #[cfg(feature = "bvh")]
        Self::Bvh,
        #[cfg(feature = "usd")]
        Self::Usda,
        #[cfg(feature = "iwer")]
        Self::Iwer,
        #[cfg(feature = "hololens")]
        Self::Hololens,
        #[cfg(feature = "mcap")]
        Self::Mcap,
        #[cfg(feature = "parquet")]
        Self::Parquet,
        #[cfg(feature = "hand-pose")]
        Self::HandPose,
        #[cfg(feature = "bids")]
        Self::Bids,
    ];

    /// What it is called, and the endings of its files, the usual one first.
    const fn facts(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Recording => ("bin", &["bin"]),
            Self::Json => ("json", &["json"]),
            Self::Ndjson => ("ndjson", &["ndjson", "jsonl"]),
            Self::Frames => ("frames", &[]),
            #[cfg(feature = "csv")]
            Self::Csv => ("csv", &["csv"]),
            #[cfg(feature = "gltf")]
            Self::Glb => ("glb", &["glb"]),
            #[cfg(feature = "gltf")]
            Self::Gltf => ("gltf", &["gltf"]),
            #[cfg(feature = "unity")]
            Self::Anim => ("anim", &["anim"]),
            #[cfg(feature = "bvh")]
            Self::Bvh => ("bvh", &["bvh"]),
            #[cfg(feature = "usd")]
            Self::Usda => ("usda", &["usda"]),
            #[cfg(feature = "iwer")]
            Self::Iwer => ("iwer", &["iwer.json"]),
            #[cfg(feature = "hololens")]
            Self::Hololens => ("hololens", &["head_hand_eye.csv"]),
            #[cfg(feature = "mcap")]
            Self::Mcap => ("mcap", &["mcap"]),
            #[cfg(feature = "parquet")]
            Self::Parquet => ("parquet", &["parquet"]),
            #[cfg(feature = "hand-pose")]
            Self::HandPose => ("hand-pose", &[]),
            #[cfg(feature = "bids")]
            Self::Bids => ("bids", &[]),
        }
    }

    /// What it is called, such as `glb` or `hand-pose`.
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// How the names of its files end, without the dot, the usual ending first; nothing where only [`Output::name`] says it.
    pub const fn endings(self) -> &'static [&'static str] {
        self.facts().1
    }

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|output| output.name() == name)
    }

    /// The one whose files are called so, in small letters or capitals. The longest ending decides: `a.iwer.json` is more
    /// than JSON.
    pub fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let all = Self::ALL.iter().copied();
        let endings =
            all.flat_map(|output| output.endings().iter().map(move |ending| (*ending, output)));
        let fitting = endings.filter(|(ending, _)| ends_in(&name, ending));
        fitting.max_by_key(|(ending, _)| ending.len()).map(|(_, output)| output)
    }

    /// Every ending there is, for a message: `.bin, .json, …`.
    pub fn all_endings() -> String {
        let endings = Self::ALL.iter().flat_map(|output| output.endings());
        let dotted =
            endings.map(
                |ending| {
                    if is_name(ending) { (*ending).to_owned() } else { format!(".{ending}") }
                },
            );
        dotted.collect::<Vec<_>>().join(", ")
    }
}

/// Whether an ending is a name by itself, which may have anything before it, as `2021-05-04_head_hand_eye.csv` has.
fn is_name(ending: &str) -> bool {
    ending.contains('_')
}

fn ends_in(name: &str, ending: &str) -> bool {
    let Some(before) = name.strip_suffix(ending) else { return false };
    // A name that is nothing but an ending is that of a hidden file.
    is_name(ending) || before.strip_suffix('.').is_some_and(|stem| !stem.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_and_every_name_says_one_format() {
        for &output in Output::ALL {
            assert_eq!(Output::named(output.name()), Some(output));
            for ending in output.endings() {
                assert_eq!(Output::of(Path::new(&format!("a b/c.d.{ending}"))), Some(output));
                let capitals = ending.to_uppercase();
                assert_eq!(Output::of(Path::new(&format!("X.{capitals}"))), Some(output));
            }
        }
    }

    #[test]
    fn what_is_no_ending_says_nothing() {
        for name in ["", "a", "bin", ".bin", "a.", "a.bin.gz", "abin", "..", "a/.json", "a.txt"] {
            assert_eq!(Output::of(Path::new(name)), None, "{name:?}");
        }
    }

    #[cfg(feature = "hololens")]
    #[test]
    fn the_recorder_s_own_name_may_have_more_before_it() {
        for name in ["head_hand_eye.csv", "2021-05-04_head_hand_eye.csv", "a.head_hand_eye.csv"] {
            assert_eq!(Output::of(Path::new(name)), Some(Output::Hololens), "{name:?}");
        }
    }

    #[test]
    fn a_message_names_every_ending() {
        let text = Output::all_endings();
        assert!(text.starts_with(".bin, .json, .ndjson, .jsonl"), "{text}");
    }
}
