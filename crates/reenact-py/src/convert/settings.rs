//! What formats may want to know.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use reenact::Mode;
use reenact::hand::{Joint, Side};
use reenact_convert::tables::Table;
use reenact_convert::{Axes, bvh, gltf, unity};

use crate::args::{self, choose, given};
use crate::error::wrong;

/// How to write a recording: each format looks at what is of consequence to it.
pub(super) struct Settings {
    pub(super) name: String,
    pub(super) table: Table,
    pub(super) mode: Mode,
    pub(super) rate_hz: f32,
    pub(super) axes: Axes,
    pub(super) profile: gltf::Profile,
    pub(super) rig: unity::Rig,
    pub(super) unit: bvh::Unit,
    pub(super) hand: Side,
    pub(super) at_secs: Option<f32>,
    pub(super) reference: Joint,
    pub(super) subject: Option<String>,
    pub(super) session: Option<String>,
    pub(super) task: String,
}

impl Settings {
    /// What the command has where nothing is said, but for what is given by name.
    pub(super) fn of(name: String, options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut settings = Self {
            name,
            table: Table::Keys,
            mode: Mode::Clean,
            rate_hz: 60.0,
            axes: Axes::Web,
            profile: gltf::Profile::Skeleton,
            rig: unity::Rig::Reenact,
            unit: bvh::Unit::Metres,
            hand: Side::Right,
            at_secs: None,
            reference: Joint::IndexTip,
            subject: None,
            session: None,
            task: "recording".to_owned(),
        };
        for (name, value) in options {
            settings.set(&name.extract::<String>()?, &value)?;
        }
        Ok(settings)
    }

    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let word = || given::<String>(name, value);
        match name {
            "table" => {
                let tables = Table::ALL.map(|table| (table.name(), table));
                self.table = choose("table", &word()?, &tables)?;
            }
            "mode" => self.mode = args::mode(&word()?)?,
            "rate_hz" => self.rate_hz = given(name, value)?,
            "axes" => {
                let axes = [("web", Axes::Web), ("blender", Axes::Blender), ("unity", Axes::Unity)];
                self.axes = choose("axes", &word()?, &axes)?;
            }
            "profile" => {
                let profiles =
                    [("skeleton", gltf::Profile::Skeleton), ("flat", gltf::Profile::Flat)];
                self.profile = choose("profile", &word()?, &profiles)?;
            }
            "rig" => {
                let rigs = [("reenact", unity::Rig::Reenact), ("mrtk", unity::Rig::Mrtk)];
                self.rig = choose("rig", &word()?, &rigs)?;
            }
            "unit" => {
                let units = [("m", bvh::Unit::Metres), ("cm", bvh::Unit::Centimetres)];
                self.unit = choose("unit", &word()?, &units)?;
            }
            "hand" => {
                let sides = Side::ALL.map(|side| (side.name(), side));
                self.hand = choose("hand", &word()?, &sides)?;
            }
            "at_secs" => self.at_secs = given(name, value)?,
            "reference" => self.reference = args::joint(&word()?)?,
            "subject" => self.subject = given(name, value)?,
            "session" => self.session = given(name, value)?,
            "task" => self.task = word()?,
            _ => return Err(wrong(&format!("no option {name:?}: reenact.Writing has them all"))),
        }
        Ok(())
    }
}
