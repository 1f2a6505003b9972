//! Recording the frames of a recording gives the same recording.

use super::common::mrtk_cases;
use glam::{Quat, Vec3};
use reenact::hand::Side;
use reenact::{
    CurveId, Form, Frame, HandFrame, Keep, Mode, Pose, PoseComponent, Ray, RayComponent,
    RecordOptions, RecordOutcome, Recorder, Recording, Sampler,
};
use reenact_make::{Options, make};

const EVERYTHING: RecordOptions = RecordOptions {
    max_rate_hz: Some(60.0),
    keep: Keep::All,
    cut_pauses: true,
    tracks: reenact::Tracks::ALL,
    form: Form::MRTK_1_1,
};

/// Long enough for tracking loss.
fn lifelike() -> Vec<Recording> {
    let options = Options { seconds: 15.0, ..Options::default() };
    vec![
        make(&Options { seconds: 30.0, seed: 3, ..options }).unwrap(),
        make(&Options { rate_hz: 30.0, seed: 4, ..options }).unwrap(),
        make(&Options { rate_hz: 59.9, seed: 5, ..options }).unwrap(),
        make(&Options { form: Form::MRTK_1_0, seed: 6, ..options }).unwrap(),
        make(&Options { form: Form::PUBLISHED_1_1, seed: 7, ..options }).unwrap(),
    ]
}

fn key_times(recording: &Recording) -> Vec<f32> {
    let camera = recording.curve(CurveId::Camera(PoseComponent::PositionX)).unwrap();
    camera.iter().map(|key| key.time_secs).collect()
}

/// Frame of the stored keys at a time, without evaluation; empty if there are none.
fn stored_frame(recording: &Recording, time_secs: f32) -> Frame {
    let value = |id| {
        let curve = recording.curve(id)?;
        let (mut index, mut end) = (0, curve.len());
        while index < end {
            let middle = usize::midpoint(index, end);
            let is_before = curve.time_secs(middle)? < time_secs;
            (index, end) = if is_before { (middle + 1, end) } else { (index, middle) };
        }
        curve.key(index).filter(|key| key.time_secs == time_secs).map(|key| key.value)
    };
    let pose = |id: &dyn Fn(PoseComponent) -> CurveId| {
        let [x, y, z, qx, qy, qz, qw] = PoseComponent::ALL.map(|component| value(id(component)));
        Some(Pose {
            position: Vec3::new(x?, y?, z?),
            rotation: Quat::from_xyzw(qx?, qy?, qz?, qw?),
        })
    };
    let hand = |side| {
        let is_on = |id| recording.curve(id).unwrap().is_on_at(time_secs);
        HandFrame::new(is_on(CurveId::Tracked(side)), is_on(CurveId::Pinching(side)), |joint| {
            pose(&|component| CurveId::Joint(side, joint, component))
        })
    };
    let ray = || {
        let [x, y, z, dx, dy, dz] =
            RayComponent::ALL.map(|component| value(CurveId::Gaze(component)));
        Some(Ray { origin: Vec3::new(x?, y?, z?), direction: Vec3::new(dx?, dy?, dz?) })
    };
    Frame {
        time_secs,
        camera: pose(&CurveId::Camera),
        left: Some(hand(Side::Left)),
        right: Some(hand(Side::Right)),
        gaze: ray(),
    }
}

fn record(form: Form, frames: impl Iterator<Item = Frame>) -> Recording {
    let mut recorder = Recorder::new(RecordOptions { form, ..EVERYTHING }).unwrap();
    for frame in frames {
        assert_eq!(recorder.record(&frame), RecordOutcome::Kept, "{} s", frame.time_secs);
    }
    assert_eq!(recorder.dropped_frames(), 0);
    recorder.finish()
}

fn is_gaze_direction(id: CurveId) -> bool {
    use RayComponent as R;
    matches!(id, CurveId::Gaze(R::DirectionX | R::DirectionY | R::DirectionZ))
}

fn is_rotation(id: CurveId) -> bool {
    use PoseComponent as P;
    let (CurveId::Camera(component) | CurveId::Joint(_, _, component)) = id else { return false };
    matches!(component, P::RotationX | P::RotationY | P::RotationZ | P::RotationW)
}

#[test]
fn stored_frames_give_back_the_same_bytes() {
    for mut original in lifelike() {
        let form = original.form();
        if form.marker_list {
            original.set_markers([]).unwrap();
        }
        let times = key_times(&original);
        let recorded =
            record(form, times.into_iter().map(|time_secs| stored_frame(&original, time_secs)));
        assert_eq!(recorded, original, "{form}");
        assert_eq!(recorded.to_bytes(), original.to_bytes(), "{form}");
    }
}

#[test]
fn a_hand_that_is_lost_on_the_way_is_among_them() {
    let lost = lifelike()
        .iter()
        .flat_map(|recording| {
            Side::ALL.map(|side| recording.curve(CurveId::Tracked(side)).unwrap().len())
        })
        .filter(|&keys| keys > 2)
        .count();
    assert!(lost >= 4, "{lost}");
}

#[test]
fn frames_as_mrtk_evaluates_them_give_back_all_but_the_length_of_the_gaze_direction() {
    gives_back_all_but_the_length_of(is_gaze_direction, Mode::Mrtk);
}

#[test]
fn clean_frames_give_back_all_but_the_length_of_rotations_and_gaze_direction() {
    gives_back_all_but_the_length_of(|id| is_gaze_direction(id) || is_rotation(id), Mode::Clean);
}

fn gives_back_all_but_the_length_of(is_unit: impl Fn(CurveId) -> bool, mode: Mode) {
    for original in lifelike() {
        let sampler = Sampler::new(&original, mode);
        let times = key_times(&original);
        let recorded = record(original.form(), times.iter().map(|&time| sampler.frame_at(time)));
        assert_eq!(recorded.tracks(), original.tracks());
        for ((id, curve), (_, recorded)) in original.curves().zip(recorded.curves()) {
            if !is_unit(id) {
                assert_eq!(recorded, curve, "{id}");
                continue;
            }
            assert_eq!(recorded.len(), curve.len(), "{id}");
            for (a, b) in curve.iter().zip(recorded) {
                assert_eq!(a.time_secs, b.time_secs, "{id}");
                assert!((a.value - b.value).abs() <= 2e-7, "{id}: {} and {}", a.value, b.value);
            }
        }
    }
}

/// Files recorded by MRTK itself, with a key for each frame in each curve that has any.
#[test]
fn recordings_of_mrtk_without_keyframe_reduction_round_trip() {
    let mut checked = 0;
    for case in mrtk_cases() {
        let original = Recording::from_slice(&case.bytes).unwrap();
        if !original.tracks().camera || !case.name.contains("lossless") {
            continue;
        }
        let times = key_times(&original);
        let recorded = record(
            original.form(),
            times.iter().map(|&time_secs| stored_frame(&original, time_secs)),
        );
        for ((id, curve), (_, recorded)) in original.curves().zip(recorded.curves()) {
            assert_eq!(recorded, curve, "{}: {id}", case.name);
        }
        checked += 1;
    }
    assert!(checked > 0);
}
