//! Tests of attached action sets.

use reenact::glam::Vec3;
use reenact::{HandFrame, Pose};

use super::*;

fn hand(side: Side, is_pinching: bool) -> HandLocations {
    let frame =
        HandFrame::new(true, is_pinching, |_| Some(Pose { position: Vec3::ONE, ..Pose::IDENTITY }));
    HandLocations::new(side, &frame, |pose| *pose).unwrap()
}

/// Sets 1 and 2 of priorities 0 and 5, each with an action (11, 12) on select of both hands; 13 is a pose of set 1, 14 haptics.
struct Fixture {
    input: Input,
    left: Path,
    right: Path,
}

const SIMPLE: &str = "/interaction_profiles/khr/simple_controller";
const TOUCH: &str = "/interaction_profiles/oculus/touch_controller";

impl Fixture {
    fn new() -> Self {
        let mut input = Input::new(vec!["XR_VERSION_1_0".to_owned()]);
        let [left, right] =
            ["/user/hand/left", "/user/hand/right"].map(|path| input.paths.number(path).unwrap());
        let both = [left, right];
        input.create_set(1, "one", "One", 0).unwrap();
        input.create_set(2, "two", "Two", 5).unwrap();
        for (set, id, name, kind) in [
            (1, 11, "grab", ActionKind::Boolean),
            (2, 12, "other", ActionKind::Float),
            (1, 13, "pose", ActionKind::Pose),
            (1, 14, "buzz", ActionKind::Vibration),
        ] {
            input.create_action(set, id, (name, name), kind, &both).unwrap();
        }
        let mut fixture = Self { input, left, right };
        fixture.suggest(SIMPLE, &[11, 12], "/input/select/click");
        fixture
    }

    fn suggest(&mut self, profile: &str, actions: &[u64], component: &str) {
        let profile = self.input.paths.number(profile).unwrap();
        let mut bindings = Vec::new();
        for user in ["/user/hand/left", "/user/hand/right"] {
            let path = self.input.paths.number(&format!("{user}{component}")).unwrap();
            bindings.extend(actions.iter().map(|&action| (action, path)));
        }
        for (action, component) in [(13, "/input/grip/pose"), (14, "/output/haptic")] {
            let path = self.input.paths.number(&format!("/user/hand/left{component}")).unwrap();
            bindings.push((action, path));
        }
        self.input.suggest(profile, &bindings).unwrap();
    }

    fn state(&self, attached: &Attached, id: u64, place: Path) -> ActionState {
        let action = self.input.action(id).unwrap();
        attached.state(action, action.kind, place, &self.input.paths).unwrap()
    }
}

const ALL: [Active; 2] =
    [Active { set: 1, subaction: Path::NULL }, Active { set: 2, subaction: Path::NULL }];

#[test]
fn a_pinch_is_a_click_of_its_hand_and_says_when_it_changed() {
    let mut fixture = Fixture::new();
    let mut attached = Attached::new(&mut fixture.input, &[1]).unwrap();
    let active = &ALL[..1];
    let (open, pinch, other) =
        (hand(Side::Left, false), hand(Side::Left, true), hand(Side::Right, false));
    let paths = &fixture.input.paths;
    assert_eq!(attached.sync(active, paths, [Some(&open), Some(&other)], false, 10), Ok(true));
    assert!(!fixture.state(&attached, 11, Path::NULL).has_changed);
    assert_eq!(attached.sync(active, paths, [Some(&pinch), Some(&other)], false, 20), Ok(false));
    let on = ActionState {
        value: Value::Boolean(true),
        is_active: true,
        has_changed: true,
        changed_nanos: 20,
    };
    assert_eq!(fixture.state(&attached, 11, fixture.left), on);
    assert_eq!(fixture.state(&attached, 11, Path::NULL), on);
    assert_eq!(fixture.state(&attached, 11, fixture.right).value, Value::Boolean(false));
    attached.sync(active, paths, [Some(&pinch), Some(&other)], false, 30).unwrap();
    assert_eq!(
        fixture.state(&attached, 11, fixture.left),
        ActionState { has_changed: false, ..on }
    );
    attached.sync(active, paths, [None, None], false, 40).unwrap();
    assert_eq!(
        fixture.state(&attached, 11, fixture.left),
        ActionState::inactive(ActionKind::Boolean)
    );
}

#[test]
fn the_set_with_the_higher_priority_gets_an_input() {
    let mut fixture = Fixture::new();
    let mut attached = Attached::new(&mut fixture.input, &[1, 2]).unwrap();
    let pinch = hand(Side::Left, true);
    let paths = &fixture.input.paths;
    attached.sync(&ALL, paths, [Some(&pinch), None], false, 10).unwrap();
    assert!(!fixture.state(&attached, 11, Path::NULL).is_active);
    assert_eq!(fixture.state(&attached, 12, Path::NULL).value, Value::Float(1.0));
    assert!(fixture.state(&attached, 13, Path::NULL).is_active, "another input");
    // Where the higher set is active for the other hand alone, the lower one has this hand.
    let only_right = Active { set: 2, subaction: fixture.right };
    attached.sync(&[ALL[0], only_right], paths, [Some(&pinch), None], false, 20).unwrap();
    assert_eq!(fixture.state(&attached, 11, fixture.left).value, Value::Boolean(true));
}

#[test]
fn one_profile_is_chosen_and_known_after_the_first_sync() {
    let mut fixture = Fixture::new();
    fixture.suggest(TOUCH, &[11], "/input/squeeze/value");
    let mut attached = Attached::new(&mut fixture.input, &[1, 2]).unwrap();
    assert_eq!(attached.profile("/user/hand/left"), Path::NULL);
    attached.sync(&ALL, &fixture.input.paths, [None, None], false, 10).unwrap();
    let simple = fixture.input.paths.number(SIMPLE).unwrap();
    assert_eq!(attached.profile("/user/hand/left"), simple);
    assert_eq!(attached.profile("/user/gamepad"), Path::NULL);
    let grab = fixture.input.action(11).unwrap();
    assert_eq!(attached.bound_sources(grab).unwrap().len(), 2);
}

#[test]
fn what_is_not_attached_or_of_another_type_is_refused() {
    let mut fixture = Fixture::new();
    assert!(matches!(Attached::new(&mut fixture.input, &[]), Err(Error::ValidationFailure)));
    assert!(matches!(Attached::new(&mut fixture.input, &[9]), Err(Error::HandleInvalid)));
    let mut attached = Attached::new(&mut fixture.input, &[1]).unwrap();
    let paths = &fixture.input.paths;
    let sync = attached.sync(&ALL, paths, [None, None], false, 10);
    assert_eq!(sync, Err(Error::ActionsetNotAttached));
    let [grab, other, buzz] = [11, 12, 14].map(|id| fixture.input.action(id).unwrap());
    let state = |action, kind| attached.state(action, kind, Path::NULL, paths);
    assert_eq!(state(other, ActionKind::Float), Err(Error::ActionsetNotAttached));
    assert_eq!(state(grab, ActionKind::Float), Err(Error::ActionTypeMismatch));
    assert_eq!(attached.haptics(grab, Path::NULL, paths), Err(Error::ActionTypeMismatch));
    assert_eq!(attached.haptics(buzz, Path::NULL, paths), Ok(vec![Side::Left]));
    assert_eq!(attached.haptics(buzz, fixture.right, paths), Ok(vec![]));
}

#[test]
fn a_controller_of_a_test_replaces_the_recorded_hand() {
    let mut fixture = Fixture::new();
    fixture.suggest(TOUCH, &[11], "/input/trigger/value");
    let mut attached = Attached::new(&mut fixture.input, &[1]).unwrap();
    let [simple, touch] = [SIMPLE, TOUCH].map(|path| fixture.input.paths.number(path).unwrap());
    let pinch = hand(Side::Left, true);
    let paths = &fixture.input.paths;
    let sync = |attached: &mut Attached, now_nanos| {
        attached.sync(&ALL[..1], paths, [Some(&pinch), None], false, now_nanos).unwrap()
    };
    assert!(sync(&mut attached, 10));
    assert_eq!(attached.profile("/user/hand/left"), simple);
    let mut devices = Devices::default();
    devices.set_active("/user/hand/left", touch, true);
    attached.set_devices(&devices);
    assert!(sync(&mut attached, 20), "another profile");
    assert_eq!(attached.profile("/user/hand/left"), touch);
    assert_eq!(fixture.state(&attached, 11, fixture.left).value, Value::Boolean(false));
    devices.set_value("/user/hand/left", "/input/trigger/value", Value::Float(0.75));
    let stage = Space::new(Origin::Stage);
    let pose = Pose { position: Vec3::X, ..Pose::IDENTITY };
    devices.set_pose("/user/hand/left", "/input/grip/pose", stage, pose);
    attached.set_devices(&devices);
    assert!(!sync(&mut attached, 30));
    assert_eq!(fixture.state(&attached, 11, fixture.left).value, Value::Boolean(true));
    let there = Space { origin: Origin::Stage, offset: pose };
    assert_eq!(attached.followed(13, None), Some(there));
    devices.set_active("/user/hand/left", touch, false);
    attached.set_devices(&devices);
    assert!(sync(&mut attached, 40));
    assert!(!fixture.state(&attached, 11, fixture.left).is_active);
    assert_eq!(attached.profile("/user/hand/left"), Path::NULL);
}

#[test]
fn an_action_space_outlives_its_action() {
    let mut fixture = Fixture::new();
    let mut attached = Attached::new(&mut fixture.input, &[1]).unwrap();
    fixture.input.destroy_set(1);
    let pinch = hand(Side::Left, true);
    attached.sync(&ALL[..1], &fixture.input.paths, [Some(&pinch), None], false, 1).unwrap();
    assert!(attached.is_active(13, None));
    let grip = Space::new(Origin::Source(Source::Grip(Side::Left)));
    assert_eq!(attached.followed(13, None), Some(grip));
    assert_eq!(attached.followed(13, Some("/user/hand/right")), None);
}
