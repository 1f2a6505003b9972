//! A recording from the nodes and channels of a `flat` file.

use glam::{Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, Form, Marker, PoseComponent, RayComponent, Recording, Tracks};
use serde_json::Value;

use super::axes::Axes;
use super::container::open;
use super::write::hand_name;
use crate::{Error, Result};

/// Reads a recording from a `.glb` or `.gltf` file with the nodes of the profile `flat`.
///
/// Nodes are known by their names, so a file from elsewhere will do if it names them so. The result is of version 1.1. What else is in the file
/// is passed over. Memory stays within a small multiple of the file's size.
pub fn read(file: &[u8]) -> Result<Recording<'static>> {
    let (document, bytes) = open(file)?;
    let extras = document.pointer("/scenes/0/extras/reenact");
    let axes = match extras.and_then(|extras| extras.get("axes")).and_then(Value::as_str) {
        Some("unity") => Axes::Unity,
        _ => Axes::Web,
    };
    let nodes: Vec<Option<Thing>> = list(&document, "/nodes")
        .iter()
        .map(|node| Thing::named(node.get("name").and_then(Value::as_str)?))
        .collect();
    let has = |is_it: fn(&Thing) -> bool| nodes.iter().flatten().any(is_it);
    let tracks = Tracks {
        camera: has(|thing| matches!(thing, Thing::Camera)),
        hands: has(|thing| !matches!(thing, Thing::Camera | Thing::Gaze)),
        gaze: has(|thing| matches!(thing, Thing::Gaze)),
    };
    if tracks == Tracks::NONE && extras.is_none() {
        let message = "no node of this glTF file is named as a recording's are, such as Camera or Hand.Left.Joint.Wrist";
        return Err(Error::Table(message.to_owned()));
    }
    let mut recording = Recording::new(Form::MRTK_1_1, tracks)?;
    let Some(animation) = document.pointer("/animations/0") else {
        set_markers(&mut recording, extras)?;
        return Ok(recording);
    };
    let samplers = list(animation, "/samplers");
    for (n, channel) in list(animation, "/channels").iter().enumerate() {
        let node = channel.pointer("/target/node").and_then(Value::as_u64);
        let node = node.and_then(|node| nodes.get(usize::try_from(node).ok()?)?.as_ref());
        let path = channel.pointer("/target/path").and_then(Value::as_str);
        let (Some(thing), Some(path)) = (node, path) else { continue };
        let sampler = channel.get("sampler").and_then(Value::as_u64);
        let sampler = sampler.and_then(|sampler| samplers.get(usize::try_from(sampler).ok()?));
        let wrong =
            |message: &str| Error::Table(format!("channel {n} of the animation: {message}"));
        let sampler = sampler.ok_or_else(|| wrong("no such sampler"))?;
        if sampler.get("interpolation").and_then(Value::as_str) == Some("CUBICSPLINE") {
            return Err(wrong("splines are not read: bake them to straight lines first"));
        }
        let numbers = |field: &str| {
            let accessor = sampler.get(field).and_then(Value::as_u64);
            let accessor = accessor
                .and_then(|at| list(&document, "/accessors").get(usize::try_from(at).ok()?));
            accessor.and_then(|accessor| Accessor::find(accessor, &document, &bytes))
        };
        let (Some(input), Some(output)) = (numbers("input"), numbers("output")) else {
            return Err(wrong("its numbers are not in the file"));
        };
        if input.count != output.count || input.width != 1 {
            return Err(wrong("as many values as times are needed"));
        }
        thing
            .set(&mut recording, path, axes, &input, &output)
            .map_err(|message| wrong(&message))?;
    }
    set_markers(&mut recording, extras)?;
    Ok(recording)
}

fn list<'v>(value: &'v Value, pointer: &str) -> &'v [Value] {
    value.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn set_markers(recording: &mut Recording<'static>, extras: Option<&Value>) -> Result<()> {
    let markers = extras.map_or(&[][..], |extras| list(extras, "/markers"));
    let markers = markers.iter().filter_map(|marker| {
        #[expect(
            clippy::as_conversions,
            clippy::cast_possible_truncation,
            reason = "the nearest f32 is what is meant"
        )]
        let time_secs = marker.get("time_secs")?.as_f64()? as f32;
        Some(Marker::new(time_secs, marker.get("name")?.as_str()?.to_owned()))
    });
    Ok(recording.set_markers(markers)?)
}

/// What a node is.
enum Thing {
    Camera,
    Hand,
    State(CurveId),
    Joint(Side, Joint),
    Gaze,
}

impl Thing {
    fn named(name: &str) -> Option<Self> {
        match name {
            "Camera" => return Some(Self::Camera),
            "Gaze" => return Some(Self::Gaze),
            _ => {}
        }
        let side = Side::ALL.into_iter().find(|&side| name.starts_with(hand_name(side)))?;
        Some(match name.strip_prefix(hand_name(side))? {
            "" | ".Joints" => Self::Hand,
            ".Tracking" => Self::State(CurveId::Tracked(side)),
            ".Pinching" => Self::State(CurveId::Pinching(side)),
            joint => Self::Joint(side, joint.strip_prefix(".Joint.")?.parse().ok()?),
        })
    }

    /// Takes over a channel.
    fn set(
        &self,
        recording: &mut Recording<'static>,
        path: &str,
        axes: Axes,
        input: &Accessor<'_>,
        output: &Accessor<'_>,
    ) -> Result<(), String> {
        let wrong = || format!("a {path} has another number of values");
        let ids: Vec<CurveId> = match (self, path) {
            (Self::State(id), "translation") => {
                let keys = input.iter::<1>().zip(output.iter::<3>());
                let keys = keys.map(|([time], [value, ..])| (time, value > 0.5));
                let curve = Curve::boolean(keys);
                return recording.set_curve(*id, curve).map_err(|error| error.to_string());
            }
            (Self::Camera, "translation") => {
                PoseComponent::ALL.into_iter().take(3).map(CurveId::Camera).collect()
            }
            (Self::Camera, "rotation") => {
                PoseComponent::ALL.into_iter().skip(3).map(CurveId::Camera).collect()
            }
            (&Self::Joint(side, joint), "translation") => PoseComponent::ALL
                .into_iter()
                .take(3)
                .map(|c| CurveId::Joint(side, joint, c))
                .collect(),
            (&Self::Joint(side, joint), "rotation") => PoseComponent::ALL
                .into_iter()
                .skip(3)
                .map(|c| CurveId::Joint(side, joint, c))
                .collect(),
            (Self::Gaze, "translation") => {
                RayComponent::ALL.into_iter().take(3).map(CurveId::Gaze).collect()
            }
            (Self::Gaze, "rotation") => {
                RayComponent::ALL.into_iter().skip(3).map(CurveId::Gaze).collect()
            }
            _ => return Ok(()),
        };
        let times: Vec<f32> = input.iter::<1>().map(|[time]| time).collect();
        let values: Vec<Vec<f32>> = match (self, path) {
            (_, "translation") if output.width == 3 => {
                columns(output.iter::<3>().map(|value| axes.vector(value)))
            }
            (Self::Gaze, "rotation") if output.width == 4 => columns(
                output
                    .iter::<4>()
                    .map(|value| (Quat::from_array(axes.rotation(value)) * Vec3::Z).to_array()),
            ),
            (_, "rotation") if output.width == 4 => {
                columns(output.iter::<4>().map(|value| axes.rotation(value)))
            }
            _ => return Err(wrong()),
        };
        for (id, values) in ids.into_iter().zip(values) {
            let curve = Curve::simple(times.iter().copied().zip(values));
            recording.set_curve(id, curve).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

fn columns<const N: usize>(rows: impl Iterator<Item = [f32; N]>) -> Vec<Vec<f32>> {
    let mut columns = vec![Vec::new(); N];
    for row in rows {
        columns.iter_mut().zip(row).for_each(|(column, number)| column.push(number));
    }
    columns
}

/// Numbers in the file.
struct Accessor<'b> {
    bytes: &'b [u8],
    count: usize,
    /// Numbers of a value.
    width: usize,
    /// Bytes from one value to the next.
    stride: usize,
}

impl<'b> Accessor<'b> {
    fn find(accessor: &Value, document: &Value, bytes: &'b [u8]) -> Option<Self> {
        let number = |value: &Value, field: &str| match value.get(field) {
            None => Some(0),
            Some(number) => usize::try_from(number.as_u64()?).ok(),
        };
        if number(accessor, "componentType")? != 5126 || accessor.get("sparse").is_some() {
            return None;
        }
        let width = match accessor.get("type")?.as_str()? {
            "SCALAR" => 1,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => return None,
        };
        let view = usize::try_from(accessor.get("bufferView")?.as_u64()?).ok()?;
        let view = list(document, "/bufferViews").get(view)?;
        let start = number(view, "byteOffset")?;
        let end = start.checked_add(number(view, "byteLength")?)?;
        let bytes = bytes.get(start..end)?.get(number(accessor, "byteOffset")?..)?;
        let stride =
            Some(number(view, "byteStride")?).filter(|&stride| stride > 0).unwrap_or(4 * width);
        let count = number(accessor, "count")?;
        // All of them must be there, and no two of them the same bytes: memory is bounded by the file.
        let needed = count
            .checked_sub(1)
            .map_or(Some(0), |last| last.checked_mul(stride)?.checked_add(4 * width))?;
        (needed <= bytes.len() && stride >= 4 * width).then_some(Self {
            bytes,
            count,
            width,
            stride,
        })
    }

    /// The values, as far as they are of that width.
    fn iter<const N: usize>(&self) -> impl Iterator<Item = [f32; N]> {
        let values = self.bytes.chunks(self.stride).take(self.count);
        values.filter_map(|value| {
            let words: &[[u8; 4]; N] = value.as_chunks::<4>().0.first_chunk()?;
            Some(words.map(f32::from_le_bytes))
        })
    }
}
