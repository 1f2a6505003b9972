//! Log of a session as JSON lines.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

/// A number with as few digits as give it back; null for one that is not finite.
pub(crate) fn number(value: f32) -> Value {
    json!(value.to_string().parse::<f64>().ok().filter(|value| value.is_finite()))
}

/// A file with one JSON object a line. Every line is written at once, so that a process that is killed leaves whole lines.
#[derive(Debug, Default)]
pub(crate) struct Log {
    file: Option<File>,
}

impl Log {
    pub(crate) fn create(path: Option<&Path>) -> Result<Self, String> {
        let create = |path: &Path| {
            File::create(path).map_err(|error| format!("{error}: {}", path.display()))
        };
        Ok(Self { file: path.map(create).transpose()? })
    }

    /// Writes an event at a time of the recording; with what else is known of it.
    pub(crate) fn write(&mut self, event: &str, time_secs: f32, rest: &Value) {
        let Some(file) = &mut self.file else { return };
        let mut line = json!({ "event": event, "time_secs": number(time_secs) });
        if let (Some(line), Some(rest)) = (line.as_object_mut(), rest.as_object()) {
            line.extend(rest.clone());
        }
        // A full disk must not end the application.
        _ = file.write_all(format!("{line}\n").as_bytes());
    }

    /// Whether anything is written.
    pub(crate) const fn is_on(&self) -> bool {
        self.file.is_some()
    }
}
