//! Checks the minimum supported Rust versions: one for the published library crates, one for everything else.

use std::fs;

use crate::process::{cargo, command, output_of, run as run_command};

/// Crates that other programs depend on. Their manifests state their own `rust-version`.
const LIBRARY: [&str; 3] = ["reenact-base", "reenact", "reenact-file"];

/// Checks both versions.
pub(crate) fn check() -> Result<String, String> {
    let library = check_library()?;
    let workspace = check_workspace()?;
    Ok(format!("{}: {library}; the rest: {workspace}", LIBRARY.join(", ")))
}

fn check_workspace() -> Result<String, String> {
    let version = stated("Cargo.toml", "[workspace.package]")?;
    let active =
        output_of(&mut command("rustc", &["--version"])).ok_or("cannot run `rustc --version`")?;
    if is_release_of(active.split_whitespace().nth(1).unwrap_or_default(), &version) {
        println!(
            "{} is the minimum supported version: every other step has been the check",
            active.trim()
        );
        return Ok(format!("the active Rust is {version}"));
    }
    let Some(toolchain) = installed(&version) else {
        return Err(needs(&version));
    };
    let toolchain_arg = format!("+{toolchain}");
    run_command(&mut cargo(&[
        &toolchain_arg,
        "check",
        "--workspace",
        "--target-dir",
        "target/msrv",
    ]))?;
    Ok(format!("with {toolchain}"))
}

/// Toolchain of the minimum supported Rust version of the workspace; the active one, if it is of that release.
pub(crate) fn workspace_toolchain() -> Result<String, String> {
    let version = stated("Cargo.toml", "[workspace.package]")?;
    let words = ["show", "active-toolchain"];
    let active = output_of(&mut command("rustup", &words)).unwrap_or_default();
    let release = output_of(&mut command("rustc", &["--version"])).unwrap_or_default();
    if is_release_of(release.split_whitespace().nth(1).unwrap_or_default(), &version)
        && let Some(name) = active.split_whitespace().next()
    {
        return Ok(name.to_owned());
    }
    installed(&version).ok_or_else(|| needs(&version))
}

fn needs(version: &str) -> String {
    format!("this step needs Rust {version}: `rustup toolchain install {version}`")
}

/// Builds with that Rust if it is installed; otherwise uses clippy's `incompatible_msrv`, which knows the version of each
/// function of the standard library, but does not check the language version.
fn check_library() -> Result<String, String> {
    let mut versions = Vec::new();
    for name in LIBRARY {
        versions.push(stated(&format!("crates/{name}/Cargo.toml"), "[package]")?);
    }
    versions.dedup();
    let [version] = versions.as_slice() else {
        return Err(format!("the library crates state {}", versions.join(" and ")));
    };
    let packages = LIBRARY.map(|name| format!("--package={name}"));
    if let Some(toolchain) = installed(version) {
        let toolchain_arg = format!("+{toolchain}");
        let args = [&*toolchain_arg, "check", "--target-dir", "target/msrv"];
        run_command(cargo(&args).args(&packages))?;
        return Ok(format!("with {toolchain}"));
    }
    let lint = ["--", "-D", "clippy::incompatible_msrv"];
    run_command(cargo(&["clippy"]).args(&packages).args(lint))?;
    Ok(format!(
        "{version} is not installed, so by clippy::incompatible_msrv alone (`rustup toolchain install {version}` for the whole check)"
    ))
}

/// Toolchain of a version that rustup has.
fn installed(version: &str) -> Option<String> {
    let toolchains = output_of(&mut command("rustup", &["toolchain", "list"])).unwrap_or_default();
    let mut names = toolchains.lines().filter_map(|line| line.split_whitespace().next());
    names
        .find(|name| is_release_of(name.split('-').next().unwrap_or_default(), version))
        .map(str::to_owned)
}

/// Minimum version that a manifest states.
fn stated(path: &str, section: &str) -> Result<String, String> {
    let manifest = fs::read_to_string(path).map_err(|error| format!("{error}: {path}"))?;
    let version = rust_version(&manifest, section);
    version.map(str::to_owned).ok_or_else(|| format!("no rust-version in {section} of {path}"))
}

fn rust_version<'m>(manifest: &'m str, section: &str) -> Option<&'m str> {
    let (_, package) = manifest.split_once(section)?;
    let mut lines = package.lines().skip(1).take_while(|line| !line.starts_with('['));
    let value = lines.find_map(|line| line.strip_prefix("rust-version"))?;
    value.split('"').nth(1)
}

/// Whether `release`, such as `1.95.0`, is of `version`, such as `1.95`.
fn is_release_of(release: &str, version: &str) -> bool {
    release.strip_prefix(version).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rust_version_is_that_of_the_section() {
        let manifest =
            "[package]\nrust-version = \"1.88\"\n[workspace.package]\nrust-version = \"1.95\"\n";
        assert_eq!(rust_version(manifest, "[workspace.package]"), Some("1.95"));
        assert_eq!(rust_version(manifest, "[package]"), Some("1.88"));
        assert_eq!(rust_version("[package]\n[lints]\nrust-version = \"1.0\"\n", "[package]"), None);
    }

    #[test]
    fn a_release_is_of_its_minor_version_only() {
        assert!(is_release_of("1.95.0", "1.95"));
        assert!(is_release_of("1.95", "1.95"));
        assert!(!is_release_of("1.950.0", "1.95"));
        assert!(!is_release_of("1.96.0", "1.95"));
        assert!(!is_release_of("nightly", "1.95"));
    }
}
