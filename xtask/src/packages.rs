//! Packages of other languages that steps need: installed on first use, kept until their list changes.

use std::fs;

use crate::process::{command, output_of, run};

/// A Python of our own in `target/NAME` with what the list at `requirements` names; its path. The list has the version and the
/// hashes of every package, those that others need included: `uv pip compile` makes it of the short list beside it that ends in `.in`.
pub(crate) fn python(name: &str, requirements: &str) -> Result<String, String> {
    let folder = format!("target/{name}");
    let bin = if cfg!(windows) { "Scripts" } else { "bin" };
    let python = format!("{folder}/{bin}/python");
    when_changed(&folder, requirements, || {
        let how = "this step needs Python 3.11 or later as `python3`, with venv and pip";
        println!("installing the Python packages of {requirements} into {folder}, once");
        run(&mut command("python3", &["-m", "venv", &folder]))
            .and_then(|()| {
                let pip = ["-m", "pip", "install", "--quiet", "--require-hashes"];
                run(command(&python, &pip).args(["--requirement", requirements]))
            })
            .map_err(|error| format!("{error}; {how}"))
    })?;
    Ok(python)
}

/// Has the packages that `folder/package-lock.json` names in `folder/node_modules`.
pub(crate) fn node(folder: &str) -> Result<(), String> {
    let how = "this step needs Node.js 20 or later with npm: https://nodejs.org";
    if output_of(&mut command("node", &["--version"])).is_none() {
        return Err(how.to_owned());
    }
    when_changed(&format!("{folder}/node_modules"), &format!("{folder}/package-lock.json"), || {
        println!("installing the npm packages of {folder}, once");
        // What the lock file names, with its hashes, and nothing else.
        run(command("npm", &["ci", "--no-audit", "--no-fund"]).current_dir(folder))
            .map_err(|error| format!("{error}; {how}"))
    })
}

/// Where a Chromium is, for the steps that need a browser; installed if it is missing and we may.
pub(crate) fn chromium() -> Result<String, String> {
    let installed = || {
        ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(|name| {
            let path = output_of(&mut command("which", &[name]))?;
            Some(path.trim().to_owned()).filter(|path| !path.is_empty())
        })
    };
    if let Some(path) = installed() {
        return Ok(path);
    }
    apt(&["chromium"], "this step needs Chromium")?;
    installed().ok_or_else(|| "this step needs Chromium, and its package has none".to_owned())
}

/// Installs packages of Debian if we may; `needs` says what for.
pub(crate) fn apt(names: &[&str], needs: &str) -> Result<(), String> {
    let how = format!(
        "{needs}: `apt-get install --no-install-recommends {}`, or your system's way to it",
        names.join(" ")
    );
    let is_root = output_of(&mut command("id", &["-u"])).is_some_and(|id| id.trim() == "0");
    if !is_root || output_of(&mut command("apt-get", &["--version"])).is_none() {
        return Err(how);
    }
    println!("installing {}, once", names.join(", "));
    let install = ["install", "--yes", "--quiet", "--no-install-recommends"];
    let apt =
        |words: &[&str]| run(command("apt-get", words).env("DEBIAN_FRONTEND", "noninteractive"));
    let install = [&install[..], names].concat();
    // The list of packages may be old, or not there at all.
    apt(&install)
        .or_else(|_| apt(&["update", "--quiet"]).and_then(|()| apt(&install)))
        .map_err(|error| format!("{error}; {how}"))
}

/// Installs if what is in `folder` was installed from another list than this one.
fn when_changed(
    folder: &str,
    list: &str,
    install: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    let wanted = fs::read_to_string(list).map_err(|error| format!("{error}: {list}"))?;
    let installed = format!("{folder}/installed.txt");
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    install()?;
    fs::write(&installed, wanted).map_err(|error| format!("{error}: {installed}"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Lists without the ending `.in`, from the root of the repository.
    const LISTS: [&str; 9] = [
        "crates/reenact-convert/tests/blender/requirements",
        "crates/reenact-convert/tests/python/requirements",
        "crates/reenact-convert/tests/python/requirements-clips",
        "crates/reenact-convert/tests/python/rerun",
        "crates/reenact-openxr/tests/python/requirements",
        "python/requirements",
        "python/requirements-spark",
        "python/requirements-torch",
        "site/requirements",
    ];

    #[test]
    fn every_python_package_is_locked_in_the_version_that_its_list_names() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for list in LISTS {
            let read =
                |ending: &str| fs::read_to_string(root.join(format!("{list}.{ending}"))).unwrap();
            let locked = read("txt");
            let names = |line: &&str| !line.starts_with('#') && !line.starts_with("-r ");
            for wanted in read("in").lines().filter(names) {
                let line = format!("{} \\", wanted.to_lowercase());
                assert!(locked.lines().any(|locked| locked == line), "{wanted} in {list}.txt");
            }
            // Whoever is named is followed by at least one hash.
            let mut lines = locked.lines().peekable();
            while let Some(line) = lines.next() {
                let is_named = line.starts_with(|first: char| first.is_ascii_alphanumeric());
                let is_hashed = lines.peek().is_some_and(|next| next.contains("--hash=sha256:"));
                assert!(!is_named || is_hashed, "{line} in {list}.txt");
            }
        }
    }
}
