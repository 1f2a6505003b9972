//! Installation of everything that steps need: packages of Python and Node.js, system programs, Rust targets. Nothing else
//! installs anything, except cargo's own tools ([`cargo_tool`](crate::process::cargo_tool)).

use std::env;
use std::fs;

use crate::process::{command, output_of, run};

/// Path of a Python in a virtual environment at `target/NAME` with the packages in the list at `requirements`. The list has the
/// version and the hashes of every package, including transitive ones: `uv pip compile` generates it from the short list beside
/// it that ends in `.in`.
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

/// Installs the packages of `folder/package-lock.json` into `folder/node_modules`.
pub(crate) fn node(folder: &str) -> Result<(), String> {
    let how = "this step needs Node.js 20 or later with npm: https://nodejs.org";
    if output_of(&mut command("node", &["--version"])).is_none() {
        return Err(how.to_owned());
    }
    when_changed(&format!("{folder}/node_modules"), &format!("{folder}/package-lock.json"), || {
        println!("installing the npm packages of {folder}, once");
        // Installs exactly the contents of the lock file, with its hashes.
        run(command("npm", &["ci", "--no-audit", "--no-fund"]).current_dir(folder))
            .map_err(|error| format!("{error}; {how}"))
    })
}

/// System program that a step runs, with the Debian packages that contain it.
pub(crate) struct System {
    /// Description and purpose, for messages.
    what: &'static str,
    /// Alternative names or paths of the program.
    programs: &'static [&'static str],
    packages: &'static [&'static str],
}

pub(crate) const CHROMIUM: System = System {
    what: "Chromium, to test pages in",
    programs: &["chromium", "chromium-browser", "google-chrome"],
    packages: &["chromium"],
};
pub(crate) const FIREFOX: System = System {
    what: "Firefox, to test pages in, with Mesa's software rendering",
    programs: &["firefox-esr", "firefox"],
    packages: &["firefox-esr", "libegl1", "libgl1-mesa-dri"],
};
pub(crate) const XVFB: System = System {
    what: "Xvfb, a display without a screen, where Firefox has WebGL",
    programs: &["Xvfb"],
    packages: &["xvfb"],
};
pub(crate) const JAVA: System = System {
    what: "Java 17 or later, to run Spark",
    programs: &["java"],
    packages: &["openjdk-17-jre-headless"],
};
pub(crate) const HELLO_XR: System = System {
    what: "hello_xr, the validation layers of OpenXR and Vulkan, and Mesa's lavapipe, to run an OpenXR application",
    programs: &["hello_xr"],
    packages: &[
        "libopenxr-utils",
        "openxr-layer-corevalidation",
        "mesa-vulkan-drivers",
        "vulkan-validationlayers",
    ],
};
pub(crate) const VALGRIND: System =
    System { what: "Valgrind, to find leaks", programs: &["valgrind"], packages: &["valgrind"] };
pub(crate) const MINGW: System = System {
    what: "the compiler and linker of mingw-w64, to build for Windows",
    programs: &["x86_64-w64-mingw32-gcc"],
    packages: &["gcc-mingw-w64-x86-64"],
};
pub(crate) const WINE: System = System {
    what: "Wine, to run programs for Windows",
    programs: &["wine64", "wine", "/usr/lib/wine/wine64"],
    packages: &["wine64"],
};
pub(crate) const GCC_AARCH64: System = System {
    what: "GCC with a C library for aarch64, to build for that processor",
    programs: &["aarch64-linux-gnu-gcc"],
    packages: &["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"],
};
pub(crate) const QEMU_AARCH64: System = System {
    what: "QEMU, to run programs for aarch64",
    programs: &["qemu-aarch64", "qemu-aarch64-static"],
    packages: &["qemu-user"],
};
pub(crate) const GCC_POWERPC64: System = System {
    what: "GCC with a C library for powerpc64, to build for that processor",
    programs: &["powerpc64-linux-gnu-gcc"],
    packages: &["gcc-powerpc64-linux-gnu", "libc6-dev-ppc64-cross"],
};
pub(crate) const QEMU_POWERPC64: System = System {
    what: "QEMU, to run programs for powerpc64",
    programs: &["qemu-ppc64", "qemu-ppc64-static"],
    packages: &["qemu-user"],
};

impl System {
    /// Path of the program. If it is missing, its packages are installed if that is permitted: for root, and in CI, where `CI` is
    /// set and sudo needs no password. Elsewhere the error contains the command to run.
    pub(crate) fn have(&self) -> Result<String, String> {
        if let Some(path) = self.installed() {
            return Ok(path);
        }
        let (packages, how) = (self.packages.join(" "), self.how_to_install());
        if output_of(&mut command("apt-get", &["--version"])).is_none() {
            return Err(how);
        }
        let is_root = output_of(&mut command("id", &["-u"])).is_some_and(|id| id.trim() == "0");
        let is_ci = || env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
        let sudo: &[&str] = match is_root {
            true => &[],
            false if is_ci() => &["sudo", "--non-interactive"],
            false => return Err(how),
        };
        println!("installing {packages} (Debian): {}", self.what);
        let apt = |words: &[&str]| {
            let environment = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
            let words = [sudo, &environment, words].concat();
            let (program, words) = words.split_first().ok_or("there is no command")?;
            run(&mut command(program, words))
        };
        let install = ["install", "--yes", "--quiet", "--no-install-recommends"];
        let install = [&install, self.packages].concat();
        // The package list may be outdated or missing.
        apt(&install)
            .or_else(|_| apt(&["update", "--quiet"]).and_then(|()| apt(&install)))
            .map_err(|error| format!("{error}; {how}"))?;
        self.installed().ok_or(how)
    }

    /// Message with what is missing, and the command that installs it.
    pub(crate) fn how_to_install(&self) -> String {
        format!(
            "this step needs {}: `sudo apt-get update && sudo apt-get install --no-install-recommends {}`, or the packages of another \
             system that have it",
            self.what,
            self.packages.join(" ")
        )
    }

    fn installed(&self) -> Option<String> {
        self.programs.iter().find_map(|name| {
            let path = output_of(&mut command("which", &[name]))?;
            Some(path.trim().to_owned()).filter(|path| !path.is_empty())
        })
    }
}

/// Adds the standard library of Rust for a target, such as `wasm32-unknown-unknown`, by rustup.
pub(crate) fn rust_target(target: &str) -> Result<(), String> {
    let is_there = || {
        let words = ["--print", "target-libdir", "--target", target];
        let folder = output_of(&mut command("rustc", &words)).map(|text| text.trim().to_owned());
        let is_std = |file: fs::DirEntry| file.file_name().to_string_lossy().starts_with("libstd-");
        let files = folder.and_then(|folder| fs::read_dir(folder).ok());
        files.into_iter().flatten().flatten().any(is_std)
    };
    if is_there() {
        return Ok(());
    }
    let why = format!("the active Rust has no standard library for {target}");
    if output_of(&mut command("rustup", &["--version"])).is_none() {
        let how =
            format!("install rustup (https://rustup.rs) and run `rustup target add {target}`");
        return Err(format!("{why}, and there is no rustup to add it: {how}"));
    }
    println!("{why}: `rustup target add {target}`, once");
    run(&mut command("rustup", &["target", "add", target]))?;
    if is_there() {
        return Ok(());
    }
    Err(format!("{why}: rustup added it to another toolchain than the active one"))
}

/// Installs if the contents of `folder` were installed from another list.
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

    /// Lists without the extension `.in`, relative to the root of the repository.
    const LISTS: [&str; 10] = [
        "crates/reenact-convert/tests/blender/requirements",
        "crates/reenact-convert/tests/python/requirements",
        "crates/reenact-convert/tests/python/requirements-clips",
        "crates/reenact-convert/tests/python/rerun",
        "crates/reenact-openxr/tests/python/requirements",
        "python/requirements",
        "python/requirements-spark",
        "python/requirements-torch",
        "site/requirements",
        "xtask/dist/requirements",
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
                // `uv` writes the packages of extras, and names the package without them.
                let (name, rest) = wanted.split_once('[').unwrap_or((wanted, ""));
                let version = rest.split_once(']').map_or(rest, |(_, version)| version);
                let line = format!("{}{version} \\", name.to_lowercase());
                assert!(locked.lines().any(|locked| locked == line), "{wanted} in {list}.txt");
            }
            // Each package is followed by at least one hash.
            let mut lines = locked.lines().peekable();
            while let Some(line) = lines.next() {
                let is_named = line.starts_with(|first: char| first.is_ascii_alphanumeric());
                let is_hashed = lines.peek().is_some_and(|next| next.contains("--hash=sha256:"));
                assert!(!is_named || is_hashed, "{line} in {list}.txt");
            }
        }
    }
}
