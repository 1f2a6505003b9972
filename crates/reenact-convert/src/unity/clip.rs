//! The clip.

use std::io::Write;

use glam::Quat;
use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, FrameTimes, Mode, PoseComponent, RayComponent, Recording, Sampler};

use super::keys::{ClipKey, directions, lines, rotations, states, together};
use super::rig::{Rig, main_path, mesh_path, moving, still};
use super::text::{crc32, curve_foot, curve_head, key, scalar};
use crate::out::Out;
use crate::spans::tracked_times;
use crate::{Losses, Result};

/// How to write a clip.
#[derive(Debug, Clone, Copy)]
pub struct Options<'o> {
    /// What the clip is called: its file without the ending, as Unity wants it.
    pub name: &'o str,
    /// Which nodes it moves.
    pub rig: Rig,
    /// Keys a second, where they cannot be those of the recording: in rig [`Rig::Mrtk`].
    pub rate_hz: f32,
}

impl Default for Options<'_> {
    /// `Recording`, in our own tree, at 60 Hz.
    fn default() -> Self {
        Self { name: "Recording", rig: Rig::Reenact, rate_hz: 60.0 }
    }
}

/// What an event calls.
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
    recording: &Recording<'_>,
    options: &Options<'_>,
    writer: &mut impl Write,
) -> Result<Losses> {
    let mut clip = Clip {
        recording,
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
        Rig::Reenact => clip.world()?,
        Rig::Mrtk => clip.mrtk(options.rate_hz)?,
    }
    clip.foot(options);
    let _ = clip.out.finish()?;
    Ok(clip.losses)
}

/// A property of a node that the clip moves.
struct Binding {
    path: u32,
    attribute: u32,
    type_id: u32,
}

/// Numbers of Unity's own: a transform's position and rotation, and the classes that have them.
const POSITION: u32 = 1;
const ROTATION: u32 = 2;
const TRANSFORM: u32 = 4;
const GAME_OBJECT: u32 = 1;

struct Clip<'r, 'w, W> {
    recording: &'r Recording<'r>,
    out: Out<'w, W>,
    bindings: Vec<Binding>,
    /// Whether nothing is written yet behind the name of a list.
    is_bare: bool,
    stop_secs: f32,
    losses: Losses,
}

/// `Hand.Left` or `Hand.Right`.
const fn hand_name(side: Side) -> &'static str {
    match side {
        Side::Left => "Hand.Left",
        Side::Right => "Hand.Right",
    }
}

impl<W: Write> Clip<'_, '_, W> {
    /// A list of curves, or none at all.
    fn section(&mut self, name: &str, fill: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.out.text(&format!("  {name}:"));
        self.is_bare = true;
        fill(self)?;
        self.out.text(if self.is_bare { " []\n" } else { "" });
        Ok(())
    }

    /// A curve of a node's position or rotation.
    fn moved<const N: usize>(
        &mut self,
        path: &str,
        attribute: u32,
        keys: impl IntoIterator<Item = ClipKey<N>>,
    ) -> Result<()> {
        let binding = Binding { path: crc32(path), attribute, type_id: TRANSFORM };
        if self.curve(keys, binding)? {
            self.out.text(&format!("    path: {path}\n"));
        }
        Ok(())
    }

    /// A curve that shows and hides a node.
    fn shown(&mut self, path: &str, keys: impl IntoIterator<Item = ClipKey<1>>) -> Result<()> {
        let attribute = "m_IsActive";
        let binding =
            Binding { path: crc32(path), attribute: crc32(attribute), type_id: GAME_OBJECT };
        if self.curve(keys, binding)? {
            self.out.text(&format!(
                "    attribute: {attribute}\n    path: {path}\n    classID: {GAME_OBJECT}\n    script: {{fileID: 0}}\n"
            ));
        }
        Ok(())
    }

    /// The keys of a curve, if there are any.
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
            self.out.breathe()?;
        }
        if has_keys {
            curve_foot(&mut self.out);
            self.bindings.push(binding);
        }
        Ok(has_keys)
    }

    /// Our own nodes, in the world.
    fn world(&mut self) -> Result<()> {
        let recording = self.recording;
        let mut poses: Vec<(String, [Option<&Curve<'_>>; 7])> = Vec::new();
        let curves = |id: &dyn Fn(PoseComponent) -> CurveId| {
            PoseComponent::ALL.map(|component| recording.curve(id(component)))
        };
        if recording.tracks().camera {
            poses.push(("Camera".to_owned(), curves(&CurveId::Camera)));
        }
        for side in Side::ALL.into_iter().filter(|_| recording.tracks().hands) {
            let name = hand_name(side);
            for joint in Joint::TRACKED {
                let path = format!("{name}/{name}.Joints/{name}.Joint.{joint}");
                poses.push((path, curves(&|component| CurveId::Joint(side, joint, component))));
            }
            for component in PoseComponent::ALL {
                let hidden = recording.curve(CurveId::Joint(side, Joint::None, component));
                self.losses.keys += hidden.map_or(0, Curve::len);
            }
        }
        let gaze = RayComponent::ALL.map(|component| recording.curve(CurveId::Gaze(component)));
        self.section("m_RotationCurves", |clip| {
            for (path, curves) in &poses {
                if let [_, _, _, Some(x), Some(y), Some(z), Some(w)] = *curves {
                    let keys = rotations([x, y, z, w], &mut clip.losses);
                    clip.moved(path, ROTATION, keys)?;
                }
            }
            if let [_, _, _, Some(x), Some(y), Some(z)] = gaze {
                let keys = directions([x, y, z], &mut clip.losses);
                clip.moved("Gaze", ROTATION, keys)?;
            }
            Ok(())
        })?;
        self.out.text("  m_CompressedRotationCurves: []\n  m_EulerCurves: []\n");
        self.section("m_PositionCurves", |clip| {
            for (path, curves) in &poses {
                if let [Some(x), Some(y), Some(z), ..] = *curves {
                    let keys = together([x, y, z], &mut clip.losses);
                    clip.moved(path, POSITION, keys)?;
                }
            }
            if let [Some(x), Some(y), Some(z), ..] = gaze {
                let keys = together([x, y, z], &mut clip.losses);
                clip.moved("Gaze", POSITION, keys)?;
            }
            Ok(())
        })?;
        self.out.text("  m_ScaleCurves: []\n");
        self.section("m_FloatCurves", |clip| {
            for side in Side::ALL {
                let name = hand_name(side);
                let pinching = format!("{name}/{name}.Pinching");
                for (id, path) in
                    [(CurveId::Tracked(side), name), (CurveId::Pinching(side), &pinching)]
                {
                    if let Some(curve) = recording.curve(id) {
                        let keys = states(curve, &mut clip.losses);
                        clip.shown(path, keys)?;
                    }
                }
            }
            Ok(())
        })
    }

    /// The nodes of MRTK's hands.
    fn mrtk(&mut self, rate_hz: f32) -> Result<()> {
        let recording = self.recording;
        let frames = FrameTimes::of(recording, rate_hz)?;
        let sampler = Sampler::new(recording, Mode::Clean);
        self.no_place_in_mrtk();
        let times = Side::ALL.map(|side| (side, tracked_times(recording, side, frames)));
        let hands = || times.iter().filter(|(_, times)| !times.is_empty());
        self.section("m_RotationCurves", |clip| {
            for (side, times) in hands() {
                let identity = ClipKey::at(0.0, Quat::IDENTITY.to_array());
                clip.moved(&main_path(*side), ROTATION, [identity])?;
                for (path, rest) in still(*side) {
                    clip.moved(&path, ROTATION, [ClipKey::at(0.0, rest.to_array())])?;
                }
                for node in moving(*side) {
                    let mut cursor = sampler.cursor();
                    let turns = times.iter().filter_map(|&time| {
                        let frame = cursor.frame_at(time);
                        Some((time, node.pose(frame.hand(*side)?)?.rotation))
                    });
                    let mut before = Quat::IDENTITY;
                    let keys = lines(turns.map(|(time, turn)| {
                        before = if before.dot(turn) < 0.0 { -turn } else { turn };
                        (time, before.to_array())
                    }));
                    clip.moved(&node.path, ROTATION, keys)?;
                }
            }
            Ok(())
        })?;
        self.out.text("  m_CompressedRotationCurves: []\n  m_EulerCurves: []\n");
        self.section("m_PositionCurves", |clip| {
            for (side, times) in hands() {
                clip.moved(&main_path(*side), POSITION, [ClipKey::at(0.0, [0.0; 3])])?;
                for node in moving(*side).iter().filter(|node| node.has_place()) {
                    let mut cursor = sampler.cursor();
                    let keys = lines(times.iter().filter_map(|&time| {
                        let frame = cursor.frame_at(time);
                        let pose = node.pose(frame.hand(*side)?)?;
                        Some((time, pose.position.to_array()))
                    }));
                    clip.moved(&node.path, POSITION, keys)?;
                }
            }
            Ok(())
        })?;
        self.out.text("  m_ScaleCurves: []\n");
        self.section("m_FloatCurves", |clip| {
            for side in Side::ALL {
                if let Some(curve) = recording.curve(CurveId::Tracked(side)) {
                    let keys = states(curve, &mut clip.losses);
                    clip.shown(mesh_path(side), keys)?;
                }
            }
            Ok(())
        })
    }

    fn no_place_in_mrtk(&mut self) {
        let recording = self.recording;
        let has_keys = |id| recording.curve(id).is_some_and(|curve| !curve.is_empty());
        let any = |is_of: &dyn Fn(CurveId) -> bool| {
            recording.tracks().curve_ids().any(|id| is_of(id) && has_keys(id))
        };
        if any(&|id| matches!(id, CurveId::Camera(_))) {
            self.losses.leave_out("the camera");
        }
        if any(&|id| matches!(id, CurveId::Gaze(_))) {
            self.losses.leave_out("the gaze");
        }
        if Side::ALL.into_iter().any(|side| {
            recording
                .curve(CurveId::Pinching(side))
                .is_some_and(|curve| curve.iter().any(|key| key.value > 0.5))
        }) {
            self.losses.leave_out("pinching");
        }
    }

    /// Everything after the curves.
    fn foot(&mut self, options: &Options<'_>) {
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
        self.events();
    }

    fn events(&mut self) {
        let mut markers: Vec<_> = self.recording.markers().collect();
        markers.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
        let mut has_events = false;
        for marker in markers {
            if !marker.time_secs.is_finite() {
                self.losses.keys += 1;
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
