//! Settings of the runtime, as an environment variable has them.

use std::path::PathBuf;

use reenact::Recording;
use reenact::glam::Vec3;
use serde_json::{Map, Value};

use crate::clock::{Clock, End, Timing};
use crate::headset::Headset;
use crate::place::{Floor, Placement};

/// Environment variable that holds the settings as JSON.
pub const VARIABLE: &str = "REENACT_OPENXR";

/// Frames to write as pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    /// Folder for them, which exists.
    pub folder: PathBuf,
    /// One of this number of frames; the first frame at or after each marker if not given.
    pub every: Option<u32>,
}

/// File with the settings for applications that have no such variable: `reenact openxr install` writes it.
pub fn settings_path() -> Option<PathBuf> {
    let folder = |name: &str| {
        std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute())
    };
    let folder = folder("XDG_CONFIG_HOME").or_else(|| Some(folder("HOME")?.join(".config")))?;
    Some(folder.join("reenact/openxr.json"))
}

/// Settings of the runtime.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The recording, a `.bin`.
    pub recording: PathBuf,
    /// Start of playback; 0 if not given.
    pub from_secs: Option<f64>,
    /// End of playback; end of the recording if not given.
    pub to_secs: Option<f64>,
    /// Seconds of the recording in a second.
    pub speed: f64,
    /// Behaviour at its end.
    pub end: End,
    /// Nanoseconds from one frame to the next; in real time if not given.
    pub step_nanos: Option<i64>,
    /// Placement of the recording.
    pub placement: Placement,
    /// File for the log, as JSON lines.
    pub log: Option<PathBuf>,
    /// Whether playback waits for the command `play` or `until`.
    pub is_paused: bool,
    /// Path of the control socket.
    pub control: Option<PathBuf>,
    /// Frames to write as pictures.
    pub capture: Option<Capture>,
}

impl Config {
    /// A recording in real time, with everything else as it is by default.
    pub fn new(recording: impl Into<PathBuf>) -> Self {
        Self {
            recording: recording.into(),
            from_secs: None,
            to_secs: None,
            speed: 1.0,
            end: End::default(),
            step_nanos: None,
            placement: Placement::default(),
            log: None,
            is_paused: false,
            control: None,
            capture: None,
        }
    }

    /// The settings as JSON, for the environment variable.
    pub fn to_json(&self) -> String {
        let Placement { at, facing_deg, floor } = self.placement;
        serde_json::json!({
            "recording": self.recording.to_string_lossy(),
            "from_secs": self.from_secs,
            "to_secs": self.to_secs,
            "speed": self.speed,
            "end": self.end.name(),
            "step_nanos": self.step_nanos,
            "at": at.to_array(),
            "facing_deg": facing_deg,
            "floor": floor.name(),
            "log": self.log.as_ref().map(|log| log.to_string_lossy()),
            "paused": self.is_paused,
            "control": self.control.as_ref().map(|path| path.to_string_lossy()),
            "capture": self.capture.as_ref().map(|capture| capture.folder.to_string_lossy()),
            "capture_every": self.capture.as_ref().and_then(|capture| capture.every),
        })
        .to_string()
    }

    /// Reads [`to_json`](Self::to_json). A wrong value is an error that names its key.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let object: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| format!("{VARIABLE}: {error}"))?;
        let mut config = Self::new("");
        for (key, value) in &object {
            if !value.is_null() {
                config
                    .set(key, value)
                    .ok_or_else(|| format!("{VARIABLE}: {key} cannot be {value}"))?;
            }
        }
        if let Some(value) = object.get("capture_every").filter(|value| !value.is_null()) {
            let every = value.as_u64().and_then(|every| u32::try_from(every).ok());
            let every = every.filter(|every| *every > 0);
            match (&mut config.capture, every) {
                (Some(capture), Some(_)) => capture.every = every,
                (None, _) => return Err(format!("{VARIABLE}: capture_every without capture")),
                (_, None) => return Err(format!("{VARIABLE}: capture_every cannot be {value}")),
            }
        }
        if config.recording.as_os_str().is_empty() {
            return Err(format!("{VARIABLE}: no recording"));
        }
        Ok(config)
    }

    fn set(&mut self, key: &str, value: &Value) -> Option<()> {
        let number = || value.as_f64().filter(|number| number.is_finite());
        match key {
            "recording" => self.recording = value.as_str()?.into(),
            "from_secs" => self.from_secs = Some(number()?),
            "to_secs" => self.to_secs = Some(number()?),
            "speed" => self.speed = number().filter(|speed| *speed > 0.0)?,
            "end" => self.end = value.as_str()?.parse().ok()?,
            "step_nanos" => self.step_nanos = Some(value.as_i64().filter(|step| *step > 0)?),
            "at" => {
                let numbers: Option<Vec<f64>> =
                    value.as_array()?.iter().map(Value::as_f64).collect();
                let [x, y, z] =
                    <[f64; 3]>::try_from(numbers?).ok()?.map(reenact_base::number::to_f32);
                self.placement.at = Vec3::new(x, y, z);
            }
            "facing_deg" => self.placement.facing_deg = reenact_base::number::to_f32(number()?),
            "floor" => self.placement.floor = value.as_str()?.parse::<Floor>().ok()?,
            "log" => self.log = Some(value.as_str()?.into()),
            "paused" => self.is_paused = value.as_bool()?,
            "control" => self.control = Some(value.as_str()?.into()),
            "capture" => {
                self.capture = Some(Capture { folder: value.as_str()?.into(), every: None });
            }
            // With the folder, once that is known.
            "capture_every" => {}
            _ => return None,
        }
        Some(())
    }

    /// Opens the recording.
    pub fn headset(&self) -> Result<Headset, String> {
        let path = self.recording.display();
        let bytes = std::fs::read(&self.recording).map_err(|error| format!("{error}: {path}"))?;
        let recording = Recording::parse(bytes).map_err(|error| format!("{error}: {path}"))?;
        let whole = Clock::new(&recording);
        let from_secs = self.from_secs.unwrap_or(whole.from_secs).max(0.0);
        let to_secs = self.to_secs.unwrap_or(whole.to_secs).max(from_secs);
        let clock = Clock { from_secs, to_secs, speed: self.speed, end: self.end };
        Ok(Headset::new(&recording, clock, self.placement))
    }

    /// How time passes.
    pub const fn timing(&self) -> Timing {
        match self.step_nanos {
            Some(step_nanos) => Timing::Steps { step_nanos },
            None => Timing::Real,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_json() {
        let mut config = Config::new("a b.bin");
        assert_eq!(Config::from_json(&config.to_json()), Ok(config.clone()));
        config.from_secs = Some(1.5);
        config.to_secs = Some(2.5);
        config.speed = 0.5;
        config.end = End::Lose;
        config.step_nanos = Some(20_000_000);
        config.placement =
            Placement { at: Vec3::new(1.0, 2.0, 0.5), facing_deg: 90.0, floor: Floor::Head };
        config.log = Some("log.jsonl".into());
        config.is_paused = true;
        config.control = Some("socket".into());
        config.capture = Some(Capture { folder: "pictures".into(), every: None });
        assert_eq!(Config::from_json(&config.to_json()), Ok(config.clone()));
        config.capture = Some(Capture { folder: "pictures".into(), every: Some(7) });
        assert_eq!(Config::from_json(&config.to_json()), Ok(config));
    }

    #[test]
    fn a_wrong_setting_is_named() {
        for (text, message) in [
            (r#"{"recording":"a","speed":0}"#, "REENACT_OPENXR: speed cannot be 0"),
            (r#"{"recording":"a","at":[1]}"#, "REENACT_OPENXR: at cannot be [1]"),
            (r#"{"recording":"a","colour":1}"#, "REENACT_OPENXR: colour cannot be 1"),
            (
                r#"{"recording":"a","capture_every":3}"#,
                "REENACT_OPENXR: capture_every without capture",
            ),
            (
                r#"{"recording":"a","capture":"b","capture_every":0}"#,
                "REENACT_OPENXR: capture_every cannot be 0",
            ),
            ("{}", "REENACT_OPENXR: no recording"),
        ] {
            assert_eq!(Config::from_json(text), Err(message.to_owned()));
        }
    }
}
