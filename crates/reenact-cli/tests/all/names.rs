//! Names of outputs and their extensions, and names in pipes and narrow terminals.

use std::io::Read;

use crate::common::Folder;

/// Runs the command on a terminal of the given width.
#[cfg(target_os = "linux")]
fn on_terminal(folder: &Folder, columns: usize, args: &str) -> String {
    let line = format!(
        "TERM=xterm NO_COLOR=1 script -qec 'stty cols {columns} rows 50; reenact {args}' /dev/null"
    );
    folder.shell(&line).text().replace('\r', "")
}

#[test]
fn an_edit_writes_what_the_ending_of_the_output_says() {
    let folder = Folder::with_session();
    folder.run("trim session.bin --to 1 -o plain.bin").with_code(0);
    let plain = folder.read("plain.bin");
    for (name, magic) in [
        ("x.bin.gz", &[0x1f, 0x8b][..]),
        ("x.BIN.ZST", &[0x28, 0xb5, 0x2f, 0xfd]),
        ("x.gz", &[0x1f, 0x8b]),
    ] {
        let report = folder.run(&format!("trim session.bin --to 1 -o {name} --json")).with_code(0);
        let packed = folder.read(name);
        assert!(packed.starts_with(magic), "{name}");
        assert_eq!(report.json()["after"]["bytes"], packed.len(), "{name}");
        folder.run(&format!("convert {name} back.bin --force")).with_code(0);
        assert_eq!(folder.read("back.bin"), plain, "{name}");
    }
    // A name without an extension is a recording.
    folder.run("trim session.bin --to 1 -o take").with_code(0);
    assert_eq!(folder.read("take"), plain);
}

#[test]
fn an_edit_refuses_the_name_of_another_format() {
    let folder = Folder::with_session();
    let before = folder.names();
    for args in [
        "trim session.bin --to 1 -o x.glb",
        "mirror session.bin -o x.csv.gz",
        "concat session.bin session.bin -o x.iwer.json",
        "repair session.bin -o X.PARQUET",
        "optimize session.bin -o x.json",
        "marker add session.bin --at 1 --name x -o x.mcap",
        "make --demo -o x.anim",
    ] {
        let run = folder.run(args).with_code(2);
        assert!(run.stderr.contains("this command writes .bin"), "{args}: {}", run.stderr);
        assert!(run.stderr.contains("reenact convert"), "{args}: {}", run.stderr);
    }
    assert_eq!(folder.names(), before);
}

#[test]
fn in_a_folder_of_results_edits_of_other_formats_are_called_recordings() {
    let folder = Folder::with_session();
    folder.run("convert session.bin session.json").with_code(0);
    std::fs::create_dir(folder.path("out")).unwrap();
    folder.run("mirror session.json -o out").with_code(0);
    let bytes = folder.read("out/session.bin");
    assert!(bytes.starts_with(&reenact::MAGIC));
}

#[test]
fn convert_compresses_what_is_called_so() {
    let folder = Folder::with_session();
    for (name, back) in [("a.json.gz", "a.bin"), ("b.bin.zst", "b.bin"), ("c.ndjson.zst", "c.bin")]
    {
        folder.run(&format!("convert session.bin {name}")).with_code(0);
        folder.run(&format!("convert {name} {back}")).with_code(0);
        assert_eq!(folder.read(back), folder.read("session.bin"), "{name}");
    }
    folder.run("convert session.bin keys.csv --allow-loss").with_code(0);
    folder.run("convert session.bin keys.csv.gz --allow-loss").with_code(0);
    let mut unpacked = Vec::new();
    let packed = folder.read("keys.csv.gz");
    flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, folder.read("keys.csv"));
}

#[test]
fn names_are_whole_where_output_is_piped() {
    let folder = Folder::with_session();
    let long = format!("{}.bin", "a-long-name-of-a-session-".repeat(6));
    folder
        .run(&format!("marker add session.bin --at 1 --name {} -o {long}", "m".repeat(120)))
        .with_code(0);
    for args in [
        "info LONG",
        "info LONG session.bin",
        "stats LONG",
        "stats LONG session.bin",
        "marker list LONG session.bin",
    ] {
        let run = folder.run(&args.replace("LONG", &long)).with_code(0);
        assert!(run.text().contains(&long), "{args}: {}", run.text());
        assert!(!run.text().contains('…'), "{args}: {}", run.text());
    }
    for args in ["info LONG", "marker list LONG"] {
        let run = folder.run(&args.replace("LONG", &long)).with_code(0);
        assert!(run.text().contains(&"m".repeat(120)), "{args}: {}", run.text());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_overflows_a_terminal_of_40_columns() {
    let folder = Folder::with_session();
    folder.copy("recordings/v11_sub_camerahandsgaze_markers.bin", "markers.bin");
    for columns in [40, 60, 80] {
        for args in [
            "info markers.bin",
            "info session.bin markers.bin",
            "stats markers.bin",
            "stats session.bin markers.bin",
            "marker list markers.bin",
            "doctor markers.bin",
            "compare session.bin markers.bin",
            "optimize markers.bin -o out.bin --force",
            "convert markers.bin out.bvh --force",
        ] {
            let text = on_terminal(&folder, columns, args);
            assert!(text.lines().count() > 2, "{args}: {text}");
            for line in text.lines() {
                assert!(line.chars().count() <= columns, "{columns}, {args}: {line}\n{text}");
            }
        }
    }
    // A narrow table has the same contents as a wide one.
    let narrow = on_terminal(&folder, 40, "stats session.bin markers.bin");
    for part in ["session.bin", "markers.bin", "left path", "pinches r", "head path", "damaged: "] {
        assert!(narrow.contains(part), "{part}: {narrow}");
    }
    let narrow = on_terminal(&folder, 40, "stats markers.bin");
    assert!(narrow.contains("damaged input"), "{narrow}");
}
