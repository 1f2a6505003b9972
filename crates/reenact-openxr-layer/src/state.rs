//! Global state: instances, and the session that is recorded.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use openxr_sys as xr;
use reenact_xr::{ControlServer, RECORD_VARIABLE, RecordConfig, SessionRecorder};

use crate::actions::OwnActions;
use crate::next::Next;
use crate::poses::Spaces;

/// All that lives from one call to the next.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) instances: HashMap<u64, Instance>,
    pub(crate) sessions: HashMap<u64, Session>,
}

/// An instance of the application.
pub(crate) struct Instance {
    pub(crate) handle: xr::Instance,
    pub(crate) next: Next,
    /// Names of the versions and extensions that the runtime was asked for.
    pub(crate) offered: Vec<String>,
    /// `None` if nothing is to be recorded.
    pub(crate) recorder: Option<SessionRecorder>,
    pub(crate) actions: Option<OwnActions>,
    /// Must not be dropped while the state is locked: its threads may wait for the lock.
    pub(crate) control: Option<ControlServer>,
}

/// A session of the application.
pub(crate) struct Session {
    pub(crate) handle: xr::Session,
    pub(crate) instance: u64,
    /// Whether the layer's own action set is attached.
    pub(crate) has_actions: bool,
    /// Made with the first frame.
    pub(crate) spaces: Option<Spaces>,
    /// Whether the application ends frames.
    pub(crate) has_frames: bool,
    pub(crate) last_nanos: i64,
    pub(crate) was_pinching: [bool; 2],
    /// Hands in a row whose pinch the runtime did not state.
    pub(crate) unstated_frames: u32,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

/// Locks the state.
pub(crate) fn lock() -> MutexGuard<'static, Option<State>> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints a message on stderr, which is all that a layer has.
pub(crate) fn print(message: &str) {
    eprintln!("reenact record: {message}");
}

impl Instance {
    /// Notes something that the recording cannot have; prints it the first time.
    pub(crate) fn miss(&mut self, what: &str) {
        if self.recorder.as_mut().is_some_and(|recorder| recorder.note(what)) {
            print(what);
        }
    }

    pub(crate) fn offers(&self, name: &str) -> bool {
        self.offered.iter().any(|offered| offered == name)
    }

    /// Writes what was recorded.
    pub(crate) fn finish(&mut self) {
        match self.recorder.as_mut().map(SessionRecorder::stop) {
            Some(Ok(Some(path))) => print(&format!("wrote {}", path.display())),
            Some(Err(error)) => print(&format!("cannot write the recording: {error}")),
            Some(Ok(None)) | None => {}
        }
    }
}

/// The recorder and its control socket, by the settings in the environment; nothing without them.
pub(crate) fn recorder(instance: u64) -> (Option<SessionRecorder>, Option<ControlServer>) {
    let Ok(text) = std::env::var(RECORD_VARIABLE) else { return (None, None) };
    let config = match RecordConfig::from_json(&text) {
        Ok(config) => config,
        Err(error) => {
            print(&format!("nothing is recorded: {error}"));
            return (None, None);
        }
    };
    let control = config.control.as_ref().and_then(|path| {
        let answer = Arc::new(move |line: &str, _: &dyn Fn() -> bool| {
            let mut guard = lock();
            let state = guard.get_or_insert_default();
            let instance = state.instances.get_mut(&instance).ok_or("the application has ended")?;
            let recorder = instance.recorder.as_mut().ok_or("nothing is recorded")?;
            recorder.execute(line)
        });
        ControlServer::start(path, answer).inspect_err(|error| print(error)).ok()
    });
    (Some(SessionRecorder::new(config)), control)
}
