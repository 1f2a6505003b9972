//! Errors name their field, curve or option.

use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, ErrorCode, Form, FrameTimes, PoseComponent, Recording, Result, Tracks,
};

#[test]
fn an_error_names_the_curve_the_tracks_or_the_number_that_is_wrong() {
    let mut camera_only =
        Recording::new(Form::MRTK_1_1, Tracks { camera: true, ..Tracks::NONE }).unwrap();
    let wrist = CurveId::Joint(Side::Left, Joint::Wrist, PoseComponent::PositionX);
    let error = camera_only.set_curve(wrist, Curve::simple([])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "this recording has no left.Wrist.position.x: it does not have the track that the curve belongs to"
    );
    let error = Recording::new(Form::MRTK_1_0, Tracks { hands: false, ..Tracks::ALL }).unwrap_err();
    assert!(error.to_string().starts_with("camera, gaze given, but version 1.0 "), "{error}");
    let error = FrameTimes::new(0.0..=1.0, -60.0).unwrap_err();
    assert!(error.to_string().ends_with("not -60"), "{error}");
    let error = FrameTimes::new(0.0..=f32::INFINITY, 60.0).unwrap_err();
    assert!(error.to_string().ends_with("not inf"), "{error}");
}

#[test]
fn a_mistyped_name_becomes_an_error_that_says_what_was_probably_meant() {
    fn curve(name: &str) -> Result<CurveId> {
        Ok(name.parse::<CurveId>()?)
    }
    let error = curve("lef.Wrist.position.x").unwrap_err();
    assert_eq!(error.code(), ErrorCode::NoSuchName);
    assert_eq!(
        error.to_string(),
        "no curve is named \"lef.Wrist.position.x\": did you mean left.Wrist.position.x?"
    );
    assert!(curve("left.Wrist.position.x").is_ok());
}
