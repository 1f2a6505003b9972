//! Writes an animation clip.

use std::io::Write;

use reenact::{FrameRate, Recording};

use super::keys::ClipKey;
use super::mrtk::MrtkHands;
use super::text::{curve_foot, curve_head, key, scalar};
use super::world::World;
use crate::options::Rig;
use crate::out::Out;
use crate::rotations::with_rotations;
use crate::{Losses, Result};

/// Options for writing a clip.
#[derive(Debug, Clone, Copy)]
pub struct Options<'o> {
    /// Name of the clip: as Unity requires, its file name without the extension.
    pub name: &'o str,
    /// Hierarchy that it animates.
    pub rig: Rig,
    /// Sample rate in Hz if the keys of the recording cannot be used: with [`Rig::Mrtk`].
    pub rate_hz: f32,
    /// Largest number of frames; `None` for the default of [`FrameRate`](reenact::FrameRate).
    pub max_frames: Option<usize>,
}

impl Default for Options<'_> {
    /// `Recording`, with our own hierarchy, at 60 Hz.
    fn default() -> Self {
        Self { name: "Recording", rig: Rig::Reenact, rate_hz: 60.0, max_frames: None }
    }
}

/// Function that animation events call.
const FUNCTION: &str = "OnMarker";

/// Writes a recording as a clip.
///
/// ```
/// use reenact_convert::unity::{Options, write};
///
/// let mut text = Vec::new();
/// let losses = write(&reenact_make::demo(), &Options::default(), &mut text)?;
/// assert!(text.starts_with(b"%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!74 &7400000\n"));
/// # assert!(!losses.any());
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn write(
    recording: &Recording,
    options: &Options<'_>,
    writer: &mut impl Write,
) -> Result<Losses> {
    let mut clip = Clip {
        out: Out::new(writer),
        bindings: Vec::new(),
        is_bare: false,
        stop_secs: 0.0,
        losses: Losses::default(),
    };
    clip.out.text(
        "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!74 &7400000\nAnimationClip:\n  m_ObjectHideFlags: 0\n  \
         m_CorrespondingSourceObject: {fileID: 0}\n  m_PrefabInstance: {fileID: 0}\n  m_PrefabAsset: {fileID: 0}\n  m_Name: ",
    );
    clip.out.text(&scalar(options.name));
    clip.out.text(
        "\n  serializedVersion: 6\n  m_Legacy: 0\n  m_Compressed: 0\n  m_UseHighQualityCurve: 1\n",
    );
    match options.rig {
        Rig::Reenact => {
            let tree = World::new(recording, &mut clip.losses);
            clip.curves(&tree)?;
        }
        Rig::Mrtk => {
            let (complete, made_up_rotations) = &with_rotations(recording)?;
            clip.losses.made_up_rotations = *made_up_rotations;
            let rate = FrameRate { hz: options.rate_hz, max_frames: options.max_frames };
            let tree = MrtkHands::new(complete, rate, &mut clip.losses)?;
            clip.curves(&tree)?;
        }
    }
    clip.foot(recording, options);
    let _ = clip.out.finish()?;
    Ok(clip.losses)
}

/// Animated property of a node.
struct Binding {
    path: u32,
    attribute: u32,
    type_id: u32,
}

/// Hash by which Unity identifies a path or property.
fn name_number(name: &str) -> u32 {
    crc32fast::hash(name.as_bytes())
}

/// Unity's constants for the position and rotation of a transform, and class ids.
const POSITION: u32 = 1;
const ROTATION: u32 = 2;
const TRANSFORM: u32 = 4;
const GAME_OBJECT: u32 = 1;

/// Hierarchy of animated nodes.
pub(super) trait Tree {
    /// Writes rotation curves.
    fn turns<W: Write>(&self, clip: &mut Clip<'_, W>) -> Result<()>;
    /// Writes position curves.
    fn places<W: Write>(&self, clip: &mut Clip<'_, W>) -> Result<()>;
    /// Writes visibility curves.
    fn states<W: Write>(&self, clip: &mut Clip<'_, W>) -> Result<()>;
}

/// Clip under construction.
pub(super) struct Clip<'w, W> {
    out: Out<'w, W>,
    bindings: Vec<Binding>,
    /// Whether the current list is still empty.
    is_bare: bool,
    stop_secs: f32,
    pub(super) losses: Losses,
}

impl<W: Write> Clip<'_, W> {
    /// Writes all curves of a hierarchy in Unity's order.
    fn curves(&mut self, tree: &impl Tree) -> Result<()> {
        self.section("m_RotationCurves", |clip| tree.turns(clip))?;
        self.out.text("  m_CompressedRotationCurves: []\n  m_EulerCurves: []\n");
        self.section("m_PositionCurves", |clip| tree.places(clip))?;
        self.out.text("  m_ScaleCurves: []\n");
        self.section("m_FloatCurves", |clip| tree.states(clip))
    }

    /// Writes a list of curves, possibly empty.
    fn section(&mut self, name: &str, fill: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.out.text(&format!("  {name}:"));
        self.is_bare = true;
        fill(self)?;
        self.out.text(if self.is_bare { " []\n" } else { "" });
        Ok(())
    }

    /// Writes a rotation curve of a node.
    pub(super) fn turn(
        &mut self,
        path: &str,
        keys: impl IntoIterator<Item = ClipKey<4>>,
    ) -> Result<()> {
        self.moved(path, ROTATION, keys)
    }

    /// Writes a position curve of a node.
    pub(super) fn place(
        &mut self,
        path: &str,
        keys: impl IntoIterator<Item = ClipKey<3>>,
    ) -> Result<()> {
        self.moved(path, POSITION, keys)
    }

    fn moved<const N: usize>(
        &mut self,
        path: &str,
        attribute: u32,
        keys: impl IntoIterator<Item = ClipKey<N>>,
    ) -> Result<()> {
        let binding = Binding { path: name_number(path), attribute, type_id: TRANSFORM };
        if self.curve(keys, binding)? {
            self.out.text(&format!("    path: {path}\n"));
        }
        Ok(())
    }

    /// Writes a visibility curve of a node.
    pub(super) fn show(
        &mut self,
        path: &str,
        keys: impl IntoIterator<Item = ClipKey<1>>,
    ) -> Result<()> {
        let attribute = "m_IsActive";
        let binding = Binding {
            path: name_number(path),
            attribute: name_number(attribute),
            type_id: GAME_OBJECT,
        };
        if self.curve(keys, binding)? {
            self.out.text(&format!(
                "    attribute: {attribute}\n    path: {path}\n    classID: {GAME_OBJECT}\n    script: {{fileID: 0}}\n"
            ));
        }
        Ok(())
    }

    /// Writes the keys of a curve, if there are any.
    fn curve<const N: usize>(
        &mut self,
        keys: impl IntoIterator<Item = ClipKey<N>>,
        binding: Binding,
    ) -> Result<bool> {
        let mut has_keys = false;
        for each in keys {
            if !has_keys {
                self.out.text(if self.is_bare { "\n" } else { "" });
                self.is_bare = false;
                curve_head(&mut self.out);
                has_keys = true;
            }
            self.stop_secs = self.stop_secs.max(each.time);
            key(&mut self.out, &each);
            self.out.flush_if_full()?;
        }
        if has_keys {
            curve_foot(&mut self.out);
            self.bindings.push(binding);
        }
        Ok(has_keys)
    }

    /// Writes everything after the curves.
    fn foot(&mut self, recording: &Recording, options: &Options<'_>) {
        self.out.text(&format!(
            "  m_PPtrCurves: []\n  m_SampleRate: {}\n  m_WrapMode: 0\n  m_Bounds:\n    m_Center: {{x: 0, y: 0, z: 0}}\n    \
             m_Extent: {{x: 0, y: 0, z: 0}}\n  m_ClipBindingConstant:\n    genericBindings:",
            options.rate_hz
        ));
        for Binding { path, attribute, type_id } in &self.bindings {
            self.out.text(&format!(
                "\n    - serializedVersion: 2\n      path: {path}\n      attribute: {attribute}\n      script: {{fileID: 0}}\n      \
                 typeID: {type_id}\n      customType: 0\n      isPPtrCurve: 0"
            ));
        }
        self.out.text(if self.bindings.is_empty() { " []" } else { "" });
        self.out.text(
            "\n    pptrCurveMapping: []\n  m_AnimationClipSettings:\n    serializedVersion: 2\n    \
             m_AdditiveReferencePoseClip: {fileID: 0}\n    m_AdditiveReferencePoseTime: 0\n    m_StartTime: 0\n    m_StopTime: ",
        );
        let stop_secs = self.stop_secs;
        self.out.float(stop_secs, "");
        self.out.text("\n    m_OrientationOffsetY: 0\n    m_Level: 0\n    m_CycleOffset: 0\n");
        for (name, value) in [
            ("HasAdditiveReferencePose", 0),
            ("LoopTime", 0),
            ("LoopBlend", 0),
            ("LoopBlendOrientation", 0),
            ("LoopBlendPositionY", 0),
            ("LoopBlendPositionXZ", 0),
            ("KeepOriginalOrientation", 0),
            ("KeepOriginalPositionY", 1),
            ("KeepOriginalPositionXZ", 0),
            ("HeightFromFeet", 0),
            ("Mirror", 0),
        ] {
            self.out.text(&format!("    m_{name}: {value}\n"));
        }
        self.out.text(
            "  m_EditorCurves: []\n  m_EulerEditorCurves: []\n  m_HasGenericRootTransform: 0\n  m_HasMotionFloatCurves: 0\n  m_Events:",
        );
        self.events(recording);
    }

    fn events(&mut self, recording: &Recording) {
        let mut markers: Vec<_> = recording.markers().collect();
        markers.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
        let mut has_events = false;
        for marker in markers {
            if !marker.time_secs.is_finite() {
                self.losses.markers += 1;
            } else if marker.time_secs < 0.0 {
                self.losses.before_zero = true;
            } else {
                self.out.text("\n  - time: ");
                self.out.float(marker.time_secs, "");
                self.out.text(&format!(
                    "\n    functionName: {FUNCTION}\n    data: {}\n    objectReferenceParameter: {{fileID: 0}}\n    \
                     floatParameter: 0\n    intParameter: 0\n    messageOptions: 1",
                    scalar(&marker.name)
                ));
                has_events = true;
            }
        }
        self.out.text(if has_events { "\n" } else { " []\n" });
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_have_the_numbers_that_unity_gives_them() {
        // Values from clips that Unity wrote.
        assert_eq!(super::name_number("m_IsActive"), 2_086_281_974);
        assert_eq!(super::name_number("Camera/Body/parts01"), 503_603_439);
    }
}
