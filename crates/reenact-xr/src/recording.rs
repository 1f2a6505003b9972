//! Recording of a session: settings, start and stop, markers, files.

use std::path::{Path, PathBuf};

use reenact::{Frame, Keep, RecordOptions, Recorder};
use serde_json::{Map, Value, json};

use crate::clock::nanos_to_secs;

/// Environment variable that holds the settings of a recording as JSON.
pub const RECORD_VARIABLE: &str = "REENACT_OPENXR_RECORD";

/// Settings of a recording.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordConfig {
    /// File for the recording. When recording is started again, `name-2.bin`, `name-3.bin` and so on.
    pub output: PathBuf,
    /// Whether recording starts with the first frame. Otherwise it waits for the command `start`.
    pub is_started: bool,
    /// Time from the first frame to the start of the recording, in seconds.
    pub after_secs: f64,
    /// Longest duration in seconds.
    pub secs: Option<f64>,
    /// Most frames a second; every frame if not given.
    pub max_rate_hz: Option<f32>,
    /// Path of the control socket.
    pub control: Option<PathBuf>,
}

impl RecordConfig {
    /// All frames from the first to the last.
    pub fn new(output: impl Into<PathBuf>) -> Self {
        let output = output.into();
        Self {
            output,
            is_started: true,
            after_secs: 0.0,
            secs: None,
            max_rate_hz: None,
            control: None,
        }
    }

    /// The settings as JSON, for the environment variable.
    pub fn to_json(&self) -> String {
        json!({
            "output": self.output.to_string_lossy(),
            "started": self.is_started,
            "after_secs": self.after_secs,
            "secs": self.secs,
            "max_rate_hz": self.max_rate_hz,
            "control": self.control.as_ref().map(|path| path.to_string_lossy()),
        })
        .to_string()
    }

    /// Reads [`to_json`](Self::to_json). A wrong value is an error that names its key.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let object: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| format!("{RECORD_VARIABLE}: {error}"))?;
        let mut config = Self::new("");
        for (key, value) in object.iter().filter(|(_, value)| !value.is_null()) {
            config
                .set(key, value)
                .ok_or_else(|| format!("{RECORD_VARIABLE}: {key} cannot be {value}"))?;
        }
        if config.output.as_os_str().is_empty() {
            return Err(format!("{RECORD_VARIABLE}: no output"));
        }
        Ok(config)
    }

    fn set(&mut self, key: &str, value: &Value) -> Option<()> {
        let secs = || value.as_f64().filter(|secs| secs.is_finite() && *secs >= 0.0);
        match key {
            "output" => self.output = value.as_str()?.into(),
            "started" => self.is_started = value.as_bool()?,
            "after_secs" => self.after_secs = secs()?,
            "secs" => self.secs = Some(secs()?),
            "max_rate_hz" => {
                let rate = secs().map(reenact_base::number::to_f32);
                self.max_rate_hz = Some(rate.filter(|rate| *rate > 0.0)?);
            }
            "control" => self.control = Some(value.as_str()?.into()),
            _ => return None,
        }
        Some(())
    }
}

/// Records the frames of a session while it is told to.
///
/// frames with their times in nanoseconds, commands → files
#[derive(Debug)]
pub struct SessionRecorder {
    config: RecordConfig,
    /// Time of the first frame of all.
    first_nanos: Option<i64>,
    take: Option<Take>,
    /// Whether the settings' own start is still to come.
    is_waiting: bool,
    takes: u32,
    /// Why there are data that frames do not have, each once.
    notes: Vec<String>,
}

#[derive(Debug)]
struct Take {
    recorder: Recorder,
    first_nanos: Option<i64>,
}

impl SessionRecorder {
    /// Nothing recorded yet.
    pub const fn new(config: RecordConfig) -> Self {
        let is_waiting = config.is_started;
        Self { config, first_nanos: None, take: None, is_waiting, takes: 0, notes: Vec::new() }
    }

    /// Adds something that the recording cannot have. Returns whether it is new.
    pub fn note(&mut self, note: &str) -> bool {
        let is_new = self.notes.iter().all(|known| known != note);
        if is_new {
            self.notes.push(note.to_owned());
        }
        is_new
    }

    /// Records a frame, starts by the settings, and stops at the longest duration. Returns a file that this finished.
    pub fn frame(&mut self, time_nanos: i64, frame: &Frame) -> Result<Option<PathBuf>, String> {
        let first_nanos = *self.first_nanos.get_or_insert(time_nanos);
        let since_secs = nanos_to_secs(time_nanos.saturating_sub(first_nanos));
        if self.is_waiting && since_secs >= self.config.after_secs {
            self.start()?;
        }
        let Some(take) = &mut self.take else { return Ok(None) };
        let start_nanos = *take.first_nanos.get_or_insert(time_nanos);
        let time_secs = nanos_to_secs(time_nanos.saturating_sub(start_nanos));
        if self.config.secs.is_some_and(|secs| time_secs > secs) {
            return self.stop();
        }
        take.recorder.record_at(time_secs, frame);
        Ok(None)
    }

    /// Starts, unless it records already.
    pub fn start(&mut self) -> Result<(), String> {
        self.is_waiting = false;
        if self.take.is_none() {
            let options = RecordOptions {
                max_rate_hz: self.config.max_rate_hz,
                keep: Keep::All,
                ..RecordOptions::default()
            };
            let recorder = Recorder::new(options).map_err(|error| error.to_string())?;
            self.take = Some(Take { recorder, first_nanos: None });
        }
        Ok(())
    }

    /// Stops, and writes the file if there are any frames. Returns its path.
    pub fn stop(&mut self) -> Result<Option<PathBuf>, String> {
        self.is_waiting = false;
        let Some(take) = self.take.take() else { return Ok(None) };
        if take.recorder.frames() == 0 {
            return Ok(None);
        }
        self.takes += 1;
        let path = numbered(&self.config.output, self.takes);
        let bytes = take.recorder.finish().to_bytes();
        write(&path, &bytes).map_err(|error| format!("{error}: {}", path.display()))?;
        Ok(Some(path))
    }

    /// Executes a command of the control socket: `start`, `stop`, `toggle`, `mark NAME` or `status`.
    pub fn execute(&mut self, line: &str) -> Result<Value, String> {
        let line = line.trim();
        let mut written = None;
        match line.split_once(char::is_whitespace).unwrap_or((line, "")) {
            ("toggle", "") if self.take.is_some() => written = self.stop()?,
            ("stop", "") => written = self.stop()?,
            ("start" | "toggle", "") => self.start()?,
            ("mark", name) if !name.trim().is_empty() => {
                let take = self.take.as_mut().ok_or("not recording: start first")?;
                take.recorder.mark(name.trim()).map_err(|error| error.to_string())?;
            }
            ("status", "") => {}
            _ => {
                return Err(format!(
                    "no such command: {line:?} (start, stop, toggle, mark NAME, status)"
                ));
            }
        }
        let mut status = self.status();
        if let (Some(fields), Some(path)) = (status.as_object_mut(), written) {
            fields.insert("written".to_owned(), path.to_string_lossy().into());
        }
        Ok(status)
    }

    fn status(&self) -> Value {
        let recorder = self.take.as_ref().map(|take| &take.recorder);
        json!({
            "recording": recorder.is_some(),
            "frames": recorder.map_or(0, Recorder::frames),
            "secs": recorder.map_or(0.0, Recorder::duration_secs),
            "missing": self.notes,
        })
    }
}

/// `a.bin`, `a-2.bin`, `a-3.bin`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    if number <= 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(extension) => format!("{stem}-{number}.{}", extension.to_string_lossy()),
        None => format!("{stem}-{number}"),
    };
    path.with_file_name(name)
}

/// Writes a file as a whole: a reader never sees half of it.
fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let half = path.with_file_name(name);
    std::fs::write(&half, bytes).and_then(|()| std::fs::rename(&half, path)).inspect_err(|_| {
        _ = std::fs::remove_file(&half);
    })
}

#[cfg(test)]
mod tests {
    use reenact::{Pose, Recording};

    use super::*;

    fn frame() -> Frame {
        let camera = Some(Pose::IDENTITY);
        Frame { time_secs: 0.0, camera, left: None, right: None, gaze: None }
    }

    fn config(name: &str) -> RecordConfig {
        let folder = std::env::temp_dir().join(format!("reenact-takes-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        RecordConfig::new(folder.join(name))
    }

    #[test]
    fn settings_survive_json() {
        let mut config = RecordConfig::new("a b.bin");
        assert_eq!(RecordConfig::from_json(&config.to_json()), Ok(config.clone()));
        config.is_started = false;
        config.after_secs = 1.5;
        config.secs = Some(4.0);
        config.max_rate_hz = Some(30.0);
        config.control = Some("socket".into());
        assert_eq!(RecordConfig::from_json(&config.to_json()), Ok(config));
        let wrong = r#"{"output":"a","secs":-1}"#;
        let message = "REENACT_OPENXR_RECORD: secs cannot be -1".to_owned();
        assert_eq!(RecordConfig::from_json(wrong), Err(message));
    }

    #[test]
    fn it_starts_and_stops_by_its_settings() {
        let mut config = config("timed.bin");
        (config.after_secs, config.secs) = (0.5, Some(1.0));
        let mut recorder = SessionRecorder::new(config.clone());
        let mut written = Vec::new();
        for n in 0..30_i64 {
            written.extend(recorder.frame(7 + n * 100_000_000, &frame()).unwrap());
        }
        assert_eq!(written, [config.output.as_path()]);
        let recording = Recording::parse(std::fs::read(&config.output).unwrap()).unwrap();
        assert_eq!(recording.duration_secs(), 1.0);
        assert_eq!(recorder.stop(), Ok(None), "already written");
    }

    #[test]
    fn commands_start_stop_and_mark_and_every_take_has_its_file() {
        let mut config = config("commanded.bin");
        config.is_started = false;
        let mut recorder = SessionRecorder::new(config.clone());
        let mut time = 0;
        let mut run = |recorder: &mut SessionRecorder, frames: u8| {
            for _ in 0..frames {
                time += 20_000_000;
                recorder.frame(time, &frame()).unwrap();
            }
        };
        run(&mut recorder, 3);
        assert!(recorder.execute("mark early").is_err());
        assert_eq!(recorder.execute("toggle").unwrap()["recording"], true);
        run(&mut recorder, 11);
        assert_eq!(recorder.execute("mark poke 1").unwrap()["frames"], 11);
        run(&mut recorder, 1);
        let first = recorder.execute("toggle").unwrap();
        assert_eq!(first["written"], config.output.to_string_lossy().as_ref());
        recorder.execute("start").unwrap();
        run(&mut recorder, 2);
        let second = recorder.execute("stop").unwrap()["written"].as_str().unwrap().to_owned();
        assert!(second.ends_with("commanded-2.bin"), "{second}");
        let recording = Recording::parse(std::fs::read(&config.output).unwrap()).unwrap();
        let marker = recording.markers().next().unwrap();
        assert_eq!((&*marker.name, marker.time_secs), ("poke 1", 0.2));
        assert!(recorder.execute("jump").is_err());
        assert!(recorder.note("no gaze") && !recorder.note("no gaze"));
    }
}
