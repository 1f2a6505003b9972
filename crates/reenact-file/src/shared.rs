//! Recordings that keep what they borrow from.

mod parts;

use std::fmt;
use std::sync::{Arc, OnceLock};

use reenact::{Mode, ReadOptions, Recording, Result, Sampler};
use self_cell::self_cell;

use crate::{RecordingFile, Watch};
use parts::{Parts, Tally};

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
    /// Of all that were made from the same recording.
    tally: Arc<Tally>,
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
        owner: Parts,
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

    /// Tells whether the file that its keys lie in has been changed since it was opened; none for a recording that was made.
    pub fn watch(&self) -> Option<&Watch> {
        let first = match &*self.held.recording {
            Source::Edited(cell) => cell.borrow_owner().first(),
            Source::File(_) | Source::Owned(_) => &self.held.recording,
        };
        match &**first {
            Source::File(cell) => Some(cell.borrow_owner().watch()),
            Source::Edited(_) | Source::Owned(_) => None,
        }
    }

    /// The recording in memory of its own. If nobody else holds it, the bytes it was read from are given back
    /// meanwhile; otherwise it is copied.
    pub fn into_recording(self) -> Recording<'static> {
        let alone = Arc::try_unwrap(self.held).map(|Held { recording, samplers, .. }| {
            drop(samplers);
            Arc::try_unwrap(recording)
        });
        match alone {
            Ok(Ok(Source::File(cell))) => cell.into_owner().into_recording(),
            Ok(Ok(Source::Owned(recording))) => recording,
            Ok(Ok(Source::Edited(cell))) => cell.borrow_dependent().borrow().into_owned(),
            Ok(Err(shared)) => shared.recording().borrow().into_owned(),
            Err(held) => held.recording.recording().borrow().into_owned(),
        }
    }

    /// Another recording made from this one. It shares the keys that it still borrows from it, and keeps the recording that was
    /// opened or made first, but none that was between them.
    #[must_use]
    pub fn edit(&self, edit: impl for<'r> FnOnce(&'r Recording<'r>) -> Recording<'r>) -> Self {
        let edited = self.try_edit(|recording| Ok::<_, Never>((edit(recording), ())));
        match edited {
            Ok((edited, ())) => edited,
            Err(never) => match never {},
        }
    }

    /// The same for an edit that can fail, or that has something to tell besides.
    pub fn try_edit<T, E>(
        &self,
        edit: impl for<'r> FnOnce(&'r Recording<'r>) -> Result<(Recording<'r>, T), E>,
    ) -> Result<(Self, T), E> {
        let (edited, told) = edit(self.recording())?;
        let Held { recording, tally, .. } = &*self.held;
        let parts = Parts::new(recording, edited, tally);
        let source = Source::Edited(EditedCell::new(parts, Parts::recording));
        Ok((Self::new(source, Arc::clone(tally)), told))
    }

    /// Whether it was made from another one by an edit, and shares with it what this left as it was.
    pub fn is_edited(&self) -> bool {
        matches!(*self.held.recording, Source::Edited(_))
    }

    /// Whether both came from the same recording, by edits, and share what these left as it was.
    pub fn is_related_to(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.held.tally, &other.held.tally)
    }

    /// How many bytes of keys are kept for all recordings that were made from the same one and are still there: those of
    /// the first, and what edits changed. Keys that several of them share count once.
    pub fn family_bytes(&self) -> usize {
        let first = match &*self.held.recording {
            Source::Edited(cell) => cell.borrow_owner().first(),
            Source::File(_) | Source::Owned(_) => &self.held.recording,
        };
        first.recording().encoded_len() + self.held.tally.bytes()
    }

    fn new(source: Source, tally: Arc<Tally>) -> Self {
        let recording = Arc::new(source);
        Self { held: Arc::new(Held { recording, tally, samplers: Default::default() }) }
    }
}

/// An error that cannot be.
enum Never {}

impl From<Source> for SharedRecording {
    fn from(source: Source) -> Self {
        Self::new(source, Arc::default())
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
