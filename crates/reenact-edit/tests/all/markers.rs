//! Marker edits are applied in sequence, and markers stay sorted.

use proptest::prelude::*;
use reenact::{Form, Marker, Recording, Tracks};
use reenact_edit::markers::{Edit, Options, Which, markers};
use reenact_testkit::arbitrary::{Numbers, recording};

use crate::common::check_valid;

fn with(names: &[(f32, &str)]) -> Recording {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::NONE).unwrap();
    recording.set_markers(names.iter().map(|&(time, name)| Marker::new(time, name))).unwrap();
    recording
}

fn after(recording: &Recording, edits: &[Edit]) -> Vec<(f32, String)> {
    let edited = markers(recording, &Options { edits: edits.to_vec() }).unwrap();
    check_valid(&edited, recording);
    let list = edited.recording.markers();
    list.map(|marker| (marker.time_secs, marker.name.into_owned())).collect()
}

fn add(time_secs: f32, name: &str) -> Edit {
    Edit::Add { time_secs, name: name.into() }
}

fn pairs(list: &[(f32, String)]) -> Vec<(f32, &str)> {
    list.iter().map(|(time, name)| (*time, name.as_str())).collect()
}

#[test]
fn an_added_marker_goes_where_its_time_belongs_after_its_equals() {
    let recording = with(&[(1.0, "a"), (2.0, "b"), (3.0, "c")]);
    let found = after(&recording, &[add(2.0, "née 手 🖐"), add(-1.0, "")]);
    assert_eq!(pairs(&found), [(-1.0, ""), (1.0, "a"), (2.0, "b"), (2.0, "née 手 🖐"), (3.0, "c")]);
}

#[test]
fn markers_are_removed_renamed_and_moved_by_place_name_and_time() {
    let recording = with(&[(1.0, "a"), (2.0, "b"), (3.0, "a"), (4.0, "c")]);
    let of = |edit| {
        pairs(&after(&recording, &[edit]))
            .iter()
            .map(|p| format!("{}{}", p.1, p.0))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(of(Edit::Remove(Which::Named("a".into()))), "b2 c4");
    assert_eq!(of(Edit::Remove(Which::At(1))), "a1 a3 c4");
    assert_eq!(of(Edit::Remove(Which::Between(2.0..=3.0))), "a1 c4");
    assert_eq!(of(Edit::Remove(Which::All)), "");
    assert_eq!(of(Edit::Rename { which: Which::At(3), name: "d".into() }), "a1 b2 a3 d4");
    assert_eq!(of(Edit::MoveTo { which: Which::Named("b".into()), time_secs: 9.0 }), "a1 a3 c4 b9");
    assert_eq!(of(Edit::MoveBy { which: Which::Named("a".into()), secs: 1.5 }), "b2 a2.5 c4 a4.5");
}

#[test]
fn sorting_is_stable_and_duplicates_go() {
    let recording = with(&[(3.0, "c"), (1.0, "b"), (1.0, "a"), (3.0, "c"), (1.0, "b")]);
    assert_eq!(
        pairs(&after(&recording, &[Edit::Sort])),
        [(1.0, "b"), (1.0, "a"), (1.0, "b"), (3.0, "c"), (3.0, "c")]
    );
    assert_eq!(pairs(&after(&recording, &[Edit::Dedup])), [(1.0, "b"), (1.0, "a"), (3.0, "c")]);
}

#[test]
fn no_edits_change_nothing_even_in_a_list_out_of_order() {
    let recording = with(&[(3.0, "c"), (1.0, "b")]);
    assert_eq!(markers(&recording, &Options::default()).unwrap().recording, recording);
}

#[test]
fn a_list_is_added_only_if_there_is_something_to_put_in_it() {
    let recording = Recording::new(Form::PUBLISHED_1_1, Tracks::ALL).unwrap();
    let run = |edits| markers(&recording, &Options { edits }).unwrap();
    let edited = run(vec![Edit::Sort]);
    assert_eq!((edited.recording.marker_list(), edited.notes.len()), (None, 0));
    let edited = run(vec![add(1.0, "go")]);
    assert_eq!(edited.recording.markers().count(), 1);
    assert_eq!(edited.notes[0].code.name(), "marker-list-added");
}

#[test]
fn an_edit_of_markers_that_are_not_there_is_an_error_that_counts_those_that_are() {
    let two = with(&[(1.0, "a"), (2.0, "c")]);
    let none = with(&[]);
    let refused = |recording: &Recording, edit| {
        markers(recording, &Options { edits: vec![edit] }).unwrap_err().to_string()
    };
    let rename = |which| Edit::Rename { which, name: "x".into() };
    assert_eq!(
        refused(&two, Edit::Remove(Which::At(98))),
        "there is no marker number 99: the recording has 2 markers"
    );
    assert_eq!(
        refused(&two, rename(Which::Named("b".into()))),
        "there is no marker named \"b\": the recording has 2 markers"
    );
    assert_eq!(
        refused(&none, Edit::MoveBy { which: Which::Between(3.0..=4.0), secs: 1.0 }),
        "there is no marker from 3 s to 4 s: the recording has no markers"
    );
    // Selecting all markers of an empty list is not an error.
    let edits = vec![Edit::Remove(Which::All), Edit::Sort, Edit::Dedup];
    assert_eq!(markers(&none, &Options { edits }).unwrap().recording, none);
}

#[test]
fn a_time_that_is_none_is_refused() {
    let recording = with(&[(1.0, "a")]);
    for time_secs in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for edit in [
            add(time_secs, "x"),
            Edit::MoveTo { which: Which::All, time_secs },
            Edit::MoveBy { which: Which::All, secs: time_secs },
        ] {
            let error = markers(&recording, &Options { edits: vec![edit] }).unwrap_err();
            assert_eq!(error.to_string(), format!("{time_secs} is not a valid time for a marker"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_recording_stays_valid_and_its_markers_in_order(recording in recording(Numbers::Any), by in -1e38_f32..1e38) {
        let edits = vec![add(0.5, "x"), Edit::MoveBy { which: Which::At(0), secs: by }, Edit::Dedup];
        let edited = markers(&recording, &Options { edits }).unwrap();
        check_valid(&edited, &recording);
        let times: Vec<f32> = edited.recording.markers().map(|m| m.time_secs).filter(|t| !t.is_nan()).collect();
        prop_assert!(times.is_sorted());
    }
}
