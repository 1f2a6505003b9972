//! `cargo xtask attack`: the built command on damaged inputs of every kind, with limits of memory and time.
//!
//! Each round has a number, and is the same for a seed on every machine. It damages an input and runs the command on it. The
//! command must not panic, hang, exceed its memory limit, leave a temporary file or write an unreadable file.

mod contract;
mod faults;
mod mutate;
mod rng;
mod trial;
pub(crate) mod verbs;

use std::collections::BTreeMap;
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use reenact::Recording;
use reenact_base::number::grouped;
use reenact_base::threads::cores;

use crate::files;
use crate::process::build;
use rng::Rng;
use trial::Trial;
use verbs::{EDITS, FORMATS, KINDS, LOOKS};

/// Runs the built command on damaged inputs of every kind, with limits of memory and time
///
/// Failures are kept in target/attack/found, with their command lines
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Duration of the run in minutes
    #[arg(long, default_value_t = 5.0)]
    minutes: f64,
    /// Random seed: the same seed gives the same rounds
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run only this round, whose number a failure prints
    #[arg(long)]
    round: Option<u64>,
    /// Another build of the command, such as a release
    #[arg(long, value_name = "PATH")]
    command: Option<PathBuf>,
}

/// Size limit of the recordings to damage, to keep rounds short.
const MAX_BYTES: usize = 200_000;
const FOLDER: &str = "target/attack";
/// Duration of the step.
const STEP_MINUTES: f64 = 4.0;
const STEP_SEED: u64 = 1;
/// Scripts of `make`, to damage.
const SCRIPTS: &str = "crates/reenact-make/examples/scripts";
/// Number of failures after which a run ends.
const ENOUGH: usize = 20;

pub(crate) fn run(args: Args) -> Result<(), String> {
    println!("{}", attack(args.minutes, args.seed, args.round, args.command)?);
    Ok(())
}

/// Inputs and settings of a run.
struct Attack {
    seed: u64,
    program: PathBuf,
    recordings: Vec<(String, Recording)>,
    /// Recordings in other formats: name, bytes, whether it is text.
    others: Vec<(String, Vec<u8>, bool)>,
    scripts: Vec<Vec<u8>>,
    found: Mutex<Vec<String>>,
    counts: Mutex<BTreeMap<&'static str, u64>>,
}

/// Step of `cargo xtask test --full`.
pub(crate) fn step() -> Result<String, String> {
    attack(STEP_MINUTES, STEP_SEED, None, None)
}

fn attack(
    minutes: f64,
    seed: u64,
    round: Option<u64>,
    program: Option<PathBuf>,
) -> Result<String, String> {
    let program = if let Some(program) = program {
        program
    } else {
        // Unlike a release build, this detects integer overflow.
        build(&["--bin", "reenact"])?;
        format!("target/debug/reenact{EXE_SUFFIX}").into()
    };
    let program = std::path::absolute(program).map_err(|error| error.to_string())?;
    verbs::check_complete(&program)?;
    let attack = Attack {
        seed,
        scripts: scripts()?,
        recordings: recordings()?,
        others: others(&program)?,
        program,
        found: Mutex::default(),
        counts: Mutex::default(),
    };
    if let Some(round) = round {
        attack.round(round);
    } else {
        let end = Instant::now() + Duration::from_secs_f64(minutes.clamp(0.0, 10_000.0) * 60.0);
        let next = AtomicU64::new(0);
        thread::scope(|scope| {
            for _ in 0..cores().get() {
                scope.spawn(|| {
                    while Instant::now() < end && attack.found().len() < ENOUGH {
                        attack.round(next.fetch_add(1, Ordering::Relaxed));
                    }
                });
            }
        });
    }
    let counts = attack.counts.lock().map(|counts| counts.clone()).unwrap_or_default();
    for (what, count) in &counts {
        println!("{what:<12}{:>10}", grouped(*count));
    }
    let found = attack.found();
    if found.is_empty() {
        return Ok(format!("{} rounds of seed {seed}", grouped(counts.values().sum())));
    }
    Err(format!("{} found, kept in {FOLDER}/found:\n{}", found.len(), found.join("\n")))
}

/// Recordings to damage: the readable ones in testdata.
fn recordings() -> Result<Vec<(String, Recording)>, String> {
    let mut list = Vec::new();
    for path in files::recordings()? {
        let bytes = fs::read(&path).map_err(|error| format!("{error}: {}", path.display()))?;
        if let (true, Ok(recording)) = (bytes.len() <= MAX_BYTES, Recording::from_slice(&bytes)) {
            list.push((path.display().to_string(), recording));
        }
    }
    Ok(list)
}

/// A recording in every other readable format, written by the command itself.
fn others(program: &Path) -> Result<Vec<(String, Vec<u8>, bool)>, String> {
    let folder = clean_folder("seeds")?;
    let recording = reenact_make::make(&reenact_make::Options {
        seconds: 0.5,
        rate_hz: 20.0,
        ..reenact_make::Options::default()
    });
    let recording = recording.map_err(|error| error.to_string())?;
    fs::write(folder.join("other.bin"), recording.to_bytes()).map_err(|error| error.to_string())?;
    let trial = Trial { folder: &folder, program };
    let mut list = Vec::new();
    for (ending, options, is_text) in KINDS {
        let name = format!("input.{ending}");
        let mut words = vec!["convert", "other.bin", &name];
        words.extend(options.split_whitespace());
        let ended = trial.run(&words)?;
        let bytes = fs::read(folder.join(&name))
            .map_err(|error| format!("{error}: {name}: {}", ended.stderr))?;
        list.push((name, bytes, is_text));
    }
    Ok(list)
}

fn scripts() -> Result<Vec<Vec<u8>>, String> {
    let paths = files::with_ending(Path::new(SCRIPTS), "toml")?;
    let read = |path: &PathBuf| fs::read(path).map_err(|error| format!("{error}: {SCRIPTS}"));
    paths.iter().map(read).collect()
}

/// Creates an empty folder for a round.
fn clean_folder(name: &str) -> Result<PathBuf, String> {
    let here = std::env::current_dir().map_err(|error| error.to_string())?;
    let folder = here.join(FOLDER).join(name);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{error}: {}", folder.display()))?;
    Ok(folder)
}

impl Attack {
    fn found(&self) -> Vec<String> {
        self.found.lock().map(|found| found.clone()).unwrap_or_default()
    }

    fn round(&self, round: u64) {
        let name = format!("round-{round}");
        let ended = clean_folder(&name).and_then(|folder| {
            let trial = Trial { folder: &folder, program: &self.program };
            let mut words = String::new();
            let ended = self.try_round(&trial, round, &mut words);
            let kept = format!("found/{}-{round}", self.seed);
            if let Err(error) = ended {
                let place = Path::new(FOLDER).join(&kept);
                _ = fs::create_dir_all(Path::new(FOLDER).join("found"));
                _ = fs::remove_dir_all(&place);
                _ = fs::rename(&folder, &place);
                let line = format!("{kept}: `reenact {words}`: {error}");
                println!("{line}");
                return Err(line);
            }
            _ = fs::remove_dir_all(&folder);
            Ok(())
        });
        if let (Err(error), Ok(mut found)) = (ended, self.found.lock()) {
            found.push(error);
        }
    }

    fn count(&self, what: &'static str) {
        if let Ok(mut counts) = self.counts.lock() {
            *counts.entry(what).or_default() += 1;
        }
    }

    /// Runs one round; `words` is set to the command line.
    fn try_round(&self, trial: &Trial<'_>, round: u64, words: &mut String) -> Result<(), String> {
        let mut rng = Rng::new(self.seed, round);
        let input = self.plant(trial, &mut rng)?;
        let is_plain = input == "input.bin";
        match rng.below(13) {
            0..4 => {
                self.count("look");
                let verb = rng.pick(&LOOKS).copied().unwrap_or_default();
                // Some inputs are piped.
                let is_piped = rng.one_in(8);
                *words = format!("{verb} {}", if is_piped { "-" } else { &input });
                let stdin = is_piped.then_some(&*input);
                trial.check_from(stdin, &split(words), None).map(|_| ())
            }
            4..6 => {
                self.count("edit");
                let verb = rng.pick(&EDITS).copied().unwrap_or_default();
                *words = format!("{verb} {input} -o out.bin");
                trial.check(&split(words), Some("out.bin")).map(|_| ())
            }
            6..9 => {
                self.count("convert");
                let format = rng.pick(&FORMATS).copied().unwrap_or_default();
                *words = format!("convert {input} {format}");
                let ended = trial.check(&split(words), None)?;
                trial.check_read_back(&ended, &input, format)
            }
            9 | 10 if is_plain => {
                self.count("contract");
                *words = format!("doctor and repair {input}");
                contract::check(trial, &input)
            }
            11 => {
                self.count("make");
                let mut script = rng.pick(&self.scripts).ok_or("there are no scripts")?.clone();
                mutate::text(&mut script, &mut rng);
                fs::write(trial.path("script.toml"), script).map_err(|error| error.to_string())?;
                "make --script script.toml -o out.bin".clone_into(words);
                trial.check(&split(words), Some("out.bin")).map(|_| ())
            }
            _ if rng.one_in(3) && is_plain => {
                self.count("full disk");
                *words = format!("convert or mirror {input}, disk full");
                faults::full_disk(trial, &mut rng)
            }
            _ if is_plain => {
                *words = format!("mirror {input} --in-place, ended");
                let is_in_time = faults::kill(trial, &mut rng)?;
                self.count(if is_in_time { "kill" } else { "kill, late" });
                Ok(())
            }
            _ => {
                self.count("convert");
                *words = format!("convert {input} out.bin");
                trial.check(&split(words), Some("out.bin")).map(|_| ())
            }
        }
    }

    /// Writes a damaged input, and an undamaged recording beside it; returns its name.
    fn plant(&self, trial: &Trial<'_>, rng: &mut Rng) -> Result<String, String> {
        let write = |name: &str, bytes: &[u8]| {
            fs::write(trial.path(name), bytes).map_err(|error| format!("{error}: {name}"))
        };
        let (_, other) = rng.pick(&self.recordings).ok_or("there are no recordings")?;
        write("other.bin", &other.to_bytes())?;
        // Page template for `view`; the page itself is tested elsewhere.
        write("single.html", b"<html><body><!--RECORDINGS--></body></html>")?;
        write("index.html", b"<html><head><!--SERVED--></head></html>")?;
        if rng.one_in(3) {
            let (name, bytes, is_text) = rng.pick(&self.others).ok_or("there are no inputs")?;
            let mut bytes = bytes.clone();
            if *is_text && !rng.one_in(4) {
                mutate::text(&mut bytes, rng);
            } else {
                mutate::bytes(&mut bytes, rng);
            }
            write(name, &bytes)?;
            return Ok(name.clone());
        }
        let (_, recording) = rng.pick(&self.recordings).ok_or("there are no recordings")?;
        let mut bytes = match rng.below(4) {
            0 => recording.to_bytes(),
            _ => mutate::structure(recording, rng),
        };
        if rng.one_in(2) {
            mutate::bytes(&mut bytes, rng);
        }
        write("input.bin", &bytes)?;
        Ok("input.bin".to_owned())
    }
}

fn split(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}
