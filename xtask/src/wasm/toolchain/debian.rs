//! Debian's compiler for pages. Unpacked and not installed: it takes no rights, and the packages do not go together with
//! rustup's.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::with_ending;
use crate::process::{command, host, output_of, run};

/// Where it is kept.
const FOLDER: &str = "target/tools/debian";
/// Where it builds.
pub(super) const TARGET_DIR: &str = "target/tools/debian-target";
/// The packages that are asked for. What they need and the system has not comes along.
const PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// Debian's compiler, its cargo, and the source of its standard library, all unpacked.
pub(in crate::wasm) struct Debian {
    root: PathBuf,
    linker: PathBuf,
}

impl Debian {
    /// Has it, and fetches it if it is not there. `why` is said then.
    pub(super) fn have(why: &str) -> Result<Self, String> {
        let root = env::current_dir().map_err(|error| error.to_string())?.join(FOLDER);
        let linker = rust_lld().ok_or("the active Rust has no rust-lld")?;
        let done = root.join("whole");
        if !done.exists() {
            println!(
                "{why}: fetching Debian's {} into {FOLDER}, 150 MB, once",
                PACKAGES.join(", ")
            );
            _ = fs::remove_dir_all(&root);
            fetch(&root)?;
            fs::write(&done, "").map_err(|error| format!("{error}: {}", done.display()))?;
        }
        Ok(Self { root, linker })
    }

    /// Debian's cargo with Debian's compiler, which builds the standard library, too.
    pub(super) fn cargo(&self, words: &[&str]) -> Command {
        let usr = self.root.join("usr");
        let libraries = usr.join(format!("lib/{}-linux-gnu", env::consts::ARCH));
        let mut cargo = Command::new(usr.join("bin/cargo"));
        cargo.args(words);
        // Only a compiler that is not the stable one may be told to build it.
        cargo.env("RUSTC_BOOTSTRAP", "1");
        cargo.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features="]);
        cargo.args(["--target-dir", TARGET_DIR]);
        cargo.env("RUSTC", usr.join("bin/rustc")).env("LD_LIBRARY_PATH", libraries);
        // Whoever called us through rustup's cargo has named another toolchain here.
        for name in ["RUSTUP_TOOLCHAIN", "CARGO", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER"] {
            cargo.env_remove(name);
        }
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", &self.linker);
        cargo
    }
}

/// The linker that comes with the active compiler.
fn rust_lld() -> Option<PathBuf> {
    let sysroot = output_of(&mut command("rustc", &["--print", "sysroot"]))?;
    let lld = Path::new(sysroot.trim()).join("lib/rustlib").join(host()?).join("bin/rust-lld");
    lld.exists().then_some(lld)
}

fn fetch(root: &Path) -> Result<(), String> {
    let apt = Apt { root };
    for folder in ["lists/partial", "cache/archives/partial", "packages"] {
        fs::create_dir_all(root.join(folder))
            .map_err(|error| format!("{error}: {}", root.display()))?;
    }
    run(&mut apt.command("apt-get", &["--quiet", "update"]))?;
    let mut download = apt.command("apt-get", &["--quiet", "download"]);
    let packages = root.join("packages");
    run(download.args(apt.needed()?).current_dir(&packages))?;
    for package in with_ending(&packages, "deb")? {
        run(command("dpkg-deb", &["--extract"]).arg(&package).arg(root))?;
    }
    for folder in ["lists", "cache", "packages"] {
        _ = fs::remove_dir_all(root.join(folder));
    }
    Ok(())
}

/// Debian's tools with lists of their own: the system's may be years old, and are root's.
struct Apt<'r> {
    root: &'r Path,
}

impl Apt<'_> {
    fn command(&self, program: &str, words: &[&str]) -> Command {
        let mut apt = command(program, words);
        for (option, folder) in [("Dir::State::Lists", "lists"), ("Dir::Cache", "cache")] {
            apt.arg("-o").arg(format!("{option}={}", self.root.join(folder).display()));
        }
        apt
    }

    /// The packages, and the libraries that they need and this system does not have.
    fn needed(&self) -> Result<Vec<String>, String> {
        let mut needed = PACKAGES.map(str::to_owned).to_vec();
        let mut looked_at = 0;
        while let Some(package) = needed.get(looked_at) {
            let depends = output_of(&mut self.command("apt-cache", &["depends", package]));
            let depends = depends.ok_or_else(|| format!("Debian's lists know no {package}"))?;
            for library in libraries(&depends) {
                let is_new = !needed.iter().any(|other| other == library);
                if is_new && !is_installed(library) {
                    needed.push(library.to_owned());
                }
            }
            looked_at += 1;
        }
        Ok(needed)
    }
}

/// The libraries that a package depends on, as `apt-cache depends` lists them.
fn libraries(depends: &str) -> impl Iterator<Item = &str> {
    let names = depends.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    names.filter(|name| name.starts_with("lib"))
}

fn is_installed(package: &str) -> bool {
    let words = ["--show", "--showformat=${db:Status-Status}", package];
    output_of(&mut command("dpkg-query", &words)).is_some_and(|status| status == "installed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_libraries_come_along() {
        let depends = "rustc-web\n  Depends: libc6\n  Depends: gcc\n  Depends: <libc-dev>\n    libc6-dev\n Recommends: \
                       libx\n |Depends: clang\n  Depends: libllvm22\n";
        assert_eq!(libraries(depends).collect::<Vec<_>>(), ["libc6", "libllvm22"]);
    }
}
