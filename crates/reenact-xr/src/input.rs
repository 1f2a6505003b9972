//! Action sets, actions and suggested bindings of an instance.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::path::{Path, Paths, is_name};
use crate::profile::{self, ActionKind, Component};

/// An action set.
#[derive(Debug)]
pub struct ActionSet {
    /// Its handle.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub localized: String,
    /// Which set wins where two are bound to the same input: the higher number.
    pub priority: u32,
}

/// An action.
#[derive(Debug)]
pub struct Action {
    /// Its handle.
    pub id: u64,
    /// The set that it belongs to.
    pub set: Arc<ActionSet>,
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub localized: String,
    /// Its type.
    pub kind: ActionKind,
    /// Places for which it can be asked separately.
    pub subactions: Vec<Path>,
}

impl Action {
    /// Checks a subaction path of a query: null, or one that the action was created with.
    pub fn check_subaction(&self, path: Path) -> Result<()> {
        if path == Path::NULL || self.subactions.contains(&path) {
            Ok(())
        } else {
            Err(Error::PathUnsupported)
        }
    }
}

/// A binding that the application suggested.
#[derive(Debug, Clone)]
pub(crate) struct Suggestion {
    pub(crate) action: Arc<Action>,
    /// The full path, as it was suggested.
    pub(crate) binding: Path,
    pub(crate) user: &'static str,
    pub(crate) component: &'static Component,
}

#[derive(Debug)]
struct SetEntry {
    set: Arc<ActionSet>,
    is_attached: bool,
}

/// Attached sets with their actions.
type Frozen = (Vec<Arc<ActionSet>>, Vec<Arc<Action>>);

/// The actions of an instance.
///
/// Handles are numbers that the caller chooses. Destroyed action sets and actions stay valid in sessions that they are attached to.
#[derive(Debug, Default)]
pub struct Input {
    /// The paths.
    pub paths: Paths,
    /// Names of the version and of the extensions of the instance.
    offered: Vec<String>,
    sets: BTreeMap<u64, SetEntry>,
    actions: BTreeMap<u64, Arc<Action>>,
    suggestions: BTreeMap<Path, Vec<Suggestion>>,
}

impl Input {
    /// For an instance with these extensions, and versions by names such as `XR_VERSION_1_0`.
    pub fn new(offered: Vec<String>) -> Self {
        Self { offered, ..Self::default() }
    }

    fn offers(&self, name: &str) -> bool {
        self.offered.iter().any(|offered| offered == name)
    }

    /// `xrCreateActionSet`.
    pub fn create_set(
        &mut self,
        id: u64,
        name: &str,
        localized: &str,
        priority: u32,
    ) -> Result<()> {
        let others = self.sets.values().map(|entry| (&*entry.set.name, &*entry.set.localized));
        check_names(name, localized, others)?;
        let (name, localized) = (name.to_owned(), localized.to_owned());
        let set = Arc::new(ActionSet { id, name, localized, priority });
        self.sets.insert(id, SetEntry { set, is_attached: false });
        Ok(())
    }

    /// `xrDestroyActionSet`; its actions go with it.
    pub fn destroy_set(&mut self, id: u64) {
        self.sets.remove(&id);
        self.actions.retain(|_, action| action.set.id != id);
    }

    /// `xrCreateAction`.
    pub fn create_action(
        &mut self,
        set: u64,
        id: u64,
        (name, localized): (&str, &str),
        kind: ActionKind,
        subactions: &[Path],
    ) -> Result<()> {
        let entry = self.sets.get(&set).ok_or(Error::HandleInvalid)?;
        if entry.is_attached {
            return Err(Error::ActionsetsAlreadyAttached);
        }
        for (n, &path) in subactions.iter().enumerate() {
            let user = self.paths.string(path)?;
            let is_twice = subactions.iter().take(n).any(|&earlier| earlier == path);
            if is_twice || !profile::is_user_path(user, &|name| self.offers(name)) {
                return Err(Error::PathUnsupported);
            }
        }
        let others = self.actions.values().filter(|action| action.set.id == set);
        let others = others.map(|action| (&*action.name, &*action.localized));
        check_names(name, localized, others)?;
        let action = Action {
            id,
            set: Arc::clone(&entry.set),
            name: name.to_owned(),
            localized: localized.to_owned(),
            kind,
            subactions: subactions.to_vec(),
        };
        self.actions.insert(id, Arc::new(action));
        Ok(())
    }

    /// `xrDestroyAction`.
    pub fn destroy_action(&mut self, id: u64) {
        self.actions.remove(&id);
    }

    /// An action by its handle.
    pub fn action(&self, id: u64) -> Result<&Arc<Action>> {
        self.actions.get(&id).ok_or(Error::HandleInvalid)
    }

    /// `xrSuggestInteractionProfileBindings`: replaces what was suggested for the profile.
    pub fn suggest(&mut self, profile_path: Path, bindings: &[(u64, Path)]) -> Result<()> {
        let path = self.paths.string(profile_path)?;
        let offers = |name: &str| self.offers(name);
        let profile = profile::find(path, &offers).ok_or(Error::PathUnsupported)?;
        if bindings.is_empty() {
            return Err(Error::ValidationFailure);
        }
        let mut suggestions = Vec::with_capacity(bindings.len());
        for &(action, binding) in bindings {
            let action = Arc::clone(self.action(action)?);
            if self.sets.get(&action.set.id).is_none_or(|entry| entry.is_attached) {
                return Err(Error::ActionsetsAlreadyAttached);
            }
            let path = self.paths.string(binding)?;
            let (user, component) =
                profile.resolve(path, action.kind, &offers).ok_or(Error::PathUnsupported)?;
            suggestions.push(Suggestion { action, binding, user, component });
        }
        self.suggestions.insert(profile_path, suggestions);
        Ok(())
    }

    /// Whether a path is a profile that the instance has.
    pub fn is_profile(&self, path: Path) -> Result<bool> {
        let path = self.paths.string(path)?;
        Ok(profile::find(path, &|name| self.offers(name)).is_some())
    }

    /// Whether a path is one where a controller can be.
    pub fn is_user_path(&self, path: Path) -> Result<bool> {
        let path = self.paths.string(path)?;
        Ok(profile::is_user_path(path, &|name| self.offers(name)))
    }

    /// Marks sets as attached, and returns them with their actions.
    pub(crate) fn freeze(&mut self, ids: &[u64]) -> Result<Frozen> {
        if ids.is_empty() {
            return Err(Error::ValidationFailure);
        }
        let mut sets: Vec<Arc<ActionSet>> = Vec::new();
        for id in ids {
            let entry = self.sets.get(id).ok_or(Error::HandleInvalid)?;
            if sets.iter().all(|set| set.id != *id) {
                sets.push(Arc::clone(&entry.set));
            }
        }
        for set in &sets {
            if let Some(entry) = self.sets.get_mut(&set.id) {
                entry.is_attached = true;
            }
        }
        let is_in = |action: &&Arc<Action>| ids.contains(&action.set.id);
        Ok((sets, self.actions.values().filter(is_in).cloned().collect()))
    }

    /// Suggested bindings, by profile.
    pub(crate) fn suggestions(&self) -> impl Iterator<Item = (Path, &str, &[Suggestion])> {
        self.suggestions.iter().filter_map(|(&path, suggestions)| {
            Some((path, &**self.paths.string(path).ok()?, suggestions.as_slice()))
        })
    }
}

/// Names have to be well-formed, and unlike those of others.
fn check_names<'n>(
    name: &str,
    localized: &str,
    others: impl Iterator<Item = (&'n str, &'n str)>,
) -> Result<()> {
    if name.is_empty() {
        return Err(Error::NameInvalid);
    }
    if localized.is_empty() {
        return Err(Error::LocalizedNameInvalid);
    }
    if !is_name(name) {
        return Err(Error::PathFormatInvalid);
    }
    for (other, other_localized) in others {
        if other == name {
            return Err(Error::NameDuplicated);
        }
        if other_localized == localized {
            return Err(Error::LocalizedNameDuplicated);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input() -> Input {
        Input::new(vec!["XR_VERSION_1_0".to_owned()])
    }

    #[test]
    fn names_are_checked() {
        let mut input = input();
        assert_eq!(input.create_set(1, "", "A", 0), Err(Error::NameInvalid));
        assert_eq!(input.create_set(1, "a", "", 0), Err(Error::LocalizedNameInvalid));
        assert_eq!(input.create_set(1, "A b", "A", 0), Err(Error::PathFormatInvalid));
        assert_eq!(input.create_set(1, "a", "A", 0), Ok(()));
        assert_eq!(input.create_set(2, "a", "B", 0), Err(Error::NameDuplicated));
        assert_eq!(input.create_set(2, "b", "A", 0), Err(Error::LocalizedNameDuplicated));
        input.destroy_set(1);
        assert_eq!(input.create_set(2, "a", "A", 0), Ok(()), "names are free again");
        let create = |input: &mut Input, id, name| {
            input.create_action(2, id, (name, name), ActionKind::Boolean, &[])
        };
        assert_eq!(create(&mut input, 3, "c"), Ok(()));
        assert_eq!(create(&mut input, 4, "c"), Err(Error::NameDuplicated));
        input.destroy_action(3);
        assert_eq!(create(&mut input, 4, "c"), Ok(()));
    }

    #[test]
    fn subaction_paths_are_places_of_controllers() {
        let mut input = input();
        input.create_set(1, "a", "A", 0).unwrap();
        let [left, click] = ["/user/hand/left", "/user/hand/left/input"]
            .map(|path| input.paths.number(path).unwrap());
        let mut create = |subactions: &[Path]| {
            input.create_action(1, 2, ("b", "B"), ActionKind::Float, subactions)
        };
        assert_eq!(create(&[Path(99)]), Err(Error::PathInvalid));
        assert_eq!(create(&[click]), Err(Error::PathUnsupported));
        assert_eq!(create(&[left, left]), Err(Error::PathUnsupported));
        assert_eq!(create(&[left]), Ok(()));
        let action = Arc::clone(input.action(2).unwrap());
        assert_eq!(action.check_subaction(left), Ok(()));
        assert_eq!(action.check_subaction(Path::NULL), Ok(()));
        assert_eq!(action.check_subaction(click), Err(Error::PathUnsupported));
    }

    #[test]
    fn suggestions_are_checked_against_the_profile() {
        let mut input = input();
        input.create_set(1, "a", "A", 0).unwrap();
        input.create_action(1, 2, ("b", "B"), ActionKind::Boolean, &[]).unwrap();
        let [simple, unknown, select, trigger] = [
            "/interaction_profiles/khr/simple_controller",
            "/interaction_profiles/khr/unknown",
            "/user/hand/left/input/select/click",
            "/user/hand/left/input/trigger/value",
        ]
        .map(|path| input.paths.number(path).unwrap());
        assert_eq!(input.suggest(unknown, &[(2, select)]), Err(Error::PathUnsupported));
        assert_eq!(input.suggest(Path(77), &[(2, select)]), Err(Error::PathInvalid));
        assert_eq!(input.suggest(simple, &[]), Err(Error::ValidationFailure));
        assert_eq!(input.suggest(simple, &[(3, select)]), Err(Error::HandleInvalid));
        assert_eq!(input.suggest(simple, &[(2, trigger)]), Err(Error::PathUnsupported));
        assert_eq!(input.suggest(simple, &[(2, Path::NULL)]), Err(Error::PathInvalid));
        assert_eq!(input.suggest(simple, &[(2, select)]), Ok(()));
        input.freeze(&[1]).unwrap();
        assert_eq!(input.suggest(simple, &[(2, select)]), Err(Error::ActionsetsAlreadyAttached));
    }
}
