//! Detection of the MRTK release that probably wrote a file.

use reenact::{Layout, Version};

use super::exam::Exam;
use super::report::Writer;
use super::scan::Scan;
use super::tail::Tails;
use super::words::plural;

const ANY_1_1: &str = "MRTK 2.6.0 – 2.8.3";

pub(super) fn guess(exam: &Exam<'_>, scan: &Scan, tails: Option<&Tails>) -> Option<Writer> {
    let recording = exam.recording;
    if let Some(origin) = recording.origin() {
        let variant = origin.variant();
        let evidence = vec![variant.evidence().to_owned()];
        return Some(Writer { name: variant.writer().to_owned(), evidence });
    }
    let mut evidence = vec![format!("version {}", recording.version())];
    let is_clamped = recording.curves().all(|(_, curve)| {
        let clamp = reenact::WrapMode::CLAMP_FOREVER;
        curve.pre_wrap == clamp && curve.post_wrap == clamp
    });
    let name = match recording.version() {
        Version::V1_0 if scan.is_straight() && is_clamped && recording.marker_list().is_some() => {
            evidence.push(
                "all keys are linear and all curves clamp at their ends, as MRTK writes them"
                    .to_owned(),
            );
            "MRTK 2.0.0 – 2.5.4".to_owned()
        }
        Version::V1_0 => {
            evidence.push(
                if scan.is_straight() {
                    "wrap modes or a missing marker list that MRTK never writes"
                } else {
                    "tangents or weights, which MRTK never records"
                }
                .to_owned(),
            );
            "not MRTK's recorder".to_owned()
        }
        Version::V1_1 if recording.layout() == Layout::Published => {
            evidence.push(
                "28-byte float keys, which MRTK neither writes nor reads in this version"
                    .to_owned(),
            );
            "not MRTK: a tool that follows Microsoft's page".to_owned()
        }
        Version::V1_1 if recording.marker_list().is_none() || !is_clamped => {
            evidence.push("wrap modes or a missing marker list that MRTK never writes".to_owned());
            "not MRTK's recorder".to_owned()
        }
        Version::V1_1 if recording.flags().iter().any(|&flag| flag > 1) => {
            evidence.push("a flag byte that MRTK never writes".to_owned());
            "not MRTK's recorder".to_owned()
        }
        Version::V1_1 => of_1_1(scan, tails, &mut evidence),
        _ => return None,
    };
    if !recording.trailing().is_empty() {
        evidence.push("bytes after the marker list: another tool has edited the file".to_owned());
    }
    Some(Writer { name, evidence })
}

fn of_1_1(scan: &Scan, tails: Option<&Tails>, evidence: &mut Vec<String>) -> String {
    evidence.push("8-byte float keys".to_owned());
    if tails.is_some_and(|tails| tails.is_partitioned) {
        evidence
            .push("keys at the end of every 32 frames: the partitions of its optimizer".to_owned());
    }
    match scan.w_lost_and_kept() {
        (0, 0) => {
            evidence.push("no rotations, by which its releases could be distinguished".to_owned());
            ANY_1_1.to_owned()
        }
        (0, kept) => {
            evidence.push(format!(
                "{} kept all of w, which 2.6.0 – 2.7.2 lose",
                plural(kept, "rotation")
            ));
            if tails.is_some_and(|tails| tails.is_partitioned) {
                "MRTK 2.7.3 – 2.8.3".to_owned()
            } else {
                "MRTK 2.7.3 – 2.8.3, or a tool that writes the same form".to_owned()
            }
        }
        (lost, kept) => {
            evidence.push(format!("{} lost w", plural(lost, "rotation")));
            if kept > 0 {
                evidence.push(format!("{kept} did not: another tool has edited the file"));
            }
            "MRTK 2.6.0 – 2.7.2".to_owned()
        }
    }
}
