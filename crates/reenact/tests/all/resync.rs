//! Recovery of curves after damaged, missing and inserted bytes.

use std::ops::Range;

use reenact::{Form, ReadOptions, Recording, Salvaged};
use reenact_testkit::growth::assert_linear;

use super::common::mrtk_cases;

/// Recordings of both versions and layouts: synthetic, written by MRTK, reduced by MRTK.
fn recordings() -> Vec<(String, Vec<u8>)> {
    let options = reenact_make::Options { seconds: 1.0, seed: 5, ..Default::default() };
    let made = reenact_make::make(&options).unwrap();
    let as_form = |recording: &Recording, form| {
        let mut bytes = Vec::new();
        recording.convert(form).write_lossy_to(&mut bytes).unwrap();
        bytes
    };
    let mut all = vec![
        ("made, 1.1".to_owned(), made.to_bytes()),
        ("made, 1.0".to_owned(), as_form(&made, Form::MRTK_1_0)),
        ("made, draft C".to_owned(), as_form(&made, Form::MRTK_1_0).split_off(16)),
        ("made, published".to_owned(), as_form(&made, Form::PUBLISHED_1_1)),
    ];
    let names = [
        "v10_edge_markers",
        "v11_real_2s_asset",
        "v11_real_2s_simhand",
        "v11_sub_camerahandsgaze_markers",
    ];
    for case in mrtk_cases() {
        let name = case.name.trim_start_matches("recordings/");
        if names.contains(&name) {
            if name == "v10_edge_markers" {
                let short = Recording::from_slice(&case.bytes).unwrap();
                all.push((format!("{name} as 1.1"), as_form(&short, Form::MRTK_1_1)));
            }
            all.push((name.to_owned(), case.bytes));
        }
    }
    assert_eq!(all.len(), 4 + names.len() + 1);
    all
}

/// Byte range of each curve, header included.
fn spans(recording: &Recording) -> Vec<Range<usize>> {
    let mut at = match recording.version_name().as_str() {
        "1.1" => 19,
        "1.0" => 16,
        _ => 0,
    };
    let span = |curve: &reenact::Curve| {
        let start = at;
        at += 12 + curve.raw_keys().as_bytes().len();
        start..at
    };
    recording.curves().map(|(_, curve)| curve).map(span).collect()
}

/// Deterministic pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// Expected result of salvaging a file with damage at one offset.
struct Check<'a> {
    name: &'a str,
    whole: Recording,
    spans: Vec<Range<usize>>,
    tried: usize,
    wrong: Vec<String>,
}

impl Check<'_> {
    /// Every curve that does not overlap the damage is recovered unchanged.
    fn salvaged(&mut self, damaged: &[u8], hit: &Range<usize>, what: &str) {
        self.tried += 1;
        let Self { name, whole, spans, .. } = self;
        let place = format!("{name}: {what}");
        let Salvaged { recording, cut } =
            Recording::salvage(damaged.to_vec(), &ReadOptions::default()).expect(&place);
        if recording.layout() != whole.layout() {
            self.wrong.push(format!("{place}: taken for {}", recording.layout()));
            return;
        }
        let first = whole.tracks().curve_count() - spans.len();
        let pairs = whole.curves().zip(recording.curves()).skip(first).zip(spans.iter());
        let mut changed = Vec::new();
        for (((id, before), (_, after)), span) in pairs {
            // An insertion overlaps no original bytes; it damages the element that it splits.
            let is_hit = if hit.is_empty() {
                span.start < hit.start && hit.start < span.end
            } else {
                span.start < hit.end && hit.start < span.end
            };
            if !is_hit && before != after {
                changed.push(id.to_string());
            }
        }
        if !changed.is_empty() {
            let cut = cut.map(|cut| cut.to_string());
            changed.truncate(5);
            self.wrong.push(format!("{place}: {changed:?} ({cut:?})"));
        }
    }
}

fn check_all(
    name: &str,
    bytes: &[u8],
    rounds: usize,
    damage: impl Fn(&mut Check<'_>, &mut Numbers),
) -> (usize, Vec<String>) {
    let whole = Recording::from_slice(bytes).unwrap();
    let mut spans = spans(&whole);
    if whole.origin().is_some() {
        // Recognizing a draft requires eight valid headers, so these are not damaged here.
        spans.drain(..8);
    }
    let mut check = Check { name, whole, spans, tried: 0, wrong: Vec::new() };
    let mut numbers = Numbers(bytes.len() as u64);
    for _ in 0..rounds {
        damage(&mut check, &mut numbers);
    }
    (check.tried, check.wrong)
}

#[test]
fn a_flipped_bit_or_byte_of_a_header_costs_at_most_its_curve() {
    let mut all = Vec::new();
    let mut tried = 0;
    for (name, bytes) in recordings() {
        let (n, wrong) = check_all(&name, &bytes, 1, |check, numbers| {
            for span in check.spans.clone().into_iter().skip(numbers.below(4)).step_by(4) {
                let at = span.start + numbers.below(12);
                let mut damaged = bytes.clone();
                let mask = if numbers.below(2) == 0 {
                    1 << numbers.below(8)
                } else {
                    1 + numbers.below(255) as u8
                };
                damaged[at] ^= mask;
                check.salvaged(&damaged, &(at..at + 1), &format!("byte {at} xor {mask:#x}"));
            }
        });
        tried += n;
        all.extend(wrong);
    }
    assert!(all.is_empty(), "{} of {tried}:\n{}", all.len(), all[..all.len().min(30)].join("\n"));
}

#[test]
fn bytes_cut_out_cost_at_most_the_curves_that_they_were_of() {
    let mut all = Vec::new();
    let mut tried = 0;
    for (name, bytes) in recordings() {
        let (n, wrong) = check_all(&name, &bytes, 40, |check, numbers| {
            let (first, last) = (check.spans[0].start, check.spans.last().unwrap().end);
            let len = 1 + numbers.below(64);
            let at = first + numbers.below(last - first - len);
            let damaged = [&bytes[..at], &bytes[at + len..]].concat();
            check.salvaged(&damaged, &(at..at + len), &format!("{len} bytes cut at {at}"));
        });
        tried += n;
        all.extend(wrong);
    }
    assert!(all.is_empty(), "{} of {tried}:\n{}", all.len(), all[..all.len().min(30)].join("\n"));
}

#[test]
fn inserted_bytes_cost_at_most_the_curve_that_they_are_in() {
    let mut all = Vec::new();
    let mut tried = 0;
    for (name, bytes) in recordings() {
        let (n, wrong) = check_all(&name, &bytes, 40, |check, numbers| {
            let (first, last) = (check.spans[0].start, check.spans.last().unwrap().end);
            let at = first + numbers.below(last - first);
            let len = 1 + numbers.below(64);
            let filler: Vec<u8> = match numbers.below(3) {
                0 => vec![0; len],
                1 => vec![0xff; len],
                _ => (0..len).map(|_| numbers.below(256) as u8).collect(),
            };
            let damaged = [&bytes[..at], &filler, &bytes[at..]].concat();
            check.salvaged(
                &damaged,
                &(at..at),
                &format!("{len} bytes {filler:x?} inserted at {at}"),
            );
        });
        tried += n;
        all.extend(wrong);
    }
    assert!(all.is_empty(), "{} of {tried}:\n{}", all.len(), all[..all.len().min(30)].join("\n"));
}

#[test]
fn the_time_grows_with_the_size_of_the_file_and_no_faster() {
    let salvage = |bytes: &[u8]| {
        let _ = Recording::salvage(bytes.to_vec(), &ReadOptions::default());
    };
    let header = |rest: Vec<u8>| {
        let mut bytes = reenact::MAGIC.to_vec();
        bytes.extend([1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1]);
        bytes.extend(rest);
        bytes
    };
    assert_linear("zeros", |n| header(vec![0; n << 19]), salvage);
    assert_linear("headers", |n| header([8, 0, 0, 0].repeat(n << 17)), salvage);
    assert_linear(
        "markers",
        |n| header([&[8, 0, 0, 0, 8, 0, 0, 0, 0xff][..], &vec![0; n << 19]].concat()),
        salvage,
    );
    let made =
        reenact_make::make(&reenact_make::Options { seconds: 4.0, ..Default::default() }).unwrap();
    assert_linear(
        "keys",
        |n| {
            let mut long = made.clone();
            for id in made.tracks().curve_ids() {
                let mut curve = made.curve(id).unwrap().clone();
                let keys: Vec<_> = curve.iter().collect();
                let moved = (0..n).flat_map(|round| {
                    let later = |key: &reenact::Key| reenact::Key {
                        time_secs: key.time_secs + 100.0 * round as f32,
                        ..*key
                    };
                    keys.iter().map(later).collect::<Vec<_>>()
                });
                curve.set_keys(moved);
                long.set_curve(id, curve).unwrap();
            }
            let mut bytes = long.to_bytes();
            bytes[19 + 8] ^= 1;
            bytes
        },
        salvage,
    );
}

#[test]
fn a_sound_recording_is_given_back_as_it_is_however_odd() {
    for (name, bytes) in reenact_testkit::corpus::recordings() {
        let salvaged = Recording::salvage(bytes.clone(), &ReadOptions::default()).unwrap();
        assert!(salvaged.cut.is_none(), "{name}: {:?}", salvaged.cut);
        assert_eq!(salvaged.recording, Recording::from_slice(&bytes).unwrap(), "{name}");
    }
}

proptest::proptest! {
    #[test]
    fn any_recording_is_given_back_as_it_is(
        recording in reenact_testkit::arbitrary::recording(reenact_testkit::arbitrary::Numbers::Any)
    ) {
        let bytes = recording.to_bytes();
        let options = reenact_testkit::forced(recording.layout());
        let salvaged = Recording::salvage(bytes.clone(), &options).unwrap();
        proptest::prop_assert!(salvaged.cut.is_none(), "{:?}", salvaged.cut);
        proptest::prop_assert_eq!(salvaged.recording, recording);
    }
}
