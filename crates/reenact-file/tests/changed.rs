//! Changing a mapped file from another program gives an error and does not end the process.

#![cfg(unix)]
#![cfg(test)]

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread;

use reenact::{Fault, Mode, ReadOptions, Sampler};
use reenact_file::{FileBytes, RecordingFile};

/// Copy of the demo in a separate file.
fn demo(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reenact-file-changed");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, &*DEMO).unwrap();
    path
}

static DEMO: LazyLock<Vec<u8>> = LazyLock::new(|| reenact_make::demo().to_bytes());

fn map(path: &Path) -> RecordingFile {
    reenact_file::map(&File::open(path).unwrap(), &ReadOptions::default()).unwrap()
}

fn truncate(path: &Path, len: u64) {
    File::options().write(true).open(path).unwrap().set_len(len).unwrap();
}

#[test]
fn a_truncated_mapping_reads_as_zeros_and_the_check_fails() {
    let path = demo("truncated.bin");
    let whole = fs::read(&path).unwrap();
    let (file, other) = (map(&path), map(&path));
    file.check().unwrap();
    truncate(&path, 10_000);
    assert!(!file.watch().is_lost(), "nobody has looked yet");
    assert!(file.recording().file_bytes().unwrap()[..10_000] == whole[..10_000]);
    // The rest of the last page, and all pages after it.
    assert!(file.recording().file_bytes().unwrap()[10_000..].iter().all(|byte| *byte == 0));
    assert!(file.watch().is_lost());
    assert!(reenact_file::lost_mappings() > 0);
    let error = file.check().unwrap_err();
    assert_eq!(error.fault(), Fault::Io);
    assert!(error.to_string().contains("truncated"), "{error}");
    assert!(!other.watch().is_lost(), "each mapping has its own flag");
    let watch = file.watch().clone();
    drop(file);
    assert!(watch.is_lost(), "known after the mapping is gone");
}

#[test]
fn every_thread_survives_and_new_mappings_work_afterwards() {
    for round in 0..6 {
        let path = demo("threads.bin");
        let file = map(&path);
        truncate(&path, 4096 * (round % 3));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let sum: u64 = file
                        .recording()
                        .file_bytes()
                        .unwrap()
                        .iter()
                        .map(|byte| u64::from(*byte))
                        .sum();
                    assert!(sum < u64::MAX);
                });
            }
        });
        assert!(file.check().is_err(), "{round}");
        let fresh = map(&demo("fresh.bin"));
        drop(file);
        assert!(fresh.recording().file_bytes().unwrap() == &*DEMO);
        fresh.check().unwrap();
    }
}

#[test]
fn a_file_that_is_written_to_while_mapped_fails_the_check_and_one_that_is_replaced_does_not() {
    let path = demo("written.bin");
    let bytes = &*DEMO;
    let opened = || {
        let long = [&bytes[..], &vec![0; 16 << 20]].concat();
        fs::write(&path, long).unwrap();
        let file = FileBytes::open(&path).unwrap();
        assert!(file.is_mapped());
        file.watch().check_bytes().unwrap();
        file.watch().check_unchanged().unwrap();
        file
    };
    let file = opened();
    let mut writer = File::options().write(true).open(&path).unwrap();
    // Longer than the resolution of file timestamps.
    thread::sleep(std::time::Duration::from_millis(30));
    writer.seek(SeekFrom::Start(100)).unwrap();
    writer.write_all(b"x").unwrap();
    assert!(file.watch().check_bytes().is_err());
    assert!(file.watch().check_unchanged().is_err());

    let file = opened();
    let new = path.with_extension("new");
    fs::write(&new, b"another").unwrap();
    fs::rename(&new, &path).unwrap();
    file.watch().check_bytes().unwrap();
    assert!(file.watch().check_unchanged().is_err(), "it is not the file that was opened");
    assert!(file.bytes()[..bytes.len()] == *bytes);
    fs::remove_file(&path).unwrap();
    file.watch().check_bytes().unwrap();
    assert!(file.watch().check_unchanged().is_err());
}

#[test]
fn an_edited_recording_keeps_the_mapping_that_its_keys_lie_in() {
    let path = demo("edited.bin");
    let file = map(&path);
    let watch = file.watch().clone();
    let mut edited = file.into_recording();
    edited.set_markers([]).unwrap();
    watch.check_bytes().unwrap();
    truncate(&path, 0);
    assert!(Sampler::new(&edited, Mode::Clean).frame_at(1.0).time_secs >= 0.0);
    assert!(watch.check_bytes().is_err());
}

#[test]
fn a_fault_elsewhere_still_ends_the_process() {
    use std::os::unix::process::ExitStatusExt;
    // The test runs itself as a child process, which has a mapping of this crate and reads past the end of another mapping.
    if std::env::var_os("REENACT_TEST_FAULT").is_some() {
        let _file = map(&demo("ours.bin"));
        let path = demo("theirs.bin");
        // SAFETY: none; the fault is intended.
        #[expect(unsafe_code, reason = "a mapping that the crate does not know of")]
        let theirs = unsafe { memmap2::Mmap::map(&File::open(&path).unwrap()).unwrap() };
        truncate(&path, 0);
        println!("read {}", theirs[0]);
        return;
    }
    // On other processors it runs in an emulator: REENACT_TEST_RUNNER is its command line.
    let runner = std::env::var("REENACT_TEST_RUNNER").unwrap_or_default();
    let program = std::env::current_exe().unwrap();
    let mut words =
        runner.split_whitespace().map(std::ffi::OsStr::new).chain([program.as_os_str()]);
    let child = std::process::Command::new(words.next().unwrap())
        .args(words)
        .args(["a_fault_elsewhere", "--nocapture"])
        .env("REENACT_TEST_FAULT", "1")
        .output()
        .unwrap();
    assert_eq!(child.status.signal(), Some(libc::SIGBUS), "{child:?}");
}
