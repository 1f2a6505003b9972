//! Embeds the OpenXR runtime and API layer built by `cargo xtask openxr` into the command, gzip-compressed.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// Libraries, with the names of their constants.
const LIBRARIES: [(&str, &str); 2] =
    [("RUNTIME", "reenact_openxr"), ("LAYER", "reenact_openxr_layer")];

/// Writes `openxr.rs`: each library, and its name with a hash of its contents.
pub(crate) fn embed() {
    let (prefix, suffix) = match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("windows") => ("", "dll"),
        Ok("macos") => ("lib", "dylib"),
        _ => ("lib", "so"),
    };
    println!("cargo::rerun-if-changed=build/runtime.rs");
    let mut text = String::new();
    for (constant, name) in LIBRARIES {
        let library = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../../target/openxr/{prefix}{name}.{suffix}"));
        println!("cargo::rerun-if-changed={}", library.display());
        if !library.exists() {
            println!(
                "cargo::error=the feature `openxr` needs {}: `cargo xtask openxr` builds it",
                library.display()
            );
            return;
        }
        match pack(&library, constant, &format!("{prefix}{name}"), suffix) {
            Ok(line) => text += &line,
            Err(error) => {
                println!("cargo::error=cannot embed {}: {error}", library.display());
                return;
            }
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    if let Err(error) = fs::write(out.join("openxr.rs"), text) {
        println!("cargo::error=cannot write openxr.rs: {error}");
    }
}

/// Compresses a library; the line of Rust that embeds it.
fn pack(library: &Path, constant: &str, name: &str, suffix: &str) -> io::Result<String> {
    let bytes = fs::read(library)?;
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let packed = format!("{name}.gz");
    let mut encoder = GzEncoder::new(fs::File::create(out.join(&packed))?, Compression::best());
    encoder.write_all(&bytes)?;
    encoder.finish()?;
    let hash = Hex(&Sha256::digest(&bytes)).to_string();
    let name = format!("{name}-{}.{suffix}", hash.get(..16).unwrap_or_default());
    Ok(format!(
        "pub(super) const {constant}: (&str, &[u8]) = ({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{packed}\")));\n"
    ))
}

struct Hex<'b>(&'b [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
