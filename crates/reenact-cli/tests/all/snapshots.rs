//! Output of every subcommand, stored in `snapshots/`. `REENACT_UPDATE=1` rewrites them; review the difference.

use std::path::Path;
use std::{env, fs};

use crate::common::{Folder, verbs};

/// Name and arguments.
const CASES: &[(&str, &str)] = &[
    ("help", "--help"),
    ("info", "info markers.bin"),
    ("info-json", "info markers.bin --json"),
    ("info-several", "info markers.bin old.bin published.bin never.bin"),
    ("info-several-json", "info markers.bin old.bin --json"),
    ("info-old", "info old.bin"),
    ("info-published", "info published.bin"),
    ("info-nothing", "info none.bin"),
    ("info-times", "info times.bin"),
    ("info-values", "info values.bin --json"),
    ("doctor", "doctor m272.bin"),
    ("doctor-json", "doctor m272.bin --json"),
    ("doctor-several", "doctor m272.bin session.bin cut.bin markers.bin"),
    ("doctor-cut", "doctor cut.bin"),
    ("doctor-ignore", "doctor session.bin --ignore tail-lost"),
    ("compare", "compare session.bin lossless.bin"),
    ("compare-json", "compare session.bin m272.bin --json"),
    ("compare-same", "compare session.bin session.bin"),
    ("stats", "stats markers.bin"),
    ("stats-json", "stats markers.bin --json"),
    ("stats-several", "stats markers.bin session.bin camera.bin"),
    ("stats-csv", "stats markers.bin camera.bin --csv"),
    ("plot", "plot markers.bin -o out.svg"),
    ("plot-svg", "plot camera.bin --show camera.position -o -"),
    ("repair", "repair m272.bin -o out.bin"),
    ("repair-cut", "repair cut.bin -o out.bin"),
    ("repair-json", "repair odd-flags.bin -o out.bin --json"),
    ("cat", "cat camera.bin"),
    ("cat-ndjson", "cat camera.bin --format ndjson"),
    ("cat-csv", "cat camera.bin --format csv"),
    ("cat-published", "cat published.bin"),
    ("cat-values", "cat values.bin --format json"),
    ("cat-curves", "cat session.bin --format csv --curves left.tracked,camera.position.y"),
    ("sample", "sample camera.bin --at -0.5,1"),
    ("sample-json", "sample session.bin --at 0.5 --json"),
    ("sample-mrtk-json", "sample session.bin --at 0.5 --json --mode mrtk"),
    ("sample-rate", "sample camera.bin --rate 2 --from 0.5"),
    ("convert", "convert session.bin out.bin --to 1.0 --allow-loss"),
    ("convert-json", "convert camera.bin out.ndjson --json"),
    ("convert-glb", "convert values.bin out.glb --for blender --json"),
    ("trim", "trim session.bin --from 0.5 --to 1 -o out.bin"),
    ("trim-json", "trim session.bin --from 0.5 --to 1 -o out.bin --json"),
    ("concat", "concat session.bin markers.bin -o out.bin"),
    ("concat-json", "concat session.bin markers.bin --cross-fade 0.2 -o out.bin --json"),
    ("retime", "retime session.bin --speed 0.5 -o out.bin"),
    ("resample", "resample session.bin --rate 30 -o out.bin"),
    ("mirror", "mirror session.bin --plane head -o out.bin"),
    ("reanchor", "reanchor session.bin --anchor right-wrist -o out.bin"),
    ("reanchor-json", "reanchor session.bin --yaw 90 --move 0,0,-1.5 -o out.bin --json"),
    ("smooth", "smooth session.bin --filter one-euro --tracks hands -o out.bin"),
    ("fill", "fill markers.bin --max-gap 2 -o out.bin"),
    ("strip", "strip session.bin --gaze --joints IndexTip -o out.bin"),
    ("optimize", "optimize lossless.bin -o out.bin"),
    ("optimize-json", "optimize lossless.bin -o out.bin --json"),
    ("optimize-several", "optimize session.bin lossless.bin -o out"),
    ("marker-list", "marker list markers.bin"),
    ("marker-list-json", "marker list markers.bin --json"),
    ("marker-list-several", "marker list markers.bin session.bin"),
    ("marker-add", "marker add session.bin --at -0.5 --name start -o out.bin"),
    ("marker-remove", "marker remove markers.bin --between 0,1 -o out.bin --json"),
    ("marker-rename", "marker rename markers.bin --named nobody --name somebody -o out.bin"),
    ("marker-auto", "marker auto markers.bin --kinds pinch,tracked --ends -o out.bin"),
    ("make", "make --demo -o out.bin"),
    ("make-script", "make --script press.toml -o out.bin"),
];

fn folder() -> Folder {
    let folder = Folder::with_session();
    for (from, to) in [
        ("recordings/v11_sub_camera.bin", "camera.bin"),
        ("recordings/v11_sub_camerahandsgaze_markers.bin", "markers.bin"),
        ("recordings/v11_real_2s_lossless.bin", "lossless.bin"),
        ("recordings/v10_service_saved_late.bin", "old.bin"),
        ("recordings/v11_edge_left_never.bin", "never.bin"),
        ("recordings/v11_sub_none.bin", "none.bin"),
        ("published/camera_eased.bin", "published.bin"),
        ("recordings/v11_m272_real_2s_asset.bin", "m272.bin"),
        ("odd/flag_2.bin", "odd-flags.bin"),
        ("odd/times.bin", "times.bin"),
        ("odd/values.bin", "values.bin"),
    ] {
        folder.copy(from, to);
    }
    let bytes = folder.read("m272.bin");
    folder.write("cut.bin", &bytes[..bytes.len() / 2]);
    folder.write(
        "press.toml",
        b"[[act]]\ndo = \"poke\"\nhand = \"right\"\nat = [0.1, -0.15, 0.45]\n",
    );
    folder
}

/// The middle of long outputs is cut.
fn shortened(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            let len = line.chars().count();
            if len <= 2000 {
                return line.to_owned();
            }
            let start: String = line.chars().take(700).collect();
            let end: String = line.chars().skip(len - 700).collect();
            format!("{start} [… {} characters …] {end}", len - 1400)
        })
        .collect();
    if lines.len() <= 60 {
        return lines.join("\n") + if text.is_empty() { "" } else { "\n" };
    }
    let cut = lines.len() - 50;
    format!(
        "{}\n[… {cut} lines …]\n{}\n",
        lines[..25].join("\n"),
        lines[lines.len() - 25..].join("\n")
    )
}

#[test]
fn every_verb_prints_what_it_did_before() {
    let snapshots = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/snapshots");
    let is_update = env::var_os("REENACT_UPDATE").is_some();
    let mut changed = Vec::new();
    for (name, args) in CASES {
        let run = folder().run(args);
        let found = format!(
            "$ reenact {args}\n{}--- stderr, exit code {} ---\n{}",
            shortened(run.text()),
            run.code,
            shortened(&run.stderr)
        );
        let found = if cfg!(windows) { found.replace(r"out\", "out/") } else { found };
        let path = snapshots.join(format!("{name}.txt"));
        if is_update {
            fs::write(&path, &found).unwrap();
        } else if fs::read_to_string(&path).ok().as_deref() != Some(&found) {
            changed.push(format!("{name}:\n{found}"));
        }
    }
    assert!(changed.is_empty(), "REENACT_UPDATE=1 writes them anew\n{}", changed.join("\n"));
    let kept = fs::read_dir(&snapshots).unwrap().count();
    assert_eq!(kept, CASES.len(), "a snapshot that nothing is compared with");
}

#[test]
fn every_verb_has_a_snapshot() {
    let help = Folder::new().run("--help");
    for verb in verbs(help.text()) {
        // These are generated, or run until they are stopped, and are tested elsewhere.
        let is_there = |(_, args): &(&str, &str)| args.split(' ').next() == Some(&*verb);
        assert!(
            CASES.iter().any(is_there)
                || ["completions", "man", "openxr", "record", "run", "view"].contains(&&*verb),
            "{verb}"
        );
    }
}
