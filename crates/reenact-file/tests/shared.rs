//! A recording that keeps its own bytes is the recording that borrows them.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::thread;

use reenact::{Mode, ReadOptions, Recording, Sampler};
use reenact_file::SharedRecording;

fn demo() -> (Vec<u8>, SharedRecording) {
    let bytes = reenact_make::demo().to_bytes();
    let shared = SharedRecording::from_bytes(bytes.clone(), &ReadOptions::default()).unwrap();
    (bytes, shared)
}

#[test]
fn frames_are_those_of_the_borrowed_recording_in_both_modes_and_on_other_threads() {
    let (bytes, shared) = demo();
    let recording = Recording::parse(&bytes).unwrap();
    assert_eq!(shared.recording(), &recording);
    assert_eq!(shared.bytes(), Some(&*bytes));
    for mode in [Mode::Mrtk, Mode::Clean] {
        let expected = Sampler::new(&recording, mode).frame_at(2.5);
        assert_eq!(shared.sampler(mode).frame_at(2.5), expected);
        let other = shared.clone();
        let elsewhere = thread::spawn(move || other.sampler(mode).frame_at(2.5)).join().unwrap();
        assert_eq!(elsewhere, expected);
        // Made once, for all clones.
        assert!(std::ptr::eq(shared.sampler(mode), shared.clone().sampler(mode)));
    }
}

#[test]
fn an_edit_copies_nothing_that_it_does_not_change_and_outlives_the_original() {
    let (bytes, shared) = demo();
    let file = shared.bytes().unwrap().as_ptr_range();
    let edited = shared.edit(|recording| {
        let mut recording = recording.borrow();
        recording.set_markers([]).unwrap();
        recording
    });
    drop(shared);
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method itself is of one lifetime"
    )]
    let twice = edited.edit(|recording| recording.borrow());
    drop(edited);
    assert_eq!((twice.bytes(), twice.recording().markers().count()), (None, 0));
    for (id, curve) in twice.recording().curves() {
        let keys = curve.raw_keys().as_bytes();
        assert!(keys.is_empty() || file.contains(&keys.as_ptr()), "{id} was copied");
    }
    let mut expected = Recording::parse(&bytes).unwrap();
    expected.set_markers([]).unwrap();
    assert_eq!(twice.recording(), &expected);
}

#[test]
fn an_edit_that_fails_leaves_the_original_and_what_an_edit_tells_comes_back() {
    let (_, shared) = demo();
    let failed = shared.try_edit(|_| Err::<(Recording<'_>, ()), _>("no"));
    assert_eq!(failed.unwrap_err(), "no");
    let (edited, told) = shared
        .try_edit(|recording| Ok::<_, ()>((recording.borrow(), recording.key_count())))
        .unwrap();
    assert_eq!(told, shared.recording().key_count());
    assert_eq!(edited.recording(), shared.recording());
}
