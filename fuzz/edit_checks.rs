//! Properties of the operations of `reenact-edit` for arbitrary bytes: one check per fuzz target.
//!
//! The targets in `fuzz_targets/` call these with inputs of the fuzzer; the test `repair` of that crate calls them with earlier
//! failures (`regressions/TARGET/`).

use reenact::{Layout, ReadOptions, Recording};
use reenact_edit::repair::{Fixes, Options, repair, repair_bytes};

/// Everything that can be repaired reads back, has a form that MRTK loads if requested, and needs no further
/// repair.
pub(crate) fn repair_any(data: &[u8]) {
    for layout in [None, Some(Layout::Mrtk), Some(Layout::Published)] {
        for fixes in [Fixes::DEFAULT, Fixes::ALL] {
            let read = ReadOptions { layout, ..ReadOptions::default() };
            let options = Options { fixes, read };
            let repaired = match repair_bytes(data.to_vec(), &options) {
                Ok(repaired) => repaired,
                // With an explicit layout, the result may be ambiguous.
                Err(error) if error.code() == reenact::ErrorCode::AmbiguousLayout => continue,
                Err(error) => {
                    assert!(
                        Recording::from_slice_with(data, &read).is_err(),
                        "readable but: {error}"
                    );
                    continue;
                }
            };
            let recording = &repaired.recording;
            assert!(recording.form().loads_in_mrtk(), "{recording:?}");
            let bytes = recording.to_bytes();
            match Recording::from_slice(&bytes) {
                Ok(read) => assert_eq!(read, *recording),
                Err(error) => panic!("repaired, but not read: {error}"),
            }
            for change in repaired.report.changes.iter().chain(&repaired.report.left) {
                assert!(!change.to_string().is_empty());
            }
            match repair(recording, &options) {
                Ok(again) => {
                    assert_eq!(again.report.changes, [], "repaired, and not at rest");
                    assert_eq!(again.recording, *recording);
                }
                Err(error) => panic!("repaired, but not twice: {error}"),
            }
        }
    }
}
