//! glTF scene under construction, shared by both profiles.

use reenact::{PoseId, Recording};
use serde_json::{Map, Value, json};

use super::animation::{Channel, directions, positions, rotations};
use super::container::Buffer;
use super::options::{Options, Profile};
use crate::curves::{GAZE_DIRECTION, GAZE_ORIGIN, curves_of};
use crate::{Losses, Result};

/// Nodes and their animation.
pub(super) struct Scene<'r> {
    pub(super) recording: &'r Recording,
    pub(super) options: Options,
    pub(super) nodes: Vec<Value>,
    pub(super) roots: Vec<usize>,
    pub(super) meshes: Vec<Value>,
    pub(super) materials: Vec<Value>,
    pub(super) skins: Vec<Value>,
    pub(super) cameras: Vec<Value>,
    pub(super) buffer: Buffer,
    pub(super) losses: Losses,
}

impl<'r> Scene<'r> {
    pub(super) fn new(recording: &'r Recording, options: Options) -> Self {
        Self {
            recording,
            options,
            nodes: Vec::new(),
            roots: Vec::new(),
            meshes: Vec::new(),
            materials: Vec::new(),
            skins: Vec::new(),
            cameras: Vec::new(),
            buffer: Buffer::default(),
            losses: Losses::default(),
        }
    }

    /// Adds a node with these fields.
    pub(super) fn node(&mut self, name: &str, mut fields: Value) -> usize {
        if let Some(fields) = fields.as_object_mut() {
            fields.insert("name".to_owned(), json!(name));
        }
        self.nodes.push(fields);
        self.nodes.len() - 1
    }

    /// Attaches a node to a parent, or to the scene.
    pub(super) fn hang(&mut self, node: usize, parent: Option<usize>) {
        let Some(parent) = parent else { return self.roots.push(node) };
        let fields = self.nodes.get_mut(parent).and_then(Value::as_object_mut);
        let children = fields.map(|fields| fields.entry("children").or_insert_with(|| json!([])));
        if let Some(children) = children.and_then(Value::as_array_mut) {
            children.push(json!(node));
        }
    }

    pub(super) fn set(&mut self, node: usize, field: &str, value: Value) {
        if let Some(fields) = self.nodes.get_mut(node).and_then(Value::as_object_mut) {
            fields.insert(field.to_owned(), value);
        }
    }

    /// Adds an animation channel for a node, with the times of the recording.
    pub(super) fn animate<const N: usize>(
        &mut self,
        node: usize,
        path: &str,
        interpolation: &str,
        channel: &Channel<N>,
    ) {
        // Viewers that do not play animations show the first value.
        if let (Some(first), Profile::Skeleton) = (channel.values.first(), self.options.profile) {
            let first: &[f32] = first;
            self.set(node, path, json!(first));
        }
        self.buffer.animate(node, path, interpolation, channel);
    }

    /// Animates a node by the seven curves of a pose. Returns whether they have keys.
    pub(super) fn pose(&mut self, node: usize, pose: PoseId) -> Result<bool> {
        let rate_hz = self.options.rate_hz;
        let places = curves_of(self.recording, pose.position());
        let turns = curves_of(self.recording, pose.rotation());
        let (Some(places), Some(turns)) = (places, turns) else { return Ok(false) };
        let place = positions(places, rate_hz, &mut self.losses)?;
        let turn = rotations(turns, rate_hz, &mut self.losses)?;
        Ok(self.place_and_turn(node, place, turn))
    }

    /// Adds a node at the gaze origin, rotated to the gaze direction. Returns whether it has keys.
    pub(super) fn gaze(&mut self) -> Result<(usize, bool)> {
        let rate_hz = self.options.rate_hz;
        let node = self.node("Gaze", json!({}));
        self.hang(node, None);
        let origins = curves_of(self.recording, GAZE_ORIGIN);
        let turns = curves_of(self.recording, GAZE_DIRECTION);
        let (Some(origins), Some(turns)) = (origins, turns) else { return Ok((node, false)) };
        let place = positions(origins, rate_hz, &mut self.losses)?;
        let turn = directions(turns, rate_hz, &mut self.losses)?;
        Ok((node, self.place_and_turn(node, place, turn)))
    }

    /// Animates a node by channels in the axes of the recording. Returns whether it has both.
    fn place_and_turn(
        &mut self,
        node: usize,
        place: Option<Channel<3>>,
        turn: Option<Channel<4>>,
    ) -> bool {
        let axes = self.options.axes;
        let is_there = place.is_some() && turn.is_some();
        if let Some(mut channel) = place {
            channel.values.iter_mut().for_each(|value| *value = axes.vector(*value));
            self.animate(node, "translation", "LINEAR", &channel);
        }
        if let Some(mut channel) = turn {
            channel.values.iter_mut().for_each(|value| *value = axes.rotation(*value));
            self.animate(node, "rotation", "LINEAR", &channel);
        }
        is_there
    }

    /// Returns the finished document, its buffer and the losses.
    pub(super) fn finish(mut self) -> (Value, Buffer, Losses) {
        let Options { profile, axes, rate_hz } = self.options;
        let mut about = Map::new();
        about.insert("profile".to_owned(), json!(profile.name()));
        about.insert("axes".to_owned(), json!(axes.name()));
        about.insert("version".to_owned(), json!(self.recording.version().to_string()));
        if self.losses.sampled_curves > 0 {
            about.insert("sampled_hz".to_owned(), json!(rate_hz));
        }
        for marker in self.recording.markers() {
            if marker.time_secs.is_finite() {
                self.buffer
                    .add_marker(&json!({"time_secs": marker.time_secs, "name": marker.name}));
            } else {
                self.losses.markers += 1;
            }
        }
        let mut scene = json!({"name": "Recording", "extras": {"markers": []}});
        if let (Some(fields), false) = (scene.as_object_mut(), self.roots.is_empty()) {
            fields.insert("nodes".to_owned(), json!(self.roots));
        }
        let mut document = json!({
            "asset": {
                "version": "2.0",
                "generator": concat!("reenact ", env!("CARGO_PKG_VERSION")),
                "extras": {"reenact": about},
            },
            "scene": 0,
            "scenes": [scene],
        });
        if let Some(fields) = document.as_object_mut() {
            for (name, list) in [
                ("nodes", self.nodes),
                ("meshes", self.meshes),
                ("materials", self.materials),
                ("skins", self.skins),
                ("cameras", self.cameras),
            ] {
                if !list.is_empty() {
                    fields.insert(name.to_owned(), Value::Array(list));
                }
            }
        }
        (document, self.buffer, self.losses)
    }
}
