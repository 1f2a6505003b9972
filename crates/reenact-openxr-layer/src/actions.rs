//! The layer's own actions: a pinch of each hand, and the gaze.

use std::ffi::c_char;

use openxr_sys as xr;
use openxr_sys::Handle as _;
use reenact_xr::{ActionKind, profile};

use crate::next::Next;
use crate::state::Instance;

/// Interaction profile of the gaze.
pub(crate) const GAZE_PROFILE: &str = "/interaction_profiles/ext/eye_gaze_interaction";
const GAZE_PATH: &str = "/user/eyes_ext/input/gaze_ext/pose";

/// Places of the hands, left first.
pub(crate) const HANDS: [&str; 2] = ["/user/hand/left", "/user/hand/right"];

/// Inputs that say whether a hand pinches or selects, best first.
const PINCHES: [&str; 5] = [
    "/input/pinch_ext/value",
    "/input/select/value",
    "/input/select/click",
    "/input/trigger/value",
    "/input/trigger/click",
];

/// An action set and its actions, made before the application suggests its first bindings.
#[derive(Clone, Copy)]
pub(crate) struct OwnActions {
    pub(crate) set: xr::ActionSet,
    pub(crate) pinch: xr::Action,
    pub(crate) gaze: xr::Action,
    pub(crate) hands: [xr::Path; 2],
    /// Whether the application suggested bindings for the gaze itself, and ours went with them.
    pub(crate) has_gaze_bindings: bool,
}

fn write(target: &mut [c_char], text: &str) {
    if let Some((last, rest)) = target.split_last_mut() {
        for (slot, byte) in rest.iter_mut().zip(text.bytes().chain(std::iter::repeat(0))) {
            *slot = c_char::from_ne_bytes([byte]);
        }
        *last = 0;
    }
}

impl OwnActions {
    /// Makes them; `None` if the runtime refuses.
    fn new(next: &Next, instance: xr::Instance) -> Option<Self> {
        let mut info = xr::ActionSetCreateInfo {
            ty: xr::ActionSetCreateInfo::TYPE,
            next: std::ptr::null(),
            action_set_name: [0; xr::MAX_ACTION_SET_NAME_SIZE],
            localized_action_set_name: [0; xr::MAX_LOCALIZED_ACTION_SET_NAME_SIZE],
            priority: 0,
        };
        write(&mut info.action_set_name, "reenact_record");
        write(&mut info.localized_action_set_name, "Reenact recording");
        let mut set = xr::ActionSet::NULL;
        let [left, right] = HANDS.map(|hand| next.path(instance, hand));
        let hands = [left?, right?];
        // SAFETY: a valid structure, and the application's own instance.
        let result = unsafe { (next.create_action_set)(instance, &raw const info, &raw mut set) };
        if result != xr::Result::SUCCESS {
            return None;
        }
        let create = |name: &str, localized: &str, ty: xr::ActionType, subactions: &[xr::Path]| {
            let mut info = xr::ActionCreateInfo {
                ty: xr::ActionCreateInfo::TYPE,
                next: std::ptr::null(),
                action_name: [0; xr::MAX_ACTION_NAME_SIZE],
                action_type: ty,
                count_subaction_paths: u32::try_from(subactions.len()).ok()?,
                subaction_paths: subactions.as_ptr(),
                localized_action_name: [0; xr::MAX_LOCALIZED_ACTION_NAME_SIZE],
            };
            write(&mut info.action_name, name);
            write(&mut info.localized_action_name, localized);
            let mut action = xr::Action::NULL;
            // SAFETY: a valid structure, and a set that was just made.
            let result = unsafe { (next.create_action)(set, &raw const info, &raw mut action) };
            (result == xr::Result::SUCCESS).then_some(action)
        };
        let pinch = create("pinch", "Pinch", xr::ActionType::FLOAT_INPUT, &hands);
        let gaze = create("gaze", "Gaze", xr::ActionType::POSE_INPUT, &[]);
        let (Some(pinch), Some(gaze)) = (pinch, gaze) else {
            // SAFETY: the set was just made, and nothing uses it.
            unsafe { (next.destroy_action_set)(set) };
            return None;
        };
        Some(Self { set, pinch, gaze, hands, has_gaze_bindings: false })
    }
}

impl Instance {
    /// The layer's own actions, made with the first call.
    pub(crate) fn own_actions(&mut self) -> Option<OwnActions> {
        if self.actions.is_none() && self.recorder.is_some() {
            self.actions = OwnActions::new(&self.next, self.handle);
            if self.actions.is_none() {
                self.miss("no gaze, and pinches by the distance of the fingertips: the runtime refuses more actions");
            }
        }
        self.actions
    }

    /// Bindings of the layer's own actions for a profile that the application suggests bindings for.
    pub(crate) fn own_bindings(
        &mut self,
        profile_path: xr::Path,
    ) -> Vec<xr::ActionSuggestedBinding> {
        let Some(actions) = self.own_actions() else { return Vec::new() };
        let Some(path) = self.next.text(self.handle, profile_path) else { return Vec::new() };
        if path == GAZE_PROFILE {
            let binding = self.gaze_binding(&actions);
            if let Some(actions) = &mut self.actions {
                actions.has_gaze_bindings = binding.is_some();
            }
            return binding.into_iter().collect();
        }
        let offers = |name: &str| self.offers(name);
        let Some(profile) = profile::find(&path, &offers) else { return Vec::new() };
        let mut bindings = Vec::new();
        for hand in HANDS {
            let found = PINCHES.iter().map(|pinch| format!("{hand}{pinch}")).find(|binding| {
                profile
                    .resolve(binding, ActionKind::Float, &offers)
                    .is_some_and(|(_, component)| binding.ends_with(component.path))
            });
            let binding = found.and_then(|binding| self.next.path(self.handle, &binding));
            bindings.extend(
                binding
                    .map(|binding| xr::ActionSuggestedBinding { action: actions.pinch, binding }),
            );
        }
        bindings
    }

    fn gaze_binding(&self, actions: &OwnActions) -> Option<xr::ActionSuggestedBinding> {
        let binding = self.next.path(self.handle, GAZE_PATH)?;
        Some(xr::ActionSuggestedBinding { action: actions.gaze, binding })
    }

    /// Suggests bindings for the gaze, unless the application did and they went along.
    pub(crate) fn suggest_gaze(&mut self) {
        let Some(actions) = self.own_actions() else { return };
        if actions.has_gaze_bindings || !self.offers("XR_EXT_eye_gaze_interaction") {
            return;
        }
        let profile = self.next.path(self.handle, GAZE_PROFILE);
        let (Some(profile), Some(binding)) = (profile, self.gaze_binding(&actions)) else { return };
        let info = xr::InteractionProfileSuggestedBinding {
            ty: xr::InteractionProfileSuggestedBinding::TYPE,
            next: std::ptr::null(),
            interaction_profile: profile,
            count_suggested_bindings: 1,
            suggested_bindings: &raw const binding,
        };
        // SAFETY: a valid structure, and the application's own instance.
        let result = unsafe { (self.next.suggest)(self.handle, &raw const info) };
        if result != xr::Result::SUCCESS {
            self.miss("no gaze: the runtime refuses bindings for it");
        }
    }
}
