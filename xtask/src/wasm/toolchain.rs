//! A compiler that has the library for pages: the active one, or Debian's with a library built from source.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::TARGET;
use crate::process::{command, output_of, run};

/// What to build a module with.
pub(super) enum Toolchain {
    /// The active one has all it takes.
    Active,
    /// Debian's compiler, and the source of its standard library, unpacked in this folder.
    Debian { root: PathBuf, linker: PathBuf },
}

impl Toolchain {
    /// Lets a build of cargo's use it.
    pub(super) fn apply(&self, build: &mut Command) {
        let Self::Debian { root, linker } = self else { return };
        let usr = root.join("usr");
        build
            // Cargo builds the standard library only if told that this is not the stable compiler.
            .env("RUSTC_BOOTSTRAP", "1")
            .args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features="])
            .env("RUSTC", usr.join("bin/rustc"))
            .env("LD_LIBRARY_PATH", usr.join("lib/x86_64-linux-gnu"))
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }
}

/// Finds one, and fetches what is missing.
pub(super) fn find() -> Result<Toolchain, String> {
    if has_library() {
        return Ok(Toolchain::Active);
    }
    println!("the active Rust has no standard library for {TARGET}: asking rustup for it, once");
    match run(&mut command("rustup", &["target", "add", TARGET])) {
        Ok(()) if has_library() => Ok(Toolchain::Active),
        Ok(()) => debian("rustup added the target to another toolchain than the active one"),
        Err(error) => debian(&error),
    }
}

/// Whether the active compiler has a standard library for the target.
fn has_library() -> bool {
    let words = ["--print", "target-libdir", "--target", TARGET];
    let folder = output_of(&mut command("rustc", &words)).map(|text| PathBuf::from(text.trim()));
    folder.and_then(|folder| fs::read_dir(folder).ok()).is_some_and(|mut files| {
        files.any(|file| {
            file.is_ok_and(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
        })
    })
}

const DEBIAN: &str = "target/tools/debian";

/// Debian's compiler with its sources. Unpacked and not installed: it takes no rights, and the packages do not go
/// together with rustup's.
fn debian(why: &str) -> Result<Toolchain, String> {
    let how = format!("`rustup target add {TARGET}` is what is missing");
    let root = std::env::current_dir().map_err(|error| error.to_string())?.join(DEBIAN);
    let linker = rust_lld().ok_or_else(|| format!("{why}; there is no rust-lld either; {how}"))?;
    if !root.join("whole").exists() {
        println!("{why}: fetching Debian's rustc-web into {DEBIAN}, 140 MB, once");
        fetch(&root).map_err(|error| format!("{why}; {error}; {how}"))?;
    }
    Ok(Toolchain::Debian { root, linker })
}

/// The linker that comes with the active compiler.
fn rust_lld() -> Option<PathBuf> {
    let sysroot = output_of(&mut command("rustc", &["--print", "sysroot"]))?;
    let host = output_of(&mut command("rustc", &["-vV"]))?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: "))?;
    let lld = Path::new(sysroot.trim()).join("lib/rustlib").join(host).join("bin/rust-lld");
    lld.exists().then_some(lld)
}

fn fetch(root: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{error}: {}", root.display());
    let packages = root.join("packages");
    _ = fs::remove_dir_all(root);
    fs::create_dir_all(&packages).map_err(failed)?;
    // The package with the compiler itself has its version in its name.
    let needs = output_of(&mut command("apt-cache", &["depends", "libstd-rust-web-dev"]));
    let needs = needs.ok_or("there is no apt-cache here: this is not Debian")?;
    let compiler = needs.split_whitespace().find(|word| word.starts_with("libstd-rust-web-1"));
    let compiler = compiler.ok_or("Debian's lists know no rustc-web: `apt-get update` as root")?;
    let llvm = output_of(&mut command("apt-cache", &["depends", compiler])).unwrap_or_default();
    let llvm = llvm.split_whitespace().find(|word| word.starts_with("libllvm"));
    let names = ["rustc-web", "libstd-rust-web-dev", "rust-web-src", compiler];
    run(command("apt-get", &["download"]).args(names).args(llvm).current_dir(&packages))?;
    for package in crate::files::with_ending(&packages, "deb")? {
        run(command("dpkg-deb", &["--extract"]).arg(&package).arg(root))?;
    }
    _ = fs::remove_dir_all(&packages);
    fs::write(root.join("whole"), "").map_err(failed)
}
