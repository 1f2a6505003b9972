//! `docs/reference/doctor.md` agrees with the codes.

use std::fs;
use std::path::Path;

use reenact_inspect::doctor::Code;

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/doctor.md");
    fs::read_to_string(path).unwrap()
}

/// Headings of the third level with their text.
fn sections(page: &str) -> Vec<(&str, &str)> {
    let parts = page.split("\n### ").skip(1);
    parts
        .map(|part| {
            let (heading, text) = part.split_once('\n').unwrap();
            (heading.trim().trim_matches('`'), text.split("\n## ").next().unwrap())
        })
        .collect()
}

#[test]
fn each_code_has_its_section_and_each_section_its_code() {
    let page = page();
    let headings: Vec<&str> = sections(&page).into_iter().map(|(heading, _)| heading).collect();
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(headings, codes);
}

#[test]
fn each_section_says_how_bad_it_is_what_repair_does_why_it_happens_and_what_to_do() {
    let page = page();
    for (code, (heading, text)) in Code::ALL.iter().zip(sections(&page)) {
        let severity = format!("*{}*", code.severity());
        assert!(text.contains(&severity), "{heading}: not {severity}");
        let repair = format!("repair: {}", code.fix());
        assert!(text.contains(&repair), "{heading}: not {repair}");
        for part in ["**What it looks like.**", "**Why.**", "**What to do.**"] {
            assert!(text.contains(part), "{heading}: no {part}");
        }
    }
}
