//! The scripts in the docs and in `examples/scripts` are valid.

use std::fs;
use std::path::{Path, PathBuf};

use reenact::hand::{Joint, Side};
use reenact::{CurveId, Form, Recording};
use reenact_make::Script;

use crate::common::{hand, spans};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Documentation pages about scripts.
fn guide() -> String {
    let read = |page: &str| fs::read_to_string(root().join("docs").join(page)).unwrap();
    read("how-to/tests-without-a-headset.md") + &read("reference/scripts.md")
}

fn examples() -> Vec<(String, String)> {
    let folder = fs::read_dir(root().join("crates/reenact-make/examples/scripts")).unwrap();
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    files.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

fn perform(name: &str, text: &str) -> Recording {
    Script::parse(text).unwrap_or_else(|e| panic!("{name}: {e}")).perform(Form::MRTK_1_1)
}

/// Code blocks of a language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let parts: Vec<&str> = text.split("```").collect();
    let fenced = parts.iter().skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
    let is_it = |info: &str| info.split(' ').next() == Some(language);
    fenced.filter(|(info, _)| is_it(info)).map(|(_, body)| body.to_owned()).collect()
}

#[test]
fn every_script_of_the_guide_can_be_performed() {
    let scripts = blocks(&guide(), "toml");
    assert!(scripts.len() >= 2, "a button press and a pinch-drag");
    for (i, script) in scripts.iter().enumerate() {
        perform(&format!("script {} of the guide", i + 1), script);
    }
}

#[test]
fn every_example_can_be_performed_and_the_guides_are_among_them() {
    let examples = examples();
    for (name, text) in &examples {
        let take = perform(name, text);
        assert!(take.end_secs() > 0.5, "{name}");
        assert!(text.starts_with("# "), "{name} says what it is");
    }
    let scripts = blocks(&guide(), "toml");
    for name in ["press.toml", "drag.toml", "hand_menu.toml"] {
        let (_, text) = examples.iter().find(|(other, _)| other == name).unwrap();
        assert!(scripts.contains(text), "the guide shows another {name}");
    }
}

#[test]
fn the_press_presses_and_the_drag_drags() {
    let examples = examples();
    let take =
        |name: &str| perform(name, &examples.iter().find(|(other, _)| other == name).unwrap().1);
    let press = take("press.toml");
    let pressed = press.markers().find(|m| m.name == "poke").expect("a marker poke").time_secs;
    let button = glam::DVec3::new(0.0, 1.45, 0.5);
    let closest = hand(&press, Side::Right)
        .iter()
        .map(|key| (key.at(Joint::IndexTip).distance(button), key.time_secs))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .unwrap();
    assert!(closest.0 < 0.012, "{} m from the button", closest.0);
    assert!((closest.1 - pressed).abs() < 0.3, "at {}, and pressed at {pressed}", closest.1);
    let drag = take("drag.toml");
    let pinches = spans(&drag, CurveId::Pinching(Side::Right), true, drag.end_secs());
    assert_eq!(pinches.len(), 1);
    assert!(pinches[0].1 - pinches[0].0 > 1.0);
}

#[test]
fn the_guides_tables_name_every_act_and_pose() {
    let guide = guide();
    let names = |text: &str| -> Vec<String> {
        let error = Script::parse(text).unwrap_err();
        let all = error.message().split("there are ").nth(1).unwrap();
        all.split(", ").map(str::to_owned).collect()
    };
    for act in names("[[act]]\ndo = \"\"") {
        assert!(guide.contains(&format!("| `{act}` |")), "no row for the act {act}");
    }
    let words = ["pose = \"\"", "palm = \"\"", "fingers = \"\""];
    for word in words.iter().flat_map(|key| names(&format!("[left]\n{key}"))) {
        assert!(guide.contains(&format!("`{word}`")), "no {word}");
    }
}

#[test]
fn the_guides_program_is_the_example() {
    let program =
        fs::read_to_string(root().join("crates/reenact-make/examples/press_in_a_test.rs")).unwrap();
    let shown = blocks(&guide(), "rust");
    assert!(shown.iter().any(|block| program.contains(block.trim())), "another program");
}
