//! Reports as text and as JSON.

use reenact_inspect::doctor::{Code, Fix, Options, examine, examine_recording};
use serde_json::{Value, json};

fn testdata(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name);
    std::fs::read(path).unwrap()
}

#[test]
fn json_has_the_shape_that_is_promised() {
    let report = examine(testdata("recordings/v11_m272_real_2s_asset.bin"), &Options::default());
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["writer"]["name"], "MRTK 2.6.0 – 2.7.2");
    assert!(json["writer"]["evidence"].as_array().unwrap().iter().all(Value::is_string));
    let findings = json["findings"].as_array().unwrap();
    assert_eq!(
        findings[0],
        json!({
            "code": "rotation-w-lost",
            "title": "Rotations have lost their w component",
            "severity": "error",
            "where": "camera.rotation.w",
            "count": 53,
            "offset": 883,
            "from_secs": null,
            "to_secs": null,
            "message": findings[0]["message"],
            "repair": "partial",
        })
    );
    assert!(findings[1]["from_secs"].is_f64() && findings[1]["to_secs"].is_f64());
    assert_eq!(findings[1]["where"], "left");
}

#[test]
fn json_of_a_file_that_is_none_has_no_writer() {
    let json = serde_json::to_value(examine("hello", &Options::default())).unwrap();
    assert_eq!(json["writer"], Value::Null);
    assert_eq!((&json["passed"], &json["fail_on"]), (&json!(false), &json!("warning")));
    assert_eq!(json["findings"][0]["code"], "not-a-recording");
}

#[test]
fn a_cut_file_says_what_survives() {
    let whole = reenact_make::demo().to_bytes();
    let cut = &whole[..whole.len() / 2];
    let report = examine(cut.to_vec(), &Options::default());
    assert!(report.unreadable());
    let finding = &report.findings[0];
    assert_eq!((finding.code, finding.fix), (Code::Truncated, Fix::Partial));
    let survives =
        reenact::Recording::salvage(cut.to_vec(), &reenact::ReadOptions::default()).unwrap();
    let cut = survives.cut.unwrap();
    assert!(finding.message.contains(&format!("; {cut}; ")), "{}", finding.message);
    assert_eq!(finding.location.offset, Some(cut.offset));

    // A complete header without curves can be repaired to an empty recording.
    for (len, fix) in [(4, Fix::None), (12, Fix::None), (19, Fix::Partial), (35, Fix::Partial)] {
        let report = examine(whole[..len].to_vec(), &Options::default());
        assert_eq!(report.findings[0].fix, fix, "{len} bytes");
    }
}

#[test]
fn straight_keys_of_the_published_layout_are_repaired_exactly_and_bent_ones_in_part() {
    for (name, fix) in [("published/linear.bin", Fix::Exact), ("published/steps.bin", Fix::Partial)]
    {
        let report = examine(testdata(name), &Options::default());
        assert_eq!(report.of(Code::PublishedLayout).next().unwrap().fix, fix, "{name}");
    }
}

#[test]
fn a_forced_layout_is_obeyed() {
    let read =
        reenact::ReadOptions { layout: Some(reenact::Layout::Published), ..Default::default() };
    let bytes = testdata("recordings/v11_real_2s_asset.bin");
    let report = examine(bytes.clone(), &Options { read, ..Options::default() });
    assert!(report.unreadable());
}

#[test]
fn structure_alone_says_nothing_of_people() {
    let bytes = testdata("recordings/v11_m272_real_2s_asset.bin");
    let options = Options { structure_only: true, ..Options::default() };
    let codes: Vec<_> = examine(bytes.clone(), &options).findings.iter().map(|f| f.code).collect();
    assert_eq!(codes, [Code::RotationWLost]);
}

#[test]
fn the_rate_is_worked_out_from_the_keys() {
    for rate_hz in [30.0, 60.0, 90.0] {
        let options = reenact_make::Options { rate_hz, ..Default::default() };
        let report = examine_recording(&reenact_make::make(&options).unwrap(), &Options::default());
        let sampling = report.sampling.unwrap();
        assert!((sampling.rate_hz - rate_hz).abs() < 0.05, "{sampling:?}");
        assert!(sampling.jitter < 0.01, "{sampling:?}");
    }
}

#[test]
fn a_report_reads_as_lines() {
    let report = examine(testdata("odd/flag_2.bin"), &Options::default());
    let line = report.findings[0].to_string();
    assert!(line.starts_with("warning odd-flag-byte: the flags for camera"), "{line}");
    assert!(line.ends_with("(file, byte 16)"), "{line}");
}
