//! Repaired files that were truncated at any byte are readable by the library, the independent reader and MRTK.

use std::io::Write;
use std::process::Command;

use reenact::{Key, Layout, ReadOptions, Recording};
use reenact_edit::repair::{Fix, Fixes, Options, repair, repair_bytes};

use super::testdata::{bytes_of, root};

/// Small files of both versions and layouts, with and without markers.
const SMALL: [&str; 9] = [
    "odd/marker_text",
    "odd/v0_9",
    "published/camera_eased",
    "published/linear",
    "published/markers",
    "recordings/v10_edge_empty",
    "recordings/v10_synth_wrap",
    "recordings/v11_sub_camera",
    "recordings/v11_sub_none",
];

/// Bits of time and value of a curve's keys.
type Bits = Vec<(u32, u32)>;

/// Reads like MRTK's own loader, which knows one layout per version and fails at the end of the stream: the keys of each curve,
/// and the number of markers.
fn load_as_mrtk(bytes: &[u8]) -> Option<(Vec<Bits>, usize)> {
    let mut rest = bytes;
    let mut take = |len: usize| {
        let (taken, left) = rest.split_at_checked(len)?;
        rest = left;
        Some(taken)
    };
    let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
    take(8).filter(|magic| **magic == reenact::MAGIC)?;
    let version = (word(take(4)?).cast_signed(), word(take(4)?).cast_signed());
    let is_1_1 = version == (1, 1);
    let flags = if is_1_1 { take(3)?.to_vec() } else { vec![1, 1, 0] };
    let key_len = if is_1_1 { 8 } else { 28 };
    let mut lens = Vec::new();
    if flags[0] != 0 {
        lens.extend([key_len; 7]);
    }
    if flags[1] != 0 {
        lens.extend([8; 4]);
        lens.extend([key_len; 2 * 27 * 7]);
    }
    if flags[2] != 0 {
        lens.extend([key_len; 6]);
    }
    let mut curves = Vec::new();
    for len in lens {
        take(8)?;
        let count = word(take(4)?) as usize;
        let keys = take(count.checked_mul(len)?)?.chunks_exact(len);
        curves.push(keys.map(|key| (word(&key[..4]), word(&key[4..8]))).collect());
    }
    let markers = word(take(4)?) as usize;
    for _ in 0..markers {
        take(4)?;
        let mut len = 0;
        for shift in (0..35).step_by(7) {
            let byte = take(1)?[0];
            len |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        std::str::from_utf8(take(len)?).ok()?;
    }
    Some((curves, markers))
}

/// Keys of each curve that are complete in the first `len` bytes of a file.
fn whole_keys(whole: &Recording, len: usize) -> Vec<Bits> {
    let mut at = if whole.version().is_1_1() { 19 } else { 16 };
    let mut keys = Vec::new();
    for (_, curve) in whole.curves() {
        let size = curve.kind().key_bytes();
        let there = (len.saturating_sub(at + 12) / size).min(curve.len());
        let bits = |key: Key| (key.time_secs.to_bits(), key.value.to_bits());
        keys.push(curve.iter().take(there).map(bits).collect());
        at += 12 + curve.len() * size;
    }
    keys
}

/// Whether `whole` contains all of `part`, in order.
fn holds(whole: &[(u32, u32)], part: &[(u32, u32)]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|key| rest.any(|other| other == key))
}

#[test]
fn a_file_cut_at_any_byte_becomes_one_that_mrtk_loads_with_every_whole_key() {
    let mut written = Vec::new();
    let mut expected = Vec::new();
    for name in SMALL {
        let bytes = bytes_of(name);
        let whole = Recording::from_slice(&bytes).unwrap();
        let header = if whole.version().is_1_1() { 19 } else { 16 };
        let read = ReadOptions { layout: Some(whole.layout()), ..ReadOptions::default() };
        let fixes = [Fix::Salvage, Fix::Layout, Fix::MarkerList].into_iter().collect();
        let options = Options { fixes, read };
        for len in 0..=bytes.len() {
            let place = format!("{name} cut to {len} bytes");
            let prefix = &bytes[..len];
            if len < header {
                assert!(repair_bytes(prefix.to_vec(), &options).is_err(), "{place}");
                continue;
            }
            let repaired = repair_bytes(prefix.to_vec(), &options).expect(&place);
            let out = repaired.recording.to_bytes();
            let (curves, markers) = load_as_mrtk(&out).expect(&place);
            for (n, (found, kept)) in curves.iter().zip(whole_keys(&whole, len)).enumerate() {
                assert!(holds(found, &kept), "{place}: curve {n}");
                if whole.layout() == Layout::Mrtk {
                    assert_eq!(*found, kept, "{place}: curve {n}: and nothing else");
                }
            }
            assert_eq!(markers, repaired.recording.markers().count(), "{place}");
            let is_cut = Recording::from_slice_with(prefix, &read).is_err();
            assert_eq!(repaired.report.is_loss(), is_cut, "{place}");
            assert_eq!(repaired.report.salvage.is_some(), is_cut, "{place}");

            // All other repairs leave it unchanged, and the result is readable.
            if len % 5 == 0 || len + 40 > bytes.len() {
                let options = Options { fixes: Fixes::DEFAULT, read };
                let repaired = repair_bytes(prefix.to_vec(), &options).expect(&place);
                assert!(load_as_mrtk(&repaired.recording.to_bytes()).is_some(), "{place}");
                let again = repair(&repaired.recording, &options).expect(&place);
                assert_eq!(again.report.changes, [], "{place}");
            }
            // The independent reader is slower: each byte of the smallest files, some of the others.
            if bytes.len() < 1000 || len % 41 == 0 {
                written.extend(u32::try_from(out.len()).unwrap().to_le_bytes());
                written.extend(&out);
                expected.push(format!(
                    "{} {markers} True 0",
                    curves.iter().map(|keys| keys.len().to_string()).collect::<Vec<_>>().join(",")
                ));
            }
        }
    }
    // The files are the same on every system; Wine has no Python.
    if cfg!(not(windows)) {
        read_with_the_other_reader(&written, &expected);
    }
}

/// Reads many files in one process of the independent reader, and compares the results.
fn read_with_the_other_reader(files: &[u8], expected: &[String]) {
    const SCRIPT: &str = "
import struct, sys
import independent_reader as reader
files, at = sys.stdin.buffer.read(), 0
while at < len(files):
    start = at + 4
    at = start + struct.unpack_from('<I', files, at)[0]
    found = reader.read_file(files[start:at])
    counts = ','.join(str(curve['count']) for curve in found['curves'])
    print(counts, len(found['markers']), found['marker_list'], found['trailing_bytes'])
";
    let child = Command::new("python3")
        .args(["-c", SCRIPT])
        .env("PYTHONPATH", root().join("testdata"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn();
    let mut child = child.expect("this test needs Python 3 as `python3`");
    let mut stdin = child.stdin.take().unwrap();
    let files = files.to_vec();
    let feeder = std::thread::spawn(move || stdin.write_all(&files));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap().unwrap();
    assert!(output.status.success(), "the independent reader refused a file");
    let found = String::from_utf8(output.stdout).unwrap();
    assert_eq!(found.lines().count(), expected.len());
    for (found, expected) in found.lines().zip(expected) {
        assert_eq!(found, expected);
    }
    assert!(expected.len() > 2000, "{} files", expected.len());
}
