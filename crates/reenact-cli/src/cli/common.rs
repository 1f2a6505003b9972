//! Arguments shared by several subcommands.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use reenact::hand::Joint;
use reenact::{CurveId, Layout, Mode, Named, Tracks};
use reenact_base::number::to_f32;

use crate::input::ReadHow;
use crate::suggest;

/// How recordings are read.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadArgs {
    /// Key layout of version 1.1 files [default: detected from the file]
    #[arg(long, value_parser = named::<Layout>())]
    layout: Option<Layout>,
    /// Maximum size of piped or decompressed input
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = size)]
    max_size: u64,
}

impl ReadArgs {
    pub(crate) fn how(self) -> ReadHow {
        ReadHow { layout: self.layout, max_bytes: self.max_size, in_place: false }
    }
}

/// Recordings to read, and how.
#[derive(Debug, Clone, Args)]
pub(crate) struct InputArgs {
    /// Recordings or folders, or - for stdin
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// One recording to read, and how.
#[derive(Debug, Clone, Args)]
pub(crate) struct OneInputArgs {
    /// Recording, or - for stdin
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// Recordings to report on, as text or JSON.
#[derive(Debug, Clone, Args)]
pub(crate) struct ReportArgs {
    /// Print JSON: an object, or an array for several files
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// Time range.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct PartArgs {
    /// Start of the time range, in seconds
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = number)]
    pub(crate) from: Option<f32>,
    /// End of the time range, in seconds
    #[arg(long, value_name = "SECS", allow_hyphen_values = true, value_parser = number)]
    pub(crate) to: Option<f32>,
}

/// Output options of an edit.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Writing")]
#[group(skip)]
pub(crate) struct OutputArgs {
    /// Output file, folder for several inputs, or - for stdout
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the input file
    #[arg(long, conflicts_with = "output")]
    pub(crate) in_place: bool,
    /// Overwrite an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

/// Inputs and output of an edit.
#[derive(Debug, Clone, Args)]
pub(crate) struct EditArgs {
    /// Recordings or folders, or - for stdin
    #[arg(required = true, value_name = "IN")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    /// Print a JSON report on stdout
    #[arg(long, help_heading = "Writing")]
    pub(crate) json: bool,
    /// Exit with 0 instead of 3 when data is lost; losses are still reported
    #[arg(long)]
    pub(crate) allow_loss: bool,
}

/// Evaluation mode option.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct ModeArgs {
    /// Evaluation mode
    #[arg(long, value_parser = named::<Mode>(), default_value = "clean")]
    mode: Mode,
}

impl From<ModeArgs> for Mode {
    fn from(args: ModeArgs) -> Self {
        args.mode
    }
}

/// A track of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Track {
    Camera,
    Hands,
    Gaze,
}

impl Track {
    /// The given tracks.
    pub(crate) fn all_of(tracks: &[Self]) -> Tracks {
        Tracks {
            camera: tracks.contains(&Self::Camera),
            hands: tracks.contains(&Self::Hands),
            gaze: tracks.contains(&Self::Gaze),
        }
    }
}

/// File format version and layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Version 1.0, written by MRTK 2.0 – 2.5
    #[value(name = "1.0")]
    V1_0,
    /// Version 1.1, written by MRTK 2.6 – 2.8
    #[value(name = "1.1")]
    V1_1,
    /// Version 1.1 as in Microsoft's documentation; MRTK cannot load it
    #[value(name = "1.1-published")]
    Published1_1,
}

impl From<Form> for reenact::Form {
    fn from(form: Form) -> Self {
        match form {
            Form::V1_0 => Self::MRTK_1_0,
            Form::V1_1 => Self::MRTK_1_1,
            Form::Published1_1 => Self::PUBLISHED_1_1,
        }
    }
}

/// Parser for named values, such as a severity.
pub(crate) fn named<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let values = T::VALUES.iter().map(|value| {
        let named = PossibleValue::new(value.name());
        if value.help().is_empty() { named } else { named.help(value.help()) }
    });
    PossibleValuesParser::new(values).try_map(|name| T::from_name(&name))
}

/// Parses a finite number.
pub(crate) fn number(text: &str) -> Result<f32, String> {
    match text.trim().parse::<f32>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err("not a number, such as -0.5 or 2".to_owned()),
    }
}

/// Parses a length in millimetres to metres. Divides before rounding, so 0.1 mm is the number nearest to 0.0001 m.
pub(crate) fn millimetres(text: &str) -> Result<f32, String> {
    number(text)?;
    let millimetres: f64 = text.trim().parse().unwrap_or(f64::NAN);
    Ok(to_f32(millimetres / 1000.0))
}

/// Budget of frames.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct FramesArgs {
    /// Maximum number of frames [default: 65536, or the number of keys if that is larger]
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_frames: Option<usize>,
}

/// Parses a size: `500MB`, `2GB`, or a number of bytes.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match text.get(digits.len()..).unwrap_or_default().to_lowercase().as_str() {
        "" | "b" => 1,
        "kb" | "k" => 1_000,
        "mb" | "m" => 1_000_000,
        "gb" | "g" => 1_000_000_000,
        "tb" | "t" => 1_000_000_000_000,
        _ => 0,
    };
    let bytes = digits.trim().parse::<u64>().ok().and_then(|number| number.checked_mul(factor));
    bytes.filter(|_| factor > 0).ok_or_else(|| "not a size, such as 500MB or 2GB".to_owned())
}

/// Parses MRTK's name of a joint.
pub(crate) fn joint(name: &str) -> Result<Joint, String> {
    name.parse().map_err(|_| {
        let names = Joint::TRACKED.iter().map(|joint| joint.name());
        match suggest::nearest(name, names) {
            Some(near) => format!("no joint of that name; did you mean {near}?"),
            None => {
                "no joint of that name: they are MRTK's, such as Wrist, Palm, IndexTip".to_owned()
            }
        }
    })
}

/// Parses the name of a curve.
pub(crate) fn curve(name: &str) -> Result<CurveId, String> {
    name.parse().map_err(|_| {
        let names: Vec<String> = Tracks::ALL.curve_ids().map(|id| id.to_string()).collect();
        match suggest::nearest(name, names.iter().map(String::as_str)) {
            Some(near) => format!("no curve of that name; did you mean {near}?"),
            None => "no curve of that name: they are such as camera.position.x, left.tracked, right.IndexTip.rotation.w".to_owned(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        let sizes = ["17", "500MB", "2gb", "1 kB", "9e9", "GB", "99999999999TB", "-1"].map(size);
        assert_eq!(
            sizes.map(Result::ok),
            [Some(17), Some(500_000_000), Some(2_000_000_000), Some(1000), None, None, None, None]
        );
    }

    #[test]
    fn mistyped_names_come_with_what_was_meant() {
        assert_eq!(joint("Wirst"), Err("no joint of that name; did you mean Wrist?".to_owned()));
        assert_eq!(
            curve("left.Wirst.position.x"),
            Err("no curve of that name; did you mean left.Wrist.position.x?".to_owned())
        );
        assert!(curve("elbow").is_err_and(|message| message.contains("camera.position.x")));
    }
}
