//! All JSON output validates against `docs/schemas`, and the schemas of reports are generated from the library's types.
//!
//! `cargo xtask schemas` runs this with `REENACT_UPDATE=1`, which rewrites the schemas and the types of the viewer.

mod generate;
mod typescript;

use std::path::Path;
use std::{env, fs};

use serde_json::Value;

use crate::common::{Folder, corpus, verbs};

/// A schema, and commands on a recording `in.bin` whose output it describes.
const OUTPUTS: &[(&str, &[&str])] = &[
    ("info", &["info in.bin --json", "info in.bin in.bin --json", "info in.bin text.bin --json"]),
    ("cat", &["cat in.bin --format json", "cat in.bin --json"]),
    ("cat-line", &["cat in.bin --format ndjson"]),
    (
        "sample-line",
        &["sample in.bin --at -1,0,0.5 --json", "sample in.bin --at 0.5 --json --mode mrtk"],
    ),
    (
        "edit",
        &[
            "mirror in.bin -o out.bin --json --force",
            "concat in.bin in.bin -o out.bin --json --force",
            "convert in.bin out.bin --json --force",
            "trim in.bin in2.bin text.bin --to 0.3 -o out --json --force",
            "retime in.bin --speed 2 -o out.bin --json --force",
            "resample in.bin --rate 5 -o out.bin --json --force",
            "reanchor in.bin --anchor head -o out.bin --json --force",
            "smooth in.bin -o out.bin --json --force",
            "fill in.bin -o out.bin --json --force",
            "strip in.bin --gaze --markers -o out.bin --json --force",
            "marker add in.bin --at 1 --name x -o out.bin --json --force",
            "marker remove in.bin --all -o out.bin --json --force",
            "marker rename in.bin --all --name x -o out.bin --json --force",
            "marker auto in.bin -o out.bin --json --force",
        ],
    ),
    ("optimize", &["optimize in.bin -o out.bin --json --force"]),
    ("doctor", &["doctor in.bin --json", "doctor in.bin in.bin --json"]),
    (
        "compare",
        &[
            "compare in.bin in.bin --json",
            "compare in.bin other.bin --json",
            "compare in.bin other.bin --warp 0.2 --json",
        ],
    ),
    ("stats", &["stats in.bin --json", "stats in.bin text.bin --json"]),
    (
        "repair",
        &[
            "repair in.bin -o out.bin --json --force",
            "repair cut.bin --dry-run --json",
            "repair in.bin in2.bin text.bin --all -o out --json --force",
        ],
    ),
    ("marker-list", &["marker list in.bin --json", "marker list in.bin in.bin --json"]),
];

fn schemas() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas")
}

#[test]
fn the_schemas_and_the_types_of_the_viewer_are_up_to_date() {
    let generated = generate::all();
    let mut files: Vec<_> = generated
        .iter()
        .map(|(name, schema)| {
            let text = serde_json::to_string_pretty(schema).unwrap() + "\n";
            (schemas().join(format!("{name}.schema.json")), text)
        })
        .collect();
    let viewer = schemas().join("../../viewer/src/reports.ts");
    files.push((viewer, typescript::module(&generated)));
    for (path, text) in files {
        if env::var_os("REENACT_UPDATE").is_some() {
            fs::write(&path, text).unwrap();
        } else {
            let current = fs::read_to_string(&path).unwrap_or_default();
            assert!(current == text, "run `cargo xtask schemas`: {}", path.display());
        }
    }
}

fn schema(name: &str) -> Value {
    let text = fs::read(schemas().join(format!("{name}.schema.json"))).unwrap();
    let schema: Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    schema
}

#[test]
fn every_json_output_fits_its_schema_for_every_recording() {
    let folder = Folder::new();
    folder.copy("recordings/v11_sub_camerahandsgaze_markers.bin", "other.bin");
    folder.write("text.bin", b"not a recording");
    for (name, commands) in OUTPUTS {
        let schema = jsonschema::validator_for(&schema(name)).unwrap();
        for path in corpus() {
            if fs::metadata(&path).unwrap().len() > 500_000 {
                continue;
            }
            fs::copy(&path, folder.path("in.bin")).unwrap();
            fs::copy(&path, folder.path("in2.bin")).unwrap();
            let bytes = folder.read("in.bin");
            // Half of the bytes after the header, without which nothing can be salvaged.
            folder.write("cut.bin", &bytes[..(bytes.len() / 2).max(bytes.len().min(19))]);
            for command in *commands {
                let run = folder.run(command);
                assert!(
                    run.code == 0 || run.code == 3,
                    "{command}, {}: {}",
                    path.display(),
                    run.stderr
                );
                let lines = if name.ends_with("-line") {
                    run.text().lines().collect()
                } else {
                    vec![run.text()]
                };
                assert!(!lines.is_empty());
                for line in lines {
                    let value: Value = serde_json::from_str(line).unwrap();
                    if let Err(error) = schema.validate(&value) {
                        let place = error.instance_path();
                        panic!("{command}, {}: {place}: {error}", path.display());
                    }
                }
            }
        }
    }
}

#[test]
fn every_schema_is_checked_against_something_and_refuses_something_else() {
    for entry in fs::read_dir(schemas()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let name = name.strip_suffix(".schema.json").unwrap();
        assert!(OUTPUTS.iter().any(|(output, _)| *output == name), "{name}");
        let schema = jsonschema::validator_for(&schema(name)).unwrap();
        assert!(!schema.is_valid(&serde_json::json!({"other": 1})), "{name}");
    }
}

#[test]
fn every_verb_with_json_is_checked_against_a_schema() {
    let mut waiting = vec![String::new()];
    let mut checked = 0;
    while let Some(verb) = waiting.pop() {
        let help = Folder::new().run(&format!("{verb} --help")).with_code(0);
        waiting.extend(verbs(help.text()).iter().map(|below| format!("{verb} {below}")));
        if help.text().contains("--json") && verbs(help.text()).is_empty() {
            let is_it = |command: &&str| command.starts_with(&format!("{} ", verb.trim()));
            let mut commands = OUTPUTS.iter().flat_map(|(_, commands)| *commands);
            assert!(commands.any(is_it), "{verb}: --json without a schema");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}
