//! Every operation accepts any recording, returns a valid one, and notes every loss.

use glam::{EulerRot, Quat, Vec3};
use proptest::prelude::*;
use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, Form, Mode, Pose, Recording, Result, WrapMode};
use reenact_edit::{
    Edited, concat, fill, markers, mirror, optimize, reanchor, resample, retime, smooth, strip,
    trim, version,
};
use reenact_testkit::arbitrary::{Numbers, recording};
use reenact_testkit::{assert_valid, corpus};

type Operation = (&'static str, Box<dyn for<'r> Fn(&'r Recording) -> Result<Edited>>);

/// All operations, most with several options.
fn operations() -> Vec<Operation> {
    let mut all = Operations(Vec::new());
    for (name, from, to, keep_times) in
        [("trim", 0.4, 1.6, false), ("trim, times kept", -1.0, 2.0, true)]
    {
        let options = trim::Options { from_secs: Some(from), to_secs: Some(to), keep_times };
        all.add(name, move |r| trim::trim(r, &options));
    }
    for (name, pace) in [
        ("retime by 1.7", retime::Pace::Speed(1.7)),
        ("retime to 3 s", retime::Pace::Duration(3.0)),
    ] {
        all.add(name, move |r| retime::retime(r, &retime::Options { pace }));
    }
    for (name, mode) in [("resample, clean", Mode::Clean), ("resample, mrtk", Mode::Mrtk)] {
        let options = resample::Options { rate_hz: 20.0, max_frames: None, mode };
        all.add(name, move |r| resample::resample(r, &options));
    }
    for (name, plane) in [("mirror", mirror::Plane::World), ("mirror, head", mirror::Plane::Head)] {
        all.add(name, move |r| mirror::mirror(r, &mirror::Options { plane }));
    }
    let rotation = Quat::from_euler(EulerRot::YXZ, 0.4, 0.3, -1.0);
    for (name, anchor) in [
        ("turn", reanchor::Anchor::World),
        ("reanchor, head", reanchor::Anchor::Head),
        ("reanchor, wrist", reanchor::Anchor::Wrist(Side::Left)),
        ("reanchor, first head", reanchor::Anchor::FirstHead),
        ("reanchor, pose", reanchor::Anchor::Pose(Pose { position: Vec3::ONE, rotation })),
    ] {
        let options = reanchor::Options { anchor, rotation, scale: 1.5, ..Default::default() };
        all.add(name, move |r| reanchor::reanchor(r, &options));
    }
    let one_euro = smooth::Filter::OneEuro(smooth::OneEuro::default());
    for (name, filter) in
        [("smooth", smooth::Options::default().filter), ("smooth, one euro", one_euro)]
    {
        let options = smooth::Options { filter, ..Default::default() };
        all.add(name, move |r| smooth::smooth(r, &options));
    }
    for (name, method) in [("fill", fill::Method::Hermite), ("fill, linear", fill::Method::Linear)]
    {
        let options = fill::Options { max_gap_secs: 1.0, method, ..Default::default() };
        all.add(name, move |r| fill::fill(r, &options));
    }
    let options = strip::Options {
        left: true,
        gaze: true,
        joints: vec![Joint::Palm],
        head_height_m: Some(1.6),
        ..Default::default()
    };
    all.add("strip", move |r| strip::strip(r, &options));
    let added = markers::Edit::Add { time_secs: 0.5, name: "new".into() };
    let options = markers::Options { edits: vec![added, markers::Edit::Sort] };
    all.add("markers", move |r| markers::markers(r, &options));
    for (name, form) in [
        ("version 1.0", Form::MRTK_1_0),
        ("version 1.1", Form::MRTK_1_1),
        ("version 1.0, published", Form::PUBLISHED_1_0),
        ("version 1.1, published", Form::PUBLISHED_1_1),
    ] {
        let options = version::Options { form: Some(form), allow_loss: true, ..Default::default() };
        all.add(name, move |r| version::version(r, &options));
    }
    all.add("version, loadable", |r| version::version(r, &version::Options::LOADABLE));
    let free = optimize::Options { free_values: true, ..optimize::Options::MRTK };
    for (name, options) in [
        ("optimize", optimize::Options::MRTK),
        ("optimize, free values", free),
        ("optimize, lossless", optimize::Options::LOSSLESS),
    ] {
        all.add(name, move |r| Ok(optimize::optimize(r, &options)?.with_report(())));
    }
    for (name, seam, align) in [
        ("concat", concat::Seam::Gap(0.5), concat::Align::Head),
        ("concat, no gap", concat::Seam::Gap(0.0), concat::Align::None),
        ("concat, fade", concat::Seam::CrossFade(0.4), concat::Align::Wrist(Side::Right)),
    ] {
        let options = concat::Options { seam, align };
        all.add(name, move |r| concat::concat(&[r, &reenact_make::demo(), r], &options));
    }
    all.0
}

struct Operations(Vec<Operation>);

impl Operations {
    fn add<F>(&mut self, name: &'static str, work: F)
    where
        F: for<'r> Fn(&'r Recording) -> Result<Edited> + 'static,
    {
        self.0.push((name, Box::new(work)));
    }
}

/// Lost data, with the note codes of which one must report it.
fn losses<'a>(
    name: &str,
    old: &'a Recording,
    new: &Recording,
) -> Vec<(&'a str, &'static [&'static str])> {
    let mut lost: Vec<(&str, &'static [&'static str])> = Vec::new();
    if new.markers().count() < old.markers().count() {
        lost.push(("markers", &["markers-outside", "markers-at-nan", "markers-dropped"]));
    }
    if !old.trailing().is_empty() && new.trailing().is_empty() {
        lost.push(("trailing bytes", &["trailing-dropped"]));
    }
    if !name.starts_with("version") {
        if new.form() != old.form() {
            lost.push(("form", &["form-changed", "marker-list-added"]));
        }
        let flags = old.flags().into_iter().zip(new.flags());
        if flags.into_iter().any(|(old, new)| old > 1 && new == 1) {
            lost.push(("flag bytes", &["flag-bytes-dropped", "form-changed"]));
        }
    }
    let is_stripped = name == "strip";
    for (id, curve) in old.curves() {
        let Some(found) = new.curve(if name.starts_with("mirror") { other_side(id) } else { id })
        else {
            if !is_stripped {
                lost.push(("track", &["gaze-dropped", "form-changed"]));
            }
            continue;
        };
        let repeats = |curve: &Curve| {
            [curve.pre_wrap, curve.post_wrap]
                .iter()
                .any(|wrap| ![WrapMode::ONCE, WrapMode::CLAMP_FOREVER].contains(wrap))
        };
        if curve.len() > 1 && repeats(curve) && !repeats(found) && !is_stripped {
            lost.push((
                "repeats",
                &[
                    "wraps-dropped",
                    "repeats-written-out",
                    "repeats-dropped",
                    "keys-sorted",
                    // While the anchor is unknown, so are the poses relative to it.
                    "anchor-lost",
                ],
            ));
        }
        let unnumbered = |curve: &Curve| curve.iter().filter(|k| k.time_secs.is_nan()).count();
        if unnumbered(curve) > unnumbered(found) && !is_stripped {
            lost.push(("keys at NaN", &["keys-sorted", "anchor-lost", "form-changed"]));
        }
        if curve.iter().any(|key| key.time_secs.is_finite()) && found.is_empty() && !is_stripped {
            lost.push(("all keys", &["gap-keys-dropped", "anchor-lost", "before-zero-dropped"]));
        }
    }
    lost
}

/// Curve of the other hand.
fn other_side(id: CurveId) -> CurveId {
    match id {
        CurveId::Tracked(side) => CurveId::Tracked(side.other()),
        CurveId::Pinching(side) => CurveId::Pinching(side.other()),
        CurveId::Joint(side, joint, component) => CurveId::Joint(side.other(), joint, component),
        CurveId::Camera(_) | CurveId::Gaze(_) => id,
    }
}

fn check(recording: &Recording) {
    for (name, work) in operations() {
        let Ok(edited) = work(recording) else { continue };
        assert_valid(&edited.recording);
        for note in &edited.notes {
            assert!(!note.message.is_empty() && !note.message.ends_with('.'), "{name}: {note}");
            let is_code = |letter: char| letter == '-' || letter.is_ascii_lowercase();
            assert!(note.code.name().chars().all(is_code), "{name}: {}", note.code.name());
        }
        let codes: Vec<&str> = edited.notes.iter().map(|note| note.code.name()).collect();
        for (what, any_of) in losses(name, recording, &edited.recording) {
            let is_said = codes.iter().any(|code| any_of.contains(code));
            assert!(is_said, "{name} loses {what} of {recording:?} and says only {codes:?}");
        }
    }
}

#[test]
fn on_mrtks_own_files() {
    for (_, bytes) in corpus::recordings().iter().filter(|(_, bytes)| bytes.len() < 100_000) {
        check(&Recording::from_slice(bytes).unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn on_any_recording(recording in recording(Numbers::Any)) {
        check(&recording);
    }

    #[test]
    fn on_any_sensible_recording(recording in recording(Numbers::Sensible)) {
        check(&recording);
    }
}
