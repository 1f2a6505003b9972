//! Runs the command with limits of memory and time, and checks what must hold for any input.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use reenact::{Key, Recording};

/// Memory limit of a run. Inputs are below 1 MB.
const MEMORY_KB: u64 = 4 << 20;
/// Time limit of a run: a hundred times the usual time, because the machine may be busy.
const TIME: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(5);

/// Result of a run.
pub(super) struct Ended {
    /// `None` if a signal ended it.
    pub(super) code: Option<i32>,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: String,
}

/// Folder of a round, and the command.
pub(super) struct Trial<'t> {
    pub(super) folder: &'t Path,
    pub(super) program: &'t Path,
}

impl Trial<'_> {
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The command in that folder, with a memory limit; `limits` are further limits for the shell.
    pub(super) fn command(&self, limits: &str, words: &[&str]) -> Command {
        let mut command = Command::new("sh");
        let line = format!("ulimit -v {MEMORY_KB}; {limits} exec \"$0\" \"$@\"");
        command.args(["-c", &line]).arg(self.program).args(words);
        command.current_dir(self.folder).env("RUST_BACKTRACE", "0");
        command.env("REENACT_VIEWER", self.folder);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs it to its end; fails on a timeout.
    pub(super) fn run(&self, words: &[&str]) -> Result<Ended, String> {
        Self::end(self.command("", words))
    }

    pub(super) fn run_with(&self, limits: &str, words: &[&str]) -> Result<Ended, String> {
        Self::end(self.command(limits, words))
    }

    fn end(mut command: Command) -> Result<Ended, String> {
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let stdout = child.stdout.take().map(|mut out| {
            thread::spawn(move || {
                let mut bytes = Vec::new();
                _ = out.read_to_end(&mut bytes);
                bytes
            })
        });
        let stderr = child.stderr.take().map(|err| thread::spawn(move || text_of(err)));
        let status = wait(&mut child)?;
        let stdout = stdout.and_then(|thread| thread.join().ok()).unwrap_or_default();
        let stderr = stderr.and_then(|thread| thread.join().ok()).unwrap_or_default();
        Ok(Ended { code: status, stdout, stderr })
    }

    /// Runs it and checks the general properties. `output` is the written recording, if any.
    pub(super) fn check(&self, words: &[&str], output: Option<&str>) -> Result<Ended, String> {
        self.check_from(None, words, output)
    }

    /// Like [`check`](Self::check), with a file of the folder as stdin.
    pub(super) fn check_from(
        &self,
        stdin: Option<&str>,
        words: &[&str],
        output: Option<&str>,
    ) -> Result<Ended, String> {
        let mut command = self.command("", words);
        if let Some(name) = stdin {
            command.stdin(File::open(self.path(name)).map_err(|error| error.to_string())?);
        }
        let ended = Self::end(command)?;
        self.check_ended(&ended, output)?;
        Ok(ended)
    }

    /// Checks that the output of `convert INPUT FORMAT` can be read again. Lossless formats must round-trip exactly.
    pub(super) fn check_read_back(
        &self,
        ended: &Ended,
        input: &str,
        format: &str,
    ) -> Result<(), String> {
        if !matches!(ended.code, Some(0 | 3)) {
            return Ok(());
        }
        let (name, options) = format.split_once(' ').unwrap_or((format, ""));
        let lossless = matches!(
            name,
            "out.json" | "out.ndjson" | "out.bin.gz" | "out.bin.zst" | "out.parquet"
        );
        let is_read = match options {
            "" => lossless || name == "out.glb",
            _ => ["--to 1", "--profile flat", "--to iwer", "--to hololens"]
                .iter()
                .any(|start| options.starts_with(start)),
        };
        if !is_read {
            return Ok(());
        }
        let back = self.check(&["convert", name, "back.bin"], Some("back.bin"))?;
        if !matches!(back.code, Some(0 | 3)) {
            return Err(format!("{name} cannot be read back: {}", back.stderr));
        }
        let is_lossless = lossless && options.is_empty() && ended.code == Some(0);
        let [before, after] =
            [input, "back.bin"].map(|name| fs::read(self.path(name)).unwrap_or_default());
        let is_same = before == after || has_nan(&before);
        if is_lossless && input == "input.bin" && !is_same {
            return Err(format!("{name} does not round-trip to the same bytes"));
        }
        Ok(())
    }

    pub(super) fn check_ended(&self, ended: &Ended, output: Option<&str>) -> Result<(), String> {
        let Ended { code, stdout, stderr } = ended;
        if stderr.contains("panicked at") {
            return Err(format!("it panicked: {stderr}"));
        }
        let Some(code) = *code else { return Err(format!("a signal ended it: {stderr}")) };
        if !(0..=3).contains(&code) {
            return Err(format!("exit code {code}: {stderr}"));
        }
        if stderr.contains("Usage:") {
            return Err(format!("the words of the attack are wrong: {stderr}"));
        }
        // `doctor` reports an unreadable file as a finding.
        if code == 1 && stderr.trim().is_empty() && stdout.is_empty() {
            return Err("exit code 1 without a message".to_owned());
        }
        if stderr.len() > 20_000 {
            return Err(format!("{} bytes of messages", stderr.len()));
        }
        if stderr.chars().any(|c| c.is_control() && c != '\n') {
            return Err(format!("control characters in a message: {stderr:?}"));
        }
        self.check_no_temporary()?;
        let Some(output) = output.map(|name| self.path(name)) else { return Ok(()) };
        match (code, fs::read(&output)) {
            (0 | 3, Ok(bytes)) => Recording::from_slice(&bytes)
                .map(|_| ())
                .map_err(|error| format!("its output cannot be read back: {error}")),
            (0, Err(error)) => Err(format!("exit code 0 without an output: {error}")),
            (1 | 2, Ok(_)) => Err(format!("exit code {code} with an output")),
            _ => Ok(()),
        }
    }

    pub(super) fn check_no_temporary(&self) -> Result<(), String> {
        let entries = fs::read_dir(self.folder).map_err(|error| error.to_string())?;
        let mut names = entries.flatten().map(|entry| entry.file_name());
        match names.find(|name| name.to_string_lossy().starts_with(".reenact-")) {
            Some(name) => Err(format!("a temporary file is left: {}", name.display())),
            None => Ok(()),
        }
    }
}

/// Whether a recording has a NaN, whose payload bits text and tables cannot hold.
fn has_nan(bytes: &[u8]) -> bool {
    let Ok(recording) = Recording::from_slice(bytes) else { return true };
    let is_odd = |key: Key| {
        let numbers = [key.time_secs, key.value, key.in_tangent, key.out_tangent];
        numbers.into_iter().chain([key.in_weight, key.out_weight]).any(f32::is_nan)
    };
    recording.curves().any(|(_, curve)| curve.iter().any(is_odd))
        || recording.markers().any(|marker| marker.time_secs.is_nan())
}

/// Waits for a process with a timeout.
pub(super) fn wait(child: &mut Child) -> Result<Option<i32>, String> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.code()),
            Ok(None) if start.elapsed() > TIME => {
                _ = child.kill();
                _ = child.wait();
                return Err(format!("it took more than {} s", TIME.as_secs()));
            }
            Ok(None) => thread::sleep(PAUSE),
            Err(error) => return Err(error.to_string()),
        }
    }
}

fn text_of(mut err: ChildStderr) -> String {
    let mut bytes = Vec::new();
    _ = err.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
