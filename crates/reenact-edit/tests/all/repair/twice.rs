//! Repairing twice gives the same bytes as repairing once.

use proptest::prelude::*;
use reenact_edit::repair::{Fixes, Options, repair_bytes};
use reenact_testkit::arbitrary::{Numbers, recording};
use reenact_testkit::forced;

use super::testdata::bytes_of;

fn assert_at_rest(bytes: &[u8], read: reenact::ReadOptions) {
    for fixes in [Fixes::DEFAULT, Fixes::ALL] {
        let Ok(once) = repair_bytes(bytes.to_vec(), &Options { fixes, read }) else { continue };
        let written = once.recording.to_bytes();
        let twice =
            repair_bytes(written.clone(), &Options { fixes, ..Options::default() }).unwrap();
        assert_eq!(twice.report.changes, [], "after {:#?}", once.report.changes);
        assert!(twice.recording.to_bytes() == written);
    }
}

proptest! {
    #[test]
    fn any_recording_is_at_rest_after_one_repair(recording in recording(Numbers::Any)) {
        assert_at_rest(&recording.to_bytes(), forced(recording.layout()));
    }

    #[test]
    fn a_damaged_file_is_at_rest_after_one_repair(
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
        name in prop::sample::select(vec![
            "recordings/v10_synth_wrap",
            "recordings/v11_edge_frames_020",
            "recordings/v11_sub_camera",
            "published/linear",
            "odd/marker_text",
        ]),
    ) {
        let mut bytes = bytes_of(name);
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        assert_at_rest(&bytes, reenact::ReadOptions::default());
        bytes.remove(cut.index(bytes.len()));
        assert_at_rest(&bytes, reenact::ReadOptions::default());
    }
}
