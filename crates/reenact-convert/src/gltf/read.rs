//! Reads a recording from the nodes and animation channels of a glTF file.

use std::collections::HashSet;

use glam::{Quat, Vec3};
use reenact::hand::Joint;
use reenact::{Curve, CurveId, Form, Marker, PoseComponent, RayComponent, Recording, Tracks};
use serde_json::Value;

use super::accessor::{index, list};
use super::container::open;
use super::motion::BONE_TURN;
use super::names::Thing;
use super::options::Profile;
use super::tree::{Moves, Path, Tree};
use crate::{Axes, Error, Result};

/// Reads a recording from a `.glb` or `.gltf` file with the node names of either profile.
///
/// Files of other programs work if their nodes have these names. Animated ancestors are taken into account.
/// The result has version 1.1. Everything else in the file is ignored. An error gives the position in the
/// document. Memory is bounded by a multiple of the file size.
pub fn read(file: &[u8]) -> Result<Recording> {
    let (document, bytes) = open(file)?;
    let about = document.pointer("/asset/extras/reenact");
    let said = |name: &str| about.and_then(|about| about.get(name));
    let word = |name: &str| said(name).and_then(Value::as_str);
    let axes = word("axes").and_then(|axes| axes.parse().ok()).unwrap_or_default();
    let is_skeleton = word("profile") == Some(Profile::Skeleton.name());
    let things: Vec<(usize, Thing)> = list(&document, "/nodes")
        .iter()
        .enumerate()
        .filter_map(|(n, node)| Some((n, Thing::named(node.get("name")?.as_str()?)?)))
        .collect();
    let mut names = HashSet::new();
    for (n, _) in &things {
        let name = document.pointer(&format!("/nodes/{n}/name")).and_then(Value::as_str);
        if !names.insert(name) {
            return Err(at(&format!("/nodes/{n}/name"), "another node has the same name"));
        }
    }
    let has = |is_it: fn(&Thing) -> bool| things.iter().any(|(_, thing)| is_it(thing));
    let tracks = Tracks {
        camera: has(|thing| matches!(thing, Thing::Camera)),
        hands: has(|thing| !matches!(thing, Thing::Camera | Thing::Gaze)),
        gaze: has(|thing| matches!(thing, Thing::Gaze)),
    };
    if tracks == Tracks::NONE && about.is_none() {
        let message = "no node of this glTF file is named as a recording's are, such as Camera or Hand.Left.Joint.Wrist";
        return Err(Error::Malformed(message.to_owned()));
    }
    let mut recording = Recording::new(Form::MRTK_1_1, tracks)?;
    let mut reader = Reader {
        tree: Tree::new(&document, &bytes, &things)?,
        axes,
        turn: if is_skeleton && axes == Axes::Blender {
            BONE_TURN.conjugate()
        } else {
            Quat::IDENTITY
        },
        recording: &mut recording,
    };
    for &(node, thing) in &things {
        reader.take(node, thing)?;
    }
    set_markers(&mut recording, list(&document, "/scenes/0/extras/markers"))?;
    Ok(recording)
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "the nearest f32 is what is meant"
)]
fn number(value: &Value) -> Option<f32> {
    Some(value.as_f64()? as f32)
}

fn set_markers(recording: &mut Recording, markers: &[Value]) -> Result<()> {
    let markers = markers.iter().filter_map(|marker| {
        let time_secs = number(marker.get("time_secs")?)?;
        Some(Marker::new(time_secs, marker.get("name")?.as_str()?.to_owned()))
    });
    Ok(recording.set_markers(markers)?)
}

struct Reader<'d, 'r> {
    tree: Tree<'d>,
    axes: Axes,
    /// Correction from a joint's rotation in the file to that of the recording.
    turn: Quat,
    recording: &'r mut Recording,
}

impl Reader<'_, '_> {
    /// Converts the animation of a node.
    fn take(&mut self, node: usize, thing: Thing) -> Result<()> {
        match thing {
            // Slot `None` is not a joint.
            Thing::Part | Thing::Joint(_, Joint::None) => Ok(()),
            Thing::State(id) => {
                let path =
                    if self.tree.has(node, Path::Scale) { Path::Scale } else { Path::Translation };
                self.take_states(node, path, id)
            }
            Thing::Hand(side) => match self.tree.extras(node, "tracked_secs").and_then(tracked) {
                Some(curve) => Ok(self.recording.set_curve(CurveId::Tracked(side), curve)?),
                None => self.take_states(node, Path::Scale, CurveId::Tracked(side)),
            },
            Thing::Camera => self.take_pose(node, CurveId::Camera, Quat::IDENTITY),
            Thing::Joint(side, joint) => {
                self.take_pose(node, |part| CurveId::Joint(side, joint, part), self.turn)
            }
            Thing::Gaze => {
                let moves = self.tree.world(node)?;
                let [x, y, z, dx, dy, dz] = RayComponent::ALL.map(CurveId::Gaze);
                let axes = self.axes;
                self.set([x, y, z], &moves.places, |at| axes.vector(at.to_array()))?;
                self.set([dx, dy, dz], &moves.turns, |turn| {
                    (Quat::from_array(axes.rotation(turn.to_array())) * Vec3::Z).to_array()
                })
            }
        }
    }

    fn take_pose(
        &mut self,
        node: usize,
        id: impl Fn(PoseComponent) -> CurveId,
        turn_back: Quat,
    ) -> Result<()> {
        let Moves { places, turns } = self.tree.world(node)?;
        let [x, y, z, qx, qy, qz, qw] = PoseComponent::ALL.map(id);
        let axes = self.axes;
        self.set([x, y, z], &places, |at| axes.vector(at.to_array()))?;
        self.set([qx, qy, qz, qw], &turns, |turn| {
            // Skips the multiplication, and its rounding, if there is no correction.
            let turn = if turn_back == Quat::IDENTITY { turn } else { turn * turn_back };
            axes.rotation(turn.to_array())
        })
    }

    /// Sets the curves of a group from its keys.
    fn set<T: Copy, const N: usize>(
        &mut self,
        ids: [CurveId; N],
        keys: &[(f32, T)],
        numbers: impl Fn(T) -> [f32; N],
    ) -> Result<()> {
        if keys.is_empty() {
            return Ok(());
        }
        let mut columns: [Vec<(f32, f32)>; N] =
            std::array::from_fn(|_| Vec::with_capacity(keys.len()));
        for &(time, value) in keys {
            for (column, number) in columns.iter_mut().zip(numbers(value)) {
                column.push((time, number));
            }
        }
        for (id, column) in ids.into_iter().zip(columns) {
            self.recording.set_curve(id, Curve::simple(column))?;
        }
        Ok(())
    }

    fn take_states(&mut self, node: usize, path: Path, id: CurveId) -> Result<()> {
        let Some(keys) = self.tree.keys(node, path)? else { return Ok(()) };
        let keys = keys.map(|(time, [value, ..])| (time, value > 0.5));
        Ok(self.recording.set_curve(id, Curve::boolean(keys))?)
    }
}

/// Tracked curve of a hand from spans, each a start and an end or `null`.
fn tracked(spans: &Value) -> Option<Curve> {
    let mut keys = vec![(0.0, false)];
    for span in spans.as_array()? {
        let [from, to] = span.as_array()?.as_slice() else { return None };
        keys.push((number(from)?, true));
        keys.extend(number(to).map(|to| (to, false)));
    }
    // No key is needed before a span that starts at 0.
    if keys.get(1).is_some_and(|&(from, _)| from <= 0.0) {
        keys.remove(0);
    }
    Some(Curve::boolean(keys))
}

/// Error with a position in the document.
pub(super) fn at(place: &str, message: &str) -> Error {
    Error::Malformed(format!("{place}: {message}"))
}

/// Target node and path of a channel.
pub(super) fn target(channel: &Value) -> Option<(usize, &str)> {
    Some((index(channel.pointer("/target/node"))?, channel.pointer("/target/path")?.as_str()?))
}
