//! Limits on the number of frames, and on the memory of each subcommand relative to its input.

use crate::common::Folder;

/// `stretched.bin`: a recording of 96 kB and 1.6 s, with one more key of `left.pinching` at 8,000 s.
fn stretched() -> Folder {
    let folder = Folder::with_session();
    let text = folder.run("cat session.bin --format json").with_code(0).text().to_owned();
    let mut document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let curves = document["curves"].as_array_mut().unwrap();
    let pinching = curves.iter_mut().find(|curve| curve["name"] == "left.pinching").unwrap();
    pinching["keys"].as_array_mut().unwrap().push(serde_json::json!([8000.0, 1.0]));
    folder.write("stretched.json", document.to_string().as_bytes());
    folder.run("convert stretched.json stretched.bin").with_code(0);
    assert!(folder.read("stretched.bin").len() < 100_000);
    folder
}

#[test]
fn a_stray_key_is_named_wherever_frames_are_made_and_nothing_is_written() {
    let folder = stretched();
    let before = folder.names();
    let mut lines: Vec<String> = [
        "sample stretched.bin --rate 60",
        "sample stretched.bin --rate 60 --long",
        "sample stretched.bin --rate 60 --json",
        "stats stretched.bin",
        "plot stretched.bin --show left_speed_m_s -o out.svg",
        "resample stretched.bin --rate 60 -o out.bin",
        "convert stretched.bin out.csv --table frames",
        "convert stretched.bin out.csv --table joints",
        "convert stretched.bin out.parquet --table frames",
        "convert stretched.bin out.parquet --table joints",
        "convert stretched.bin out.anim --rig mrtk",
    ]
    .map(str::to_owned)
    .into();
    for format in ["hololens", "iwer", "bids", "mcap", "usda", "bvh", "frames"] {
        lines.push(format!("convert stretched.bin out --to {format}"));
    }
    for line in lines {
        let run = folder.run(&line).with_code(1);
        let words = "480001 frames are more than the limit of 65536: left.pinching has a key at 8000 s, all other curves end by";
        assert!(run.stderr.contains(words), "{line}: {}", run.stderr);
        assert!(run.stderr.contains("or raise the limit, with --max-frames"), "{}", run.stderr);
        assert!(run.stdout.is_empty(), "{line}");
        assert_eq!(folder.names(), before, "{line}");
    }
}

#[test]
fn the_budget_of_frames_can_be_raised_and_lowered() {
    let folder = stretched();
    let line = "sample stretched.bin --rate 10 --max-frames 100000";
    let sampled = folder.run(line).with_code(0);
    assert_eq!(sampled.text().lines().count(), 80_002);
    folder.run("sample session.bin --rate 60 --max-frames 10").with_code(1);
    folder.run("stats session.bin --max-frames 10").with_code(1);
    folder.run("convert session.bin a.bvh --max-frames 10").with_code(1);
    folder.run("resample session.bin --rate 60 --max-frames 10 -o b.bin").with_code(1);
}

/// Peak anonymous memory (without the mapped input) of a run in bytes, sampled every millisecond.
#[cfg(target_os = "linux")]
fn peak_bytes(folder: &Folder, line: &str) -> u64 {
    use std::process::Stdio;
    use std::time::Duration;

    let mut command = folder.command();
    // Page template of `view --html`.
    std::fs::create_dir_all(folder.path("page")).unwrap();
    folder.write("page/single.html", b"<html><body><!--RECORDINGS--></body></html>");
    folder.write("page/index.html", b"<html><head><!--SERVED--></head></html>");
    command.env("REENACT_VIEWER", folder.path("page"));
    command.args(line.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = peak.max(kilobytes.unwrap_or(0) * 1024);
        std::thread::sleep(Duration::from_millis(1));
    }
    let code = child.wait().unwrap().code();
    assert!(matches!(code, Some(0 | 3)), "{line}: {code:?}");
    peak
}

/// Limits of `docs/reference/cli.md`, "Memory of each subcommand": a fixed part, plus a multiple of the size of the input.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_each_verb_is_within_its_bound() {
    /// Subcommand with options, and the largest multiple of the input size: about half as much again as was measured.
    const BOUNDS: [(&str, f64); 50] = [
        ("info made.bin", 0.0),
        ("cat made.bin --format json", 0.0),
        ("cat made.bin --format csv", 0.0),
        ("sample made.bin --rate 60", 0.0),
        ("doctor made.bin", 0.0),
        ("stats made.bin", 0.1),
        ("compare made.bin made.bin", 0.1),
        ("plot made.bin -o out.svg --force", 0.1),
        ("convert made.bin out.json --force", 0.0),
        ("convert made.bin out.csv --table joints --force", 0.0),
        ("convert made.bin out.parquet --force", 0.5),
        ("convert made.bin out.parquet --table frames --force", 1.0),
        ("convert made.bin out.glb --force", 1.0),
        ("convert made.bin out.anim --force", 0.1),
        ("convert made.bin out.anim --rig mrtk --force", 0.1),
        ("convert made.bin out.bvh --force", 0.1),
        ("convert made.bin out.usda --force", 0.1),
        ("convert made.bin out.mcap --force", 0.1),
        ("convert made.bin out.iwer.json --force", 0.1),
        ("convert made.bin out.csv --to hololens --force", 0.1),
        ("convert made.bin out.bin --to 1.0 --force", 3.6),
        ("trim made.bin --from 1 -o out.bin --force", 1.1),
        ("repair made.bin -o out.bin --force", 1.1),
        ("mirror made.bin -o out.bin --force", 1.1),
        ("smooth made.bin -o out.bin --force", 1.1),
        ("resample made.bin --rate 30 -o out.bin --force", 1.1),
        ("optimize made.bin -o out.bin --force", 1.1),
        ("convert made.bin out.handsbin --force", 0.1),
        ("convert made.bin bids --to bids --subject one --force", 0.1),
        ("convert made.bin out.ndjson --to frames --force", 0.1),
        ("marker list made.bin", 0.0),
        ("marker add made.bin --at 1 --name x -o out.bin --force", 0.1),
        ("marker auto made.bin --kinds pinch -o out.bin --force", 0.1),
        ("concat made.bin made.bin -o out.bin --force", 3.3),
        ("fill made.bin -o out.bin --force", 1.1),
        ("strip made.bin --gaze -o out.bin --force", 0.1),
        ("reanchor made.bin --anchor first-head -o out.bin --force", 1.1),
        ("retime made.bin --speed 2 -o out.bin --force", 1.1),
        ("view made.bin --html out.html --force", 0.1),
        ("compare made.bin retimed.bin", 0.1),
        ("info made.bin.gz", 1.1),
        ("info made.bin.zst", 1.1),
        ("info made.json", 1.9),
        ("info made.ndjson", 1.9),
        ("info made.glb", 5.3),
        ("info made.parquet", 16.0),
        ("info made.iwer.json", 2.2),
        ("info made.csv", 1.9),
        ("info made.handsbin", 3.4),
        ("doctor made.handsbin", 4.5),
    ];
    /// Fixed part: the command itself, its threads, and blocks of keys and frames.
    const FIXED_BYTES: u64 = 12 << 20;
    let folder = Folder::new();
    folder.run("make --seconds 180 --seed 5 -o made.bin").with_code(0);
    folder.run("retime made.bin --speed 1.01 -o retimed.bin").with_code(0);
    for format in ["bin.gz", "bin.zst", "json", "ndjson", "glb", "parquet", "iwer.json", "handsbin"]
    {
        folder.run(&format!("convert made.bin made.{format} --allow-loss")).with_code(0);
    }
    folder.run("convert made.bin made.csv --to hololens --allow-loss").with_code(0);
    let bytes_of = |name: &str| folder.read(name).len() as f64;
    assert!(bytes_of("made.bin") > 2.0 * FIXED_BYTES as f64);
    let mut failed = Vec::new();
    for (line, sizes) in BOUNDS {
        let peak = peak_bytes(&folder, line);
        let input = line.split(' ').find(|word| word.starts_with("made.")).unwrap();
        // For a compressed file, the size of its contents.
        let size = bytes_of(input.trim_end_matches(".gz").trim_end_matches(".zst"));
        let taken = peak.saturating_sub(FIXED_BYTES) as f64 / size;
        println!("{:5.1} MB, {taken:.2} sizes beyond the fixed part: {line}", peak as f64 / 1e6);
        if taken > sizes {
            failed.push(format!("{line}: {taken:.2} sizes, {sizes} allowed"));
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// A scene once needed 2,000 bytes per marker.
#[cfg(target_os = "linux")]
#[test]
fn many_markers_in_a_scene_take_some_sizes_of_their_file() {
    const MARKERS: u32 = 300_000;
    let folder = Folder::with_session();
    let mut bytes = folder.read("session.bin");
    // The marker count, which is 0, is at the end.
    let count = bytes.len() - 4;
    assert_eq!(bytes.split_off(count), [0; 4]);
    bytes.extend(MARKERS.to_le_bytes());
    for _ in 0..MARKERS {
        bytes.extend(0.5_f32.to_le_bytes());
        bytes.extend(b"\x06marker");
    }
    folder.write("markers.bin", &bytes);
    for ending in ["glb", "gltf"] {
        let peak = peak_bytes(&folder, &format!("convert markers.bin out.{ending}"));
        let sizes = peak.saturating_sub(12 << 20) as f64 / bytes.len() as f64;
        println!("{ending}: {sizes:.1} sizes");
        assert!(sizes < 12.0, "{ending}: {sizes:.1} sizes");
    }
}
