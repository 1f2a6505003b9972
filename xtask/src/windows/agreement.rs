//! Byte-for-byte comparison of two builds of the command: output, files, and exit codes.

use std::collections::BTreeMap;
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{TARGET, Wine};
use crate::attack::verbs::{EDITS, FORMATS, LOOKS};
use crate::cross::Target;
use crate::files;
use crate::process::{build, run};

const FOLDER: &str = "target/windows-agreement";

/// Recordings for every subcommand and format: each version, with hands, gaze and markers, unusual and damaged ones.
const RECORDINGS: [&str; 5] = [
    "recordings/v11_real_2s_asset",
    "recordings/v11_edge_left_never",
    "recordings/v10_synth_wrap",
    "published/all_tracks",
    "odd/times",
];

/// Subcommands that are run on all recordings in testdata at once.
const ON_ALL: [&str; 5] =
    ["info --json", "doctor --json", "stats --csv", "info", "marker list --json"];

/// Subcommands without a recording.
const ON_NONE: [&str; 6] = [
    "make --demo -o made.bin",
    "make --seed 3 --seconds 4 --device hololens2 -o made.bin",
    "make --seed 4 --seconds 4 -o made.glb",
    "completions powershell",
    "man",
    "convert --help",
];

pub(super) fn check(target: &Target, wine: &Wine) -> Result<String, String> {
    build(&["--bin", "reenact"])?;
    run(&mut target.cargo(&["build", "--package", "reenact-cli", "--target", TARGET]))?;
    let absolute = |path: String| std::path::absolute(path).map_err(|error| error.to_string());
    let here = absolute(format!("target/debug/reenact{EXE_SUFFIX}"))?;
    let there = absolute(format!("target/{TARGET}/debug/reenact.exe"))?;
    let here = || Command::new(&here);
    let there = || wine.command(&there);
    files::empty(FOLDER)?;

    let mut count = 0;
    let mut differences = Vec::new();
    let mut compare = |line: &str, inputs: &[(PathBuf, String)]| -> Result<(), String> {
        count += 1;
        let ran = [("here", here()), ("windows", there())]
            .map(|(name, command)| Ran::new(&Path::new(FOLDER).join(name), command, line, inputs));
        let [here, there] = ran;
        let (here, there) = (here?, there?);
        if let Some(difference) = here.difference(&there) {
            let input =
                inputs.first().map_or_else(String::new, |(path, _)| path.display().to_string());
            differences.push(format!("`reenact {line}` ({input}): {difference}"));
        }
        Ok(())
    };
    let recordings = files::recordings()?;
    let named = |path: &PathBuf| {
        let name = path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("-");
        (path.clone(), name)
    };
    let all: Vec<(PathBuf, String)> = recordings.iter().map(named).collect();
    let names = all.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(" ");
    for verb in ON_ALL {
        compare(&format!("{verb} {names}"), &all)?;
    }
    for line in ON_NONE {
        compare(line, &[])?;
    }
    let other = PathBuf::from("testdata/recordings/v11_real_2s_lossless.bin");
    for name in RECORDINGS {
        let path = PathBuf::from(format!("testdata/{name}.bin"));
        let inputs = [(path, "input.bin".to_owned()), (other.clone(), "other.bin".to_owned())];
        for verb in LOOKS {
            compare(&format!("{verb} input.bin"), &inputs)?;
        }
        for verb in EDITS {
            compare(&format!("{verb} input.bin -o out.bin"), &inputs)?;
        }
        for format in FORMATS {
            compare(&format!("convert input.bin {format}"), &inputs)?;
        }
    }
    if differences.is_empty() {
        return Ok(format!("{count} runs of the command equal to those here, byte for byte"));
    }
    Err(format!("{} of {count} runs differ:\n{}", differences.len(), differences.join("\n")))
}

/// Result of a run.
struct Ran {
    code: Option<i32>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    /// Files by their paths in the folder, with `/`.
    files: BTreeMap<String, Vec<u8>>,
}

impl Ran {
    /// Runs a command in an empty folder with copies of the inputs.
    fn new(
        folder: &Path,
        mut command: Command,
        line: &str,
        inputs: &[(PathBuf, String)],
    ) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("{error}: {}", folder.display());
        _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).map_err(failed)?;
        for (from, name) in inputs {
            fs::copy(from, folder.join(name)).map_err(failed)?;
        }
        // Page template for `view`.
        fs::write(folder.join("single.html"), "<html><body><!--RECORDINGS--></body></html>")
            .map_err(failed)?;
        fs::write(folder.join("index.html"), "<html><head><!--SERVED--></head></html>")
            .map_err(failed)?;
        command.args(line.split_whitespace()).current_dir(folder).env("REENACT_VIEWER", ".");
        let output = command.output().map_err(failed)?;
        let mut files = BTreeMap::new();
        for path in files::all_below(folder)? {
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
            files.insert(name, fs::read(&path).map_err(failed)?);
        }
        Ok(Self { code: output.status.code(), stdout: output.stdout, stderr: output.stderr, files })
    }

    /// First difference between two runs.
    fn difference(&self, other: &Self) -> Option<String> {
        if self.code != other.code {
            let stderr = String::from_utf8_lossy(&other.stderr);
            return Some(format!("exit code {:?} and {:?}: {stderr}", self.code, other.code));
        }
        let parts =
            [("stdout", &self.stdout, &other.stdout), ("stderr", &self.stderr, &other.stderr)];
        let printed =
            parts.into_iter().find_map(|(name, a, b)| place(a, b).map(|at| format!("{name} {at}")));
        printed.or_else(|| {
            let names = |files: &BTreeMap<String, Vec<u8>>| {
                files.keys().cloned().collect::<Vec<_>>().join(", ")
            };
            let (ours, theirs) = (names(&self.files), names(&other.files));
            if ours != theirs {
                return Some(format!("files {ours} and {theirs}"));
            }
            let pairs = self.files.iter().zip(other.files.values());
            pairs
                .into_iter()
                .find_map(|((name, a), b)| place(a, b).map(|at| format!("{name} {at}")))
        })
    }
}

/// First difference between two texts, with a few bytes of each.
fn place(a: &[u8], b: &[u8]) -> Option<String> {
    if a == b {
        return None;
    }
    let at = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let [a, b] = [a, b].map(|bytes| {
        let part = bytes.iter().skip(at.saturating_sub(20)).take(60).copied().collect::<Vec<u8>>();
        format!("{:?} ({} bytes)", String::from_utf8_lossy(&part), bytes.len())
    });
    Some(format!("at byte {at}: {a} and {b}"))
}
