//! A journal gives back what was recorded, up to where it ends or is damaged.

use std::cell::RefCell;
use std::io::{self, ErrorKind, Write};
use std::rc::Rc;

use glam::{Quat, Vec3};
use proptest::prelude::*;
use reenact::hand::Joint;
use reenact::{
    Form, Frame, FrameTimes, HandFrame, JournalContents, JournalWriter, Keep, Mode, Pose, Ray,
    RecordOptions, RecordOutcome, Recorder, Recording, Sampler, may_be_journal, read_journal,
};
use reenact_make::{Options, make};

const EVERYTHING: RecordOptions = RecordOptions {
    max_rate_hz: None,
    keep: Keep::All,
    cut_pauses: true,
    tracks: reenact::Tracks::ALL,
    form: Form::MRTK_1_1,
};

/// Frames of lifelike seconds, in which hands come and go.
fn frames(seconds: f32) -> Vec<Frame> {
    let made = make(&Options { seconds, seed: 3, ..Options::default() }).unwrap();
    Sampler::new(&made, Mode::Clean).frames(FrameTimes::new(0.0..=seconds, 60.0).unwrap()).collect()
}

/// Recording of frames without a journal.
fn recorded(frames: &[Frame], options: RecordOptions) -> Recording {
    let mut recorder = Recorder::new(options).unwrap();
    for frame in frames {
        recorder.record(frame);
    }
    recorder.finish()
}

fn journal(frames: &[Frame], options: RecordOptions, flush_secs: f32) -> Vec<u8> {
    let mut journal = JournalWriter::new(Vec::new(), options, flush_secs).unwrap();
    for frame in frames {
        journal.record(frame).unwrap();
    }
    journal.finish().unwrap()
}

fn same(contents: &JournalContents, expected: &Recording) {
    assert_eq!(contents.recording.to_bytes(), expected.to_bytes());
}

#[test]
fn a_journal_reads_as_what_a_recorder_records() {
    let frames = frames(12.0);
    for form in [Form::MRTK_1_1, Form::MRTK_1_0, Form::PUBLISHED_1_1, Form::PUBLISHED_1_0] {
        for max_rate_hz in [None, Some(25.0)] {
            let options = RecordOptions { form, max_rate_hz, ..EVERYTHING };
            let bytes = journal(&frames, options, 0.5);
            assert!(may_be_journal(&bytes) && !reenact::may_be_recording(&bytes));
            let contents = read_journal(&bytes).unwrap();
            assert!(contents.is_ended && contents.damaged_bytes == 0, "{form}");
            same(&contents, &recorded(&frames, options));
        }
    }
}

#[test]
fn markers_pauses_and_frames_out_of_order_are_as_in_a_recorder() {
    let frames = frames(3.0);
    let mut recorder = Recorder::new(EVERYTHING).unwrap();
    let mut journal = JournalWriter::new(Vec::new(), EVERYTHING, 0.2).unwrap();
    recorder.mark("before").unwrap();
    journal.mark("before").unwrap();
    for (n, frame) in frames.iter().enumerate() {
        match n {
            50 => {
                recorder.pause();
                journal.pause().unwrap();
                assert!(journal.is_paused());
            }
            90 => {
                recorder.resume();
                journal.resume();
            }
            120 => {
                recorder.mark("a name – mit Umlaut ä").unwrap();
                journal.mark("a name – mit Umlaut ä").unwrap();
                let early = Frame { time_secs: 0.1, ..frame.clone() };
                assert_eq!(recorder.record(&early), RecordOutcome::Refused);
                assert_eq!(journal.record(&early).unwrap(), RecordOutcome::Refused);
            }
            _ => {}
        }
        assert_eq!(recorder.record(frame), journal.record(frame).unwrap(), "frame {n}");
    }
    assert_eq!(journal.dropped_frames(), 1);
    assert_eq!(journal.frames(), u64::try_from(recorder.frames()).unwrap());
    let contents = read_journal(&journal.finish().unwrap()).unwrap();
    assert_eq!(contents.recording.markers().count(), 2);
    same(&contents, &recorder.finish());
}

#[test]
fn markers_keep_times_of_their_own() {
    let mut journal = JournalWriter::new(Vec::new(), EVERYTHING, 0.5).unwrap();
    for frame in frames(1.0) {
        journal.record(&frame).unwrap();
    }
    journal.mark_at(0.123, "early").unwrap();
    let contents = read_journal(&journal.finish().unwrap()).unwrap();
    assert_eq!(contents.recording.markers().next().unwrap().time_secs, 0.123);
}

/// The longest run of first frames whose recording this is.
fn frames_of(contents: &JournalContents, frames: &[Frame]) -> usize {
    same(contents, &recorded(&frames[..contents.frames], EVERYTHING));
    contents.frames
}

#[test]
fn cut_anywhere_nothing_but_the_chunk_of_the_cut_is_lost() {
    let frames = frames(3.0);
    let whole = journal(&frames, EVERYTHING, 0.5);
    let mut kept = 0;
    for len in (20..whole.len()).step_by(409).chain(whole.len() - 40..whole.len()) {
        let contents = read_journal(&whole[..len]).unwrap();
        assert!(!contents.is_ended);
        let count = frames_of(&contents, &frames);
        assert!(count >= kept, "{count} frames of {len} bytes, {kept} of fewer");
        kept = count;
    }
    assert!(kept > 150, "{kept} of {} frames before the end", frames.len());
    for len in 0..20 {
        let error = read_journal(&whole[..len]).unwrap_err();
        let code = if len < 8 { "not-a-recording" } else { "truncated" };
        assert_eq!(error.code().name(), code, "{error}");
    }
}

#[test]
fn a_header_that_is_damaged_or_newer_is_refused_by_field_and_byte() {
    let whole = journal(&[], EVERYTHING, 0.5);
    let damaged = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        read_journal(&bytes).unwrap_err().to_string()
    };
    assert_eq!(damaged(8, 2), "version of the journal at byte 8 cannot be 2");
    assert!(damaged(12, 0).starts_with("checksum of the journal's header at byte 16 cannot be"));
    assert!(damaged(0, 0).starts_with("not an MRTK input animation"));
}

/// A sink that has room for a number of bytes.
#[derive(Clone)]
struct Disk(Rc<RefCell<(Vec<u8>, usize)>>);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (held, room) = &mut *self.0.borrow_mut();
        let len = bytes.len().min(*room - held.len());
        if len == 0 && !bytes.is_empty() {
            return Err(ErrorKind::StorageFull.into());
        }
        held.extend(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error_and_what_was_written_before_is_whole() {
    let frames = frames(3.0);
    for room in [0, 10, 20, 30, 1000, 60_000, 120_001] {
        let disk = Disk(Rc::new(RefCell::new((Vec::new(), room))));
        let error = match JournalWriter::new(disk.clone(), EVERYTHING, 0.5) {
            Err(error) => error,
            Ok(mut journal) => {
                let failed = frames.iter().find_map(|frame| journal.record(frame).err());
                let again = journal.flush().unwrap_err().to_string();
                assert!(again.contains("the journal ended"), "{again}");
                failed.expect("the disk is full")
            }
        };
        let is_full = matches!(error.kind(), reenact::ErrorKind::Io(io) if io.kind() == ErrorKind::StorageFull);
        assert!(is_full, "{error}");
        let held = disk.0.borrow().0.clone();
        if room >= 20 {
            frames_of(&read_journal(&held).unwrap(), &frames);
        }
    }
}

#[test]
fn options_that_make_no_sense_are_refused() {
    for flush_secs in [-1.0, f32::NAN, f32::INFINITY] {
        assert!(JournalWriter::new(Vec::new(), EVERYTHING, flush_secs).is_err(), "{flush_secs}");
    }
    let options = RecordOptions { max_rate_hz: Some(0.0), ..EVERYTHING };
    assert!(JournalWriter::new(Vec::new(), options, 0.5).is_err());
}

fn any_value() -> impl Strategy<Value = f32> {
    prop_oneof![4 => -2.0_f32..2.0, 1 => any::<u32>().prop_map(f32::from_bits), 1 => Just(0.0)]
}

fn any_pose() -> impl Strategy<Value = Pose> {
    (prop::array::uniform3(any_value()), prop::array::uniform4(any_value())).prop_map(
        |(position, rotation)| Pose {
            position: Vec3::from_array(position),
            rotation: Quat::from_array(rotation),
        },
    )
}

fn any_hand() -> impl Strategy<Value = HandFrame> {
    (any::<[bool; 2]>(), any::<u32>(), any_pose()).prop_map(
        |([tracked, pinching], present, pose)| {
            HandFrame::new(tracked, pinching, |joint: Joint| {
                (present >> joint.index() & 1 != 0).then_some(pose)
            })
        },
    )
}

/// Frames with any values, with a number of seconds between them.
fn any_frames() -> impl Strategy<Value = Vec<Frame>> {
    let ray = || {
        let vector = || prop::array::uniform3(any_value()).prop_map(Vec3::from_array);
        (vector(), vector()).prop_map(|(origin, direction)| Ray { origin, direction })
    };
    let hand = || prop::option::of(any_hand());
    let frame = (prop::option::of(any_pose()), hand(), hand(), prop::option::of(ray()));
    prop::collection::vec((frame, 0.002_f32..0.2), 1..60).prop_map(|list| {
        let mut now_secs = 5.0;
        let frame = |((camera, left, right, gaze), pace)| {
            now_secs += pace;
            Frame { time_secs: now_secs, camera, left, right, gaze }
        };
        list.into_iter().map(frame).collect()
    })
}

proptest! {
    #[test]
    fn a_crash_at_any_byte_of_any_write_loses_less_than_a_second(
        frames in any_frames(), flush_secs in 0.0_f32..=0.5, stop in any::<prop::sample::Index>(),
        torn in 0.0_f64..1.0,
    ) {
        let disk = Disk(Rc::new(RefCell::new((Vec::new(), usize::MAX))));
        let mut journal = JournalWriter::new(disk.clone(), EVERYTHING, flush_secs).unwrap();
        let recorded = stop.index(frames.len()) + 1;
        let (mut before, mut len) = (20, 20);
        for frame in &frames[..recorded] {
            journal.record(frame).unwrap();
            let now = disk.0.borrow().0.len();
            if now > len {
                (before, len) = (len, now);
            }
        }
        // The last write reached the disk in part: from nothing of it to all of it.
        #[expect(clippy::as_conversions, clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a part of it")]
        let left = before + ((len - before) as f64 * torn) as usize;
        let held = disk.0.borrow().0[..left].to_vec();
        let contents = read_journal(&held).unwrap();
        let count = frames_of(&contents, &frames);
        let now_secs = frames[recorded - 1].time_secs;
        // Frames are up to 0.2 s apart here: one more of them may be in a chunk.
        let oldest_lost = frames[..recorded].get(count).map_or(now_secs, |frame| frame.time_secs);
        prop_assert!(now_secs - oldest_lost <= 2.0 * (flush_secs + 0.2), "{now_secs} {oldest_lost}");
        if flush_secs <= 0.3 {
            prop_assert!(now_secs - oldest_lost <= 1.0);
        }
    }

    #[test]
    fn any_damage_is_found_and_the_frames_before_it_are_whole(
        frames in any_frames(), at in any::<prop::sample::Index>(), mask in 1_u8..,
    ) {
        let mut bytes = journal(&frames, EVERYTHING, 0.25);
        let at = 20 + at.index(bytes.len() - 20);
        bytes[at] ^= mask;
        let contents = read_journal(&bytes).unwrap();
        prop_assert!(contents.damaged_bytes > 0 && !contents.is_ended);
        frames_of(&contents, &frames);
    }

    #[test]
    fn any_bytes_after_a_header_are_read_without_a_panic(
        rest in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let mut bytes = journal(&[], EVERYTHING, 0.5);
        bytes.truncate(20);
        bytes.extend(rest);
        let contents = read_journal(&bytes).unwrap();
        prop_assert_eq!(contents.frames, 0);
    }
}
