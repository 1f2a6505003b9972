//! Embeds the OpenXR runtime built by `cargo xtask openxr` into the command, gzip-compressed.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// Writes `runtime.rs`: the library, and its name with a hash of its contents.
pub(crate) fn embed() {
    let (prefix, suffix) = match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("windows") => ("", "dll"),
        Ok("macos") => ("lib", "dylib"),
        _ => ("lib", "so"),
    };
    let library = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../../target/openxr/{prefix}reenact_openxr.{suffix}"));
    println!("cargo::rerun-if-changed={}", library.display());
    println!("cargo::rerun-if-changed=build/runtime.rs");
    if !library.exists() {
        println!(
            "cargo::error=the feature `openxr` needs the runtime: `cargo xtask openxr` builds it"
        );
        return;
    }
    if let Err(error) = pack(&library, prefix, suffix) {
        println!("cargo::error=cannot put the runtime in: {error}");
    }
}

fn pack(library: &Path, prefix: &str, suffix: &str) -> io::Result<()> {
    let bytes = fs::read(library)?;
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let packed = out.join("runtime.gz");
    let mut encoder = GzEncoder::new(fs::File::create(&packed)?, Compression::best());
    encoder.write_all(&bytes)?;
    encoder.finish()?;
    let hash = Hex(&Sha256::digest(&bytes)).to_string();
    let name = format!("{prefix}reenact_openxr-{}.{suffix}", hash.get(..16).unwrap_or_default());
    let text = format!(
        "pub(super) const NAME: &str = {name:?};\npub(super) static LIBRARY: &[u8] = include_bytes!({packed:?});\n"
    );
    fs::write(out.join("runtime.rs"), text)
}

struct Hex<'b>(&'b [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
