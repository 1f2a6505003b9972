//! Recordings that keep what they borrow from.

use std::fmt;
use std::sync::{Arc, OnceLock};

use reenact::{Mode, ReadOptions, Recording, Result, Sampler};
use self_cell::self_cell;

use crate::RecordingFile;

/// A recording that keeps its own bytes: to be put into a struct, sent to a thread, or handed to another language.
///
/// [`Recording`] and [`Sampler`] borrow, so that a program which opens a file, looks and goes on pays for nothing. Where
/// nobody is left to own the bytes (an object of a script, an entry of a list), this type does. Cloning it is cheap and copies no keys.
///
/// ```
/// use reenact::Mode;
/// use reenact::hand::{Joint, Side};
/// use reenact_file::SharedRecording;
///
/// let bytes = reenact_make::demo().to_bytes();
/// let session = SharedRecording::from_bytes(bytes, &Default::default())?;
///
/// // An edit borrows what it does not change, so the new one keeps the old one's bytes alive.
/// let (bare, ()) = session.try_edit(|recording| {
///     let mut recording = recording.borrow();
///     recording.set_markers([])?;
///     Ok::<_, reenact::Error>((recording, ()))
/// })?;
/// assert_eq!(bare.recording().markers().count(), 0);
///
/// // The keys are looked at once, at the first frame.
/// let frame = bare.sampler(Mode::Clean).frame_at(1.0);
/// assert!(frame.joint(Side::Right, Joint::IndexTip).is_some());
/// # Ok::<(), reenact::Error>(())
/// ```
#[derive(Clone)]
pub struct SharedRecording {
    held: Arc<Held>,
}

struct Held {
    recording: Arc<Source>,
    samplers: [OnceLock<SamplerCell>; 2],
}

/// A recording, with what its curves lie in.
enum Source {
    File(FileCell),
    Edited(EditedCell),
    Owned(Recording<'static>),
}

self_cell!(
    struct FileCell {
        owner: RecordingFile,
        #[covariant]
        dependent: Recording,
    }
);

self_cell!(
    struct EditedCell {
        owner: SharedRecording,
        #[covariant]
        dependent: Recording,
    }
);

self_cell!(
    struct SamplerCell {
        owner: Arc<Source>,
        #[covariant]
        dependent: Sampler,
    }
);

impl Held {
    const fn sampler(&self, mode: Mode) -> &OnceLock<SamplerCell> {
        let [clean, mrtk] = &self.samplers;
        match mode {
            Mode::Clean => clean,
            Mode::Mrtk => mrtk,
        }
    }
}

impl Source {
    fn recording(&self) -> &Recording<'_> {
        match self {
            Self::File(cell) => cell.borrow_dependent(),
            Self::Edited(cell) => cell.borrow_dependent(),
            Self::Owned(recording) => recording,
        }
    }
}

impl SharedRecording {
    /// Takes the bytes of a file.
    pub fn from_bytes(bytes: Vec<u8>, options: &ReadOptions) -> Result<Self> {
        Ok(crate::from_bytes(bytes, options)?.into())
    }

    /// The recording.
    pub fn recording(&self) -> &Recording<'_> {
        self.held.recording.recording()
    }

    /// A sampler of it: made when it is first asked for in this mode, which looks at every key, and kept.
    pub fn sampler(&self, mode: Mode) -> &Sampler<'_> {
        let sampler = self.held.sampler(mode);
        let new = || {
            SamplerCell::new(Arc::clone(&self.held.recording), |source| {
                Sampler::new(source.recording(), mode)
            })
        };
        sampler.get_or_init(new).borrow_dependent()
    }

    /// Whether there is a sampler for this mode already.
    pub fn has_sampler(&self, mode: Mode) -> bool {
        self.held.sampler(mode).get().is_some()
    }

    /// The bytes of the file it was read from; none for a recording that was made or changed since.
    pub fn bytes(&self) -> Option<&[u8]> {
        match &*self.held.recording {
            Source::File(cell) => Some(cell.borrow_owner().bytes()),
            Source::Edited(_) | Source::Owned(_) => None,
        }
    }

    /// Another recording made from this one. It keeps this one if it still borrows from it.
    #[must_use]
    pub fn edit(&self, edit: impl for<'r> FnOnce(&'r Recording<'r>) -> Recording<'r>) -> Self {
        let edited = self.try_edit(|recording| Ok::<_, Never>((edit(recording), ())));
        match edited {
            Ok((edited, ())) => edited,
            Err(never) => match never {},
        }
    }

    /// The same for an edit that can fail, or that has something to tell besides.
    ///
    /// # Panics
    ///
    /// Only if the edit does.
    pub fn try_edit<T, E>(
        &self,
        edit: impl for<'r> FnOnce(&'r Recording<'r>) -> Result<(Recording<'r>, T), E>,
    ) -> Result<(Self, T), E> {
        let mut told = None;
        let cell = EditedCell::try_new(self.clone(), |original| {
            let (edited, tells) = edit(original.recording())?;
            told = Some(tells);
            Ok(edited)
        })?;
        #[expect(clippy::expect_used, reason = "try_new() has called what sets it")]
        Ok((Source::Edited(cell).into(), told.expect("the edit was done")))
    }
}

/// An error that cannot be.
enum Never {}

impl From<Source> for SharedRecording {
    fn from(source: Source) -> Self {
        Self { held: Arc::new(Held { recording: Arc::new(source), samplers: Default::default() }) }
    }
}

impl From<RecordingFile> for SharedRecording {
    fn from(file: RecordingFile) -> Self {
        Source::File(FileCell::new(file, RecordingFile::recording)).into()
    }
}

impl From<Recording<'static>> for SharedRecording {
    fn from(recording: Recording<'static>) -> Self {
        Source::Owned(recording).into()
    }
}

impl fmt::Debug for SharedRecording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SharedRecording").field(self.recording()).finish()
    }
}
