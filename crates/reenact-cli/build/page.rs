//! Embeds the viewer page into the command, gzip-compressed: the page of the published crate, or the one built by `cargo xtask viewer`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;

/// Writes `page.rs`, a list of paths and contents, and sets `viewer_page`; neither if there is no page.
pub(crate) fn embed() {
    println!("cargo::rerun-if-changed=build/page.rs");
    let Some(page) = find() else { return };
    println!("cargo::rerun-if-changed={}", page.display());
    match pack(&page) {
        Ok(()) => println!("cargo::rustc-cfg=viewer_page"),
        Err(error) => println!("cargo::error=cannot put the viewer in: {error}"),
    }
}

/// The folder of the page: that of the published crate or, in release builds, that of the repository.
///
/// Builds for development go without it, so that they need not be repeated when the page changes.
fn find() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let has_page = |folder: &PathBuf| folder.join("index.html").exists();
    if let Some(page) = Some(root.join("page")).filter(has_page) {
        return Some(page);
    }
    let viewer = root.join("../../viewer");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if !is_release || !viewer.exists() {
        return None;
    }
    let page = Some(viewer.join("dist")).filter(has_page);
    if page.is_none() {
        // A folder that does not exist cannot be watched: `cargo xtask viewer` touches this file when it makes it.
        println!("cargo::rerun-if-changed={}", viewer.join("package.json").display());
    }
    page
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
        let packed = format!("page-{number}.gz");
        let mut encoder = GzEncoder::new(fs::File::create(out.join(&packed))?, Compression::best());
        encoder.write_all(&fs::read(path)?)?;
        encoder.finish()?;
        // The debug format of a string is a Rust literal.
        let name = name.join("/");
        let line = format!("({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{packed}\")))");
        _ = writeln!(list, "    {line},");
    }
    list += "];\n";
    fs::write(out.join("page.rs"), list)
}
