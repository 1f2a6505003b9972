//! What an edited recording is made of: keys of its own, and keys that it shares with others.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use reenact::{Curve, Keys, Recording, WrapMode};

use super::Source;

/// How many bytes all recordings that were made from the same one keep, that one left out.
#[derive(Debug, Default)]
pub(super) struct Tally(AtomicUsize);

impl Tally {
    pub(super) fn bytes(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// Keys that an edit made. They go with the last recording that has them.
#[derive(Debug)]
struct Block {
    curve: Curve<'static>,
    tally: Arc<Tally>,
}

impl Block {
    fn new(curve: Curve<'static>, tally: &Arc<Tally>) -> Arc<Self> {
        let block = Self { curve, tally: Arc::clone(tally) };
        tally.0.fetch_add(block.len(), Ordering::Relaxed);
        Arc::new(block)
    }

    fn len(&self) -> usize {
        self.curve.raw_keys().as_bytes().len()
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        self.tally.0.fetch_sub(self.len(), Ordering::Relaxed);
    }
}

/// Where the keys of a curve lie.
#[derive(Debug)]
enum Lies {
    /// In this curve of the first recording.
    InFirst(usize),
    In(Arc<Block>),
}

/// A curve, as some bytes of the keys of another.
#[derive(Debug)]
struct Part {
    pre_wrap: WrapMode,
    post_wrap: WrapMode,
    lies: Lies,
    bytes: Range<usize>,
}

/// An edited recording. It holds the one that was opened or made first, and of the edits between them only the keys that are
/// still its own: what another edit replaced can go.
pub(super) struct Parts {
    first: Arc<Source>,
    /// Everything but the keys.
    frame: Recording<'static>,
    curves: Vec<Part>,
}

impl Parts {
    /// What became of a recording. Whatever it borrows is found again by where it lies.
    pub(super) fn new(
        original: &Arc<Source>,
        mut edited: Recording<'_>,
        tally: &Arc<Tally>,
    ) -> Self {
        let (first, blocks) = match &**original {
            Source::Edited(cell) => {
                let parts = cell.borrow_owner();
                (&parts.first, parts.blocks().collect())
            }
            Source::File(_) | Source::Owned(_) => (original, Vec::new()),
        };
        let in_first = |keys: &Keys<'_>| {
            first.recording().curves().enumerate().find_map(|(place, (_, curve))| {
                Some((Lies::InFirst(place), lies_in(keys, curve.raw_keys())?))
            })
        };
        let in_blocks = |keys: &Keys<'_>| {
            blocks.iter().find_map(|&block: &&Arc<Block>| {
                Some((Lies::In(Arc::clone(block)), lies_in(keys, block.curve.raw_keys())?))
            })
        };
        let mut curves = Vec::with_capacity(edited.curves().len());
        for id in edited.tracks().curve_ids() {
            let Some(curve) = edited.take_curve(id) else { continue };
            let Curve { pre_wrap, post_wrap, .. } = curve;
            let keys = curve.raw_keys();
            let (lies, bytes) = in_first(keys).or_else(|| in_blocks(keys)).unwrap_or_else(|| {
                let block = Block::new(curve.into_owned(), tally);
                let bytes = 0..block.len();
                (Lies::In(block), bytes)
            });
            curves.push(Part { pre_wrap, post_wrap, lies, bytes });
        }
        Self { first: Arc::clone(first), frame: edited.into_owned(), curves }
    }

    /// The recording that was opened or made first.
    pub(super) const fn first(&self) -> &Arc<Source> {
        &self.first
    }

    fn blocks(&self) -> impl Iterator<Item = &Arc<Block>> {
        self.curves.iter().filter_map(|part| match &part.lies {
            Lies::In(block) => Some(block),
            Lies::InFirst(_) => None,
        })
    }

    /// The recording, borrowed from where its keys lie.
    pub(super) fn recording(&self) -> Recording<'_> {
        let first: Vec<&Keys<'_>> =
            self.first.recording().curves().map(|(_, curve)| curve.raw_keys()).collect();
        let mut recording = self.frame.borrow();
        for ((id, empty), part) in self.frame.curves().zip(&self.curves) {
            let keys = match &part.lies {
                Lies::InFirst(place) => first.get(*place).copied(),
                Lies::In(block) => Some(block.curve.raw_keys()),
            };
            let bytes = keys.and_then(|keys| keys.as_bytes().get(part.bytes.clone()));
            let keys = Keys::from_bytes(empty.kind(), bytes.unwrap_or_default());
            let mut curve = Curve::new(keys);
            (curve.pre_wrap, curve.post_wrap) = (part.pre_wrap, part.post_wrap);
            let set = recording.set_curve(id, curve);
            debug_assert!(set.is_ok(), "it was in there before");
        }
        recording
    }
}

/// Which bytes of `whole` these keys are, if they are borrowed from there.
fn lies_in(keys: &Keys<'_>, whole: &Keys<'_>) -> Option<Range<usize>> {
    let is_borrowed = match keys {
        Keys::Boolean(keys) | Keys::Simple(keys) => matches!(keys, Cow::Borrowed(_)),
        Keys::Full(keys) => matches!(keys, Cow::Borrowed(_)),
    };
    let [keys, whole] = [keys, whole].map(|keys| keys.as_bytes().as_ptr_range());
    let is_inside = whole.start <= keys.start && keys.end <= whole.end && keys.start < keys.end;
    (is_borrowed && is_inside).then(|| {
        let start = keys.start.addr() - whole.start.addr();
        start..start + (keys.end.addr() - keys.start.addr())
    })
}
