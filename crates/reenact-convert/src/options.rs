//! Options of every format, in one place.

use reenact::hand::{Joint, Side};
use reenact::{Mode, Named};

use crate::tables::Table;
use crate::{Axes, Error, Result, Setting};

/// Options for writing a recording; each format uses those in [`Format::options`](crate::Format::options).
///
/// ```
/// use reenact_convert::{Axes, WriteOptions};
///
/// let options = WriteOptions { axes: Axes::Blender, rate_hz: 30.0, ..WriteOptions::default() };
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct WriteOptions {
    /// Name of the recording: the column `recording` of tables, the subject of a BIDS dataset.
    pub name: String,
    /// Name of the output file without its extension: the name of a Unity clip.
    pub file_stem: String,
    /// Table of a CSV or Parquet file.
    pub table: Table,
    /// Whether a Parquet file has the column `recording`. Not in a dataset, where the folder name has it.
    pub name_column: bool,
    /// Evaluation mode of tables of poses.
    pub mode: Mode,
    /// Sample rate in Hz of frame-based formats, and of curves with tangents in a scene.
    pub rate_hz: f32,
    /// Largest number of frames of frame-based formats; `None` for the default of [`FrameRate`](reenact::FrameRate).
    pub max_frames: Option<usize>,
    /// Target application, which selects the coordinate system.
    pub axes: Axes,
    /// Structure of the nodes of a glTF file.
    pub profile: Profile,
    /// Hierarchy that a Unity clip animates.
    pub rig: Rig,
    /// Unit of lengths in a BVH file.
    pub unit: Unit,
    /// Hand of a hand pose.
    pub hand: Side,
    /// Time of a hand pose in seconds; required.
    pub at_secs: Option<f32>,
    /// Joint at the origin of a hand pose.
    pub reference: Joint,
    /// Subject in a BIDS dataset, instead of the name of the recording.
    pub subject: Option<String>,
    /// Session in a BIDS dataset.
    pub session: Option<String>,
    /// Task in a BIDS dataset.
    pub task: String,
    /// Version of a Unity XR Hands recording.
    pub handsbin_version: HandsbinVersion,
    /// Whether a Unity XR Hands recording has a frame at every key time, instead of at a rate.
    pub key_times: bool,
    /// Origin of positions in a Unity XR Hands recording.
    pub origin: Origin,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            name: String::new(),
            file_stem: "Recording".to_owned(),
            table: Table::Keys,
            name_column: true,
            mode: Mode::Clean,
            rate_hz: 60.0,
            max_frames: None,
            axes: Axes::default(),
            profile: Profile::default(),
            rig: Rig::default(),
            unit: Unit::default(),
            hand: Side::Right,
            at_secs: None,
            reference: Joint::IndexTip,
            subject: None,
            session: None,
            task: "recording".to_owned(),
            handsbin_version: HandsbinVersion::default(),
            key_times: false,
            origin: Origin::default(),
        }
    }
}

impl WriteOptions {
    /// Sets an option by its name from text, such as `rate_hz` from `30`.
    ///
    /// Fails for an unknown option, and for an invalid value.
    ///
    /// ```
    /// use reenact_convert::{Axes, WriteOptions};
    ///
    /// let mut options = WriteOptions::default();
    /// options.set("axes", "blender")?;
    /// assert_eq!(options.axes, Axes::Blender);
    /// assert!(options.set("rate_hz", "fast").is_err());
    /// # Ok::<(), reenact_convert::Error>(())
    /// ```
    pub fn set(&mut self, name: &str, text: &str) -> Result<()> {
        let option =
            Setting::from_name(name).map_err(|error| Error::Impossible(error.to_string()))?;
        let wrong = |message: String| Error::Option { option, message };
        let number = |text: &str| match text.parse::<f32>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(wrong(format!("{text:?} is not a number"))),
        };
        match option {
            Setting::Table => self.table = named(option, text)?,
            Setting::Mode => self.mode = named(option, text)?,
            Setting::Rate => self.rate_hz = number(text)?,
            Setting::MaxFrames => {
                let count = text.parse().map_err(|_| wrong(format!("{text:?} is not a count")))?;
                self.max_frames = Some(count);
            }
            Setting::Axes => self.axes = named(option, text)?,
            Setting::Profile => self.profile = named(option, text)?,
            Setting::Rig => self.rig = named(option, text)?,
            Setting::Unit => self.unit = named(option, text)?,
            Setting::Hand => self.hand = named(option, text)?,
            Setting::At => self.at_secs = Some(number(text)?),
            Setting::Reference => {
                let joint = text.parse::<Joint>();
                self.reference = joint.map_err(|error| wrong(error.to_string()))?;
            }
            Setting::Subject => self.subject = Some(text.to_owned()),
            Setting::Session => self.session = Some(text.to_owned()),
            Setting::Task => text.clone_into(&mut self.task),
            Setting::HandsbinVersion => self.handsbin_version = named(option, text)?,
            Setting::KeyTimes => {
                let flag = text.parse();
                self.key_times =
                    flag.map_err(|_| wrong(format!("{text:?} is neither true nor false")))?;
            }
            Setting::Origin => self.origin = named(option, text)?,
        }
        Ok(())
    }
}

fn named<T: Named>(option: Setting, text: &str) -> Result<T> {
    T::from_name(text).map_err(|error| Error::Option { option, message: error.to_string() })
}

/// Structure of the nodes of a glTF file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// One node for each pose and state, all in world space, without meshes, with the recorded keys.
    Flat,
    /// A joint hierarchy with skinned hand meshes.
    #[default]
    Skeleton,
}

reenact::named!(
    Profile, "profile":
    Flat = "flat" => "Joints in world space with the original keys, without a mesh",
    Skeleton = "skeleton" => "Skinned hand meshes with a joint hierarchy",
);

/// Hierarchy that a Unity clip animates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Rig {
    /// Hierarchy of glTF files with profile `flat`.
    #[default]
    Reenact,
    /// MRTK 2's own hand models: the prefabs `RiggedHandLeft` and `RiggedHandRight` in its `RiggedHandVisualizer` folder.
    ///
    /// Put the clip on the `Animator` of either hand, or of both, at the origin and without the script; each animates its own
    /// nodes, `L_Hand/MainL_JNT/WristL_JNT/…` and `R_Hand/MainL_JNT/WristL_JNT/…`. (In the prefabs, nodes of the right hand are
    /// also named `L`, and the middle finger's second joint is spelt `MiddelL_JNT2`.) As in MRTK, the wrist node has the position
    /// of the wrist and the rotation of the palm; thumb nodes 1 to 3 and finger nodes 1 to 3 have the rotations of their joints,
    /// converted from the joints' axes (z to the tip, y out of the back of the hand) to the model's (−y and x); bone lengths are
    /// those of the model. Nodes that MRTK does not animate have a constant key: metacarpals as in the prefabs, `MainL_JNT` at
    /// the origin. The meshes, `MeshL` and `MeshL.001`, are active while the hand is observed.
    Mrtk,
}

reenact::named!(
    Rig, "rig":
    Reenact = "reenact" => "Nodes of the glTF files that Reenact writes",
    Mrtk = "mrtk" => "MRTK's rigged hands, `RiggedHandLeft` and `RiggedHandRight`",
);

/// Unit of lengths.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Metres, for Blender.
    #[default]
    Metres,
    /// Centimetres, for many other tools.
    Centimetres,
}

reenact::named!(Unit, "unit": Metres = "m" => "Metres", Centimetres = "cm" => "Centimetres");

/// Version of a Unity XR Hands recording.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum HandsbinVersion {
    /// XR Hands 1.7.
    V1,
    /// XR Hands 1.8 and later.
    #[default]
    V2,
}

reenact::named!(
    HandsbinVersion, "version of Unity's format":
    V1 = "1" => "XR Hands 1.7: hands without head and pinching",
    V2 = "2" => "XR Hands 1.8 and later",
);

impl HandsbinVersion {
    /// Number of the version, the first `i32` of a file.
    pub const fn number(self) -> i32 {
        match self {
            Self::V1 => 1,
            Self::V2 => 2,
        }
    }

    /// Version with a number, if it is known.
    #[cfg(feature = "handsbin")]
    pub(crate) fn of_number(number: i32) -> Option<Self> {
        [Self::V1, Self::V2].into_iter().find(|version| version.number() == number)
    }
}

/// Origin of positions in a Unity XR Hands recording.
///
/// XR Hands stores poses in the tracking space of the XR Origin, MRTK in world space. Only the application knows the transform
/// between them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Origin {
    /// World space of the recording: positions are unchanged.
    #[default]
    World,
    /// First head pose: it is at 0 and looks along z, as in Unity's tracking origin mode `Device`. The vertical is unchanged.
    Head,
    /// Floor below the first head pose, assumed 1.6 m below it, as in Unity's tracking origin mode `Floor`.
    Floor,
}

reenact::named!(
    Origin, "origin":
    World = "world" => "World of the recording: positions as they are",
    Head = "head" => "First head pose, as in Unity's tracking origin mode Device",
    Floor = "floor" => "1.6 m below the first head pose, as in Unity's tracking origin mode Floor",
);
