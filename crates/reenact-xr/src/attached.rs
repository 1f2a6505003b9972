//! Action sets that are attached to a session, and the states of their actions.

use std::collections::HashMap;
use std::sync::Arc;

use reenact::hand::Side;

use crate::error::{Error, Result};
use crate::hand::HandLocations;
use crate::input::{Action, ActionSet, Input, Suggestion};
use crate::path::{Path, Paths};
use crate::profile::{ActionKind, Component};
use crate::source::Source;

/// A value of an action.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(missing_docs, reason = "the types of actions")]
pub enum Value {
    Boolean(bool),
    Float(f32),
    Vector2([f32; 2]),
    /// Located by a space.
    Pose,
}

impl Value {
    const fn zero(kind: ActionKind) -> Self {
        match kind {
            ActionKind::Boolean => Self::Boolean(false),
            ActionKind::Float => Self::Float(0.0),
            ActionKind::Vector2 => Self::Vector2([0.0; 2]),
            ActionKind::Pose | ActionKind::Vibration => Self::Pose,
        }
    }

    /// A component that is on or off as a value of an action of a type.
    fn of(is_on: bool, kind: ActionKind) -> Self {
        match kind {
            ActionKind::Boolean => Self::Boolean(is_on),
            ActionKind::Float => Self::Float(if is_on { 1.0 } else { 0.0 }),
            ActionKind::Vector2 | ActionKind::Pose | ActionKind::Vibration => Self::zero(kind),
        }
    }

    /// Of several inputs, any that is on, the largest number.
    fn combined(self, other: Self) -> Self {
        match (self, other) {
            (Self::Boolean(a), Self::Boolean(b)) => Self::Boolean(a || b),
            (Self::Float(a), Self::Float(b)) if b.abs() > a.abs() => Self::Float(b),
            _ => self,
        }
    }
}

/// The state of an action after `xrSyncActions`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ActionState {
    /// Zero while it is not active.
    pub value: Value,
    /// Whether an input that it is bound to is tracked.
    pub is_active: bool,
    /// Whether the value differs from the one before.
    pub has_changed: bool,
    /// Time of the last change.
    pub changed_nanos: i64,
}

impl ActionState {
    const fn inactive(kind: ActionKind) -> Self {
        let value = Value::zero(kind);
        Self { value, is_active: false, has_changed: false, changed_nanos: 0 }
    }
}

/// A set that `xrSyncActions` names, for all places or one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Active {
    /// The action set's handle.
    pub set: u64,
    /// A place, or null for all.
    pub subaction: Path,
}

/// The hands and the gaze as inputs.
#[derive(Debug, Clone, Copy)]
struct Inputs<'i> {
    hands: [Option<&'i HandLocations>; 2],
    has_gaze: bool,
}

impl Inputs<'_> {
    /// Whether a component is on; `None` while it is not tracked.
    fn read(&self, user: &str, component: &Component) -> Option<bool> {
        let [left, right] = self.hands;
        let hand = match user {
            "/user/hand/left" => left?,
            "/user/hand/right" => right?,
            "/user/eyes_ext" => return self.has_gaze.then_some(false),
            // There is no such device.
            _ => return None,
        };
        Some(match component.path {
            "/input/pinch_ext/ready_ext"
            | "/input/aim_activate_ext/ready_ext"
            | "/input/grasp_ext/ready_ext" => true,
            path => {
                let is_pinch = matches!(
                    path.strip_prefix("/input/").and_then(|path| path.split('/').next()),
                    Some("select" | "trigger" | "pinch_ext" | "aim_activate_ext")
                );
                is_pinch && hand.is_pinching()
            }
        })
    }
}

/// Profiles that are preferred to others, best first.
const PREFERRED: [&str; 2] = [
    "/interaction_profiles/ext/hand_interaction_ext",
    "/interaction_profiles/khr/simple_controller",
];

/// Places where the recording has something.
const USERS: [&str; 3] = ["/user/hand/left", "/user/hand/right", "/user/eyes_ext"];

/// The action sets of a session.
#[derive(Debug)]
pub struct Attached {
    sets: Vec<Arc<ActionSet>>,
    actions: Vec<Arc<Action>>,
    /// Bindings of the chosen profiles.
    bindings: Vec<Suggestion>,
    /// The chosen profile of each place.
    profiles: Vec<(&'static str, Path)>,
    is_synced: bool,
    /// States by action and place; those of all places together under an empty one.
    states: HashMap<(u64, &'static str), ActionState>,
}

impl Attached {
    /// `xrAttachSessionActionSets`: from now on the sets cannot be changed. One profile is chosen for each hand, and one for the eyes.
    pub fn new(input: &mut Input, sets: &[u64]) -> Result<Self> {
        let (sets, actions) = input.freeze(sets)?;
        let mut bindings = Vec::new();
        let mut profiles = Vec::new();
        for user in USERS {
            let rank = |path: &str| {
                PREFERRED.iter().position(|preferred| *preferred == path).unwrap_or(PREFERRED.len())
            };
            let order =
                |path: &str| crate::profile::all().iter().position(|profile| profile.path == path);
            let candidates = input.suggestions().filter(|(_, _, suggestions)| {
                suggestions.iter().any(|suggestion| suggestion.user == user)
            });
            let Some((profile, _, suggestions)) =
                candidates.min_by_key(|(_, path, _)| (rank(path), order(path)))
            else {
                continue;
            };
            profiles.push((user, profile));
            let is_ours = |suggestion: &&Suggestion| {
                suggestion.user == user
                    && actions.iter().any(|action| action.id == suggestion.action.id)
            };
            bindings.extend(suggestions.iter().filter(is_ours).cloned());
        }
        Ok(Self { sets, actions, bindings, profiles, is_synced: false, states: HashMap::new() })
    }

    fn check(&self, action: &Action) -> Result<()> {
        let is_attached = self.sets.iter().any(|set| set.id == action.set.id);
        if is_attached { Ok(()) } else { Err(Error::ActionsetNotAttached) }
    }

    /// The profile of a place, or null. There is none before the first sync.
    pub fn profile(&self, user: &str) -> Path {
        let found = self.profiles.iter().find(|(place, _)| *place == user && self.is_synced);
        found.map_or(Path::NULL, |&(_, profile)| profile)
    }

    /// `xrSyncActions`: reads the inputs of the active sets. Returns whether the profiles changed, as they do the first time.
    pub fn sync(
        &mut self,
        active: &[Active],
        paths: &Paths,
        hands: [Option<&HandLocations>; 2],
        has_gaze: bool,
        now_nanos: i64,
    ) -> Result<bool> {
        for Active { set, subaction } in active {
            if self.sets.iter().all(|attached| attached.id != *set) {
                return Err(Error::ActionsetNotAttached);
            }
            if *subaction != Path::NULL {
                paths.string(*subaction)?;
                let has_it = |action: &Arc<Action>| {
                    action.set.id == *set && action.subactions.contains(subaction)
                };
                if !self.actions.iter().any(has_it) {
                    return Err(Error::PathUnsupported);
                }
            }
        }
        let inputs = Inputs { hands, has_gaze };
        let live = |suggestion: &Suggestion| {
            active.iter().any(|active| {
                let is_place = active.subaction == Path::NULL
                    || paths.string(active.subaction).is_ok_and(|path| **path == *suggestion.user);
                active.set == suggestion.action.set.id && is_place
            })
        };
        // Of the sets that are bound to an input, the one with the highest priority gets it.
        let mut highest: HashMap<(&str, &str), u32> = HashMap::new();
        for suggestion in self.bindings.iter().filter(|suggestion| live(suggestion)) {
            let key = (suggestion.user, suggestion.component.identifier());
            let priority = highest.entry(key).or_default();
            *priority = suggestion.action.set.priority.max(*priority);
        }
        let mut values: HashMap<(u64, &'static str), Value> = HashMap::new();
        for suggestion in self.bindings.iter().filter(|suggestion| live(suggestion)) {
            let Suggestion { action, user, component, .. } = suggestion;
            let key = (*user, component.identifier());
            if highest.get(&key).is_some_and(|highest| *highest > action.set.priority) {
                continue;
            }
            let Some(is_on) = inputs.read(user, component) else { continue };
            let value = Value::of(is_on, action.kind);
            for place in [*user, ""] {
                let entry = values.entry((action.id, place)).or_insert(value);
                *entry = entry.combined(value);
            }
        }
        for action in &self.actions {
            for place in USERS.into_iter().chain([""]) {
                let key = (action.id, place);
                let before = self.states.get(&key).copied();
                let before = before.unwrap_or(ActionState::inactive(action.kind));
                let state = match values.get(&key) {
                    None => ActionState::inactive(action.kind),
                    Some(&value) if value == before.value => {
                        ActionState { value, is_active: true, has_changed: false, ..before }
                    }
                    Some(&value) => ActionState {
                        value,
                        is_active: true,
                        has_changed: true,
                        changed_nanos: now_nanos,
                    },
                };
                self.states.insert(key, state);
            }
        }
        let has_changed = !self.is_synced && !self.profiles.is_empty();
        self.is_synced = true;
        Ok(has_changed)
    }

    /// Makes all actions inactive: the session lost focus.
    pub fn clear(&mut self) {
        self.states.clear();
    }

    /// The state of an action, in one place or in all.
    pub fn state(
        &self,
        action: &Action,
        kind: ActionKind,
        subaction: Path,
        paths: &Paths,
    ) -> Result<ActionState> {
        if action.kind != kind {
            return Err(Error::ActionTypeMismatch);
        }
        self.check(action)?;
        let place = place(action, subaction, paths)?;
        let state = place.and_then(|place| self.states.get(&(action.id, place)));
        Ok(state.copied().unwrap_or(ActionState::inactive(kind)))
    }

    /// Paths that an action is bound to.
    pub fn bound_sources(&self, action: &Action) -> Result<Vec<Path>> {
        self.check(action)?;
        let mut found: Vec<Path> = Vec::new();
        for suggestion in self.bindings.iter().filter(|it| it.action.id == action.id) {
            if self.is_synced && !found.contains(&suggestion.binding) {
                found.push(suggestion.binding);
            }
        }
        Ok(found)
    }

    /// The pose that an action follows in a place, or in the first where it is bound.
    pub fn source(&self, action: u64, place: Option<&str>) -> Option<Source> {
        let mut bound = self.bindings.iter().filter(|suggestion| {
            suggestion.action.id == action && place.is_none_or(|place| place == suggestion.user)
        });
        bound.find_map(|suggestion| Source::of(suggestion.user, suggestion.component.path))
    }

    /// Whether a pose action was active at the last sync in a place, or in any.
    pub fn is_active(&self, action: u64, place: Option<&str>) -> bool {
        let place = USERS.into_iter().find(|user| Some(*user) == place).unwrap_or("");
        self.states.get(&(action, place)).is_some_and(|state| state.is_active)
    }

    /// The hands whose haptics an action drives.
    pub fn haptics(&self, action: &Action, subaction: Path, paths: &Paths) -> Result<Vec<Side>> {
        if action.kind != ActionKind::Vibration {
            return Err(Error::ActionTypeMismatch);
        }
        self.check(action)?;
        let place = place(action, subaction, paths)?;
        let is_bound = |user: &str| {
            place.is_some_and(|place| place.is_empty() || place == user)
                && self.bindings.iter().any(|it| it.action.id == action.id && it.user == user)
        };
        let hands = [("/user/hand/left", Side::Left), ("/user/hand/right", Side::Right)];
        Ok(hands.into_iter().filter(|(user, _)| is_bound(user)).map(|(_, side)| side).collect())
    }

    /// All actions, for a log.
    pub fn actions(&self) -> &[Arc<Action>] {
        &self.actions
    }
}

/// The place that a subaction path names: empty for all, `None` for one where nothing ever is.
fn place(action: &Action, subaction: Path, paths: &Paths) -> Result<Option<&'static str>> {
    if subaction == Path::NULL {
        return Ok(Some(""));
    }
    let path = paths.string(subaction)?;
    action.check_subaction(subaction)?;
    Ok(USERS.into_iter().find(|user| **user == **path))
}

#[cfg(test)]
mod tests {
    use reenact::glam::Vec3;
    use reenact::{HandFrame, Pose};

    use super::*;

    fn hand(side: Side, is_pinching: bool) -> HandLocations {
        let frame = HandFrame::new(true, is_pinching, |_| {
            Some(Pose { position: Vec3::ONE, ..Pose::IDENTITY })
        });
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
            let [left, right] = ["/user/hand/left", "/user/hand/right"]
                .map(|path| input.paths.number(path).unwrap());
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
        assert_eq!(
            attached.sync(active, paths, [Some(&pinch), Some(&other)], false, 20),
            Ok(false)
        );
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
    fn an_action_space_outlives_its_action() {
        let mut fixture = Fixture::new();
        let mut attached = Attached::new(&mut fixture.input, &[1]).unwrap();
        fixture.input.destroy_set(1);
        let pinch = hand(Side::Left, true);
        attached.sync(&ALL[..1], &fixture.input.paths, [Some(&pinch), None], false, 1).unwrap();
        assert!(attached.is_active(13, None));
        assert_eq!(attached.source(13, None), Some(Source::Grip(Side::Left)));
        assert_eq!(attached.source(13, Some("/user/hand/right")), None);
    }
}
