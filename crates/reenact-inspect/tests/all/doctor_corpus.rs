//! Exact findings in each recording of `testdata/`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use reenact_inspect::doctor::{Code, Options, Report, Severity, examine};

/// File, probable writer, and findings as code, location and count.
type Case = (&'static str, &'static str, &'static [&'static str]);

const V1_0: &str = "MRTK 2.0.0 – 2.5.4";
const ANY_1_1: &str = "MRTK 2.6.0 – 2.8.3";
const W_LOST: &str = "MRTK 2.6.0 – 2.7.2";
const W_KEPT: &str = "MRTK 2.7.3 – 2.8.3";
const LIKE_IT: &str = "MRTK 2.7.3 – 2.8.3, or a tool that writes the same form";
const OTHER: &str = "not MRTK's recorder";
const PUBLISHED: &str = "not MRTK: a tool that follows Microsoft's page";
const FORK: &str = "an app descended from ETH's \"4D Holographic Tutorials\"";

/// MRTK's optimizer dropped up to 31 frames of each track of the `v11_*` files. If a boolean curve or another track is longer,
/// the number of lost frames is known; if all end together, frames may be lost.
#[rustfmt::skip]
const CASES: &[Case] = &[
    ("recordings/v10_edge_empty", V1_0, &[
        "nothing-recorded file 1",
    ]),
    ("recordings/v10_edge_markers", V1_0, &[
        "markers-outside markers 7",
    ]),
    ("recordings/v10_edge_shift_minus", V1_0, &[]),
    ("recordings/v10_real_2s_coarse", V1_0, &[]),
    ("recordings/v10_service_saved_late", V1_0, &[
        "keys-before-zero camera.position.x 375",
    ]),
    ("recordings/v10_synth_tangents", OTHER, &[
        "teleport left 6",
        "bone-lengths-change left 19",
        "fingers-overbent left 5",
        "teleport right 18",
        "bone-lengths-change right 19",
        "fingers-overbent right 6",
        "tracking-gaps left 3",
        "tracking-gaps right 2",
        "keys-before-zero left.None.position.x 245",
        "slot-none-filled left.None.position.x 14",
    ]),
    ("recordings/v10_synth_wrap", OTHER, &[
        "rotation-not-unit camera.rotation.x 5",
        "rotation-flips camera.rotation.x 2",
    ]),
    ("recordings/v11_edge_both_never", W_KEPT, &[
        "tail-may-be-lost camera 2",
    ]),
    ("recordings/v11_edge_camera_unset", W_KEPT, &[
        "camera-unset camera 4",
        "tail-lost left 28",
        "tail-lost right 6",
        "tail-may-be-lost camera 2",
    ]),
    ("recordings/v11_edge_frames_020", ANY_1_1, &[
        "track-collapsed camera 4",
    ]),
    ("recordings/v11_edge_frames_033", W_KEPT, &[
        "tail-may-be-lost camera 4",
    ]),
    ("recordings/v11_edge_left_never", W_KEPT, &[
        "tail-lost camera 4",
        "tail-lost gaze 4",
        "tracking-gaps right 1",
    ]),
    ("recordings/v11_edge_shift_minus", W_KEPT, &[
        "tail-lost camera 8",
        "tail-lost left 19",
        "tail-lost gaze 8",
        "tracking-gaps left 1",
        "tracking-gaps right 1",
    ]),
    ("recordings/v11_m272_real_2s_asset", W_LOST, &[
        "rotation-w-lost camera.rotation.w 53",
        "tail-lost left 30",
        "tail-lost right 28",
        "tail-may-be-lost camera 2",
    ]),
    ("recordings/v11_m272_real_2s_partition0", W_LOST, &[
        "rotation-w-lost camera.rotation.w 53",
    ]),
    ("recordings/v11_real_2s_asset", W_KEPT, &[
        "tail-lost left 30",
        "tail-lost right 28",
        "tail-may-be-lost camera 2",
    ]),
    ("recordings/v11_real_2s_lossless", LIKE_IT, &[
        "dense file 15883",
    ]),
    ("recordings/v11_real_2s_simhand", W_KEPT, &[
        "tail-lost left 30",
        "tail-lost right 28",
        "tail-may-be-lost camera 2",
        "slot-none-filled left.None.position.x 14",
    ]),
    ("recordings/v11_real_30s_asset", W_KEPT, &[
        "tail-lost left 27",
        "tail-lost right 8",
        "tail-may-be-lost camera 2",
        "tracking-gaps left 3",
        "tracking-gaps right 4",
        "rotation-flips left.MiddleDistalJoint.rotation.x 6",
    ]),
    ("recordings/v11_sub_camera", W_KEPT, &[
        "tail-may-be-lost camera 1",
    ]),
    ("recordings/v11_sub_camerahandsgaze_markers", W_KEPT, &[
        "tail-lost camera 19",
        "tail-lost right 18",
        "tail-lost gaze 19",
        "tracking-gaps left 1",
        "tracking-gaps right 1",
        "markers-outside markers 1",
    ]),
    ("recordings/v11_sub_gaze_markers", ANY_1_1, &[
        "tail-may-be-lost gaze 1",
        "markers-outside markers 1",
    ]),
    ("recordings/v11_sub_none", ANY_1_1, &[
        "nothing-recorded file 1",
    ]),
    ("recordings/v11_sub_none_markers", ANY_1_1, &[
        "nothing-recorded file 1",
        "markers-outside markers 11",
    ]),
    ("odd/before_zero", ANY_1_1, &[
        "rotation-not-unit camera.rotation.x 1",
        "keys-before-zero camera.position.x 14",
    ]),
    ("odd/empty", ANY_1_1, &[
        "empty-file file 1",
    ]),
    ("odd/flag_2", OTHER, &[
        "odd-flag-byte file 1",
        "rotation-not-unit camera.rotation.x 3",
        "rotation-flips camera.rotation.x 2",
    ]),
    ("odd/flag_255", OTHER, &[
        "odd-flag-byte file 2",
        "rotation-not-unit camera.rotation.x 3",
        "rotation-flips camera.rotation.x 2",
    ]),
    ("odd/marker_beyond", LIKE_IT, &[
        "rotation-not-unit camera.rotation.x 3",
        "rotation-flips camera.rotation.x 2",
        "markers-outside markers 1",
    ]),
    ("odd/marker_lengths", LIKE_IT, &[
        "rotation-not-unit camera.rotation.x 3",
        "rotation-flips camera.rotation.x 2",
        "markers-outside markers 1",
    ]),
    ("odd/marker_long_lengths", LIKE_IT, &[
        "rotation-not-unit camera.rotation.x 3",
        "rotation-flips camera.rotation.x 2",
        "markers-outside markers 1",
    ]),
    ("odd/marker_order", LIKE_IT, &[
        "rotation-not-unit camera.rotation.x 3",
        "markers-unsorted markers 1",
        "rotation-flips camera.rotation.x 2",
        "markers-outside markers 3",
    ]),
    ("odd/marker_text", LIKE_IT, &[
        "rotation-not-unit camera.rotation.x 3",
        "rotation-flips camera.rotation.x 2",
        "markers-outside markers 3",
    ]),
    ("odd/times", LIKE_IT, &[
        "duplicate-times camera.position.x 14",
        "rotation-zero camera.rotation.x 1",
        "rotation-not-unit camera.rotation.x 3",
        "keys-before-zero camera.position.x 7",
    ]),
    ("odd/trailing_1", LIKE_IT, &[
        "rotation-not-unit camera.rotation.x 3",
        "trailing-bytes markers 1",
        "rotation-flips camera.rotation.x 2",
    ]),
    ("odd/trailing_100", LIKE_IT, &[
        "rotation-not-unit camera.rotation.x 3",
        "trailing-bytes markers 100",
        "rotation-flips camera.rotation.x 2",
    ]),
    ("odd/trailing_4_zeros", LIKE_IT, &[
        "rotation-not-unit camera.rotation.x 3",
        "trailing-bytes markers 4",
        "rotation-flips camera.rotation.x 2",
    ]),
    ("odd/v0_9", "", &[
        "odd-version file 1",
        "rotation-not-unit camera.rotation.x 2",
        "tracked-without-joints left.tracked 1",
        "rotation-flips camera.rotation.x 1",
    ]),
    ("odd/v1_0_no_marker_list", OTHER, &[
        "rotation-not-unit camera.rotation.x 2",
        "tracked-without-joints left.tracked 1",
        "missing-marker-list markers 1",
        "rotation-flips camera.rotation.x 1",
    ]),
    ("odd/v1_0_trailing", OTHER, &[
        "rotation-not-unit camera.rotation.x 2",
        "tracked-without-joints left.tracked 1",
        "trailing-bytes markers 3",
        "rotation-flips camera.rotation.x 1",
    ]),
    ("odd/v1_2", "", &[
        "version-too-new file 1",
    ]),
    ("odd/v2_0", "", &[
        "version-too-new file 1",
    ]),
    ("odd/v_minus_1_7", "", &[
        "odd-version file 1",
        "rotation-not-unit camera.rotation.x 2",
        "tracked-without-joints left.tracked 1",
        "rotation-flips camera.rotation.x 1",
    ]),
    ("odd/values", ANY_1_1, &[
        "non-finite camera.position.x 6",
        "value-out-of-range camera.position.x 1",
        "rotation-not-unit camera.rotation.x 1",
    ]),
    ("odd/wrap_modes", OTHER, &[
        "rotation-not-unit camera.rotation.x 3",
        "rotation-flips camera.rotation.x 2",
    ]),
    ("published/all_tracks", PUBLISHED, &[
        "published-layout file 1",
        "bone-lengths-change left 4",
        "fingers-overbent left 2",
        "rotation-not-unit camera.rotation.x 54",
        "missing-marker-list markers 1",
        "rotation-flips camera.rotation.x 16",
    ]),
    ("published/camera_eased", PUBLISHED, &[
        "published-layout file 1",
        "rotation-not-unit camera.rotation.x 5",
        "missing-marker-list markers 1",
        "rotation-flips camera.rotation.x 4",
    ]),
    ("published/last_key", PUBLISHED, &[
        "published-layout file 1",
        "curves-missing camera 6",
        "missing-marker-list markers 1",
    ]),
    ("published/linear", PUBLISHED, &[
        "published-layout file 1",
        "rotation-not-unit camera.rotation.x 3",
        "missing-marker-list markers 1",
        "rotation-flips camera.rotation.x 2",
    ]),
    ("published/markers", PUBLISHED, &[
        "published-layout file 1",
        "rotation-not-unit camera.rotation.x 3",
        "rotation-flips camera.rotation.x 2",
        "markers-outside markers 1",
    ]),
    ("published/no_keys", OTHER, &[
        "nothing-recorded file 1",
        "missing-marker-list markers 1",
    ]),
    ("published/none", OTHER, &[
        "nothing-recorded file 1",
        "missing-marker-list markers 1",
    ]),
    ("published/one_key", PUBLISHED, &[
        "published-layout file 1",
        "rotation-not-unit camera.rotation.x 1",
        "missing-marker-list markers 1",
    ]),
    ("published/steps", PUBLISHED, &[
        "published-layout file 1",
        "rotation-not-unit camera.rotation.x 4",
        "missing-marker-list markers 1",
        "rotation-flips camera.rotation.x 3",
    ]),
    ("fork/cut", FORK, &[
        "known-fork file 1",
    ]),
    ("fork/text_t10", "an app descended from ETH's \"4D Holographic Tutorials\", 2024", &[
        "text-form file 1",
    ]),
];

/// Files written by MRTK's own code without its defects, or without visible ones.
const HEALTHY: [&str; 9] = [
    "recordings/v10_edge_markers",
    "recordings/v10_edge_shift_minus",
    "recordings/v10_real_2s_coarse",
    "recordings/v10_service_saved_late",
    "recordings/v11_edge_both_never",
    "recordings/v11_edge_frames_033",
    "recordings/v11_real_2s_lossless",
    "recordings/v11_sub_camera",
    "recordings/v11_sub_gaze_markers",
];

/// Reports on all files, by name without extension.
fn reports() -> BTreeMap<String, Report> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut reports = BTreeMap::new();
    for folder in ["recordings", "odd", "published", "fork"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "bin") {
                let name = format!("{folder}/{}", path.file_stem().unwrap().to_str().unwrap());
                let report = examine(fs::read(&path).unwrap(), &Options::default());
                // Forks are examined in their own form: see below.
                if folder != "fork" || report.unreadable() {
                    reports.insert(name, report);
                }
            }
        }
    }
    reports
}

#[test]
fn each_file_of_the_corpus_gets_exactly_its_findings() {
    let reports = reports();
    let listed: BTreeMap<&str, &Case> = CASES.iter().map(|case| (case.0, case)).collect();
    assert!(
        reports.keys().eq(listed.keys()),
        "not the files that are listed: {:?}",
        reports.keys()
    );
    for (name, report) in &reports {
        let (_, writer, expected) = listed[name.as_str()];
        let found: Vec<String> = report
            .findings
            .iter()
            .map(|finding| format!("{} {} {}", finding.code, finding.location.at, finding.count))
            .collect();
        assert_eq!(found, *expected, "{name}: {:#?}", report.findings);
        assert_eq!(report.writer.as_ref().map_or("", |writer| &writer.name), *writer, "{name}");
    }
}

#[test]
fn every_form_that_is_only_read_is_named_with_evidence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut seen = std::collections::BTreeSet::new();
    for entry in ["drafts", "fork"]
        .map(|folder| fs::read_dir(root.join(folder)).unwrap())
        .into_iter()
        .flatten()
    {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "bin") {
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        let Ok(recording) = reenact::Recording::from_slice(&bytes) else { continue };
        let origin = recording.origin().unwrap();
        let variant = origin.variant();
        seen.insert(variant.name());
        let report = examine(bytes.clone(), &Options::default());
        let writer = report.writer.as_ref().unwrap();
        assert_eq!((writer.name.as_str(), writer.evidence.len()), (variant.writer(), 1));
        assert_eq!(report.version, None, "it has none");
        let code = if variant.is_fork() { Code::KnownFork } else { Code::DraftForm };
        let finding = report.of(code).next().unwrap();
        assert!(finding.message.starts_with(variant.name()), "{finding}");
        assert_eq!(finding.message.contains("not kept"), !origin.losses().is_empty(), "{finding}");
        assert_eq!(finding.message.contains("poses of joints are local"), variant.is_fork());
    }
    let all = ["draft-a", "draft-a0", "draft-b", "draft-c", "fork-f1", "fork-f2", "fork-f3"];
    assert!(seen.into_iter().eq(all));
}

#[test]
fn healthy_files_give_no_errors_and_no_warnings() {
    let reports = reports();
    for name in HEALTHY {
        let report = &reports[name];
        assert!(report.is_healthy(), "{name}: {:#?}", report.findings);
    }
}

#[test]
fn findings_are_ordered_by_severity_and_then_by_place() {
    for (name, report) in reports() {
        let order: Vec<_> =
            report.findings.iter().map(|finding| (finding.severity, finding.location.at)).collect();
        assert!(order.is_sorted(), "{name}: {order:?}");
        let mut kinds: Vec<_> =
            report.findings.iter().map(|finding| (finding.code, finding.location.at)).collect();
        kinds.sort();
        kinds.dedup();
        assert_eq!(kinds.len(), report.findings.len(), "{name}: a finding is there twice");
    }
}

#[test]
fn what_cannot_be_read_is_an_error_and_nothing_else_is_unreadable() {
    for (name, report) in reports() {
        let is_refused = ["odd/empty", "odd/v1_2", "odd/v2_0", "fork/cut", "fork/text_t10"]
            .contains(&name.as_str());
        assert_eq!(report.unreadable(), is_refused, "{name}");
        if is_refused {
            assert_eq!(report.worst(), Some(Severity::Error), "{name}");
        }
    }
}

#[test]
fn a_place_is_where_the_file_has_it() {
    let reports = reports();
    let of = |name: &str| reports[name].findings[0].location;
    // Seven curves of the camera, the first six with 11 or 22 keys: see the file.
    let lost = of("recordings/v11_m272_real_2s_asset");
    assert_eq!(lost.offset, Some(19 + 3 * (12 + 8 * 11) + 3 * (12 + 8 * 22)));
    assert_eq!(of("odd/flag_2").offset, Some(16));
    assert_eq!(of("odd/v0_9").offset, Some(8));
}
