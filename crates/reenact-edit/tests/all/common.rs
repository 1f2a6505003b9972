//! Lifelike recordings, and how to compare what became of them.

use reenact::{Curve, CurveId, Form, Key, Recording, TangentMode, WeightedMode};
use reenact_edit::Edited;
use reenact_make::{Options, make};
use reenact_testkit::assert_valid;

/// A lifelike recording of some seconds.
pub(crate) fn lifelike(form: Form, seconds: f32, seed: u64) -> Recording {
    make(&Options { seconds, seed, form, ..Options::default() }).unwrap()
}

/// The same with every float curve bent: its keys thinned out and given smooth tangents.
pub(crate) fn bent(seconds: f32, seed: u64) -> Recording {
    let straight = lifelike(Form::PUBLISHED_1_1, seconds, seed);
    let mut recording = straight.clone();
    for (id, curve) in straight.curves().filter(|(id, _)| !id.is_boolean()) {
        let mut bent = Curve::full(curve.iter().step_by(5));
        for index in 0..bent.len() {
            bent.set_tangents(index, TangentMode::Auto);
        }
        let unweighted = |key: Key| Key { weighted_mode: WeightedMode::NONE, ..key };
        let bent = Curve::full(bent.iter().map(unweighted).collect::<Vec<_>>());
        recording.set_curve(id, bent).unwrap();
    }
    recording
}

/// Times from one to another, ends included.
pub(crate) fn times(from_secs: f32, to_secs: f32, count: u16) -> impl Iterator<Item = f32> {
    (0..=count).map(move |n| {
        let share = f32::from(n) / f32::from(count);
        if n == count { to_secs } else { from_secs + (to_secs - from_secs) * share }
    })
}

/// The largest value of a curve.
pub(crate) fn scale(curve: &Curve) -> f32 {
    curve.iter().map(|key| key.value.abs()).fold(0.0, f32::max)
}

/// Whether a curve has a value at a time, or so shortly before or after it that rounding the time, which moving and
/// repeating do, may have led there. Where a curve with steps repeats, that may be a key that counts for a moment only.
pub(crate) fn is_about(curve: &Curve, time_secs: f32, value: f32) -> bool {
    let is_near = |other: f32| (other - value).abs() <= 1e-2;
    let repeats = [curve.pre_wrap, curve.post_wrap].iter().any(|mode| !matches!(mode.0, 1 | 8));
    let has_steps =
        curve.iter().any(|key| key.in_tangent.is_infinite() || key.out_tangent.is_infinite());
    [0.0, -1e-5, 1e-5].iter().any(|by| is_near(curve.value_at(time_secs + by)))
        || (repeats && has_steps && curve.iter().any(|key| is_near(key.value)))
}

/// What was edited can be written and read back, has the version and layout it had, and its notes read as notes do.
#[track_caller]
pub(crate) fn check_valid(edited: &Edited, original: &Recording) {
    assert_valid(&edited.recording);
    assert_eq!(edited.recording.version(), original.version());
    assert_eq!(edited.recording.layout(), original.layout());
    for note in &edited.notes {
        assert!(!note.message.is_empty() && !note.message.ends_with('.'), "{note}");
    }
}

/// (time, value) of a curve's keys.
pub(crate) fn keys(recording: &Recording, id: CurveId) -> Vec<(f32, f32)> {
    recording.curve(id).unwrap().iter().map(|key| (key.time_secs, key.value)).collect()
}
