//! Builds the WebAssembly module of the viewer, and compares it with the command.

mod smoke;

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::packages;
use crate::process::{cargo, command, run};

pub(crate) use smoke::smoke;

/// Folder from which the viewer imports the module.
pub(crate) const FOLDER: &str = "viewer/src/wasm";

const TARGET: &str = "wasm32-unknown-unknown";
const MODULE: &str = "target/wasm32-unknown-unknown/wasm/reenact_wasm.wasm";

/// Folder of the module of the npm package `reenact`.
const NPM_FOLDER: &str = "packages/reenact/src/wasm";

/// Builds the viewer's module and its JavaScript bindings into [`FOLDER`].
pub(crate) fn build() -> Result<(), String> {
    module(FOLDER, &["--no-default-features"])
}

/// Builds the module of the npm package `reenact`, which also makes recordings from scripts.
pub(crate) fn build_for_npm() -> Result<(), String> {
    module(NPM_FOLDER, &[])
}

fn module(folder: &str, features: &[&str]) -> Result<(), String> {
    packages::rust_target(TARGET)?;
    let words = ["build", "--package", "reenact-wasm", "--profile", "wasm", "--target", TARGET];
    run(cargo(&words).args(features))?;
    fs::create_dir_all(folder).map_err(|error| format!("{error}: {folder}"))?;
    run(bindgen()?.args([MODULE, folder]))
}

/// Generator of JavaScript bindings, built on first use.
fn bindgen() -> Result<Command, String> {
    let (ours, theirs) = ("Cargo.lock", "xtask/bindgen/Cargo.lock");
    let [wanted, had] =
        [(ours, "wasm-bindgen"), (theirs, "wasm-bindgen-cli-support")].map(|(path, package)| {
            let lock = fs::read_to_string(path).map_err(|error| format!("{error}: {path}"))?;
            let version = locked_version(&lock, package);
            version.map(str::to_owned).ok_or(format!("there is no {package} in {path}"))
        });
    let (wanted, had) = (wanted?, had?);
    if wanted != had {
        return Err(format!(
            "the page is built with wasm-bindgen {wanted} and made ready by {had}, which must be the same: write {wanted} into \
             xtask/bindgen/Cargo.toml"
        ));
    }
    let program = format!("target/tools/debug/bindgen{EXE_SUFFIX}");
    if !Path::new(&program).exists() {
        println!("building wasm-bindgen's other half into target/tools, about a minute, once");
    }
    run(&mut cargo(&[
        "build",
        "--quiet",
        "--locked",
        "--manifest-path",
        "xtask/bindgen/Cargo.toml",
        "--target-dir",
        "target/tools",
    ]))?;
    Ok(command(&program, &[]))
}

/// Version of a package in a lock file.
fn locked_version<'l>(lock: &'l str, package: &str) -> Option<&'l str> {
    let (_, rest) = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?;
    rest.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_found_by_its_whole_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.1.0\"\n\n[[package]]\nname = \"wasm-bindgen\"\n\
                    version = \"0.2.130\"\nsource = \"registry\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(lock, "wasm"), None);
    }
}
