//! The page in one file, and errors without a page.

use std::io::{Read, Write};

use flate2::read::GzDecoder;

use super::folder;
use super::serving::Serving;
use crate::common::{Folder, Run};

/// Recordings embedded in a page.
fn embedded(page: &[u8]) -> Vec<(String, Vec<u8>)> {
    let text = str::from_utf8(page).unwrap();
    let mut found = Vec::new();
    let start = "<script type=\"application/octet-stream\" data-name=\"";
    for part in text.split(start).skip(1) {
        let (name, rest) = part.split_once("\" data-bytes=\"").unwrap();
        let (len, rest) = rest.split_once("\" data-encoding=\"gzip\">").unwrap();
        let (base64, _) = rest.split_once("</script>").unwrap();
        let mut bytes = Vec::new();
        GzDecoder::new(&*decoded(base64)).read_to_end(&mut bytes).unwrap();
        assert_eq!(len, bytes.len().to_string());
        found.push((name.to_owned(), bytes));
    }
    found
}

fn decoded(base64: &str) -> Vec<u8> {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = base64.trim_end_matches('=').chars().map(|c| alphabet.find(c).unwrap());
    let bits = digits.flat_map(|digit| (0..6).rev().map(move |bit| digit >> bit & 1));
    let bits: Vec<usize> = bits.collect();
    let byte = |bits: &[usize]| bits.iter().fold(0, |byte, bit| byte << 1 | bit);
    bits.chunks_exact(8).map(|bits| u8::try_from(byte(bits)).unwrap()).collect()
}

fn html(folder: &Folder, args: &[&str]) -> Run {
    let mut command = folder.command();
    command.arg("view").args(args).env("REENACT_VIEWER", folder.path("page"));
    Run::of(command.output().unwrap())
}

#[test]
fn one_page_has_the_recordings_inside() {
    let folder = folder();
    // Windows permits fewer characters in names.
    let (odd, escaped) = if cfg!(windows) {
        ("a&b'.bin", "a&#38;b&#39;.bin")
    } else {
        ("a\"b<c>&.bin", "a&#34;b&#60;c&#62;&#38;.bin")
    };
    folder.write(odd, &folder.read("session.bin"));
    html(&folder, &["session.bin", odd, "--html", "out.html"]).with_code(0);
    let page = folder.read("out.html");
    let found = embedded(&page);
    let session = folder.read("session.bin");
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["session.bin", escaped]);
    assert!(found.iter().all(|(_, bytes)| *bytes == session));
    let text = String::from_utf8(page).unwrap();
    assert!(
        text.starts_with("<html><body><script type") && text.ends_with("<p>1</p></body></html>")
    );

    // Without a file, the demo.
    html(&folder, &["--html", "demo.html"]).with_code(0);
    let [(name, bytes)] = <[_; 1]>::try_from(embedded(&folder.read("demo.html"))).unwrap();
    assert_eq!(name, "demo.bin");
    assert_eq!(bytes, reenact_make::demo().to_bytes());
}

#[test]
fn a_page_is_not_written_over_anything_unasked() {
    let folder = folder();
    folder.write("there.html", b"mine");
    let run = html(&folder, &["session.bin", "--html", "there.html"]).with_code(1);
    assert!(run.stderr.contains("use --force to overwrite"), "{}", run.stderr);
    assert_eq!(folder.read("there.html"), b"mine");
    html(&folder, &["session.bin", "--html", "there.html", "--force"]).with_code(0);
    let run = html(&folder, &["session.bin", "--html", "session.bin", "--force"]).with_code(1);
    assert!(run.stderr.contains("the output is the input file"), "{}", run.stderr);
    let before = folder.names();
    html(&folder, &["missing.bin", "--html", "new.html"]).with_code(1);
    assert_eq!(folder.names(), before);
}

#[test]
fn a_folder_without_a_page_or_with_another_one_is_named() {
    let folder = folder();
    std::fs::remove_file(folder.path("page/single.html")).unwrap();
    let run = html(&folder, &["session.bin", "--html", "out.html"]).with_code(1);
    assert!(run.stderr.contains("single.html has no <!--RECORDINGS-->"), "{}", run.stderr);
    std::fs::remove_file(folder.path("page/index.html")).unwrap();
    let run = html(&folder, &["session.bin", "--no-open"]).with_code(1);
    assert!(run.stderr.contains("run `cargo xtask viewer` to build it"), "{}", run.stderr);
}

#[test]
fn stdin_compressed_files_and_damaged_ones_are_shown_too() {
    let folder = folder();
    let session = folder.read("session.bin");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&session).unwrap();
    folder.write("packed.bin.gz", &packed.finish().unwrap());
    folder.write("cut.bin", &session[..session.len() / 2]);
    let serving = Serving::new(&folder, &["packed.bin.gz", "cut.bin"]);
    assert_eq!(serving.get("files/0").body, session);
    assert_eq!(serving.get("files/1").body, session[..session.len() / 2]);

    let mut command = folder.command();
    command.args(["view", "-", "--html", "out.html"]).env("REENACT_VIEWER", folder.path("page"));
    let input = std::fs::File::open(folder.path("session.bin")).unwrap();
    Run::of(command.stdin(input).output().unwrap()).with_code(0);
    assert_eq!(embedded(&folder.read("out.html")), [("stdin.bin".to_owned(), session)]);
}

#[cfg(not(viewer_page))]
#[test]
fn without_a_page_it_says_how_to_come_by_one() {
    let run = Folder::with_session().run("view session.bin").with_code(1);
    assert_eq!(
        run.stderr,
        "error: this `reenact` was built without the viewer: in a clone of the project `cargo xtask viewer` builds it, and \
         `cargo install --path crates/reenact-cli` puts it in; or set REENACT_VIEWER to the folder of the viewer\n"
    );
}
