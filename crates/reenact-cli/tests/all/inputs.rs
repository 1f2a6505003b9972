//! Recordings from files, pipes, folders and compressed files.

use std::io::Write;
use std::process::Stdio;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::common::{Folder, Run, native};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).unwrap()
}

/// Runs a command with the given stdin.
fn piped(folder: &Folder, args: &str, bytes: &[u8]) -> Run {
    let mut command = folder.command();
    command.args(args.split(' ')).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let bytes = bytes.to_vec();
    // The command may stop reading before the end.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&bytes)));
    let run = Run::of(child.wait_with_output().unwrap());
    writer.join().unwrap();
    run
}

#[test]
fn compressed_files_are_known_by_their_bytes_whatever_their_name() {
    let folder = Folder::with_session();
    let bytes = folder.read("session.bin");
    let mut expected = folder.run("info session.bin --json").with_code(0).json();
    expected["file"] = "odd-name".into();
    // Two consecutive gzip members or Zstandard frames are one file.
    let (start, end) = bytes.split_at(1000);
    let packed = [
        gzip(&bytes),
        zstd(&bytes),
        [gzip(start), gzip(end)].concat(),
        [zstd(start), zstd(end)].concat(),
    ];
    for packed in packed {
        folder.write("odd-name", &packed);
        assert_eq!(folder.run("info odd-name --json").with_code(0).json(), expected);
        let mut from_stdin = piped(&folder, "info - --json", &packed).with_code(0).json();
        from_stdin["file"] = "odd-name".into();
        assert_eq!(from_stdin, expected);
    }
}

#[test]
fn a_decompression_bomb_stops_at_the_limit() {
    let folder = Folder::new();
    let mut bomb = vec![0; 20_000_000];
    bomb[..8].copy_from_slice(&reenact::MAGIC);
    for packed in [gzip(&bomb), zstd(&bomb)] {
        assert!(packed.len() < 100_000);
        folder.write("bomb.bin.gz", &packed);
        let run = folder.run("info bomb.bin.gz --max-size 1MB").with_code(1);
        assert_eq!(
            run.stderr,
            "error: the input is larger than the 1000000 bytes allowed: raise the limit to read it, with --max-size: bomb.bin.gz\n"
        );
    }
}

/// Runs a command with a memory limit of 64 MB. Mapped files do not count.
#[cfg(target_os = "linux")]
fn with_little_memory(folder: &Folder, args: &str) -> Run {
    folder.shell(&format!("ulimit -d 65536 && exec reenact {args}"))
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_recording_is_not_decompressed() {
    let folder = Folder::new();
    // 2 GB of zeros.
    let part = vec![0; 16 << 20];
    for packed in [gzip(&part), zstd(&part)] {
        folder.write("bomb", &packed.repeat(128));
        for args in ["info bomb", "trim bomb --to 1 -o out.bin", "repair bomb -o out.bin"] {
            let run = with_little_memory(&folder, &format!("{args} --max-size 10GB")).with_code(1);
            assert!(run.stderr.contains("not an MRTK input animation"), "{}", run.stderr);
        }
        let run = with_little_memory(&folder, "doctor bomb --max-size 10GB").with_code(1);
        assert!(run.text().contains("not-a-recording"), "{}", run.text());
    }
    assert_eq!(folder.names(), ["bomb"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_large_file_that_is_damaged_is_not_read_whole() {
    let folder = Folder::with_session();
    let sparse = |name: &str, start: &[u8]| {
        folder.write(name, start);
        let file = std::fs::File::options().write(true).open(folder.path(name)).unwrap();
        file.set_len(4 << 30).unwrap();
    };
    sparse("no.bin", b"");
    let run = with_little_memory(&folder, "doctor no.bin").with_code(1);
    assert!(run.text().contains("not-a-recording"), "{}", run.text());
    for args in ["info no.bin", "repair no.bin -o out.bin", "convert no.bin out.json"] {
        let run = with_little_memory(&folder, args).with_code(1);
        assert!(run.stderr.contains("not an MRTK input animation"), "{}", run.stderr);
    }
    // A future version: again only the header is read.
    let mut newer = folder.read("session.bin");
    newer[8] = 9;
    sparse("new.bin", &newer);
    assert!(with_little_memory(&folder, "doctor new.bin").with_code(1).text().contains("version"));
    with_little_memory(&folder, "repair new.bin -o out.bin").with_code(1);
}

#[test]
fn what_is_compressed_and_damaged_is_said_so() {
    let folder = Folder::with_session();
    let bytes = folder.read("session.bin");
    for packed in [gzip(&bytes), zstd(&bytes)] {
        folder.write("cut.gz", &packed[..packed.len() / 2]);
        let run = folder.run("info cut.gz").with_code(1);
        assert!(run.stderr.starts_with("error: cannot decompress: "), "{}", run.stderr);
        assert!(run.stderr.ends_with(": cut.gz\n") && run.stderr.lines().count() == 1);
    }
}

#[test]
fn stdin_works_wherever_a_file_does() {
    let folder = Folder::with_session();
    let bytes = folder.read("session.bin");
    for args in
        ["info -", "cat - --format csv", "sample - --at 0,1", "mirror - -o -", "marker list -"]
    {
        let from_file = folder.run(&args.replacen('-', "session.bin", 1)).with_code(0);
        let from_stdin = piped(&folder, args, &bytes).with_code(0);
        let text = String::from_utf8_lossy(&from_file.stdout).replace("session.bin\n", "-\n");
        assert_eq!(String::from_utf8_lossy(&from_stdin.stdout), text, "{args}");
    }
    let run = piped(&folder, "info - -", &bytes).with_code(2);
    assert_eq!(run.stderr, "error: stdin can be read only once: use - only once\n");
}

#[test]
fn json_is_read_wherever_a_recording_is() {
    let folder = Folder::with_session();
    folder.run("convert session.bin session.json").with_code(0);
    let screen = folder.run("info session.json").with_code(0);
    assert_eq!(
        screen.text().replace("session.json", "session.bin"),
        folder.run("info session.bin").text()
    );
    let run = folder.run("trim session.json --to 1 --in-place").with_code(2);
    assert!(run.stderr.contains("only an uncompressed input animation can be edited in place"));
    assert_eq!(
        piped(&folder, "info -", b"{\"version\": 7}").with_code(1).stderr.lines().count(),
        1
    );
}

#[test]
fn the_layout_can_be_forced() {
    let folder = Folder::new();
    folder.copy("published/linear.bin", "published.bin");
    assert_eq!(folder.run("info published.bin --json").json()["layout"], "published");
    let run = folder.run("info published.bin --layout mrtk");
    assert_ne!(run.code, 0, "its keys are of the other size");
    folder.run("info published.bin --layout published").with_code(0);
}

#[test]
fn an_empty_folder_among_others_is_a_warning_and_none_with_anything_an_error() {
    let folder = Folder::with_session();
    for name in ["empty", "none", "full"] {
        std::fs::create_dir(folder.path(name)).unwrap();
    }
    folder.copy("recordings/v11_sub_camera.bin", "full/a.bin");
    for verb in ["info", "stats", "doctor", "marker list"] {
        let run = folder.run(&format!("{verb} empty full --json")).with_code(0);
        assert_eq!(run.json().as_array().unwrap().len(), 1, "{verb}");
        assert!(run.stderr.starts_with("warning: no recordings in this folder"), "{}", run.stderr);
        assert!(run.stderr.trim_end().ends_with(": empty"), "{}", run.stderr);
    }
    folder.run("concat empty session.bin full -o joined.bin").with_code(0);
    folder.run("mirror empty full -o mirrored").with_code(0);
    assert!(folder.path("mirrored/a.bin").is_file());
    let run = folder.run("info empty none").with_code(1);
    assert!(run.stderr.starts_with("error: no recordings in this folder"), "{}", run.stderr);
}

#[test]
fn folders_are_searched_for_compressed_recordings_and_any_case() {
    let folder = Folder::with_session();
    std::fs::create_dir(folder.path("all")).unwrap();
    let bytes = folder.read("session.bin");
    folder.write("all/A.BIN", &bytes);
    folder.write("all/b.bin.zst", &zstd::encode_all(&bytes[..], 1).unwrap());
    folder.write("all/d.bin", &bytes);
    folder.write_gzip("all/c.Bin.GZ", &bytes);
    // Neither of these is a recording.
    folder.write_gzip("all/e.bin.gz", b"hello\n");
    folder.write_gzip("all/f.gz", &bytes);
    let documents = folder.run("info all --json").with_code(0).json();
    let found: Vec<&str> =
        documents.as_array().unwrap().iter().map(|d| d["file"].as_str().unwrap()).collect();
    let expected = ["all/A.BIN", "all/b.bin.zst", "all/c.Bin.GZ", "all/d.bin"].map(native);
    assert_eq!(found, expected);
    // In an output folder they are not compressed.
    folder.run("mirror all -o out").with_code(0);
    assert_eq!(folder.read("out/b.bin"), folder.read("out/d.bin"));
    assert_eq!(folder.read("out/c.Bin"), folder.read("out/d.bin"));
}
