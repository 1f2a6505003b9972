//! Every error is one line with advice, and the right exit code.

use crate::common::{Folder, native};

fn folder() -> Folder {
    let folder = Folder::with_session();
    let bytes = folder.read("session.bin");
    folder.write("cut.bin", &bytes[..5000]);
    folder.write("five.bin", &bytes[..5]);
    folder.write("empty.bin", b"");
    folder.write("text.bin", b"hello");
    folder.copy("odd/v1_2.bin", "newer.bin");
    folder.copy("fork/cut.bin", "fork.bin");
    folder.copy("fork/text_t10.bin", "text_form.bin");
    std::fs::create_dir(folder.path("nothing")).unwrap();
    folder
}

/// Arguments, exit code, and expected line.
#[rustfmt::skip]
const CASES: &[(&str, i32, &str)] = &[
    ("inof session.bin", 2, "unrecognized subcommand 'inof'; a similar subcommand exists: 'info'; see reenact --help"),
    ("info", 2, "the following required arguments were not provided: <FILE>...; see reenact info --help"),
    ("info session.bin --jsno", 2, "unexpected argument '--jsno' found; a similar argument exists: '--json'; see reenact info --help"),
    ("info sesion.bin", 1, "cannot read: no such file; did you mean session.bin?: sesion.bin"),
    ("info nowhere/at/all.bin", 1, "cannot read: no such file: nowhere/at/all.bin"),
    ("info empty.bin", 1, "the file is empty (0 bytes): MRTK 2.6 and later create the file first and then fail when nothing was recorded, so there is nothing in it to recover: empty.bin"),
    ("info text.bin", 1, "not an MRTK input animation: it starts with 68 65 6c 6c 6f, a recording with c6 42 9e 0f 6e af 8f 6a: text.bin"),
    ("info cut.bin", 1, "post-wrap mode of left.ThumbMetacarpalJoint.rotation.w at byte 4999: 4 bytes needed, 1 left (3 missing): the file is truncated; run `reenact doctor` to see what `reenact repair` can recover: cut.bin"),
    ("repair five.bin -o out.bin", 1, "magic number at byte 0: 8 bytes needed, 5 left (3 missing): the file is truncated; nothing can be recovered: five.bin"),
    ("info newer.bin", 1, "version 1.2 is newer than 1.1, the last that MRTK 2 wrote and this library reads: newer.bin"),
    ("info fork.bin", 1, "a recording of the \"4D Holographic Tutorials\" fork of MRTK, which has no version number; it fits none of the known forms F1, F2 and F3, so it is truncated, damaged or of a newer form: fork.bin"),
    ("info text_form.bin", 1, "a text recording of the \"4D Holographic Tutorials\" fork of MRTK (form T10), which is not read, since its decimal separator depends on the device: save it as .bin with the app that wrote it, or read its rows as a table: text_form.bin"),
    ("info nothing", 1, "no recordings in this folder (searched for .bin, .bin.gz and .bin.zst files): nothing"),
    ("cat nothing", 2, "expected a file, found a folder: nothing"),
    ("cat session.bin --curves left.Wirst.position.x", 2, "invalid value 'left.Wirst.position.x' for '--curves <NAME>': no curve of that name; did you mean left.Wrist.position.x?; see reenact cat --help"),
    ("doctor session.bin --ignore tail-lots", 2, "invalid value 'tail-lots' for '--ignore <CODE>': no finding code is named \"tail-lots\": did you mean tail-lost?; see reenact doctor --help"),
    ("doctor session.bin --ignore tail-lost,x", 2, "invalid value 'x' for '--ignore <CODE>': no finding code is named \"x\": names are such as empty-file and not-a-recording; see reenact doctor --help"),
    ("sample session.bin", 2, "the following required arguments were not provided: <--at <SECS>|--rate <HZ>>; see reenact sample --help"),
    ("sample session.bin --rate 0", 2, "the rate must be positive and the time range finite, not 0: session.bin"),
    ("sample session.bin --at 1,x", 2, "invalid value 'x' for '--at <SECS>': not a number, such as -0.5 or 2; see reenact sample --help"),
    ("strip session.bin --joints Wirst -o out.bin", 2, "invalid value 'Wirst' for '--joints <JOINT>': no joint of that name; did you mean Wrist?; see reenact strip --help"),
    ("strip session.bin -o out.bin", 2, "nothing to remove: use an option such as --gaze; see reenact strip --help"),
    ("trim session.bin -o out.bin", 2, "no time range given: use --from SECS, --to SECS or both"),
    ("trim session.bin --from 2 --to 1 -o out.bin", 2, "the range is empty: it starts at 2 s and ends at 1 s: session.bin"),
    ("trim session.bin --to 1", 2, "no output file given: use -o OUT or --in-place"),
    ("trim session.bin --to 1 -o session.bin --force", 1, "the output is the input file: use another name, or --in-place for edits: session.bin"),
    ("trim session.bin --to 1 -o nowhere/out.bin", 1, "no such folder: nowhere/out.bin"),
    ("trim session.bin --to 1 -o text.bin", 1, "file exists; use --force to overwrite: text.bin"),
    ("trim session.bin --to 1 -o nothing --json -o -", 2, "the argument '--output <OUT>' cannot be used multiple times; see reenact trim --help"),
    ("trim session.bin --to 1 -o - --json", 2, "--json and -o - both write to stdout: use -o FILE"),
    ("trim - --to 1 --in-place", 2, "stdin cannot be edited in place: use -o OUT"),
    ("trim session.bin text.bin --to 1 -o -", 2, "several outputs cannot be written to stdout: use a folder as output"),
    ("trim session.bin cut.bin --to 1 -o text.bin", 2, "several outputs cannot be written to one file: use a folder as output: text.bin"),
    ("trim session.bin session.bin --to 1 -o out", 2, "two inputs would be written to the same output file: process them separately: out/session.bin"),
    ("concat session.bin --in-place", 2, "concat cannot write in place: use -o OUT"),
    ("retime session.bin -o out.bin", 2, "the following required arguments were not provided: <--speed <FACTOR>|--duration <SECS>>; see reenact retime --help"),
    ("retime session.bin --speed 0 -o out.bin", 2, "a speed must be a positive number, not 0: session.bin"),
    ("reanchor session.bin --move 1,2 -o out.bin", 2, "--move takes 3 numbers, separated by commas"),
    ("convert session.bin out.fbx", 2, "unknown output format: use --to, or an extension among .bin, .json, .ndjson, .jsonl, .csv, .glb, .gltf, .anim, .bvh, .usda, .handsbin, .iwer.json, head_hand_eye.csv, .journal, .mcap, .parquet (optionally followed by .gz or .zst): out.fbx"),
    ("marker remove session.bin --in-place", 2, "the following required arguments were not provided: <--all|--named <NAME>|--number <N>|--between <A,B>>; see reenact marker remove --help"),
    ("marker remove session.bin --number 99 --in-place", 1, "there is no marker number 99: the recording has no markers: session.bin"),
    ("marker rename session.bin --named nothing --name x -o out.bin", 1, "there is no marker named \"nothing\": the recording has no markers: session.bin"),
    ("stats session.bin --from 2 --to 1", 2, "the range is empty: it starts at 2 s and ends at 1 s: session.bin"),
    ("stats session.bin --from 100", 1, "the time range is outside the recording, which goes from 0 s to 1.5999994 s: session.bin"),
    ("make --seconds 900000 -o out.bin", 2, "seconds must be from 0 to 86400 (24 hours), not 900000"),
    ("make --seed -1 -o out.bin", 2, "unexpected argument '-1' found; see reenact make --help"),
    ("make --seed 1.5 -o out.bin", 2, "invalid value '1.5' for '--seed <SEED>': the seed must be a whole number from 0 to 18446744073709551615, not 1.5; see reenact make --help"),
    ("make --demo --rate 5000 -o out.bin", 2, "the rate must be from 1 to 1000 Hz, not 5000"),
    ("compare session.bin -", 1, "the file is empty (0 bytes): MRTK 2.6 and later create the file first and then fail when nothing was recorded, so there is nothing in it to recover: -"),
    ("compare - -", 2, "stdin can be read only once: use - only once"),
    ("compare session.bin session.bin --find-offset -1", 2, "unexpected argument '-1' found; to pass '-1' as a value, use '-- -1'; see reenact compare --help"),
    ("stats session.bin --joint Elbow", 2, "invalid value 'Elbow' for '--joint <JOINT>': no joint of that name: they are MRTK's, such as Wrist, Palm, IndexTip; see reenact stats --help"),
    ("plot session.bin --show left.Wirst.position -o out.svg", 2, "no curve or measure is named \"left.Wirst.position\": did you mean left.Wrist.position?"),
    ("plot session.bin -o out.jpg", 2, "unknown image format: OUT must end in .svg or .png: out.jpg"),
    ("repair text.bin -o out.bin", 1, "not an MRTK input animation: it starts with 68 65 6c 6c 6f, a recording with c6 42 9e 0f 6e af 8f 6a: text.bin"),
    ("repair session.bin --fixes srot -o out.bin", 2, "invalid value 'srot' for '--fixes <FIX>': no fix is named \"srot\": did you mean sort?; see reenact repair --help"),
    ("marker auto session.bin --kinds pnich -o out.bin", 2, "invalid value 'pnich' for '--kinds <KIND>': no kind of event is named \"pnich\": did you mean pinch?; see reenact marker auto --help"),
    ("make --script nowhere.toml -o out.bin", 1, "cannot read: no such file: nowhere.toml"),
    ("view session.bin --port 70000", 2, "invalid value '70000' for '--port <PORT>': 70000 is not in 0..=65535; see reenact view --help"),
    ("view session.bin --force", 2, "the following required arguments were not provided: --html <OUT>; see reenact view --help"),
];

#[test]
fn says_what_is_wrong_and_what_to_do() {
    let folder = folder();
    let before = folder.names();
    for &(args, code, line) in CASES {
        let run = folder.run(args);
        assert_eq!(
            (run.stderr.as_str(), run.code),
            (format!("error: {}\n", line.replace("out/", &native("out/"))).as_str(), code),
            "{args}"
        );
        assert_eq!(run.text(), "", "{args}");
        assert_eq!(folder.names(), before, "{args} wrote something");
    }
}

#[test]
fn one_bad_file_does_not_stop_the_rest() {
    let folder = folder();
    let run = folder.run("info text.bin session.bin cut.bin --json").with_code(3);
    let documents = run.json();
    assert_eq!(documents.as_array().unwrap().len(), 3);
    let files = ["text.bin", "session.bin", "cut.bin"];
    assert_eq!([0, 1, 2].map(|n| documents[n]["file"].clone()), files);
    assert_eq!(documents[0]["error"]["code"], "not-a-recording");
    assert!(documents[1]["keys"].is_u64() && documents[1]["error"].is_null());
    let error = &documents[2]["error"];
    assert_eq!(error["code"], "truncated");
    assert!(error["field"].is_string() && error["offset"].is_u64(), "{error}");
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("error: ") && lines[0].ends_with(": text.bin"));
    assert!(lines[1].starts_with("error: ") && lines[1].ends_with(": cut.bin"));
    assert_eq!(lines[2], "1 done, 2 files failed (see above)");

    let run = folder.run("trim text.bin session.bin --to 1 -o out").with_code(3);
    assert!(run.stderr.contains("text.bin"));
    assert_eq!(std::fs::read_dir(folder.path("out")).unwrap().count(), 1);
    let run = folder.run("info text.bin cut.bin").with_code(1);
    assert_eq!(run.stderr.lines().last(), Some("error: all 2 files failed"));
}

#[test]
fn loss_is_said_with_the_exit_code() {
    let folder = folder();
    let run = folder.run("convert session.bin old.bin --to 1.0").with_code(3);
    assert!(run.stderr.contains("lost: 1.0 mrtk cannot store the gaze track"), "{}", run.stderr);
    assert_eq!(folder.run("info old.bin --json").json()["version"], "1.0");
    // A NaN with a payload has no representation in text.
    let mut recording = reenact_make::demo();
    let curve = reenact::Curve::simple([(0.0, f32::from_bits(0x7fc0_0001))]);
    recording.set_curve("gaze.origin.x".parse().unwrap(), curve).unwrap();
    folder.write("nan.bin", &recording.to_bytes());
    let run = folder.run("cat nan.bin").with_code(0);
    assert_eq!(run.stderr, "note: 1 NaN loses its payload bits\n");
}

#[test]
fn an_error_in_a_script_has_its_file_line_and_column() {
    let folder = Folder::new();
    let act = "[[act]]\ndo = 'move'\nhand = 'left'\nto = [-0.1, -0.2, 0.4]\n";
    folder.write("menu.toml", format!("{act}palm = 'hed'\n").as_bytes());
    let run = folder.run("make --script menu.toml -o out.bin").with_code(1);
    let ways = "there are up, down, forward, back, left, right, head";
    let expected =
        format!("menu.toml:5:8: error: no palm \"hed\": did you mean \"head\"? {ways}\n");
    assert_eq!(run.stderr, expected);
    folder.write("menu.toml", act.as_bytes());
    let run = folder.run("make --script menu.toml --rate 5000 -o out.bin").with_code(1);
    assert_eq!(run.stderr, "error: the rate must be from 1 to 1000 Hz, not 5000: menu.toml\n");
}

#[test]
fn quiet_leaves_results_and_errors() {
    let folder = folder();
    let run = folder.run("mirror session.bin -o mirrored.bin -q").with_code(0);
    assert_eq!((run.text(), run.stderr.as_str()), ("", ""));
    let loud = folder.run("mirror session.bin -o again.bin").with_code(0);
    assert!(
        loud.stderr.contains("again.bin")
            && folder.read("again.bin") == folder.read("mirrored.bin")
    );
    let run = folder.run("-q info text.bin").with_code(1);
    assert!(run.stderr.starts_with("error: ") && run.text().is_empty());
    assert!(!folder.run("--quiet info session.bin").with_code(0).text().is_empty());
}

#[test]
fn version_and_help_go_to_stdout() {
    let folder = Folder::new();
    let run = folder.run("--version").with_code(0);
    let version = env!("CARGO_PKG_VERSION");
    let rest = run.text().strip_prefix(&format!("reenact {version}")).unwrap().trim_end();
    let is_commit =
        |text: &str| text.len() >= 7 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let commit = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'));
    assert!(rest.is_empty() || commit.is_some_and(is_commit), "{rest}");
    let run = folder.run("info --help").with_code(0);
    assert!(run.text().contains("Examples:") && run.stderr.is_empty());
    assert_eq!(folder.run("").code, 2, "no verb at all is wrong, and helped");
}
