//! Outputs are complete or absent, and only requested files are written.

use std::fs;

use crate::common::Folder;

#[test]
fn an_existing_file_is_only_overwritten_by_force() {
    let folder = Folder::with_session();
    folder.write("out.bin", b"precious");
    folder.run("mirror session.bin -o out.bin").with_code(1);
    assert_eq!(folder.read("out.bin"), b"precious");
    folder.run("mirror session.bin -o out.bin --force").with_code(0);
    assert_ne!(folder.read("out.bin"), b"precious");
    assert_eq!(folder.names(), ["out.bin", "session.bin"]);
}

#[test]
#[cfg(unix)]
fn an_input_is_never_replaced_through_a_link() {
    let folder = Folder::with_session();
    let bytes = folder.read("session.bin");
    std::os::unix::fs::symlink("session.bin", folder.path("soft.bin")).unwrap();
    fs::hard_link(folder.path("session.bin"), folder.path("hard.bin")).unwrap();
    for output in ["soft.bin", "hard.bin", "./session.bin"] {
        let run = folder.run(&format!("mirror session.bin -o {output} --force")).with_code(1);
        assert!(run.stderr.starts_with("error: the output is the input file"), "{}", run.stderr);
    }
    folder.run("concat session.bin session.bin -o soft.bin --force").with_code(1);
    assert_eq!(folder.read("session.bin"), bytes);
}

#[test]
#[cfg(unix)]
fn in_place_keeps_permissions_and_follows_links() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::with_session();
    fs::create_dir(folder.path("elsewhere")).unwrap();
    fs::rename(folder.path("session.bin"), folder.path("elsewhere/real.bin")).unwrap();
    std::os::unix::fs::symlink("elsewhere/real.bin", folder.path("link.bin")).unwrap();
    let before = folder.read("link.bin");
    for mode in [0o640, 0o604, 0o755] {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(folder.path("elsewhere/real.bin"), permissions).unwrap();
        folder.run("mirror link.bin --in-place").with_code(0);
        let metadata = fs::metadata(folder.path("elsewhere/real.bin")).unwrap();
        assert_eq!(metadata.permissions().mode() & 0o777, mode);
    }
    assert!(fs::symlink_metadata(folder.path("link.bin")).unwrap().is_symlink());
    // Mirroring three times equals mirroring once.
    assert_ne!(folder.read("link.bin"), before);
    folder.run("mirror link.bin --in-place").with_code(0);
    assert_eq!(folder.read("link.bin"), before);
    assert_eq!(fs::read_dir(folder.path("elsewhere")).unwrap().count(), 1);
}

#[test]
fn a_folder_edited_in_place_has_the_same_files() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("all/deep")).unwrap();
    folder.copy("recordings/v11_real_2s_lossless.bin", "all/a.bin");
    folder.copy("recordings/v11_real_2s_lossless.bin", "all/deep/b.bin");
    let before = folder.read("all/a.bin").len();
    let run = folder.run("optimize all --in-place --json").with_code(0);
    assert_eq!(run.json().as_array().unwrap().len(), 2);
    assert!(folder.read("all/a.bin").len() < before);
    assert_eq!(folder.read("all/a.bin"), folder.read("all/deep/b.bin"));
    assert_eq!(fs::read_dir(folder.path("all")).unwrap().count(), 2);
    assert_eq!(fs::read_dir(folder.path("all/deep")).unwrap().count(), 1);
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_grow_is_a_message_and_leaves_nothing() {
    let folder = Folder::with_session();
    let before = folder.read("session.bin");
    let blocks = 40; // of 512 bytes
    for args in ["mirror session.bin -o out.bin", "mirror session.bin --in-place"] {
        let run = folder.shell(&format!("ulimit -f {blocks}; reenact {args}")).with_code(1);
        assert!(
            run.stderr.starts_with("error: cannot write: file too large for this file system"),
            "{}",
            run.stderr
        );
        assert_eq!(run.stderr.lines().count(), 1);
        assert_eq!(folder.names(), ["session.bin"]);
        assert_eq!(folder.read("session.bin"), before);
    }
}

/// Runs a line with a temporary file system of 64 kB at `small`.
#[cfg(target_os = "linux")]
fn on_a_small_disk(folder: &Folder, line: &str) -> std::process::Output {
    fs::create_dir_all(folder.path("small")).unwrap();
    let script = format!("mount -t tmpfs -o size=64k none small && {line}");
    let mut command =
        folder.shell_command("exec unshare --map-root-user --user --mount sh -c \"$SCRIPT\"");
    command.env("SCRIPT", script).output().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_message_and_leaves_nothing() {
    let folder = Folder::with_session();
    let line = "reenact mirror session.bin -o small/out.bin; echo $?; ls -A small";
    let output = on_a_small_disk(&folder, line);
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(
        (stdout.as_str(), stderr.as_str()),
        ("1\n", "error: cannot write: disk full: small/out.bin\n"),
        "needs `unshare` and user namespaces"
    );
    // The old file survives if the new one does not fit beside it.
    let line = "cp session.bin old.bin; reenact trim session.bin --to 0.4 -o small/a.bin 2>&1 && \
        reenact retime small/a.bin --speed 2 --in-place 2>&1; echo $?; ls -A small";
    let output = on_a_small_disk(&folder, line);
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(stdout.ends_with("1\na.bin\n"), "{stdout}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_without_permission_is_a_message_and_leaves_nothing() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::with_session();
    fs::create_dir(folder.path("locked")).unwrap();
    fs::set_permissions(folder.path("locked"), fs::Permissions::from_mode(0o555)).unwrap();
    fs::set_permissions(folder.path(""), fs::Permissions::from_mode(0o755)).unwrap();
    // Permissions do not apply to root, so the line runs as another user.
    let line = "if [ \"$(id -u)\" = 0 ]; then as='setpriv --reuid=65534 --regid=65534 --clear-groups'; fi; \
        cp \"$(command -v reenact)\" ./command && chmod 755 command && \
        $as ./command mirror session.bin -o locked/out.bin";
    let run = folder.shell(line).with_code(1);
    assert_eq!(
        run.stderr,
        "error: cannot write to this folder: permission denied: locked/out.bin\n"
    );
    assert_eq!(fs::read_dir(folder.path("locked")).unwrap().count(), 0);

    // A read-only file system does not permit writing either.
    let script = "mount -t tmpfs none locked && mount -o remount,ro locked && exec reenact mirror session.bin -o locked/out.bin";
    let mut command =
        folder.shell_command("exec unshare --map-root-user --user --mount sh -c \"$SCRIPT\"");
    let output = command.env("SCRIPT", script).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error: cannot write to this folder: read-only file system: locked/out.bin\n"
    );
}

#[test]
fn what_is_made_twice_is_the_same() {
    let folder = Folder::new();
    folder.run("make --seconds 3 --seed 7 -o a.bin").with_code(0);
    folder.run("make --seconds 3 --seed 7 -o b.bin").with_code(0);
    folder.run("make --seconds 3 --seed 8 -o c.bin").with_code(0);
    assert_eq!(folder.read("a.bin"), folder.read("b.bin"));
    assert_ne!(folder.read("a.bin"), folder.read("c.bin"));
    assert_eq!(folder.run("info a.bin --json").json()["duration_secs"], 3.0);
    folder.run("make --demo -o demo.bin").with_code(0);
    assert_eq!(folder.read("demo.bin"), reenact_make::demo().to_bytes());
    folder.run("make --demo --to 1.0 -o old.bin").with_code(0);
    assert_eq!(folder.run("info old.bin --json").json()["version"], "1.0");
}

#[test]
fn completions_and_manual_pages_name_every_verb() {
    let folder = Folder::new();
    let help = folder.run("--help").with_code(0);
    let verbs: Vec<&str> = help
        .text()
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(verbs.len() > 15, "{verbs:?}");
    folder.run("man --dir pages").with_code(0);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.run(&format!("completions {shell}")).with_code(0);
        for verb in &verbs {
            assert!(script.text().contains(verb), "{shell} does not know {verb}");
            let page = fs::read_to_string(folder.path(&format!("pages/reenact-{verb}.1"))).unwrap();
            assert!(page.contains(".TH reenact"), "{page}");
        }
    }
    assert!(folder.path("pages/reenact-marker-add.1").is_file());
}

/// A complete 1.1 file with MRTK's layout: gaze only, `keys` keys per curve at 30 Hz, and one unknown wrap mode.
fn zero_gaze_with_odd_wrap(keys: u8) -> Vec<u8> {
    let mut bytes = hex("c6429e0f6eaf8f6a0100000001000000000001");
    for value in [0.0_f32, 1.6, 0.0, 0.0, 0.0, 1.0] {
        let post_wrap = if value == 1.0 { 3 } else { 8 };
        bytes.extend([8, post_wrap, i32::from(keys)].map(i32::to_le_bytes).concat());
        for key in 0..keys {
            bytes.extend([f32::from(key) / 30.0, value].map(f32::to_le_bytes).concat());
        }
    }
    bytes.extend([0; 4]);
    bytes
}

fn hex(digits: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(byte).collect()
}

#[test]
fn what_an_edit_writes_opens_as_what_it_is() {
    let folder = Folder::new();
    for keys in [5, 40] {
        for edit in ["optimize", "strip --markers", "resample --rate 20", "mirror", "repair"] {
            folder.write("odd.bin", &zero_gaze_with_odd_wrap(keys));
            let run = folder.run(&format!("{edit} odd.bin --in-place"));
            assert_eq!(run.code, 0, "{edit} of {keys} keys: {}", run.stderr);
            let read = folder.read("odd.bin");
            let read = reenact::Recording::from_slice(&read).unwrap();
            assert_eq!(read.layout(), reenact::Layout::Mrtk, "{edit} of {keys} keys");
        }
    }
}

#[test]
fn a_file_that_would_be_read_as_another_layout_is_not_written() {
    // The published key of the last camera curve has tangents and weights that are a marker list, so the same bytes are a
    // complete file with MRTK's layout.
    let mut bytes = hex("c6429e0f6eaf8f6a0100000001000000010000");
    for count in [0, 0, 0, 0, 0, 0, 1] {
        bytes.extend([8, 8, count].map(i32::to_le_bytes).concat());
    }
    bytes.extend([0.0_f32, 1.0].map(f32::to_le_bytes).concat());
    bytes.extend([1, 0, 11, 0, 3].map(i32::to_le_bytes).concat());
    let folder = Folder::new();
    folder.write("both.bin", &bytes);
    folder.run("mirror both.bin -o mirrored.bin").with_code(0);
    let run = folder.run("mirror both.bin --layout published --in-place").with_code(1);
    assert!(run.stderr.contains("be read as mrtk"), "{}", run.stderr);
    assert_eq!(folder.read("both.bin"), bytes);
}

#[test]
fn an_edit_refuses_names_that_end_like_other_files() {
    let folder = Folder::with_session();
    for name in ["x.zip", "x.usd", "x.glb", "x.bin.xz", "x.txt"] {
        let run = folder.run(&format!("mirror session.bin -o {name}"));
        assert_eq!(run.code, 2, "{name}: {}", run.stderr);
        assert!(run.stderr.contains(".bin"), "{name}: {}", run.stderr);
        assert!(!folder.path(name).exists(), "{name}");
    }
    for name in ["x", "x.bytes", "x.v2", "x.bin.tmp"] {
        let run = folder.run(&format!("mirror session.bin -o {name}"));
        assert_eq!(run.code, 0, "{name}: {}", run.stderr);
    }
}
