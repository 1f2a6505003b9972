//! The nodes of a recording and what moves them.

use std::fmt;
use std::io::Write;

use reenact::hand::{Joint, Side};
use reenact::{CurveId, PoseComponent, RayComponent, Recording};
use serde_json::{Value, json};

use super::animation::{directions, positions, rotations, states};
use super::axes::Axes;
use super::container::Buffer;
use crate::Result;

/// How to write a glTF file.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Which way its axes point.
    pub axes: Axes,
    /// How many keys a second stand for a curve that is not made of straight lines.
    pub rate_hz: f32,
}

impl Default for Options {
    /// For the web, at 60 Hz.
    fn default() -> Self {
        Self { axes: Axes::Web, rate_hz: 60.0 }
    }
}

/// What a glTF file has no room for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[must_use = "something may have been lost that the user must know of"]
pub struct Losses {
    /// Keys that say nothing: not finite, a rotation of length 0, a pose of which a curve is empty, slot `None`.
    pub keys: usize,
    /// Curves with tangents, of which the keys of the file are samples.
    pub bent_curves: usize,
    /// Curves that repeat outside their keys, which in the file hold their ends.
    pub repeating_curves: usize,
    /// Whether there were keys before 0.
    pub before_zero: bool,
}

impl Losses {
    /// Whether there were any.
    pub fn any(self) -> bool {
        self != Self::default()
    }
}

/// What was lost, as half a sentence; nothing was where it prints nothing.
impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.keys > 0 {
            parts.push(format!("{} keys that glTF cannot hold are left out", self.keys));
        }
        if self.bent_curves > 0 {
            parts.push(format!("{} curves with tangents are sampled", self.bent_curves));
        }
        if self.repeating_curves > 0 {
            parts.push(format!("{} curves no longer repeat", self.repeating_curves));
        }
        if self.before_zero {
            parts.push("what happened before 0 s is left out".to_owned());
        }
        f.write_str(&parts.join("; "))
    }
}

/// Writes a recording as one binary file (`.glb`).
pub fn write_glb(
    recording: &Recording<'_>,
    options: &Options,
    writer: &mut impl Write,
) -> Result<Losses> {
    let (document, buffer, losses) = document(recording, *options)?;
    buffer.write_glb(document, writer)?;
    Ok(losses)
}

/// Writes a recording as one text file (`.gltf`) with the numbers inside.
pub fn write_gltf(
    recording: &Recording<'_>,
    options: &Options,
    writer: &mut impl Write,
) -> Result<Losses> {
    let (document, buffer, losses) = document(recording, *options)?;
    buffer.write_gltf(document, writer)?;
    Ok(losses)
}

/// `Hand.Left` or `Hand.Right`.
pub(super) const fn hand_name(side: Side) -> &'static str {
    match side {
        Side::Left => "Hand.Left",
        Side::Right => "Hand.Right",
    }
}

/// Nodes so far, and what moves them.
struct Scene<'r> {
    recording: &'r Recording<'r>,
    options: Options,
    nodes: Vec<Value>,
    buffer: Buffer,
    losses: Losses,
}

fn document(recording: &Recording<'_>, options: Options) -> Result<(Value, Buffer, Losses)> {
    let mut scene = Scene {
        recording,
        options,
        nodes: Vec::new(),
        buffer: Buffer::default(),
        losses: Losses::default(),
    };
    let mut roots = Vec::new();
    let tracks = recording.tracks();
    if tracks.camera {
        let node = scene.node("Camera", &[]);
        scene.pose(node, CurveId::Camera)?;
        roots.push(node);
    }
    for side in Side::ALL.into_iter().filter(|_| tracks.hands) {
        roots.push(scene.hand(side)?);
    }
    if tracks.gaze {
        roots.push(scene.gaze()?);
    }
    let markers: Vec<Value> = recording
        .markers()
        .filter(|marker| marker.time_secs.is_finite())
        .map(|marker| json!({"time_secs": marker.time_secs, "name": marker.name}))
        .collect();
    let mut about = json!({
        "profile": "flat",
        "axes": options.axes.name(),
        "version": recording.version().to_string(),
        "markers": markers,
    });
    if let (Some(fields), true) = (about.as_object_mut(), scene.losses.bent_curves > 0) {
        fields.insert("sampled_hz".to_owned(), json!(options.rate_hz));
    }
    let extras = json!({"reenact": about});
    let mut root = json!({
        "asset": {"version": "2.0", "generator": concat!("reenact ", env!("CARGO_PKG_VERSION"))},
        "scene": 0,
        "scenes": [{"name": "Recording", "extras": extras}],
    });
    if let (Some(fields), false) = (root.as_object_mut(), scene.nodes.is_empty()) {
        fields.insert("nodes".to_owned(), Value::Array(scene.nodes));
        if let Some(scene) =
            fields.get_mut("scenes").and_then(|scenes| scenes.pointer_mut("/0")?.as_object_mut())
        {
            scene.insert("nodes".to_owned(), json!(roots));
        }
    }
    Ok((root, scene.buffer, scene.losses))
}

impl Scene<'_> {
    fn node(&mut self, name: &str, children: &[usize]) -> usize {
        let node = if children.is_empty() {
            json!({"name": name})
        } else {
            json!({"name": name, "children": children})
        };
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn hand(&mut self, side: Side) -> Result<usize> {
        let name = hand_name(side);
        let mut joints = Vec::new();
        for joint in Joint::TRACKED {
            let node = self.node(&format!("{name}.Joint.{joint}"), &[]);
            self.pose(node, |component| CurveId::Joint(side, joint, component))?;
            joints.push(node);
        }
        for component in PoseComponent::ALL {
            let hidden = self.recording.curve(CurveId::Joint(side, Joint::None, component));
            self.losses.keys += hidden.map_or(0, reenact::Curve::len);
        }
        let mut children = Vec::new();
        for (id, what) in
            [(CurveId::Tracked(side), "Tracking"), (CurveId::Pinching(side), "Pinching")]
        {
            let node = self.node(&format!("{name}.{what}"), &[]);
            children.push(node);
            let Some(curve) = self.recording.curve(id) else { continue };
            if let Some(channel) = states(curve, &mut self.losses)? {
                self.buffer.animate(node, "translation", "STEP", &channel);
            }
        }
        children.push(self.node(&format!("{name}.Joints"), &joints));
        Ok(self.node(name, &children))
    }

    fn pose(&mut self, node: usize, id: impl Fn(PoseComponent) -> CurveId) -> Result<()> {
        let Options { axes, rate_hz } = self.options;
        let curves = PoseComponent::ALL.map(|component| self.recording.curve(id(component)));
        let [Some(x), Some(y), Some(z), Some(qx), Some(qy), Some(qz), Some(qw)] = curves else {
            return Ok(());
        };
        if let Some(mut channel) = positions([x, y, z], rate_hz, &mut self.losses)? {
            channel.values.iter_mut().for_each(|value| *value = axes.vector(*value));
            self.buffer.animate(node, "translation", "LINEAR", &channel);
        }
        if let Some(mut channel) = rotations([qx, qy, qz, qw], rate_hz, &mut self.losses)? {
            channel.values.iter_mut().for_each(|value| *value = axes.rotation(*value));
            self.buffer.animate(node, "rotation", "LINEAR", &channel);
        }
        Ok(())
    }

    fn gaze(&mut self) -> Result<usize> {
        let Options { axes, rate_hz } = self.options;
        let node = self.node("Gaze", &[]);
        let curves =
            RayComponent::ALL.map(|component| self.recording.curve(CurveId::Gaze(component)));
        let [Some(x), Some(y), Some(z), Some(dx), Some(dy), Some(dz)] = curves else {
            return Ok(node);
        };
        if let Some(mut channel) = positions([x, y, z], rate_hz, &mut self.losses)? {
            channel.values.iter_mut().for_each(|value| *value = axes.vector(*value));
            self.buffer.animate(node, "translation", "LINEAR", &channel);
        }
        if let Some(mut channel) = directions([dx, dy, dz], rate_hz, &mut self.losses)? {
            channel.values.iter_mut().for_each(|value| *value = axes.rotation(*value));
            self.buffer.animate(node, "rotation", "LINEAR", &channel);
        }
        Ok(node)
    }
}
