//! Embeds the page built by `cargo xtask viewer` into the command, gzip-compressed.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;

/// Writes `page.rs`, a list of paths and contents.
pub(crate) fn embed() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../viewer/dist");
    println!("cargo::rerun-if-changed={}", page.display());
    println!("cargo::rerun-if-changed=build/page.rs");
    if !page.join("index.html").exists() {
        println!("cargo::error=the feature `view` needs the page: `cargo xtask viewer` builds it");
        return;
    }
    if let Err(error) = pack(&page) {
        println!("cargo::error=cannot put the page in: {error}");
    }
}

fn pack(page: &Path) -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut list = String::from("pub(super) static PAGE: &[(&str, &[u8])] = &[\n");
    let mut folders = vec![page.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    for (number, path) in files.iter().enumerate() {
        let name = path.strip_prefix(page).unwrap_or(path);
        let name: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        let packed = out.join(format!("page-{number}.gz"));
        let mut encoder = GzEncoder::new(fs::File::create(&packed)?, Compression::best());
        encoder.write_all(&fs::read(path)?)?;
        encoder.finish()?;
        // The debug format of a string is a Rust literal.
        _ = writeln!(list, "    ({:?}, include_bytes!({packed:?})),", name.join("/"));
    }
    list += "];\n";
    fs::write(out.join("page.rs"), list)
}
