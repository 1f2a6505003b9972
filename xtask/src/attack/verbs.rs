//! Command lines of the attack: all subcommands and formats. The step `windows` compares two builds by them, too.

use std::path::Path;
use std::process::Command;

use reenact::Named;
use reenact_convert::Format;

use crate::process::output_of;

/// Subcommands that print or plot a recording.
pub(crate) const LOOKS: [&str; 21] = [
    "info --json",
    "info",
    "doctor",
    "doctor --json",
    "stats --json",
    "stats --csv",
    "stats",
    "cat --format csv",
    "cat --format ndjson",
    "cat",
    "sample --rate 30",
    "sample --rate 30 --json",
    "sample --at 0,0.5,1e9 --long --mode mrtk",
    "marker list",
    "marker list --json",
    "compare --json other.bin",
    "compare --exact other.bin",
    "compare --find-offset 0.5 other.bin",
    "plot -o out.svg --force",
    "plot -o out.png --force --theme dark",
    "view --html out.html --force",
];

/// Subcommands that write a recording.
pub(crate) const EDITS: [&str; 19] = [
    "trim --from 0.1 --to 1",
    "retime --speed 2",
    "resample --rate 30",
    "mirror",
    "reanchor --anchor first-head",
    "smooth",
    "fill",
    "strip --gaze --markers",
    "optimize",
    "marker add --at 0.5 --name x",
    "marker auto --kinds pinch,grab",
    "marker remove --all",
    "marker rename --all --name x",
    "concat other.bin",
    "repair",
    "repair --all",
    "optimize --preset lossless --json",
    "optimize --free-values --thorough",
    "smooth --filter one-euro --tracks hands",
];

/// Formats to convert to, as file names.
pub(crate) const FORMATS: [&str; 28] = [
    "out.bin --to 1.0",
    "out.bin --to 1.1",
    "out.bin --to 1.1-published",
    "out.bin.gz",
    "out.bin.zst",
    "out.json",
    "out.ndjson",
    "out.csv",
    "out.csv --table frames",
    "out.csv --table markers",
    "out.parquet",
    "out.parquet --table joints",
    "out.glb",
    "out.glb --profile flat",
    "out.gltf --profile flat",
    "out.anim",
    "out.anim --rig mrtk",
    "out.bvh",
    "out.usda",
    "out.mcap",
    "out.iwer.json --to iwer",
    "out_head_hand_eye.csv --to hololens",
    "out --to bids --subject one",
    "out.json --to hand-pose --at 0.5",
    "out.ndjson --to frames",
    "out.handsbin",
    "out.handsbin --handsbin-version 1",
    "out.journal",
];

/// Other readable formats: extension, options that write it, and whether it is text.
pub(super) const KINDS: [(&str, &str, bool); 13] = [
    ("json", "", true),
    ("ndjson", "", true),
    ("glb", "--profile flat", false),
    ("skeleton.glb", "", false),
    ("gltf", "--profile flat", true),
    ("parquet", "", false),
    ("iwer.json", "--to iwer", true),
    ("csv", "--to hololens", true),
    ("handsbin", "", false),
    ("v1.handsbin", "--handsbin-version 1", false),
    ("journal", "", false),
    ("bin.gz", "", false),
    ("bin.zst", "", false),
];

/// Other subcommands: `make` has separate rounds, `run`, `record` and `openxr` start applications (step `openxr`), the others print
/// text.
const WITHOUT_RECORDING: [&str; 7] =
    ["make", "run", "record", "openxr", "completions", "man", "help"];

/// Fails if a subcommand or format of the command is missing in the lists.
pub(super) fn check_complete(program: &Path) -> Result<(), String> {
    let help = output_of(Command::new(program).arg("--help")).ok_or("`--help` fails")?;
    let (_, verbs) = help.split_once("Commands:\n").ok_or("`--help` lists no commands")?;
    let verbs = verbs.lines().take_while(|line| !line.trim().is_empty());
    let tried = |verb: &str| {
        let mut lines = LOOKS.iter().chain(&EDITS);
        let is_tried = lines.any(|line| line.split_whitespace().next() == Some(verb));
        is_tried || verb == "convert" || WITHOUT_RECORDING.contains(&verb)
    };
    // Names are indented by two columns; continued descriptions by more.
    let names = verbs
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next());
    let missing_verbs = names.filter(|verb| !tried(verb)).map(|verb| format!("verb {verb}"));
    let format_of = |line: &str| {
        let mut words = line.split_whitespace();
        let file = words.next().unwrap_or_default();
        let named = words.skip_while(|word| *word != "--to").nth(1);
        let named = named.and_then(|name| Format::from_name(name).ok());
        named.or_else(|| Format::of_path(Path::new(file)))
    };
    let is_written = |format: Format| FORMATS.iter().any(|line| format_of(line) == Some(format));
    let is_read = |format: Format| {
        let lines = KINDS.iter().map(|(ending, options, _)| format!("input.{ending} {options}"));
        format == Format::Bin || lines.into_iter().any(|line| format_of(&line) == Some(format))
    };
    let missing_formats = Format::ALL.into_iter().filter_map(|format| {
        if !is_written(format) {
            return Some(format!("format {}", format.name()));
        }
        let is_missing = format.is_read() && !is_read(format);
        is_missing.then(|| format!("input of format {}", format.name()))
    });
    let missing: Vec<String> = missing_verbs.chain(missing_formats).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("xtask/src/attack/verbs.rs lacks: {}", missing.join(", ")))
}
