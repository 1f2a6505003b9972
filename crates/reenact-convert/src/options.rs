//! Options of every format, in one place.

use reenact::hand::{Joint, Side};
use reenact::{Mode, Named};

use crate::tables::Table;
use crate::{Axes, Error, Result, Setting};

/// How to write a recording: each format looks at the options that [`Format::options`](crate::Format::options) lists.
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
    /// Which table a CSV or Parquet file is.
    pub table: Table,
    /// Whether a Parquet file has the column `recording`. Not in a dataset, where the folder says it.
    pub name_column: bool,
    /// Evaluation mode of tables of poses.
    pub mode: Mode,
    /// Sample rate in Hz, of formats of frames and of curves with tangents in a scene.
    pub rate_hz: f32,
    /// The most frames of formats of frames; `None` for the default of [`FrameRate`](reenact::FrameRate).
    pub max_frames: Option<usize>,
    /// Target application, which selects the coordinate system.
    pub axes: Axes,
    /// Structure of the nodes of a glTF file.
    pub profile: Profile,
    /// Which nodes a Unity clip moves.
    pub rig: Rig,
    /// Unit of lengths in a BVH file.
    pub unit: Unit,
    /// Hand of a hand pose.
    pub hand: Side,
    /// Time of a hand pose, in seconds; it must be given.
    pub at_secs: Option<f32>,
    /// Joint of a hand pose that is at the origin.
    pub reference: Joint,
    /// Subject in a BIDS dataset, instead of the name of the recording.
    pub subject: Option<String>,
    /// Session in a BIDS dataset.
    pub session: Option<String>,
    /// Task in a BIDS dataset.
    pub task: String,
    /// Version of a Unity XR Hands recording.
    pub handsbin_version: HandsbinVersion,
    /// Whether a Unity XR Hands recording has a frame at every time of a key, instead of at a rate.
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
    /// Fails if there is no such option, or if the text is no value of it.
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
    /// A node for each thing that was recorded, all in the world, nothing to be seen: the keys as they are.
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

/// Which tree of nodes a Unity clip moves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Rig {
    /// Our own: the tree of our glTF files in profile `flat`.
    #[default]
    Reenact,
    /// The hand that MRTK 2 draws itself: the prefabs `RiggedHandLeft` and `RiggedHandRight` in its `RiggedHandVisualizer` folder.
    ///
    /// The clip goes on the `Animator` of either hand, or of both, at the origin and without the script; each finds its own nodes,
    /// `L_Hand/MainL_JNT/WristL_JNT/…` and `R_Hand/MainL_JNT/WristL_JNT/…`. (Nodes of the right hand are named `L`, too, and the middle finger's
    /// second joint is spelt `MiddelL_JNT2`, in both: so they are in the prefabs.) As MRTK does it, the wrist node is at the wrist with the
    /// palm's rotation, thumb nodes 1 to 3 and finger nodes 1 to 3 are turned as their joints are, all reoriented from the joints' axes (z to the
    /// tip, y out of the back of the hand) to the model's (−y and x), and lengths stay those of the model. Nodes that MRTK leaves at rest are kept there by a
    /// key: metacarpals as in the prefabs, `MainL_JNT` at the origin. The meshes, `MeshL` and `MeshL.001`, are active while the hand is observed.
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
    /// Metres, as Blender takes them.
    #[default]
    Metres,
    /// Centimetres, as many other tools take them.
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
    /// As the first `i32` of a file has it.
    pub const fn number(self) -> i32 {
        match self {
            Self::V1 => 1,
            Self::V2 => 2,
        }
    }

    /// The version of a number, if it is known.
    #[cfg(feature = "handsbin")]
    pub(crate) fn of_number(number: i32) -> Option<Self> {
        [Self::V1, Self::V2].into_iter().find(|version| version.number() == number)
    }
}

/// Origin of positions in a Unity XR Hands recording.
///
/// XR Hands stores poses in the tracking space of the XR Origin, MRTK in the world of the application. Where the two differ, only the
/// application knows it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The world of the recording: every number stays as it is.
    #[default]
    World,
    /// The first head pose: there it is at 0 and looks along z, as in Unity's tracking origin mode `Device`. Up stays up.
    Head,
    /// The floor below the first head pose, which is taken to be 1.6 m above it, as in Unity's tracking origin mode `Floor`.
    Floor,
}

reenact::named!(
    Origin, "origin":
    World = "world" => "World of the recording: positions as they are",
    Head = "head" => "First head pose, as in Unity's tracking origin mode Device",
    Floor = "floor" => "1.6 m below the first head pose, as in Unity's tracking origin mode Floor",
);
