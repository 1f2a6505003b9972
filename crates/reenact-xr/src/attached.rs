//! Action sets that are attached to a session, and the states of their actions.

use std::collections::HashMap;
use std::sync::Arc;

use reenact::hand::Side;

use crate::devices::Devices;
use crate::error::{Error, Result};
use crate::hand::HandLocations;
use crate::headset::{Origin, Space};
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
    pub(crate) const fn zero(kind: ActionKind) -> Self {
        match kind {
            ActionKind::Boolean => Self::Boolean(false),
            ActionKind::Float => Self::Float(0.0),
            ActionKind::Vector2 => Self::Vector2([0.0; 2]),
            ActionKind::Pose | ActionKind::Vibration => Self::Pose,
        }
    }

    /// A value of a component as one of an action of a type.
    fn converted(self, kind: ActionKind) -> Self {
        match (self, kind) {
            (Self::Boolean(_), ActionKind::Boolean)
            | (Self::Float(_), ActionKind::Float)
            | (Self::Vector2(_), ActionKind::Vector2) => self,
            (Self::Boolean(is_on), ActionKind::Float) => Self::Float(if is_on { 1.0 } else { 0.0 }),
            (Self::Float(value), ActionKind::Boolean) => Self::Boolean(value > PRESSED),
            _ => Self::zero(kind),
        }
    }

    /// Of several inputs, any that is on, the largest number.
    fn combined(self, other: Self) -> Self {
        match (self, other) {
            (Self::Boolean(a), Self::Boolean(b)) => Self::Boolean(a || b),
            (Self::Float(a), Self::Float(b)) if b.abs() > a.abs() => Self::Float(b),
            (Self::Vector2([ax, ay]), Self::Vector2([bx, by])) if bx.hypot(by) > ax.hypot(ay) => {
                other
            }
            _ => self,
        }
    }
}

/// Value above which a number counts as pressed.
const PRESSED: f32 = 0.5;

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
    devices: &'i Devices,
}

impl Inputs<'_> {
    /// The value of a component; `None` while it is not tracked.
    fn read(&self, user: &str, component: &Component) -> Option<Value> {
        if self.devices.has(user) {
            return self.devices.value(user, component);
        }
        self.is_on(user, component).map(Value::Boolean)
    }

    /// Whether a component of a recorded hand is on.
    fn is_on(&self, user: &str, component: &Component) -> Option<bool> {
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
    /// Bindings that were suggested for the actions, by profile.
    suggested: Vec<(Path, String, Vec<Suggestion>)>,
    /// Places of these bindings, and those of a recording.
    users: Vec<&'static str>,
    /// Controllers that a test drives.
    devices: Devices,
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
        let is_ours = |suggestion: &&Suggestion| {
            actions.iter().any(|action| action.id == suggestion.action.id)
        };
        // A profile counts for a place even if the bindings there are of actions that are not attached.
        let suggested: Vec<(Path, String, Vec<Suggestion>)> = input
            .suggestions()
            .map(|(profile, path, suggestions)| (profile, path.to_owned(), suggestions.to_vec()))
            .collect();
        let mut users = USERS.to_vec();
        for suggestion in suggested.iter().flat_map(|(.., suggestions)| suggestions).filter(is_ours)
        {
            if !users.contains(&suggestion.user) {
                users.push(suggestion.user);
            }
        }
        let mut attached = Self {
            sets,
            actions,
            suggested,
            users,
            devices: Devices::default(),
            bindings: Vec::new(),
            profiles: Vec::new(),
            is_synced: false,
            states: HashMap::new(),
        };
        attached.choose();
        Ok(attached)
    }

    /// Chooses one profile for each place. Returns whether any changed.
    fn choose(&mut self) -> bool {
        let rank = |path: &str| {
            PREFERRED.iter().position(|preferred| *preferred == path).unwrap_or(PREFERRED.len())
        };
        let order =
            |path: &str| crate::profile::all().iter().position(|profile| profile.path == path);
        let mut bindings = Vec::new();
        let mut profiles = Vec::new();
        for &user in &self.users {
            let is_here = |suggestions: &[Suggestion]| {
                suggestions.iter().any(|suggestion| suggestion.user == user)
            };
            let mut candidates = self.suggested.iter().filter(|(.., it)| is_here(it));
            let chosen = match self.devices.has(user) {
                true => {
                    let profile = self.devices.profile(user);
                    candidates.find(|(path, ..)| Some(*path) == profile)
                }
                false if USERS.contains(&user) => {
                    candidates.min_by_key(|(_, path, _)| (rank(path), order(path)))
                }
                false => None,
            };
            let Some((profile, _, suggestions)) = chosen else { continue };
            profiles.push((user, *profile));
            let is_ours = |suggestion: &&Suggestion| {
                suggestion.user == user
                    && self.actions.iter().any(|action| action.id == suggestion.action.id)
            };
            bindings.extend(suggestions.iter().filter(is_ours).cloned());
        }
        self.bindings = bindings;
        let has_changed = self.profiles != profiles;
        self.profiles = profiles;
        has_changed
    }

    /// Takes over controllers that a test drives, for the next sync.
    pub fn set_devices(&mut self, devices: &Devices) {
        if self.devices != *devices {
            self.devices = devices.clone();
        }
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
        let has_other_profiles = self.choose();
        let inputs = Inputs { hands, has_gaze, devices: &self.devices };
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
            let Some(value) = inputs.read(user, component) else { continue };
            let value = value.converted(action.kind);
            for place in [*user, ""] {
                let entry = values.entry((action.id, place)).or_insert(value);
                *entry = entry.combined(value);
            }
        }
        for action in &self.actions {
            for &place in self.users.iter().chain(&[""]) {
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
        let has_changed = has_other_profiles || (!self.is_synced && !self.profiles.is_empty());
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
        let place = self.place(action, subaction, paths)?;
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

    /// The space that an action follows in a place, or in the first where it is bound.
    pub fn followed(&self, action: u64, place: Option<&str>) -> Option<Space> {
        let mut bound = self.bindings.iter().filter(|suggestion| {
            suggestion.action.id == action && place.is_none_or(|place| place == suggestion.user)
        });
        bound.find_map(|Suggestion { user, component, .. }| {
            if self.devices.has(user) {
                return self.devices.pose(user, component.path);
            }
            Source::of(user, component.path).map(|source| Space::new(Origin::Source(source)))
        })
    }

    /// Whether a pose action was active at the last sync in a place, or in any.
    pub fn is_active(&self, action: u64, place: Option<&str>) -> bool {
        let place = self.users.iter().copied().find(|user| Some(*user) == place).unwrap_or("");
        self.states.get(&(action, place)).is_some_and(|state| state.is_active)
    }

    /// The hands whose haptics an action drives.
    pub fn haptics(&self, action: &Action, subaction: Path, paths: &Paths) -> Result<Vec<Side>> {
        if action.kind != ActionKind::Vibration {
            return Err(Error::ActionTypeMismatch);
        }
        self.check(action)?;
        let place = self.place(action, subaction, paths)?;
        let is_bound = |user: &str| {
            place.is_some_and(|place| place.is_empty() || place == user)
                && self.bindings.iter().any(|it| it.action.id == action.id && it.user == user)
        };
        let hands = [("/user/hand/left", Side::Left), ("/user/hand/right", Side::Right)];
        Ok(hands.into_iter().filter(|(user, _)| is_bound(user)).map(|(_, side)| side).collect())
    }

    /// The place that a subaction path names: empty for all, `None` for one where nothing ever is.
    fn place(
        &self,
        action: &Action,
        subaction: Path,
        paths: &Paths,
    ) -> Result<Option<&'static str>> {
        if subaction == Path::NULL {
            return Ok(Some(""));
        }
        let path = paths.string(subaction)?;
        action.check_subaction(subaction)?;
        Ok(self.users.iter().find(|user| ***user == **path).copied())
    }

    /// All actions, for a log.
    pub fn actions(&self) -> &[Arc<Action>] {
        &self.actions
    }
}

#[cfg(test)]
mod tests;
