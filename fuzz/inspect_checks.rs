//! Properties of `reenact-inspect` for arbitrary bytes: one check per fuzz target.
//!
//! The targets in `fuzz_targets/` call these with inputs of the fuzzer; the tests of that crate call them with earlier failures
//! (`regressions/TARGET/`) and with damaged recordings.

use reenact::{Layout, ReadOptions};
use reenact_inspect::doctor::{Options, examine};

/// Any bytes give a report, with locations inside the file and finite numbers.
pub(crate) fn doctor(data: &[u8]) {
    for layout in [None, Some(Layout::Mrtk), Some(Layout::Published)] {
        for structure_only in [false, true] {
            let read = ReadOptions { layout, ..ReadOptions::default() };
            let report = examine(data.to_vec(), &Options { read, structure_only });
            for finding in &report.findings {
                assert!(finding.count > 0, "{finding}");
                let offset = finding.location.offset.and_then(|at| usize::try_from(at).ok());
                assert!(offset.is_none_or(|at| at <= data.len()), "{finding}");
                let is_span =
                    |(from, to): (f32, f32)| from.is_finite() && to.is_finite() && from <= to;
                assert!(finding.location.span_secs.is_none_or(is_span), "{finding}");
                let numbers = finding.message.replace("is NaN or infinite", "");
                assert!(!numbers.contains("NaN") && !numbers.contains("inf "), "{finding}");
            }
            let order =
                report.findings.iter().map(|finding| (finding.severity, finding.location.at));
            assert!(order.is_sorted(), "{:?}", report.findings);
            assert!(!report.unreadable() || report.findings.len() == 1, "{:?}", report.findings);
        }
    }
}
