//! Files in read-only forms: MRTK's drafts, and forks.

use crate::common::Folder;

const FILES: [(&str, &str, &str); 7] = [
    ("drafts/a0", "draft-a0", "1.0"),
    ("drafts/a_markers", "draft-a", "1.0"),
    ("drafts/b", "draft-b", "1.0"),
    ("drafts/c", "draft-c", "1.0"),
    ("fork/f1", "fork-f1", "1.1"),
    ("fork/f2", "fork-f2", "1.1"),
    ("fork/f3_hands", "fork-f3", "1.1"),
];

fn folder() -> Folder {
    let folder = Folder::new();
    for (file, name, _) in FILES {
        folder.copy(&format!("{file}.bin"), &format!("{name}.bin"));
    }
    folder
}

#[test]
fn info_says_which_form_a_file_has_and_folders_are_searched_for_them() {
    let folder = folder();
    for (_, name, version) in FILES {
        let screen = folder.run(&format!("info {name}.bin")).with_code(0);
        let line = screen.text().lines().nth(2).unwrap().to_owned();
        assert!(line.starts_with(&format!("{name}, by ")), "{line}");
        assert!(
            line.ends_with(&format!("read-only: edits are written as version {version}")),
            "{line}"
        );
        let json = folder.run(&format!("info {name}.bin --json")).with_code(0).json();
        assert_eq!(json["version"], name);
        let piped = folder.shell(&format!("reenact info - --json < {name}.bin")).with_code(0);
        assert_eq!(piped.json()["keys"], json["keys"]);
    }
    let all = folder.run("info .").with_code(0);
    assert!(all.text().contains("7 recordings"), "{}", all.text());
    assert!(all.text().contains("A, B, C drafts of 2019  F forks"), "{}", all.text());
}

#[test]
fn edits_write_a_version_that_mrtk_loads_and_say_so() {
    let folder = folder();
    for (_, name, version) in FILES {
        let lossy = i32::from(name.starts_with("fork")) * 3;
        for command in [
            format!("mirror {name}.bin -o out.bin --force"),
            format!("convert {name}.bin out.bin --force"),
        ] {
            let run = folder.run(&command).with_code(lossy);
            let note = format!("{name} is a form that is only read: written as version {version}");
            assert!(run.stderr.contains(&note), "{command}: {}", run.stderr);
            let json = folder.run("info out.bin --json").with_code(0).json();
            assert_eq!(json["version"], version, "{command}");
        }
        let run = folder.run(&format!("repair {name}.bin -o out.bin --force"));
        assert!(
            run.stderr.contains(&format!("{name} stored as version {version}")),
            "{}",
            run.stderr
        );
    }
    // Also in place: afterwards the file has version 1.0.
    folder.run("marker add draft-c.bin --at 10.5 --name here --in-place").with_code(0);
    let json = folder.run("info draft-c.bin --json").with_code(0).json();
    assert_eq!(
        (json["version"].as_str(), json["markers"].as_array().map(Vec::len)),
        (Some("1.0"), Some(4))
    );
}
