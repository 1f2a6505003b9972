//! Controllers that a test drives in place of the recording: `XR_EXT_conformance_automation`.

use std::collections::BTreeMap;

use reenact::Pose;

use crate::attached::Value;
use crate::headset::Space;
use crate::path::Path;
use crate::profile::Component;

/// A controller in one place, such as `/user/hand/left`.
#[derive(Debug, Clone, PartialEq)]
struct Device {
    /// Its interaction profile.
    profile: Path,
    is_active: bool,
    /// By the path of the component, such as `/input/trigger/value`.
    values: BTreeMap<String, Value>,
    poses: BTreeMap<String, (Space, Pose)>,
}

/// Controllers by the places where they are. What the recording has in these places is not seen.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Devices {
    devices: BTreeMap<String, Device>,
}

impl Devices {
    fn device(&mut self, user: &str) -> &mut Device {
        self.devices.entry(user.to_owned()).or_insert_with(|| Device {
            profile: Path::NULL,
            is_active: true,
            values: BTreeMap::new(),
            poses: BTreeMap::new(),
        })
    }

    /// Connects a controller of a profile, or disconnects it.
    pub fn set_active(&mut self, user: &str, profile: Path, is_active: bool) {
        let device = self.device(user);
        (device.profile, device.is_active) = (profile, is_active);
    }

    /// Sets an input.
    pub fn set_value(&mut self, user: &str, component: &str, value: Value) {
        self.device(user).values.insert(component.to_owned(), value);
    }

    /// Puts a pose into a space.
    pub fn set_pose(&mut self, user: &str, component: &str, space: Space, pose: Pose) {
        self.device(user).poses.insert(component.to_owned(), (space, pose));
    }

    /// Whether a controller was ever set in a place.
    pub(crate) fn has(&self, user: &str) -> bool {
        self.devices.contains_key(user)
    }

    /// The profile of a connected controller.
    pub(crate) fn profile(&self, user: &str) -> Option<Path> {
        let device = self.devices.get(user).filter(|device| device.is_active)?;
        Some(device.profile).filter(|profile| *profile != Path::NULL)
    }

    /// The value of an input; `None` while the controller is not connected. An input that was not set has its zero.
    pub(crate) fn value(&self, user: &str, component: &Component) -> Option<Value> {
        let device = self.devices.get(user).filter(|device| device.is_active)?;
        let value = device.values.get(component.path).copied();
        Some(value.unwrap_or(Value::zero(component.kind)))
    }

    /// The space that a pose of a controller makes.
    pub(crate) fn pose(&self, user: &str, component: &str) -> Option<Space> {
        let device = self.devices.get(user).filter(|device| device.is_active)?;
        let (space, pose) = device.poses.get(component)?;
        Some(Space { origin: space.origin, offset: space.offset.transform(pose) })
    }
}
