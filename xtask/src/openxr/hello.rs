//! `hello_xr`: a Vulkan application in C++, on a processor.

use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use reenact::glam::{Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{Frame, Mode, Pose, Sampler};

use super::{FOLDER, driver, read, reenact, silent};
use crate::process::run as run_command;

/// Seconds from one frame to the next, and the same as text.
const STEP: (f32, &str) = (0.02, "0.02");

/// Runs it with validation layers, with its stdin open until it ends: it quits when that closes. Returns what it printed.
fn run(name: &str, reenact: &mut Command, application: &[&str]) -> Result<String, String> {
    let findings = format!("{FOLDER}/{name}-validation.txt");
    let output = format!("{FOLDER}/{name}.txt");
    let file = fs::File::create(&output).map_err(|error| format!("{error}: {output}"))?;
    let errors = file.try_clone().map_err(|error| format!("{error}: {output}"))?;
    let driver = driver().ok_or("no driver lavapipe in /usr/share/vulkan/icd.d")?;
    let mut child = reenact
        .arg("--")
        .args(application)
        .env("VK_ICD_FILENAMES", driver)
        .env("VK_INSTANCE_LAYERS", "VK_LAYER_KHRONOS_validation")
        .env("XR_ENABLE_API_LAYERS", "XR_APILAYER_LUNARG_core_validation")
        .env("XR_CORE_VALIDATION_EXPORT_TYPE", "text")
        .env("XR_CORE_VALIDATION_FILE_NAME", &findings)
        .stdin(Stdio::piped())
        .stdout(file)
        .stderr(errors)
        .spawn()
        .map_err(|error| format!("cannot start hello_xr: {error}"))?;
    let stdin = child.stdin.take();
    let status = child.wait().map_err(|error| format!("cannot wait for hello_xr: {error}"))?;
    drop(stdin);
    if !status.success() {
        return Err(format!("hello_xr ended with {status}: {output}"));
    }
    let said = fs::read_to_string(&output).map_err(|error| format!("{error}: {output}"))?;
    if !said.contains("Core Validation output type") {
        return Err(format!("the core validation layer was not active: {output}"));
    }
    if said.contains("Validation Error") || said.contains("Validation Warning") {
        return Err(format!("Vulkan's validation layer found something: {output}"));
    }
    silent(&findings, false)?;
    Ok(said)
}

const HELLO: [&str; 3] = ["hello_xr", "-g", "Vulkan"];

/// `hello_xr` grabs where the recording pinches, and answers with haptics.
pub(super) fn grabs(demo: &str) -> Result<String, String> {
    let log = format!("{FOLDER}/hello.jsonl");
    let mut reenact = reenact();
    let arguments = ["run", demo, "--step", STEP.1, "--log", &log, "--timeout", "300"];
    run("hello", reenact.args(arguments), &HELLO)?;
    let log = fs::read_to_string(&log).map_err(|error| format!("{error}: {log}"))?;
    let is_grab = |line: &&str| {
        line.contains("\"action\":\"grab_object\"")
            && line.contains("\"place\":\"/user/hand/left\"")
    };
    let time = log.lines().find(is_grab).and_then(|line| {
        line.split("\"time_secs\":").nth(1)?.split([',', '}']).next()?.parse::<f32>().ok()
    });
    let time = time.ok_or("hello_xr grabbed nothing")?;
    let recording = read(demo)?;
    let sampler = Sampler::new(&recording, Mode::Clean);
    let is_pinching =
        |time| sampler.frame_at(time).hand(Side::Left).is_some_and(|hand| hand.pinching);
    if !is_pinching(time) || is_pinching(time - 0.025) {
        return Err(format!(
            "hello_xr grabbed at {time} s, where the recording does not begin to pinch"
        ));
    }
    if !log.lines().any(|line| line.contains("\"event\":\"haptic\"")) {
        return Err("hello_xr gave no haptics".to_owned());
    }
    Ok(format!("hello_xr grabs at {time} s, core and Vulkan validation silent"))
}

/// Distance of each eye from the middle of the head, in metres, and the tangent of half of the field of view.
const EYE_M: f32 = 0.063 / 2.0;
const HALF_FOV_TAN: f32 = 1.0;

/// Edge of the cubes that `hello_xr` draws at hands that do not grab, in metres.
const CUBE_M: f32 = 0.1;

/// The cubes that `hello_xr` draws at the hands are in the captured pixels where the recording's palms project.
pub(super) fn pictures(demo: &str) -> Result<String, String> {
    let folder = format!("{FOLDER}/pictures");
    let mut reenact = reenact();
    let arguments = ["run", demo, "--step", STEP.1, "--capture", &folder, "--capture-every", "20"];
    run("pictures", reenact.args(arguments).args(["--timeout", "300"]), &HELLO)?;
    let recording = read(demo)?;
    let sampler = Sampler::new(&recording, Mode::Clean);
    let mut names: Vec<String> = fs::read_dir(&folder)
        .map_err(|error| format!("{error}: {folder}"))?
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .collect();
    names.sort();
    let (mut hits, mut seen) = (0, 0);
    for name in &names {
        let picture = Picture::read(&Path::new(&folder).join(name))?;
        let frame = name.split(['-', '.']).nth(1).and_then(|frame| frame.parse::<u16>().ok());
        let frame = frame.ok_or_else(|| format!("no number of a frame in {name}"))?;
        let is_left = name.ends_with("-left.png");
        let eye = if is_left { -EYE_M } else { EYE_M };
        let poses = sampler.frame_at(f32::from(frame) * STEP.0);
        for (palm, edge) in palms(&poses, eye, &picture) {
            seen += 1;
            // The cube covers the palm; a moved one would leave it to the background at most places.
            let covered = [(0.0, 0.0), (0.25, 0.0), (-0.25, 0.0), (0.0, 0.25), (0.0, -0.25)];
            let is_there = covered
                .iter()
                .all(|(x, y)| !picture.is_background(palm.0 + x * edge, palm.1 + y * edge));
            if is_there {
                hits += 1;
            } else {
                return Err(format!("no cube at the palm at {palm:?} in {folder}/{name}"));
            }
            // And what is not there is not taken for it.
            let around = [(1.5, 0.0), (-1.5, 0.0), (0.0, 1.5), (0.0, -1.5)];
            let is_surrounded = around
                .iter()
                .any(|(x, y)| picture.is_background(palm.0 + x * edge, palm.1 + y * edge));
            if !is_surrounded {
                return Err(format!("more than a cube at the palm in {folder}/{name}"));
            }
        }
    }
    if seen < 20 {
        return Err(format!("only {seen} palms in {} pictures of {folder}", names.len()));
    }
    Ok(format!("{hits} cubes at palms in {} pictures", names.len()))
}

/// Pixels where palms project, and the length of a cube's edge there, for those that are well inside of the picture.
fn palms(frame: &Frame, eye_m: f32, picture: &Picture) -> Vec<((f32, f32), f32)> {
    let Some(head) = frame.camera else { return Vec::new() };
    let project = |palm: Pose| {
        // Unity's axes: x right, y up, z forward.
        let Vec3 { x, y, z } = palm.relative_to(&head).position - Vec3::X * eye_m;
        let (width, height) = (size(picture.width), size(picture.height));
        let pixel = (
            0.5_f32.mul_add(x / z / HALF_FOV_TAN, 0.5) * width,
            (-0.5_f32).mul_add(y / z / HALF_FOV_TAN, 0.5) * height,
        );
        let edge = CUBE_M / z / HALF_FOV_TAN / 2.0 * width;
        let is_inside = |at: f32, length: f32| at > edge && at < length - edge;
        (z > 0.2 && is_inside(pixel.0, width) && is_inside(pixel.1, height))
            .then_some((pixel, edge))
    };
    // A hand that grabs has a cube of half the size.
    let hands = Side::ALL.into_iter().filter_map(|side| {
        let hand = frame.hand(side).filter(|hand| hand.observed && !hand.pinching)?;
        project(hand.joint(Joint::Palm)?)
    });
    hands.collect()
}

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "a few thousand pixels")]
const fn size(length: u32) -> f32 {
    length as f32
}

struct Picture {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl Picture {
    fn read(path: &Path) -> Result<Self, String> {
        let explain = |error: &dyn std::fmt::Display| format!("{error}: {}", path.display());
        let file = fs::File::open(path).map_err(|error| explain(&error))?;
        let mut reader =
            png::Decoder::new(BufReader::new(file)).read_info().map_err(|error| explain(&error))?;
        let size = reader.output_buffer_size().ok_or_else(|| explain(&"too large"))?;
        let mut rgb = vec![0; size];
        let info = reader.next_frame(&mut rgb).map_err(|error| explain(&error))?;
        if info.color_type != png::ColorType::Rgb {
            return Err(explain(&"not RGB"));
        }
        Ok(Self { width: info.width, height: info.height, rgb })
    }

    /// Whether a pixel has the color that `hello_xr` clears with: dark slate gray.
    fn is_background(&self, x: f32, y: f32) -> bool {
        const CLEAR: [u8; 3] = [119, 151, 151];
        let index =
            |at: f32| usize::try_from(reenact_base::number::to_u64(at.max(0.0).into())).ok();
        let width = usize::try_from(self.width).unwrap_or(0);
        let pixel = index(y).zip(index(x)).and_then(|(y, x)| {
            let start = (y * width + x.min(width.saturating_sub(1))) * 3;
            self.rgb.get(start..start + 3)
        });
        pixel.is_some_and(|pixel| {
            pixel.iter().zip(CLEAR).all(|(found, clear)| found.abs_diff(clear) <= 2)
        })
    }
}

/// What the layer records of `hello_xr`, while a recording is replayed, is that recording.
pub(super) fn recorded(demo: &str) -> Result<String, String> {
    let again = format!("{FOLDER}/again.bin");
    let mut reenact = reenact();
    let arguments = ["run", demo, "--step", STEP.1, "--record", &again, "--timeout", "300"];
    run("recorded", reenact.args(arguments), &HELLO)?;
    compare(demo, &again)
}

/// Most differences that are allowed: metres and degrees.
const MOST: (f32, f32) = (2e-6, 2e-3);

fn compare(demo: &str, again: &str) -> Result<String, String> {
    let (demo, again) = (read(demo)?, read(again)?);
    let [wanted, found] = [&demo, &again].map(|recording| Sampler::new(recording, Mode::Clean));
    let end_secs = demo.end_secs();
    if (again.end_secs() - end_secs).abs() > 3.0 * STEP.0 {
        return Err(format!("{} s were recorded of {end_secs} s", again.end_secs()));
    }
    let (mut worst, mut frames, mut joints, mut pinches) =
        ((0.0_f32, 0.0_f32), 0_u32, 0_u32, 0_u32);
    let mut poses = |a: Option<Pose>, b: Option<Pose>, what: &str, time_secs: f32| match (a, b) {
        (Some(a), Some(b)) => {
            worst.0 = worst.0.max(a.position.distance(b.position));
            worst.1 = worst.1.max(degrees(a.rotation, b.rotation));
            if worst.0 > MOST.0 || worst.1 > MOST.1 {
                return Err(format!("{what} at {time_secs} s: {a:?} was recorded as {b:?}"));
            }
            Ok(true)
        }
        (None, None) => Ok(false),
        (a, b) => Err(format!("{what} at {time_secs} s: {a:?} was recorded as {b:?}")),
    };
    for number in 0_u16.. {
        let time_secs = f32::from(number) * STEP.0;
        if time_secs > again.end_secs() {
            break;
        }
        let (a, b) = (wanted.frame_at(time_secs), found.frame_at(time_secs));
        frames += 1;
        poses(a.camera, b.camera, "the head", time_secs)?;
        // The application has no focus, and so no actions, before its first frames are done.
        let has_actions = number > 3;
        if has_actions {
            let ray = |frame: &Frame| frame.gaze.map(|ray| ray.to_pose());
            poses(ray(&a), ray(&b), "the gaze", time_secs)?;
        }
        for side in Side::ALL {
            for joint in Joint::TRACKED {
                let what = format!("{side} {joint}");
                if poses(a.joint(side, joint), b.joint(side, joint), &what, time_secs)? {
                    joints += 1;
                }
            }
            // hello_xr syncs its actions before it waits for the frame: pinches may be late by one frame.
            let pinching = |sampler: &Sampler, time_secs: f32| {
                sampler.frame_at(time_secs).hand(side).is_some_and(|hand| hand.pinching)
            };
            let now = pinching(&found, time_secs);
            let is_known = [time_secs, time_secs - STEP.0]
                .into_iter()
                .any(|time_secs| pinching(&wanted, time_secs) == now);
            if has_actions && !is_known {
                return Err(format!(
                    "pinch of the {side} hand at {time_secs} s: {now} was recorded"
                ));
            }
            pinches += u32::from(now);
        }
    }
    if frames < 100 || joints < 1_000 || pinches == 0 {
        return Err(format!(
            "too little was recorded: {frames} frames, {joints} joints, {pinches} pinches"
        ));
    }
    Ok(format!("{frames} frames recorded back within {:.2} µm and {:.5}°", worst.0 * 1e6, worst.1))
}

/// Angle between two rotations, accurate for small ones; 0 for two without.
fn degrees(a: Quat, b: Quat) -> f32 {
    if !(a.is_finite() && b.is_finite()) {
        return if a.is_finite() == b.is_finite() { 0.0 } else { f32::INFINITY };
    }
    let (a, b) = (a.normalize(), b.normalize());
    let apart = (a - b).length().min((a + b).length());
    (4.0 * (apart / 2.0).min(1.0).asin()).to_degrees()
}

/// `record` on a runtime, here the installed one: waits for a signal, takes a marker, and stops at the signal.
pub(super) fn toggled(demo: &str) -> Result<String, String> {
    let (out, socket) = (format!("{FOLDER}/toggled.bin"), format!("{FOLDER}/toggled.sock"));
    run_command(reenact().args(["openxr", "install", demo, "--loop"]))?;
    let driver = driver().ok_or("no driver lavapipe in /usr/share/vulkan/icd.d")?;
    let mut child = reenact()
        .args(["record", "-o", &out, "--wait", "--toggle", "usr1", "--control", &socket])
        .args(["--timeout", "120", "--"])
        .args(HELLO)
        .env("VK_ICD_FILENAMES", driver)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot start hello_xr: {error}"))?;
    let stdin = child.stdin.take();
    let result = (|| {
        let send = |words: &[&str]| {
            let output = reenact().args(["openxr", "send", &socket]).args(words).output();
            output.is_ok_and(|output| output.status.success())
        };
        let wait_for = |what: &str, is_there: &dyn Fn() -> bool| {
            let mut tries = (0..600).map(|_| is_there());
            let is_there = |found: bool| {
                if !found {
                    sleep(Duration::from_millis(100));
                }
                found
            };
            if tries.any(is_there) { Ok(()) } else { Err(format!("{what}: not after a minute")) }
        };
        wait_for("the control socket", &|| send(&["status"]))?;
        let signal = || run_command(Command::new("kill").args(["-USR1", &child.id().to_string()]));
        signal()?;
        // There is a frame to mark.
        wait_for("a first frame", &|| {
            let output = reenact().args(["openxr", "send", &socket, "status"]).output();
            output.is_ok_and(|output| {
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                text.contains("\"recording\":true") && !text.contains("\"frames\":0,")
            })
        })?;
        if !send(&["mark", "here"]) {
            return Err("no marker was taken".to_owned());
        }
        signal()?;
        wait_for("the recording", &|| Path::new(&out).exists())
    })();
    // It quits when its stdin is closed.
    drop(stdin);
    let ended = child.wait().map_err(|error| format!("cannot wait for hello_xr: {error}"));
    run_command(reenact().args(["openxr", "uninstall"]))?;
    result?;
    if !ended?.success() {
        return Err("`reenact record` failed".to_owned());
    }
    let recording = read(&out)?;
    if !recording.markers().any(|marker| marker.name == "here") {
        return Err(format!("no marker in {out}"));
    }
    Ok("`record` starts and stops at a signal".to_owned())
}
