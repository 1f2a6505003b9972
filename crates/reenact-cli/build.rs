//! Adds the git commit to the version: `0.1.0 (1a2b3c4)`. With the features `view` and `openxr`, embeds the viewer page, if there
//! is one, and the OpenXR runtime.

use std::path::Path;
use std::process::Command;

#[cfg(feature = "view")]
#[path = "build/page.rs"]
mod page;

#[cfg(feature = "openxr")]
#[path = "build/runtime.rs"]
mod runtime;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = env!("CARGO_PKG_VERSION");
    let version = match commit() {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_owned(),
    };
    println!("cargo::rustc-env=REENACT_VERSION={version}");
    println!("cargo::rustc-check-cfg=cfg(viewer_page)");
    #[cfg(feature = "view")]
    page::embed();
    #[cfg(feature = "openxr")]
    runtime::embed();
}

/// Commit of this project's repository; not that of another repository that contains a published copy.
fn commit() -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?.parent()?;
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(root).args(args).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    // File that changes with the commit, for `rerun-if-changed`.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo::rerun-if-changed={}", root.join(log).display());
    git(&["rev-parse", "--short", "HEAD"])
}
