//! Sampled hand states equal those of their curves.

use proptest::prelude::*;
use reenact::hand::Side;
use reenact::{Curve, CurveId, Form, FrameTimes, KeyKind, Mode, Recording, Sampler, Tracks};

use super::sampling::{odd_curve, odd_float};

#[test]
fn of_two_states_at_the_very_start_the_second_holds_after_it() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let id = CurveId::Tracked(Side::Left);
    recording.set_curve(id, Curve::boolean([(1.0, false), (1.0, true), (2.0, false)])).unwrap();
    let sampler = Sampler::new(&recording, Mode::Mrtk);
    for (time, expected) in [(0.5, false), (1.0, false), (1.5, true), (2.0, false)] {
        assert_eq!(sampler.frame_at(time).left.unwrap().tracked, expected, "at {time}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn hands_do_what_their_curves_say(
        curves in prop::collection::vec(odd_curve(), 4),
        odd_one in 0_usize..5,
        oddity in 0..3,
        odd_times in prop::collection::vec(odd_float(), 0..20),
    ) {
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        let ids = Side::ALL.map(|side| [CurveId::Tracked(side), CurveId::Pinching(side)]);
        for (index, (id, (mut keys, wrap, _))) in ids.into_iter().flatten().zip(curves).enumerate() {
            let is_odd = |what| index == odd_one && oddity == what;
            if !is_odd(0) {
                keys.retain(|key| !key.time_secs.is_nan());
                keys.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
            }
            let mut curve = Curve::from_keys(KeyKind::Boolean, keys);
            if is_odd(1) {
                curve.pre_wrap = wrap;
            } else if is_odd(2) {
                curve.post_wrap = wrap;
            }
            recording.set_curve(id, curve).unwrap();
        }
        let sampler = Sampler::new(&recording, Mode::Mrtk);
        let times = FrameTimes::new(-3.5..=3.5, 7.0).unwrap();
        let columns = sampler.resample(times).unwrap();
        for (id, column) in ids.into_iter().flatten().map(|id| (id, columns.column(id).unwrap())) {
            let curve = recording.curve(id).unwrap();
            let expected: Vec<f32> = times.iter().map(|time| f32::from(u8::from(curve.is_on_at(time)))).collect();
            prop_assert_eq!(column, expected, "{}", id);
        }
        let key_times = recording.curves().flat_map(|(_, curve)| curve.iter().map(|key| key.time_secs));
        for time in times.iter().chain(key_times).chain(odd_times) {
            let frame = sampler.frame_at(time);
            for side in Side::ALL {
                let is_on = |id| recording.curve(id).unwrap().is_on_at(time);
                let hand = frame.hand(side).unwrap();
                let expected = (is_on(CurveId::Tracked(side)), is_on(CurveId::Pinching(side)));
                prop_assert_eq!((hand.tracked, hand.pinching), expected, "{} hand at {}", side, time);
            }
        }
    }
}
