//! Interaction profiles: which paths the controllers of OpenXR have.

mod table;

/// Type of an action, and of a component of a controller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the values of XrActionType")]
pub enum ActionKind {
    Boolean,
    Float,
    Vector2,
    Pose,
    Vibration,
}

impl ActionKind {
    /// Whether an action of this type can be bound to a component of another: numbers and booleans are converted.
    pub const fn accepts(self, component: Self) -> bool {
        use ActionKind::{Boolean, Float, Pose, Vector2, Vibration};
        matches!(
            (self, component),
            (Boolean | Float, Boolean | Float)
                | (Vector2, Vector2)
                | (Pose, Pose)
                | (Vibration, Vibration)
        )
    }
}

/// Names of versions and extensions: any of the lists is enough, and all of its names are needed.
type Needs = &'static [&'static [&'static str]];

/// A kind of controller.
#[derive(Debug)]
pub struct Profile {
    /// Its path, such as `/interaction_profiles/khr/simple_controller`.
    pub path: &'static str,
    /// User paths, such as `/user/hand/left`.
    pub users: &'static [&'static str],
    needs: Needs,
    components: &'static [Component],
}

/// An input or output of a controller.
#[derive(Debug, PartialEq, Eq)]
pub struct Component {
    /// The only place where it exists, or empty.
    user: &'static str,
    /// Its path there, such as `/input/select/click`.
    pub path: &'static str,
    /// Its type.
    pub kind: ActionKind,
    /// Whether the system may use it, so that applications do not get it.
    pub is_system: bool,
    needs: Needs,
}

/// A component that comes with its profile.
const fn component(user: &'static str, path: &'static str, kind: ActionKind) -> Component {
    Component { user, path, kind, is_system: false, needs: &[] }
}

impl Component {
    const fn system(self) -> Self {
        Self { is_system: true, ..self }
    }

    const fn needs(self, needs: Needs) -> Self {
        Self { needs, ..self }
    }

    /// The path without what is measured of it: `/input/trigger` of `/input/trigger/value`.
    pub fn identifier(&self) -> &'static str {
        let levels = self.path.match_indices('/').nth(2);
        levels.and_then(|(end, _)| self.path.get(..end)).unwrap_or(self.path)
    }
}

/// Extensions and versions that an application may use.
///
/// `offers` says of a name such as `XR_VERSION_1_1` or `XR_EXT_palm_pose` whether the instance has it.
fn is_offered(needs: Needs, offers: &dyn Fn(&str) -> bool) -> bool {
    needs.iter().any(|all| all.iter().all(|name| offers(name)))
}

/// Every profile, in the order of the registry.
pub fn all() -> &'static [Profile] {
    table::PROFILES
}

/// The profile of a path, if the instance has it.
pub fn find(path: &str, offers: &dyn Fn(&str) -> bool) -> Option<&'static Profile> {
    all().iter().find(|profile| profile.path == path && is_offered(profile.needs, offers))
}

/// Whether a path such as `/user/hand/left` is where any controller of an instance can be.
pub fn is_user_path(path: &str, offers: &dyn Fn(&str) -> bool) -> bool {
    // Two that have no profile.
    matches!(path, "/user/head" | "/user/treadmill")
        || all()
            .iter()
            .any(|profile| profile.users.contains(&path) && is_offered(profile.needs, offers))
}

impl Profile {
    /// The component that an action of a type is bound to by a path such as `/user/hand/left/input/trigger/value`, and the place
    /// where it is.
    ///
    /// The last level may be left out: then the type of the action decides. `None` if the profile has no such component, or one of
    /// another type.
    pub fn resolve(
        &self,
        binding: &str,
        kind: ActionKind,
        offers: &dyn Fn(&str) -> bool,
    ) -> Option<(&'static str, &'static Component)> {
        let (user, rest) = self.users.iter().find_map(|user| {
            let rest = binding.strip_prefix(user)?;
            rest.starts_with('/').then_some((*user, rest))
        })?;
        let has = |path: &str| {
            self.components.iter().find(|component| {
                component.path == path
                    && (component.user.is_empty() || component.user == user)
                    && (component.needs.is_empty() || is_offered(component.needs, offers))
            })
        };
        let fitting = |component: &&Component| kind.accepts(component.kind);
        if let Some(exact) = has(rest).filter(fitting) {
            return Some((user, exact));
        }
        let levels: &[&str] = match kind {
            ActionKind::Boolean => &["click", "value", "force"],
            ActionKind::Float => &["value", "force", "click"],
            ActionKind::Pose => &["pose"],
            ActionKind::Vector2 | ActionKind::Vibration => &[],
        };
        let mut completed = levels.iter().filter_map(|level| has(&format!("{rest}/{level}")));
        completed.find(fitting).map(|component| (user, component))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn core(name: &str) -> bool {
        name == "XR_VERSION_1_0"
    }

    fn resolve(profile: &str, binding: &str, kind: ActionKind) -> Option<&'static str> {
        let profile = find(&format!("/interaction_profiles/{profile}"), &core).unwrap();
        profile.resolve(binding, kind, &core).map(|(_, component)| component.path)
    }

    #[test]
    fn the_table_has_the_profiles_of_the_registry() {
        // 9 profiles of version 1.0.
        assert_eq!(all().iter().filter(|profile| is_offered(profile.needs, &core)).count(), 9);
        for profile in all() {
            assert!(!profile.users.is_empty() && !profile.needs.is_empty(), "{}", profile.path);
            for component in profile.components {
                let user = component.user;
                assert!(user.is_empty() || profile.users.contains(&user), "{component:?}");
                assert!(crate::is_path(component.path), "{component:?}");
            }
        }
    }

    #[test]
    fn extensions_and_versions_add_profiles_and_components() {
        let hand = "/interaction_profiles/ext/hand_interaction_ext";
        assert!(find(hand, &core).is_none());
        assert!(find(hand, &|name| name == "XR_EXT_hand_interaction").is_some());
        let simple = find("/interaction_profiles/khr/simple_controller", &core).unwrap();
        let palm = "/user/hand/left/input/grip_surface/pose";
        assert!(simple.resolve(palm, ActionKind::Pose, &core).is_none());
        let newer = |name: &str| name.starts_with("XR_VERSION_1_");
        assert!(simple.resolve(palm, ActionKind::Pose, &newer).is_some());
    }

    #[test]
    fn the_last_level_follows_from_the_type_of_the_action() {
        use ActionKind::{Boolean, Float, Pose, Vector2, Vibration};
        let touch = "oculus/touch_controller";
        let left = |rest: &str| format!("/user/hand/left{rest}");
        let cases = [
            ("/input/trigger", Float, Some("/input/trigger/value")),
            ("/input/trigger", Boolean, Some("/input/trigger/value")),
            ("/input/x", Boolean, Some("/input/x/click")),
            ("/input/x", Float, Some("/input/x/click")),
            ("/input/thumbstick", Vector2, Some("/input/thumbstick")),
            ("/input/thumbstick", Boolean, Some("/input/thumbstick/click")),
            ("/input/thumbstick/x", Float, Some("/input/thumbstick/x")),
            ("/input/grip", Pose, Some("/input/grip/pose")),
            ("/output/haptic", Vibration, Some("/output/haptic")),
            ("/input/grip/pose", Boolean, None),
            ("/input/trigger/value", Vector2, None),
            ("/input/a/click", Boolean, None),
            ("/input/none/click", Boolean, None),
            ("", Boolean, None),
        ];
        for (binding, kind, found) in cases {
            assert_eq!(resolve(touch, &left(binding), kind), found, "{binding} {kind:?}");
        }
        assert_eq!(resolve(touch, "/user/gamepad/input/a/click", Boolean), None);
        assert!(resolve(touch, "/user/hand/right/input/a/click", Boolean).is_some());
    }

    #[test]
    fn an_identifier_has_two_levels() {
        let identifier = |path| component("", path, ActionKind::Float).identifier();
        assert_eq!(identifier("/input/trigger/value"), "/input/trigger");
        assert_eq!(identifier("/input/thumbstick"), "/input/thumbstick");
    }
}
