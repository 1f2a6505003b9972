//! Profile `skeleton`: visible hands that round-trip.

use glam::{Mat4, Quat, Vec3, Vec4};
use reenact::hand::{Joint, Side};
use reenact::{
    Curve, CurveId, Form, FrameTimes, Key, Mode, ObservedSpans, PoseComponent, Recording, Sampler,
    Track, Tracks,
};
use reenact_convert::gltf::{Options, Profile, read, write_glb};
use reenact_convert::{Axes, Losses};
use serde_json::{Value, json};

use crate::common::{recordings, testdata_file};

fn glb(recording: &Recording, axes: Axes) -> (Vec<u8>, Losses) {
    let mut file = Vec::new();
    let options = Options { profile: Profile::Skeleton, axes, ..Options::default() };
    let losses = write_glb(recording, &options, &mut file).unwrap();
    (file, losses)
}

/// Document and buffer of a file.
struct Parts(Value, Vec<u8>);

impl Parts {
    fn of(glb: &[u8]) -> Self {
        let len = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
        let document = serde_json::from_slice(&glb[20..20 + len]).unwrap();
        Self(document, glb.get(28 + len..).unwrap_or_default().to_vec())
    }

    fn accessor(&self, index: &Value) -> &[u8] {
        let accessor = &self.0["accessors"][index.as_u64().unwrap() as usize];
        let view = &self.0["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let number = |value: &Value| value.as_u64().unwrap_or(0) as usize;
        let start = number(&view["byteOffset"]) + number(&accessor["byteOffset"]);
        &self.1[start..number(&view["byteOffset"]) + number(&view["byteLength"])]
    }

    fn floats<const N: usize>(&self, index: &Value) -> Vec<[f32; N]> {
        let count =
            self.0["accessors"][index.as_u64().unwrap() as usize]["count"].as_u64().unwrap();
        let words = self.accessor(index).as_chunks::<4>().0;
        let values = words.as_chunks::<N>().0.iter().take(count as usize);
        values.map(|value| value.map(f32::from_le_bytes)).collect()
    }

    fn node(&self, name: &str) -> Option<&Value> {
        self.0["nodes"].as_array()?.iter().find(|node| node["name"] == name)
    }

    /// Keys of an animated property of a node.
    fn keys<const N: usize>(&self, name: &str, path: &str) -> Option<Vec<(f32, [f32; N])>> {
        let nodes = self.0["nodes"].as_array()?;
        let node = nodes.iter().position(|node| node["name"] == name)?;
        let animation = &self.0["animations"][0];
        let channel = animation["channels"].as_array()?.iter().find(|channel| {
            channel["target"]["node"] == node && channel["target"]["path"] == path
        })?;
        let sampler = &animation["samplers"][channel["sampler"].as_u64()? as usize];
        let times = self.floats::<1>(&sampler["input"]).into_iter().map(|[time]| time);
        Some(times.zip(self.floats(&sampler["output"])).collect())
    }
}

#[test]
fn poses_come_back_at_any_time_whomever_the_file_is_for() {
    for name in
        ["v11_real_2s_lossless", "v11_real_2s_asset", "v10_real_2s_coarse", "v11_real_2s_simhand"]
    {
        let bytes = testdata_file(&format!("recordings/{name}.bin"));
        let recording = Recording::from_slice(&bytes).unwrap();
        for axes in Axes::ALL {
            let (file, losses) = glb(&recording, axes);
            assert!(losses.stray_m == 0.0, "{name}: {losses}");
            let back = read(&file).unwrap();
            assert_eq!(back.tracks(), recording.tracks(), "{name}");
            let [ours, theirs] =
                [&recording, &back].map(|recording| Sampler::new(recording, Mode::Clean));
            let mut joints = 0;
            for time in FrameTimes::of(&recording, 37.0).unwrap().iter() {
                let [a, b] = [ours.frame_at(time), theirs.frame_at(time)];
                for side in Side::ALL {
                    let [a, b] = [&a, &b].map(|frame| frame.hand(side).unwrap());
                    assert_eq!(
                        (a.tracked, a.pinching),
                        (b.tracked, b.pinching),
                        "{name} {side} at {time}"
                    );
                    for joint in Joint::TRACKED {
                        let [a, b] = [a, b].map(|hand| hand.joint(joint));
                        assert_eq!(a.is_some(), b.is_some(), "{name} {side} {joint} at {time}");
                        let (Some(a), Some(b)) = (a, b) else { continue };
                        let away_m = a.position.distance(b.position);
                        assert!(away_m < 1e-4, "{name} {side} {joint} at {time}: {away_m} m");
                        let angle = a.rotation.angle_between(b.rotation);
                        assert!(angle < 4e-3, "{name} {side} {joint} at {time}: {angle} rad");
                        joints += 1;
                    }
                }
            }
            assert!(joints > 1000, "{name}: {joints}");
        }
    }
}

#[test]
fn joints_hang_on_each_other_and_the_skin_on_nothing() {
    let parts = Parts::of(&glb(&reenact_make::demo(), Axes::Web).0);
    let nodes = parts.0["nodes"].as_array().unwrap();
    let parent = |name: &str| {
        let node = nodes.iter().position(|node| node["name"] == name).unwrap();
        let is_parent = |parent: &&Value| {
            parent["children"].as_array().is_some_and(|list| list.contains(&json!(node)))
        };
        nodes.iter().find(is_parent).map(|parent| parent["name"].as_str().unwrap())
    };
    for (near, far) in Joint::bones() {
        assert_eq!(
            parent(&format!("Hand.Left.Joint.{far}")),
            Some(format!("Hand.Left.Joint.{near}").as_str())
        );
    }
    assert_eq!(parent("Hand.Right.Joint.Wrist"), Some("Hand.Right"));
    assert_eq!(parent("Hand.Right"), None);
    assert_eq!(parent("Hand.Right.Mesh"), None);
    assert_eq!(parent("Hand.Right.Pinching"), Some("Hand.Right.Joint.IndexTip"));
    assert!(parts.node("Camera").unwrap()["camera"] == 0);
    assert_eq!(parts.0["asset"]["extras"]["reenact"]["profile"], "skeleton");
    assert!(!parts.0["scenes"][0]["extras"]["markers"].as_array().unwrap().is_empty());
    let colours: Vec<&Value> = ["Hand.Left", "Hand.Right"]
        .into_iter()
        .map(|name| {
            let materials = parts.0["materials"].as_array().unwrap();
            let material = materials.iter().find(|material| material["name"] == name).unwrap();
            &material["pbrMetallicRoughness"]["baseColorFactor"]
        })
        .collect();
    assert_ne!(colours[0], colours[1]);
}

#[test]
fn a_hand_has_no_size_while_it_is_not_observed() {
    let recording = reenact_make::demo();
    let observed = ObservedSpans::of(&recording);
    let parts = Parts::of(&glb(&recording, Axes::Web).0);
    for side in Side::ALL {
        let spans = observed.spans(Track::Hand(side));
        let keys = parts.keys::<3>(&format!("Hand.{side:?}"), "scale").unwrap();
        let states: Vec<bool> = keys.iter().map(|(_, [x, ..])| *x == 1.0).collect();
        assert!(states.contains(&true) && states.contains(&false), "{side}: the demo shows both");
        for (time, scale) in keys {
            let is_in =
                spans.iter().any(|span| span.start_secs <= time && time <= span.end_secs + 1e-4);
            assert_eq!(scale, [if is_in { 1.0 } else { 0.0 }; 3], "{side} at {time}");
        }
    }
}

#[test]
fn the_skin_goes_where_the_joints_go() {
    let recording = reenact_make::demo();
    let sampler = Sampler::new(&recording, Mode::Clean);
    for axes in Axes::ALL {
        let parts = Parts::of(&glb(&recording, axes).0);
        for side in Side::ALL {
            let name = format!("Hand.{side:?}.Mesh");
            let node = parts.node(&name).unwrap();
            let skin = &parts.0["skins"][node["skin"].as_u64().unwrap() as usize];
            let mesh = &parts.0["meshes"][node["mesh"].as_u64().unwrap() as usize];
            let attributes = &mesh["primitives"][0]["attributes"];
            let points = parts.floats::<3>(&attributes["POSITION"]);
            let joints = parts.accessor(&attributes["JOINTS_0"]).as_chunks::<4>().0;
            let weights = parts.accessor(&attributes["WEIGHTS_0"]).as_chunks::<4>().0;
            let binds = parts.floats::<16>(&skin["inverseBindMatrices"]);
            assert!((500..6000).contains(&points.len()), "{} points", points.len());
            for weights in weights.iter().take(points.len()) {
                assert_eq!(weights.iter().map(|&weight| u32::from(weight)).sum::<u32>(), 255);
            }
            let mut moments = 0;
            for time in FrameTimes::of(&recording, 1.3).unwrap().iter() {
                let frame = sampler.frame_at(time);
                let worlds: Option<Vec<Mat4>> = Joint::TRACKED
                    .into_iter()
                    .map(|joint| {
                        let pose = frame.joint(side, joint)?;
                        let turn = Quat::from_array(axes.rotation(pose.rotation.to_array()));
                        let y_along = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
                        let turn = if axes == Axes::Blender { turn * y_along } else { turn };
                        let at = Vec3::from_array(axes.vector(pose.position.to_array()));
                        Some(Mat4::from_rotation_translation(turn, at))
                    })
                    .collect();
                let Some(worlds) = worlds else { continue };
                moments += 1;
                let moved: Vec<Vec3> = points
                    .iter()
                    .zip(joints)
                    .zip(weights)
                    .map(|((&point, joints), weights)| {
                        let parts = joints.iter().zip(weights).map(|(&joint, &weight)| {
                            let joint = usize::from(joint);
                            let matrix = worlds[joint] * Mat4::from_cols_array(&binds[joint]);
                            matrix
                                * Vec3::from_array(point).extend(1.0)
                                * (f32::from(weight) / 255.0)
                        });
                        parts.sum::<Vec4>().truncate()
                    })
                    .collect();
                for joint in Joint::TRACKED {
                    let at = worlds[joint.index() - 1].w_axis.truncate();
                    let nearest = moved.iter().map(|point| point.distance(at)).fold(9.0, f32::min);
                    assert!(
                        nearest < 0.03,
                        "{side} {joint} at {time}: the skin is {nearest} m away"
                    );
                    if joint.name().ends_with("Tip") {
                        assert!(nearest < 0.012, "{side} {joint} at {time}: {nearest} m");
                    }
                }
                // The forearm moves with the wrist only, and is longer than a finger is thick.
                for (point, weights) in moved.into_iter().zip(weights) {
                    let near = worlds.iter().map(|joint| joint.w_axis.truncate().distance(point));
                    let near = near.fold(f32::INFINITY, f32::min);
                    let most = if weights[0] == 255 { 0.1 } else { 0.045 };
                    assert!(near < most, "{side} at {time}: skin {near} m from any joint");
                }
            }
            assert!(moments > 5, "{side}: {moments}");
        }
    }
}

#[test]
fn keys_before_zero_are_cut_at_zero_and_times_are_the_recordings_own() {
    let recording = reenact_make::demo();
    let x = "camera.position.x".parse().unwrap();
    let shifted = |by: f32| {
        let mut shifted = recording.clone();
        for (id, curve) in recording.curves() {
            let keys = curve.iter().map(|key| Key { time_secs: key.time_secs + by, ..key });
            shifted.set_curve(id, Curve::from_keys(curve.kind(), keys)).unwrap();
        }
        shifted
    };
    for (moved, first_secs) in [(shifted(-2.01), 0.0), (shifted(41.0), 41.0)] {
        for profile in Profile::ALL {
            let mut file = Vec::new();
            let options = Options { profile, ..Options::default() };
            let losses = write_glb(&moved, &options, &mut file).unwrap();
            assert!(!losses.any(), "{losses}");
            let back = read(&file).unwrap();
            // Skeletons of hands that appear later are hidden from 0 on.
            let first = back.first_key_secs().unwrap();
            assert!(first == 0.0 || first == first_secs, "{profile:?}: {first}");
            assert_eq!(back.end_secs(), moved.end_secs(), "{profile:?}");
            let [back_x, moved_x] =
                [&back, &moved].map(|r| r.curve(x).unwrap().value_at(first_secs));
            assert_eq!(back_x, moved_x, "{profile:?}");
            let [a, b] = [&moved, &back].map(|recording| Sampler::new(recording, Mode::Clean));
            for time in FrameTimes::of(&moved, 31.0).unwrap().iter() {
                let [a, b] = [a.frame_at(time), b.frame_at(time)];
                for side in Side::ALL {
                    let [a, b] = [&a, &b].map(|frame| frame.hand(side).unwrap());
                    assert_eq!(
                        (a.tracked, a.observed),
                        (b.tracked, b.observed),
                        "{side} at {time}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_was_not_seen_is_not_drawn() {
    // Hands without keys, a hand that was never tracked, an empty camera and gaze.
    let empty = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let mut never = reenact_make::demo();
    never.set_curve(CurveId::Tracked(Side::Left), Curve::boolean([(0.0, false)])).unwrap();
    for (recording, meshes) in [(empty, 0), (never, 1)] {
        let (file, _) = glb(&recording, Axes::Web);
        let parts = Parts::of(&file);
        let nodes = parts.0["nodes"].as_array().unwrap();
        assert_eq!(nodes.iter().filter(|node| !node["skin"].is_null()).count(), meshes);
        let sizes = parts.keys::<3>("Hand.Left", "scale").unwrap_or_default();
        // A hand that was never observed is hidden; one without a tracked curve has nothing to hide.
        assert!(sizes.iter().all(|(_, size)| *size == [0.0; 3]) && sizes.len() == meshes);
        assert_eq!(read(&file).unwrap().tracks(), Tracks::ALL);
        if meshes == 0 {
            assert!(parts.0.get("animations").is_none() && parts.0.get("meshes").is_none());
            assert!(parts.node("Camera").unwrap().get("camera").is_none());
        }
    }
}

#[test]
fn one_key_is_enough_for_a_hand() {
    let demo = reenact_make::demo();
    let frame = Sampler::new(&demo, Mode::Clean).frame_at(3.0);
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    recording.set_curve(CurveId::Tracked(Side::Right), Curve::boolean([(0.5, true)])).unwrap();
    for joint in Joint::TRACKED {
        let pose = frame.joint(Side::Right, joint).unwrap();
        let numbers = pose.position.to_array().into_iter().chain(pose.rotation.to_array());
        for (component, number) in PoseComponent::ALL.into_iter().zip(numbers) {
            let id = CurveId::Joint(Side::Right, joint, component);
            recording.set_curve(id, Curve::simple([(0.5, number)])).unwrap();
        }
    }
    let (file, losses) = glb(&recording, Axes::Web);
    assert!(!losses.any(), "{losses}");
    assert!(Parts::of(&file).node("Hand.Right.Mesh").is_some());
    let back = read(&file).unwrap();
    let back = Sampler::new(&back, Mode::Clean).frame_at(0.5);
    for joint in Joint::TRACKED {
        let [a, b] = [&frame, &back].map(|frame| frame.joint(Side::Right, joint).unwrap());
        assert!(a.position.distance(b.position) < 1e-5, "{joint}");
    }
}

#[test]
fn a_joint_that_says_nothing_is_left_out_and_counted() {
    let mut recording = reenact_make::demo();
    let id = |component| CurveId::Joint(Side::Right, Joint::RingMiddleJoint, component);
    let keys = recording.curve(id(PoseComponent::PositionX)).unwrap().len();
    recording.set_curve(id(PoseComponent::PositionX), Curve::simple([])).unwrap();
    let nan = CurveId::Joint(Side::Left, Joint::IndexTip, PoseComponent::PositionY);
    let times: Vec<f32> = recording.curve(nan).unwrap().iter().map(|key| key.time_secs).collect();
    recording.set_curve(nan, Curve::simple(times.iter().map(|&time| (time, f32::NAN)))).unwrap();
    let (file, losses) = glb(&recording, Axes::Web);
    assert!(losses.keys >= 6 * keys, "{losses}");
    let parts = Parts::of(&file);
    assert!(parts.node("Hand.Right.Joint.RingMiddleJoint").is_none());
    assert!(parts.node("Hand.Left.Joint.IndexTip").is_none());
    let frame = |recording: &Recording| Sampler::new(recording, Mode::Clean).frame_at(3.0);
    let back = frame(&read(&file).unwrap());
    let tip = |frame: &reenact::Frame| frame.joint(Side::Right, Joint::RingTip).unwrap().position;
    assert!(tip(&back).distance(tip(&frame(&recording))) < 1e-4, "what hung on it does not");
    assert!(back.joint(Side::Right, Joint::RingMiddleJoint).is_none());
}

#[test]
fn every_recording_in_testdata_is_written_and_read() {
    let mut largest = 0.0_f64;
    for (name, bytes) in recordings() {
        let recording = Recording::from_slice(&bytes).unwrap();
        let (file, _) = glb(&recording, Axes::Web);
        assert_eq!(read(&file).unwrap().tracks(), recording.tracks(), "{name}");
        // Two hand meshes have a constant size; the rest grows with the recording.
        if name.contains("real") {
            largest = largest.max((file.len() as f64 - 520e3) / bytes.len() as f64);
        }
    }
    assert!(largest < 3.0, "a file is {largest} times as large as its recording");
}

#[test]
fn an_error_says_where_in_the_document() {
    let text = |change: fn(&mut Value)| {
        let mut text = Vec::new();
        let recording =
            reenact_make::make(&reenact_make::Options { seconds: 0.5, ..Default::default() })
                .unwrap();
        let _ =
            reenact_convert::gltf::write_gltf(&recording, &Options::default(), &mut text).unwrap();
        let mut document: Value = serde_json::from_slice(&text).unwrap();
        change(&mut document);
        read(document.to_string().as_bytes()).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(text(|_| {}), Ok(()));
    for (change, message) in [
        (
            (|document| document["animations"][0]["samplers"][7]["input"] = json!(99_999))
                as fn(&mut Value),
            "/animations/0/samplers/7/input: wrong type, or outside the file",
        ),
        (
            |document| document["animations"][0]["channels"][7]["target"]["node"] = json!(99_999),
            "/animations/0/channels/7/target/node: no such node",
        ),
        (
            |document| {
                document["animations"][0]["samplers"][7]["interpolation"] = json!("CUBICSPLINE");
            },
            "/animations/0/samplers/7: CUBICSPLINE interpolation is not supported: bake it to linear keys first",
        ),
        (
            |document| {
                let wrist = document["nodes"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .position(|node| node["name"].as_str().unwrap().ends_with(".Joint.Wrist"))
                    .unwrap();
                document["nodes"][wrist]["children"].as_array_mut().unwrap().push(json!(wrist));
            },
            "has too many ancestors, or is its own ancestor",
        ),
        (
            |document| document["nodes"][4]["name"] = json!("Camera"),
            "/nodes/4/name: another node has the same name",
        ),
        (
            |document| document["nodes"][4]["children"] = json!([99_999]),
            "/nodes/4/children: no such node",
        ),
    ] {
        let error = text(change).unwrap_err();
        assert!(error.contains(message), "{error}");
    }
}
