//! Time for which values are known in only one recording: total length of the observed spans of one that are not spans of the
//! other.

use std::fs;
use std::path::Path;

use reenact::hand::Side;
use reenact::{ObservedSpans, Recording, Track};
use reenact_inspect::compare::{Alignment, Options, compare};
use reenact_make::{Device, Options as Make, make};

use crate::compare_made::{at_times, lifelike};

/// Observed spans of a hand, with the tolerance of a millisecond while it is tracked.
fn spans(recording: &Recording, side: Side, offset_secs: f64) -> Vec<[f64; 2]> {
    let tracked = recording.tracked_spans(side);
    let observed = ObservedSpans::of(recording);
    let widened = observed.spans(Track::Hand(side)).iter().map(|span| {
        let within = tracked
            .iter()
            .find(|on| on.start_secs <= span.start_secs && span.start_secs <= on.end_secs)
            .unwrap();
        // A hand tracked at the start or end of the recording is extended beyond it.
        let beyond = |is_at_end: bool| if is_at_end { 1.0 } else { 0.0 };
        let start =
            f64::from(within.start_secs) - beyond(within.start_secs <= recording.start_secs());
        let end = f64::from(within.end_secs) + beyond(within.end_secs >= recording.end_secs());
        [
            (f64::from(span.start_secs) - 0.001).max(start) - offset_secs,
            (f64::from(span.end_secs) + 0.001).min(end) - offset_secs,
        ]
    });
    widened.collect()
}

/// Total time within a range for which exactly one of the recordings is observed.
fn in_one_only([a, b]: [&[[f64; 2]]; 2], [from, to]: [f64; 2]) -> f64 {
    let mut times: Vec<f64> = a.iter().chain(b).flatten().copied().chain([from, to]).collect();
    times.retain(|time| (from..=to).contains(time));
    times.sort_by(f64::total_cmp);
    let is_in = |spans: &[[f64; 2]], time: f64| spans.iter().any(|s| s[0] < time && time < s[1]);
    let gaps = times.windows(2).filter(|gap| {
        let middle = f64::midpoint(gap[0], gap[1]);
        is_in(a, middle) != is_in(b, middle)
    });
    gaps.map(|gap| gap[1] - gap[0]).sum()
}

/// Checks the reported time at several rates and returns it.
fn check(a: &Recording, b: &Recording, offset_secs: f32) -> f64 {
    let mut all = 0.0;
    for rate_hz in [60.0, 7.0, 91.3] {
        let alignment = Alignment::Offset(offset_secs);
        let options = Options { rate_hz, alignment, ..Options::default() };
        let found = compare(a, b, &options).unwrap();
        for side in Side::ALL {
            let a = spans(a, side, 0.0);
            let b = spans(b, side, offset_secs.into());
            let wanted = in_one_only([&a, &b], found.compared_secs.unwrap().map(f64::from));
            let track = found.track(Track::Hand(side)).unwrap();
            let known = f64::from(track.known_mismatch_secs);
            assert!((known - wanted).abs() < 2e-5, "{side}: {known} but {wanted} at {rate_hz} Hz");
            all += known;
        }
    }
    all
}

#[test]
fn a_lost_tail_is_known_in_one_only_for_exactly_as_long_as_it_was() {
    let bytes = ["v11_real_2s_lossless.bin", "v11_real_2s_asset.bin"].map(|name| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/recordings");
        fs::read(folder.join(name)).unwrap()
    });
    let [a, b] = bytes.each_ref().map(|bytes| Recording::from_slice(bytes).unwrap());
    assert!(check(&a, &b, 0.0) > 1.0);
    assert!(check(&b, &a, 0.0) > 1.0);
    assert!(check(&a, &b, 0.0123) > 1.0);
}

#[test]
fn hands_that_come_and_go_at_other_times_are_known_in_one_only_between_these() {
    let of_device = |seed| {
        make(&Make { seconds: 8.0, seed, device: Device::HoloLens2, ..Make::default() }).unwrap()
    };
    let [a, b] = [1, 2].map(of_device);
    assert!(check(&a, &b, 0.0) > 1.0);
    let [c, d] = [8, 9].map(|seed| lifelike(8.0, seed));
    assert!(check(&c, &d, 0.0) > 1.0);
    // Each edge lies between two frames, away from all keys.
    let late = at_times(&c, |time_secs| time_secs + 0.0071);
    check(&c, &late, 0.0);
    check(&c, &late, 0.0071);
}
