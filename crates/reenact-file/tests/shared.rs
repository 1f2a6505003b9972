//! A recording that keeps its own bytes is the recording that borrows them.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics has failed")]

use std::thread;

use reenact::{Curve, CurveId, Key, Keys, Mode, PoseComponent, ReadOptions, Recording, Sampler};
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

/// Other values in every curve of the head.
fn moved<'r>(recording: &'r Recording<'r>) -> Recording<'r> {
    let mut moved = recording.borrow();
    for component in PoseComponent::ALL {
        let id = CurveId::Camera(component);
        let curve = recording.curve(id).unwrap();
        let keys = curve.iter().map(|key| Key { value: key.value + 1.0, ..key });
        moved.set_curve(id, Curve::from_keys(curve.kind(), keys)).unwrap();
    }
    moved
}

#[test]
fn edits_share_what_they_leave_and_an_edit_between_goes() {
    let (bytes, shared) = demo();
    let changed: usize = PoseComponent::ALL
        .map(|component| shared.recording().curve(CurveId::Camera(component)).unwrap())
        .map(|curve| curve.raw_keys().as_bytes().len())
        .into_iter()
        .sum();
    assert!(changed > 0);
    let all = |edits: usize| bytes.len() + edits * changed;
    assert_eq!((shared.family_bytes(), shared.is_edited()), (all(0), false));

    let once = shared.edit(moved);
    let marked = once.edit(|recording| {
        let mut recording = recording.borrow();
        recording.set_markers([]).unwrap();
        recording
    });
    assert!(once.is_edited() && marked.is_related_to(&shared));
    assert_eq!(shared.family_bytes(), all(1), "what the second left is there once");
    let head = |of: &SharedRecording| {
        let curve = of.recording().curve(CurveId::Camera(PoseComponent::PositionX)).unwrap();
        curve.raw_keys().as_bytes().as_ptr_range()
    };
    assert_eq!(head(&once), head(&marked));

    let twice = marked.edit(moved);
    assert_eq!(twice.family_bytes(), all(2));
    drop(once);
    assert_eq!(twice.family_bytes(), all(2), "still the second one's");
    drop(marked);
    assert_eq!(twice.family_bytes(), all(1), "nobody has it any more");
    let expected = moved(&moved(&Recording::parse(&bytes).unwrap())).to_bytes();
    let mut expected = Recording::parse(&expected).unwrap();
    expected.set_markers([]).unwrap();
    assert_eq!(twice.recording(), &expected);

    let (_, other) = demo();
    assert!(!other.is_related_to(&shared));
    drop(twice);
    assert_eq!(shared.family_bytes(), all(0));
}

#[test]
fn a_part_of_a_part_lies_where_the_whole_lies() {
    let (_, shared) = demo();
    let id = CurveId::Camera(PoseComponent::PositionX);
    let without_first = |recording: &SharedRecording| {
        recording.edit(|recording| {
            let mut part = recording.borrow();
            let curve = recording.curve(id).unwrap();
            let keys = &curve.raw_keys().as_bytes()[curve.kind().key_bytes()..];
            part.set_curve(id, Curve::new(Keys::from_bytes(curve.kind(), keys))).unwrap();
            part
        })
    };
    let len = shared.recording().curve(id).unwrap().len();
    let second = shared.recording().curve(id).unwrap().key(2);
    let part = without_first(&without_first(&shared));
    assert_eq!(part.recording().curve(id).unwrap().len(), len - 2);
    assert_eq!(part.recording().curve(id).unwrap().key(0), second);
    assert_eq!(part.family_bytes(), shared.recording().encoded_len(), "nothing was copied");
}

#[test]
fn a_recording_gets_memory_of_its_own_whoever_holds_it() {
    let (bytes, shared) = demo();
    let expected = Recording::parse(&bytes).unwrap();
    let held = shared.clone();
    assert_eq!(held.into_recording(), expected, "copied, because somebody else has it");
    let edited = shared.edit(moved);
    assert_eq!(edited.clone().into_recording(), moved(&expected));
    drop(edited);
    let _ = shared.sampler(Mode::Clean);
    assert_eq!(shared.into_recording(), expected);
    assert_eq!(SharedRecording::from(expected.clone().into_owned()).into_recording(), expected);
}
