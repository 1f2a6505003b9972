//! Adds, removes, renames and moves markers.
//!
//! ```text
//! markers   1 s grab, 3 s drop
//! edits     add 2 s lift; rename drop to release
//! result    1 s grab, 2 s lift, 3 s release
//! ```

use std::borrow::Cow;
use std::ops::RangeInclusive;

use reenact::{Error, Marker, Recording, Result};

use crate::{Edited, Note, NoteCode};

/// Edits of the marker list, applied one after the other.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options {
    /// Edits; empty changes nothing.
    pub edits: Vec<Edit>,
}

/// One change to the list of markers.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// Adds a marker, after others at the same time.
    Add {
        /// Time in seconds; must be finite.
        time_secs: f32,
        /// Name; may be empty.
        name: String,
    },
    /// Removes markers.
    Remove(Which),
    /// Renames markers.
    Rename {
        /// The markers.
        which: Which,
        /// New name.
        name: String,
    },
    /// Moves markers to a time.
    MoveTo {
        /// The markers.
        which: Which,
        /// Time in seconds; must be finite.
        time_secs: f32,
    },
    /// Moves markers by a duration, earlier if it is negative.
    MoveBy {
        /// The markers.
        which: Which,
        /// Difference in seconds; must be finite.
        secs: f32,
    },
    /// Sorts the markers by time and changes nothing else. Every other edit sorts, too.
    Sort,
    /// Removes markers with the same time and name as an earlier one.
    Dedup,
}

/// Selects markers.
#[derive(Debug, Clone, PartialEq)]
pub enum Which {
    /// All markers.
    All,
    /// The marker at this index of the current list, from 0.
    At(usize),
    /// Markers with this name.
    Named(String),
    /// Markers in a time range, both ends included.
    Between(RangeInclusive<f32>),
}

impl Which {
    fn has(&self, index: usize, marker: &Marker<'_>) -> bool {
        match self {
            Self::All => true,
            Self::At(place) => *place == index,
            Self::Named(name) => marker.name == *name,
            Self::Between(times) => times.contains(&marker.time_secs),
        }
    }
}

/// Edits the markers.
///
/// After each edit the markers are sorted by time, as MRTK stores them; markers at equal times keep their order, and markers at
/// NaN, which only damaged files have, are last. If a marker is added to a recording without a marker list, as in published
/// files, the list is created, with a note.
///
/// Fails if a time is NaN or infinite, and if an edit selects markers (by index, name or time) and there are none; [`Which::All`]
/// may select none.
///
/// ```text
/// add 0.5 s "go"   [1 s "grab"] → [0.5 s "go", 1 s "grab"]
/// ```
pub fn markers(recording: &Recording, options: &Options) -> Result<Edited> {
    let mut edited = Edited::new(recording.clone());
    if options.edits.is_empty() {
        return Ok(edited);
    }
    let mut list: Vec<Marker<'_>> = recording.markers().collect();
    for edit in &options.edits {
        if !apply(edit, &mut list)? {
            check_found(edit, list.len())?;
        }
        list.sort_by(Marker::cmp_by_time);
    }
    if recording.marker_list().is_none() {
        if list.is_empty() {
            return Ok(edited);
        }
        edited.notes.push(Note::remark(
            NoteCode::MarkerListAdded,
            "the recording had no marker list (published layout): one was added",
        ));
    }
    // Name lengths may be encoded in more bytes than needed; an unchanged list keeps its encoding.
    if !same(&list, recording) {
        edited.recording.set_markers(list)?;
    }
    Ok(edited)
}

/// Adds markers, such as those of detected events, with a note on their number. Fails as [`markers`] does.
pub fn add_markers<'m>(
    recording: &Recording,
    list: impl IntoIterator<Item = Marker<'m>>,
) -> Result<Edited> {
    let add = |marker: Marker<'m>| Edit::Add {
        time_secs: marker.time_secs,
        name: marker.name.into_owned(),
    };
    let edits: Vec<Edit> = list.into_iter().map(add).collect();
    let (count, plural) = (edits.len(), if edits.len() == 1 { "" } else { "s" });
    let mut edited = markers(recording, &Options { edits })?;
    let message = format!("{count} marker{plural} added");
    edited.notes.push(Note::remark(NoteCode::MarkersAdded, message));
    Ok(edited)
}

fn same(list: &[Marker<'_>], recording: &Recording) -> bool {
    let bits = |marker: &Marker<'_>| (marker.time_secs.to_bits(), marker.name.to_string());
    list.iter().map(bits).eq(recording.markers().map(|marker| bits(&marker)))
}

/// Edits the list; returns whether any marker matched.
fn apply(edit: &Edit, list: &mut Vec<Marker<'_>>) -> Result<bool> {
    let before = list.len();
    match edit {
        Edit::Add { time_secs, name } => {
            list.push(Marker::new(finite(*time_secs)?, Cow::Owned(name.clone())));
            Ok(true)
        }
        Edit::Remove(which) => {
            let mut index = 0..;
            list.retain(|marker| !which.has(index.next().unwrap_or(usize::MAX), marker));
            Ok(list.len() < before)
        }
        Edit::Rename { which, name } => {
            Ok(change(which, list, |marker| marker.name = Cow::Owned(name.clone())))
        }
        Edit::MoveTo { which, time_secs } => {
            let time_secs = finite(*time_secs)?;
            Ok(change(which, list, |marker| marker.time_secs = time_secs))
        }
        Edit::MoveBy { which, secs } => {
            let secs = finite(*secs)?;
            // The sum can overflow although both terms are finite.
            let moved = |time: f32| if (time + secs).is_finite() { time + secs } else { time };
            Ok(change(which, list, |marker| marker.time_secs = moved(marker.time_secs)))
        }
        Edit::Sort => Ok(true),
        Edit::Dedup => {
            let mut seen = std::collections::HashSet::new();
            list.retain(|marker| {
                seen.insert((marker.time_secs.to_bits(), marker.name.to_string()))
            });
            Ok(true)
        }
    }
}

fn change<'m>(
    which: &Which,
    list: &mut [Marker<'m>],
    mut work: impl FnMut(&mut Marker<'m>),
) -> bool {
    let mut found = false;
    for (index, marker) in list.iter_mut().enumerate() {
        if which.has(index, marker) {
            work(marker);
            found = true;
        }
    }
    found
}

fn finite(secs: f32) -> Result<f32> {
    if secs.is_finite() {
        Ok(secs)
    } else {
        Err(Error::wrong_option(format!("{secs} is not a valid time for a marker")))
    }
}

/// Fails if an edit selected markers and found none among `count`.
fn check_found(edit: &Edit, count: usize) -> Result<()> {
    let (Edit::Remove(which)
    | Edit::Rename { which, .. }
    | Edit::MoveTo { which, .. }
    | Edit::MoveBy { which, .. }) = edit
    else {
        return Ok(());
    };
    let missing = match which {
        Which::All => return Ok(()),
        Which::At(index) => format!("there is no marker number {}", index.saturating_add(1)),
        Which::Named(name) => format!("there is no marker named {name:?}"),
        Which::Between(times) => {
            format!("there is no marker from {} s to {} s", times.start(), times.end())
        }
    };
    let there_are = match count {
        0 => "the recording has no markers".to_owned(),
        1 => "the recording has 1 marker".to_owned(),
        count => format!("the recording has {count} markers"),
    };
    Err(Error::not_found(format!("{missing}: {there_are}")))
}
