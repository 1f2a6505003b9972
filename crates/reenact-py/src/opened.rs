//! Recording with the file and the change detection that Python objects keep.

use std::sync::{Arc, OnceLock};

use reenact::{Mode, Recording, Sampler};
use reenact_convert::Imported;
use reenact_file::{RecordingFile, Watch};

/// Recording with cached samplers, and change detection for its file. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Opened {
    imported: Imported,
    watch: Option<Watch>,
    /// For `clean` and `mrtk` mode.
    samplers: Arc<[OnceLock<Arc<Sampler>>; 2]>,
}

impl Opened {
    fn new(imported: Imported, watch: Option<Watch>) -> Self {
        Self { imported, watch, samplers: Arc::default() }
    }

    /// Result of an edit. Both recordings may share keys in the same file.
    pub(crate) fn edited(&self, recording: Recording) -> Self {
        Self::new(self.imported.edited(recording), self.watch.clone())
    }

    pub(crate) const fn recording(&self) -> &Recording {
        self.imported.recording()
    }

    /// Recording with the losses of reading.
    pub(crate) const fn imported(&self) -> &Imported {
        &self.imported
    }

    /// Change detection of the file; `None` for a recording without a file.
    pub(crate) const fn watch(&self) -> Option<&Watch> {
        self.watch.as_ref()
    }

    /// Sampler for a mode, created on first use, which reads every key.
    pub(crate) fn sampler(&self, mode: Mode) -> &Arc<Sampler> {
        self.slot(mode).get_or_init(|| Arc::new(Sampler::new(self.recording(), mode)))
    }

    /// Whether the sampler for a mode exists.
    pub(crate) fn has_sampler(&self, mode: Mode) -> bool {
        self.slot(mode).get().is_some()
    }

    fn slot(&self, mode: Mode) -> &OnceLock<Arc<Sampler>> {
        let [clean, mrtk] = &*self.samplers;
        match mode {
            Mode::Clean => clean,
            Mode::Mrtk => mrtk,
        }
    }
}

impl From<Recording> for Opened {
    fn from(recording: Recording) -> Self {
        Self::new(recording.into(), None)
    }
}

impl From<Imported> for Opened {
    fn from(imported: Imported) -> Self {
        Self::new(imported, None)
    }
}

impl From<RecordingFile> for Opened {
    fn from(file: RecordingFile) -> Self {
        let watch = file.watch().clone();
        Self::new(file.into_recording().into(), Some(watch))
    }
}
