//! A compiler that has the library for pages: the active one, or Debian's with a library built from source.

mod debian;

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::TARGET;
use crate::process::{cargo, command, output_of, run};
use debian::Debian;

/// Set to `debian`, it has the second way taken although the first would do.
const CHOICE: &str = "REENACT_WASM_TOOLCHAIN";

/// What to build a module with.
pub(super) enum Toolchain {
    /// The active one has all it takes.
    Active,
    /// Debian's compiler, and the source of its standard library.
    Debian(Debian),
}

impl Toolchain {
    /// Cargo, which builds with it.
    pub(super) fn cargo(&self, words: &[&str]) -> Command {
        match self {
            Self::Active => cargo(words),
            Self::Debian(debian) => debian.cargo(words),
        }
    }

    /// Where that cargo puts what it builds: files of two compilers do not mix.
    pub(super) const fn target_dir(&self) -> &'static str {
        match self {
            Self::Active => "target",
            Self::Debian(_) => debian::TARGET_DIR,
        }
    }
}

/// Finds one, and fetches what is missing.
pub(super) fn find() -> Result<Toolchain, String> {
    match env::var(CHOICE).ok().filter(|choice| !choice.is_empty()).as_deref() {
        None => {}
        Some("debian") => {
            return Debian::have(&format!("{CHOICE} is debian")).map(Toolchain::Debian);
        }
        Some(other) => return Err(format!("{CHOICE} is {other:?}, and can only be \"debian\"")),
    }
    if has_library() {
        return Ok(Toolchain::Active);
    }
    println!("the active Rust has no standard library for {TARGET}: asking rustup for it, once");
    let why = match run(&mut command("rustup", &["target", "add", TARGET])) {
        Ok(()) if has_library() => return Ok(Toolchain::Active),
        Ok(()) => "rustup added the target to another toolchain than the active one".to_owned(),
        Err(error) => error,
    };
    let debian = Debian::have(&why);
    debian
        .map(Toolchain::Debian)
        .map_err(|error| format!("{why}; {error}; `rustup target add {TARGET}` is what is missing"))
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
