//! A file opens as the same recording, read or mapped.

#![cfg(test)]

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use reenact::{
    Curve, CurveId, ErrorKind, Fault, Form, PoseComponent, ReadOptions, Recording, Tracks,
};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reenact-file");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

#[test]
fn mapped_read_and_parsed_files_are_the_same_recording() {
    let options = ReadOptions::default();
    let mut opened = 0;
    for folder in ["recordings", "published", "odd", "drafts", "fork"] {
        for entry in fs::read_dir(testdata().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "bin") {
                continue;
            }
            let bytes = fs::read(&path).unwrap();
            let opened_file = reenact_file::open(&path);
            let mapped = reenact_file::map(&File::open(&path).unwrap(), &options);
            match Recording::from_slice(&bytes) {
                Ok(parsed) => {
                    let mapped = mapped.unwrap();
                    assert!(mapped.is_mapped());
                    assert_eq!(mapped.recording(), &parsed, "{}", path.display());
                    assert_eq!(opened_file.unwrap().recording(), &parsed, "{}", path.display());
                    opened += 1;
                }
                Err(error) => {
                    assert_eq!(opened_file.unwrap_err().to_string(), error.to_string());
                    assert_eq!(mapped.unwrap_err().to_string(), error.to_string());
                }
            }
        }
    }
    assert!(opened > 40);
}

#[test]
fn a_large_file_is_mapped_and_a_small_one_read() {
    let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
    let path = scratch("small.bin");
    fs::write(&path, recording.to_bytes()).unwrap();
    assert!(!reenact_file::open(&path).unwrap().is_mapped());

    let keys = (0_u32..2_500_000).map(|n| (f32::from_bits(n), 1.0));
    recording.set_curve(CurveId::Camera(PoseComponent::PositionX), Curve::simple(keys)).unwrap();
    let path = scratch("large.bin");
    fs::write(&path, recording.to_bytes()).unwrap();
    let file = reenact_file::open(&path).unwrap();
    assert!(file.is_mapped());
    assert_eq!(file.recording(), &recording);
    fs::remove_file(path).unwrap();
}

#[test]
fn what_cannot_be_opened_says_so() {
    let error = reenact_file::open(scratch("not there.bin")).unwrap_err();
    assert_eq!(error.fault(), Fault::Io);
    let ErrorKind::Io(io) = error.kind() else { panic!("{error}") };
    assert_eq!(io.kind(), std::io::ErrorKind::NotFound);
    assert_eq!(reenact_file::open(env!("CARGO_TARGET_TMPDIR")).unwrap_err().fault(), Fault::Io);
    let limit = ReadOptions { max_bytes: Some(100), ..ReadOptions::default() };
    let error = reenact_file::open_with(testdata().join("recordings/v11_sub_camera.bin"), &limit)
        .unwrap_err();
    assert_eq!(error.fault(), Fault::Limit);
}

#[test]
fn a_stream_that_is_no_recording_is_not_read_to_its_end() {
    /// Endless stream of zeros that counts the bytes read.
    struct Zeros(usize);
    impl std::io::Read for Zeros {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0 += buffer.len();
            assert!(self.0 < 4096, "read on");
            buffer.fill(0);
            Ok(buffer.len())
        }
    }
    let error = reenact_file::read(Zeros(0), &ReadOptions::default()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotARecording { .. }), "{error}");
    let limit = ReadOptions { max_bytes: Some(5), ..ReadOptions::default() };
    let error = reenact_file::read(Zeros(0), &limit).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotARecording { .. }), "whatever the limit: {error}");
}

#[test]
fn the_bytes_of_any_file_are_there_and_a_large_one_is_not_read() {
    let path = scratch("sparse.bin");
    let file = File::create(&path).unwrap();
    file.set_len(4 << 30).unwrap();
    let bytes = reenact_file::FileBytes::open(&path).unwrap();
    assert!(bytes.is_mapped());
    assert_eq!(bytes.bytes().len(), 4 << 30);
    assert!(reenact_file::open(&path).is_err());
    // Windows does not permit writing to a mapped file.
    drop(bytes);
    fs::write(&path, b"small").unwrap();
    let bytes = reenact_file::FileBytes::open(&path).unwrap();
    assert!(!bytes.is_mapped() && bytes.bytes()[..] == *b"small");
    fs::remove_file(path).unwrap();
}
