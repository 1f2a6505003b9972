//! What must hold for any bytes at all in `reenact-inspect`: one check a fuzz target.
//!
//! The targets in `fuzz_targets/` call these with what the fuzzer makes up; that crate's tests with what it once found
//! (`regressions/TARGET/`) and with recordings that they damage themselves.

use reenact::{Layout, ReadOptions};
use reenact_inspect::doctor::{Options, examine};

/// There is a report whatever the bytes, its places are in the file, and its numbers are numbers.
pub(crate) fn doctor(data: &[u8]) {
    for layout in [None, Some(Layout::Mrtk), Some(Layout::Published)] {
        for structure_only in [false, true] {
            let read = ReadOptions { layout, ..ReadOptions::default() };
            let report = examine(data.to_vec(), &Options { read, structure_only });
            for finding in &report.findings {
                assert!(finding.count > 0, "{finding}");
                let offset = finding.place.offset.and_then(|at| usize::try_from(at).ok());
                assert!(offset.is_none_or(|at| at <= data.len()), "{finding}");
                let is_span =
                    |(from, to): (f32, f32)| from.is_finite() && to.is_finite() && from <= to;
                assert!(finding.place.span_secs.is_none_or(is_span), "{finding}");
                let numbers = finding.message.replace("is NaN or infinite", "");
                assert!(!numbers.contains("NaN") && !numbers.contains("inf "), "{finding}");
            }
            let order = report.findings.iter().map(|finding| (finding.severity, finding.place.at));
            assert!(order.is_sorted(), "{:?}", report.findings);
            assert!(!report.unreadable() || report.findings.len() == 1, "{:?}", report.findings);
        }
    }
}
