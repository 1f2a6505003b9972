//! World poses of animated nodes in a hierarchy.

use glam::{Quat, Vec3};
use reenact::Pose;
use serde_json::Value;

use super::accessor::{Accessor, index, list};
use super::motion;
use super::names::Thing;
use super::read::{at, target};
use crate::Result;

/// Animated property of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Path {
    Translation,
    Rotation,
    Scale,
}

impl Path {
    const ALL: [Self; 3] = [Self::Translation, Self::Rotation, Self::Scale];

    const fn name(self) -> &'static str {
        match self {
            Self::Translation => "translation",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
        }
    }

    /// Numbers per value.
    const fn width(self) -> usize {
        match self {
            Self::Rotation => 4,
            Self::Translation | Self::Scale => 3,
        }
    }
}

/// World-space motion of a node.
#[derive(Debug, Default)]
pub(super) struct Moves {
    pub(super) places: Vec<(f32, Vec3)>,
    pub(super) turns: Vec<(f32, Quat)>,
}

/// Most levels of nodes: hands have six, and few rigs have many more above them.
const DEEPEST: usize = 32;

#[derive(Debug, Default, Clone)]
struct Node {
    parent: Option<usize>,
    /// Channels that animate it, by [`Path`].
    channels: [Option<usize>; 3],
}

/// Nodes of a document.
pub(super) struct Tree<'d> {
    document: &'d Value,
    bytes: &'d [u8],
    animation: String,
    nodes: Vec<Node>,
    /// Whether a node is the root of a hand, whose scale only encodes visibility.
    is_hand: Vec<bool>,
}

/// Keys of a channel in the buffer.
struct Keys<'d> {
    times: Accessor<'d>,
    values: Accessor<'d>,
    is_step: bool,
}

impl<'d> Tree<'d> {
    pub(super) fn new(
        document: &'d Value,
        bytes: &'d [u8],
        things: &[(usize, Thing)],
    ) -> Result<Self> {
        let mut nodes = vec![Node::default(); list(document, "/nodes").len()];
        for (parent, node) in list(document, "/nodes").iter().enumerate() {
            for child in list(node, "/children") {
                let child = index(Some(child)).and_then(|child| nodes.get_mut(child));
                let wrong = || at(&format!("/nodes/{parent}/children"), "no such node");
                child.ok_or_else(wrong)?.parent = Some(parent);
            }
        }
        // The animation with our name, or else the first one.
        let animations = list(document, "/animations");
        let ours = animations.iter().position(|animation| {
            animation.get("name").and_then(Value::as_str) == Some("InputAction")
        });
        let animation = format!("/animations/{}", ours.unwrap_or(0));
        for (n, channel) in list(document, &format!("{animation}/channels")).iter().enumerate() {
            let Some((node, path)) = target(channel) else { continue };
            let Some(path) = Path::ALL.into_iter().find(|known| known.name() == path) else {
                continue;
            };
            let place = format!("{animation}/channels/{n}/target/node");
            let node = nodes.get_mut(node).ok_or_else(|| at(&place, "no such node"))?;
            let [translation, rotation, scale] = &mut node.channels;
            *match path {
                Path::Translation => translation,
                Path::Rotation => rotation,
                Path::Scale => scale,
            } = Some(n);
        }
        let mut is_hand = vec![false; nodes.len()];
        for (n, thing) in things {
            if let (Thing::Hand(_), Some(is_hand)) = (thing, is_hand.get_mut(*n)) {
                *is_hand = true;
            }
        }
        Ok(Self { document, bytes, animation, nodes, is_hand })
    }

    fn channel(&self, node: usize, path: Path) -> Option<usize> {
        let [translation, rotation, scale] = self.nodes.get(node)?.channels;
        match path {
            Path::Translation => translation,
            Path::Rotation => rotation,
            Path::Scale => scale,
        }
    }

    /// Whether a property of a node is animated.
    pub(super) fn has(&self, node: usize, path: Path) -> bool {
        self.channel(node, path).is_some()
    }

    /// Entry in the `extras` of a node.
    pub(super) fn extras(&self, node: usize, name: &str) -> Option<&'d Value> {
        self.document.get("nodes")?.get(node)?.get("extras")?.get(name)
    }

    /// Keys of a property of a node, the first three numbers of each.
    pub(super) fn keys(
        &self,
        node: usize,
        path: Path,
    ) -> Result<Option<impl Iterator<Item = (f32, [f32; 3])>>> {
        Ok(self.all_keys(node, path)?.map(|keys| keys.pairs().into_iter()))
    }

    fn all_keys(&self, node: usize, path: Path) -> Result<Option<Keys<'d>>> {
        let Some(channel) = self.channel(node, path) else { return Ok(None) };
        let Self { document, animation, .. } = self;
        let place = format!("{animation}/channels/{channel}/sampler");
        let sampler = index(document.pointer(&place));
        let place = match sampler {
            Some(sampler) => format!("{animation}/samplers/{sampler}"),
            None => return Err(at(&place, "no such sampler")),
        };
        let Some(sampler) = document.pointer(&place) else {
            return Err(at(&place, "no such sampler"));
        };
        let is_step = match sampler.get("interpolation").and_then(Value::as_str) {
            Some("CUBICSPLINE") => {
                return Err(at(
                    &place,
                    "CUBICSPLINE interpolation is not supported: bake it to linear keys first",
                ));
            }
            other => other == Some("STEP"),
        };
        let numbers = |field: &str| {
            let place = format!("{place}/{field}");
            let wrong = "wrong type, or outside the file";
            let accessor = index(sampler.get(field));
            let accessor = accessor.and_then(|n| list(document, "/accessors").get(n));
            accessor
                .and_then(|accessor| Accessor::find(accessor, document, self.bytes))
                .ok_or_else(|| at(&place, wrong))
        };
        let (input, output) = (numbers("input")?, numbers("output")?);
        if input.count != output.count || input.width != 1 || output.width != path.width() {
            let message = format!(
                "the number of values (of {} numbers each) must equal the number of times",
                path.width()
            );
            return Err(at(&place, &message));
        }
        Ok(Some(Keys { times: input, values: output, is_step }))
    }

    /// World poses of a node at all times at which it, or an ancestor, has a key.
    pub(super) fn world(&self, node: usize) -> Result<Moves> {
        let chain = self.chain(node)?;
        let is_still = |&node: &usize| {
            !self.has(node, Path::Translation)
                && !self.has(node, Path::Rotation)
                && self.at_rest(node).is_ok_and(|pose| pose == Pose::IDENTITY)
        };
        if chain.iter().all(is_still) {
            // Without animated ancestors: its own keys, unchanged.
            let places = self.all_keys(node, Path::Translation)?;
            let places = places.map_or_else(Vec::new, |keys| keys.pairs());
            let turns = self.all_keys(node, Path::Rotation)?;
            let turns = turns.map_or_else(Vec::new, |keys| keys.pairs());
            return Ok(Moves {
                places: places.into_iter().map(|(t, at)| (t, Vec3::from_array(at))).collect(),
                turns: turns.into_iter().map(|(t, turn)| (t, Quat::from_array(turn))).collect(),
            });
        }
        let mut links = Vec::new();
        for node in chain.into_iter().chain([node]) {
            let rest = self.at_rest(node)?;
            let place = self.all_keys(node, Path::Translation)?;
            let turn = self.all_keys(node, Path::Rotation)?;
            links.push((node, rest, place, turn));
        }
        let mut times: Vec<f32> = Vec::new();
        for (node, _, place, turn) in &links {
            for keys in [place, turn].into_iter().flatten() {
                let list: Vec<f32> = keys.times.iter().map(|[time]| time).collect();
                if !list.is_sorted_by(|a, b| a < b) || !list.iter().all(|time| time.is_finite()) {
                    return Err(at(&format!("/nodes/{node}"), "the key times do not increase"));
                }
                // Nodes of a hierarchy mostly share their times.
                if list != times {
                    times.extend(list);
                    times.sort_by(f32::total_cmp);
                    times.dedup();
                }
            }
            // Accessors may be shared, but must not yield more data than the file has.
            if times.len() > self.bytes.len() / 4 {
                return Err(at(&format!("/nodes/{node}"), "more times than fit into the file"));
            }
        }
        let mut moves = Moves::default();
        for time in times {
            let pose = links.iter().fold(Pose::IDENTITY, |base, (_, rest, place, turn)| {
                let place = place.as_ref().map(|keys| Vec3::from_array(keys.at(time, lerp)));
                let turn = turn.as_ref().map(|keys| Quat::from_array(keys.at(time, slerp)));
                let turn = turn.map(|turn| turn.normalize());
                base.transform(&Pose {
                    position: place.unwrap_or(rest.position),
                    rotation: turn.unwrap_or(rest.rotation),
                })
            });
            moves.places.push((time, pose.position));
            moves.turns.push((time, pose.rotation.normalize()));
        }
        Ok(moves)
    }

    /// Ancestors of a node, from the root down.
    fn chain(&self, node: usize) -> Result<Vec<usize>> {
        let mut chain = Vec::new();
        let mut next = self.nodes.get(node).and_then(|node| node.parent);
        while let Some(parent) = next {
            if chain.len() == DEEPEST {
                return Err(at(
                    &format!("/nodes/{node}"),
                    "has too many ancestors, or is its own ancestor",
                ));
            }
            chain.push(parent);
            next = self.nodes.get(parent).and_then(|node| node.parent);
        }
        chain.reverse();
        Ok(chain)
    }

    /// Pose of a node without animation.
    fn at_rest(&self, node: usize) -> Result<Pose> {
        let place = format!("/nodes/{node}");
        let value = self.document.pointer(&place);
        let is_hand = self.is_hand.get(node) == Some(&true);
        let is_scaled = value.and_then(|node| node.get("scale")).is_some_and(|scale| {
            let sizes = scale.as_array().map_or(&[][..], Vec::as_slice);
            !sizes.iter().all(|size| size.as_f64().is_some_and(|size| (size - 1.0).abs() < 1e-4))
        });
        if !is_hand && (is_scaled || self.has(node, Path::Scale)) {
            return Err(at(&place, "a parent of a joint is scaled: apply the scale first"));
        }
        if value.is_some_and(|node| node.get("matrix").is_some()) {
            return Err(at(
                &place,
                "node matrices are not supported: use translation and rotation",
            ));
        }
        let position = numbers(value.and_then(|node| node.get("translation")));
        let rotation = numbers(value.and_then(|node| node.get("rotation")));
        Ok(Pose {
            position: position.map_or(Vec3::ZERO, Vec3::from_array),
            rotation: rotation.map_or(Quat::IDENTITY, |turn| Quat::from_array(turn).normalize()),
        })
    }
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "the nearest f32 is what is meant"
)]
fn numbers<const N: usize>(value: Option<&Value>) -> Option<[f32; N]> {
    let list = value?.as_array()?;
    let mut numbers = [0.0; N];
    if list.len() != N {
        return None;
    }
    for (number, value) in numbers.iter_mut().zip(list) {
        *number = value.as_f64()? as f32;
    }
    Some(numbers)
}

fn lerp(a: [f32; 3], b: [f32; 3], part: f32) -> [f32; 3] {
    Vec3::from_array(a).lerp(Vec3::from_array(b), part).to_array()
}

fn slerp(a: [f32; 4], b: [f32; 4], part: f32) -> [f32; 4] {
    let [a, b] = [a, b].map(Quat::from_array);
    // Slerp of unit quaternions only; otherwise the first is kept.
    let is_unit = a.is_normalized() && b.is_normalized();
    if is_unit { motion::slerp(a, b, part).to_array() } else { a.to_array() }
}

impl Keys<'_> {
    fn pairs<const N: usize>(&self) -> Vec<(f32, [f32; N])> {
        self.times.iter().map(|[time]| time).zip(self.values.iter()).collect()
    }

    /// Value at a time; clamped to the first and last.
    fn at<const N: usize>(
        &self,
        time: f32,
        between: fn([f32; N], [f32; N], f32) -> [f32; N],
    ) -> [f32; N] {
        let key = |at: usize| {
            let [time] = self.times.get(at)?;
            Some((time, self.values.get(at)?))
        };
        let after = self.first_after(time);
        match (after.checked_sub(1).and_then(key), key(after)) {
            (Some((from, a)), Some((to, b))) if from < time && !self.is_step => {
                between(a, b, (time - from) / (to - from))
            }
            (Some((_, value)), _) | (None, Some((_, value))) => value,
            (None, None) => [0.0; N],
        }
    }

    /// Number of keys at or before a time.
    fn first_after(&self, time: f32) -> usize {
        let (mut low, mut high) = (0, self.times.count);
        while low < high {
            let middle = low.midpoint(high);
            if self.times.get(middle).is_some_and(|[key]| key <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}
