//! Events as markers.

use reenact::hand::Side;
use reenact_inspect::events::{Event, EventKind, MarkerOptions, to_markers};

fn event(kind: EventKind, hand: Option<Side>, from_secs: f32, to_secs: f32) -> Event {
    Event {
        kind,
        hand,
        from_secs,
        to_secs,
        position_m: None,
        direction: None,
        value: Some(0.012_34),
    }
}

fn some_events() -> [Event; 4] {
    [
        event(EventKind::Pinch, Some(Side::Left), 1.0, 2.0),
        event(EventKind::Fixation, None, 1.5, 1.75),
        event(EventKind::Pinch, Some(Side::Left), 2.0, 3.0),
        event(EventKind::Pinch, Some(Side::Right), 2.5, 2.75),
    ]
}

fn named(options: &MarkerOptions) -> Vec<(f32, String)> {
    let markers = to_markers(&some_events(), options).unwrap();
    markers.into_iter().map(|marker| (marker.time_secs, marker.name.into_owned())).collect()
}

#[test]
fn by_default_each_event_is_marked_where_it_begins() {
    let expected =
        [(1.0, "left pinch"), (1.5, "fixation"), (2.0, "left pinch"), (2.5, "right pinch")];
    assert_eq!(named(&MarkerOptions::default()), expected.map(|(t, name)| (t, name.to_owned())));
}

#[test]
fn chosen_kinds_have_ends_numbers_and_values() {
    let options = MarkerOptions {
        kinds: vec![EventKind::Pinch],
        ends: true,
        name: "{kind} {number} ({hand}, {value})".to_owned(),
        end_name: "{hand} open".to_owned(),
    };
    let expected = [
        (1.0, "pinch 1 (left, 0.012)"),
        (2.0, "left open"),
        (2.0, "pinch 2 (left, 0.012)"),
        (2.5, "pinch 1 (right, 0.012)"),
        (2.75, "right open"),
        (3.0, "left open"),
    ];
    assert_eq!(named(&options), expected.map(|(t, name)| (t, name.to_owned())));
}

#[test]
fn a_name_that_cannot_be_filled_in_is_refused_even_where_nothing_is_to_be_named() {
    for name in ["{what}", "{hand", "{}"] {
        let options = MarkerOptions { name: name.to_owned(), ..MarkerOptions::default() };
        let error = to_markers(&[], &options).unwrap_err().to_string();
        assert!(error.contains(name), "{error}");
    }
}
