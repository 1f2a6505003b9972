//! `cargo xtask dist`, which makes archives with the command for several systems, and the step that tries them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::builder::PossibleValuesParser;

use crate::packages::{self, MINGW};
use crate::process::{self, absolute, cargo, command, output_of, run as run_command};
use crate::{demo, files, viewer, windows, workspace};

/// Makes archives with the command, its viewer, man pages, completions, licences and list of parts, into target/dist
///
/// Beside them: SHA256SUMS, and manifests for winget and scoop. Paths and times of this machine are kept out of them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Make them for these targets alone
    #[arg(long, value_name = "TARGET", value_delimiter = ',', value_parser = target_names())]
    target: Vec<String>,
    /// Take the page from viewer/dist as it is
    #[arg(long)]
    keep_page: bool,
}

fn target_names() -> PossibleValuesParser {
    TARGETS.into()
}

const LINUX: &str = "x86_64-unknown-linux-gnu";
const WINDOWS: &str = "x86_64-pc-windows-gnu";
const TARGETS: [&str; 3] = [LINUX, "aarch64-unknown-linux-gnu", WINDOWS];
/// The C library of Debian 10, Ubuntu 18.10 and RHEL 8: the minimum supported version of archives for Linux.
const GLIBC: &str = "2.28";
const FOLDER: &str = "target/dist";
const SCRIPTS: &str = "xtask/dist";

pub(crate) fn run(args: &Args) -> Result<(), String> {
    if !args.keep_page {
        viewer::build()?;
    }
    let is_wanted = |name: &&str| args.target.is_empty() || args.target.iter().any(|t| t == name);
    let targets: Vec<&str> = TARGETS.into_iter().filter(is_wanted).collect();
    files::empty(FOLDER)?;
    for archive in make(&targets, Path::new("."))? {
        println!("{}", archive.display());
    }
    Ok(())
}

/// The Python with zig, maturin and what the scripts need.
pub(super) fn python() -> Result<String, String> {
    packages::python("python-dist", &format!("{SCRIPTS}/requirements.txt"))
}

/// A program of that Python's environment, which finds zig there.
pub(super) fn tool(name: &str) -> Result<Command, String> {
    let python = absolute(&python()?)?;
    let folder = python.parent().unwrap_or(&python);
    let mut tool = Command::new(folder.join(name));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
    tool.env("PATH", std::env::join_paths(folders).map_err(|error| error.to_string())?);
    Ok(tool)
}

/// Makes an archive for each target, of the sources in a folder, with the page in their `viewer/dist`; their paths.
fn make(targets: &[&str], sources: &Path) -> Result<Vec<PathBuf>, String> {
    let version = workspace::version()?;
    let built: Vec<_> = targets
        .iter()
        .map(|target| Ok((*target, program(target, sources)?)))
        .collect::<Result<_, String>>()?;
    // The pages and completions are the same for every system, and are printed by the command for this one.
    process::build(&["--bin", "reenact"])?;
    built.iter().map(|(target, program)| archive(target, program, &version)).collect()
}

/// Builds the command for a target; its path.
fn program(target: &str, sources: &Path) -> Result<PathBuf, String> {
    packages::rust_target(target)?;
    let words = ["--profile", "dist", "--locked", "--package", "reenact-cli", "--target"];
    let (mut build, name) = if target == WINDOWS {
        let mut build = cargo(&["build"]);
        build.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", MINGW.have()?);
        build.args(words).arg(target);
        (build, "reenact.exe")
    } else {
        let mut build = tool("cargo-zigbuild")?;
        build.arg("zigbuild").args(words).arg(format!("{target}.{GLIBC}"));
        (build, "reenact")
    };
    run_command(with_short_paths(&mut build, sources)?.current_dir(sources))?;
    let folder = sources.join("target");
    Ok(folder.join(target).join("dist").join(name))
}

/// Keeps the paths of this machine out of what is built.
pub(super) fn with_short_paths<'c>(
    build: &'c mut Command,
    sources: &Path,
) -> Result<&'c mut Command, String> {
    let root = absolute(&sources.to_string_lossy())?;
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let mut flags = format!("--remap-path-prefix={}=reenact", root.display());
    for (folder, name) in [(home, "cargo"), (build_folder(&root), "built")] {
        if let Some(folder) = folder {
            _ = write!(flags, " --remap-path-prefix={}={name}", folder.display());
        }
    }
    build.env("RUSTFLAGS", flags).env("SOURCE_DATE_EPOCH", epoch()?);
    Ok(build.env("CARGO_INCREMENTAL", "0"))
}

/// Where cargo keeps what it builds on the way, if that is outside of the sources.
fn build_folder(sources: &Path) -> Option<PathBuf> {
    let metadata = ["metadata", "--no-deps", "--format-version", "1"];
    let text = output_of(cargo(&metadata).current_dir(sources))?;
    let metadata: serde_json::Value = serde_json::from_str(&text).ok()?;
    metadata.get("build_directory").and_then(|folder| folder.as_str()).map(PathBuf::from)
}

/// Time of the last commit in seconds: that of every file in an archive.
pub(super) fn epoch() -> Result<String, String> {
    let time = output_of(&mut command("git", &["log", "-1", "--format=%ct"]));
    let time = time.ok_or("archives have the time of the last commit, and there is none")?;
    Ok(time.trim().to_owned())
}

fn archive(target: &str, program: &Path, version: &str) -> Result<PathBuf, String> {
    let name = format!("reenact-{version}-{target}");
    let folder = Path::new(FOLDER).join(&name);
    let file = program.file_name().unwrap_or_default();
    files::copy(program, &folder.join(file))?;
    for text in ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "CHANGELOG.md"] {
        files::copy(Path::new(text), &folder.join(text))?;
    }
    let reenact = |words: &[&str]| {
        let mut reenact = command("target/debug/reenact", words);
        reenact.env_remove("REENACT_VIEWER");
        reenact
    };
    run_command(reenact(&["man", "--dir"]).arg(folder.join("man")))?;
    for (shell, file) in COMPLETIONS {
        let script = output_of(&mut reenact(&["completions", shell]))
            .ok_or_else(|| format!("`reenact completions {shell}` failed"))?;
        files::write(folder.join("completions").join(file), script)?;
    }
    let python = python()?;
    let script = |name: &str| {
        let mut script = command(&python, &[&format!("{SCRIPTS}/{name}.py")]);
        epoch().map(|epoch| {
            script.env("SOURCE_DATE_EPOCH", epoch);
            script
        })
    };
    let parts = format!("{FOLDER}/{name}.cdx.json");
    run_command(script("notices")?.args(["reenact-cli", target]).arg(folder.join("NOTICES.txt")))?;
    run_command(script("sbom")?.args(["reenact-cli", target, &parts]))?;
    files::copy(Path::new(&parts), &folder.join("parts.cdx.json"))?;
    let ending = if target == WINDOWS { "zip" } else { "tar.gz" };
    let out = format!("{FOLDER}/{name}.{ending}");
    run_command(script("archive")?.arg(&folder).arg(&out))?;
    let manifest = workspace::published()?.into_iter().find(|package| package.name() == "reenact");
    let manifest = manifest.ok_or("there is no package reenact")?;
    let addresses = [manifest.text("repository"), manifest.text("homepage")];
    run_command(script("manifests")?.args([FOLDER, version]).args(addresses))?;
    Ok(out.into())
}

/// Shells, and the files that they look for.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "reenact.bash"),
    ("elvish", "reenact.elv"),
    ("fish", "reenact.fish"),
    ("powershell", "_reenact.ps1"),
    ("zsh", "_reenact"),
];

/// Makes the archives, runs what is in those that run here, and builds one again elsewhere: the bytes must be the same.
pub(crate) fn step() -> Result<String, String> {
    viewer::build()?;
    files::empty(FOLDER)?;
    let archives = make(&TARGETS, Path::new("."))?;
    for (target, archive) in TARGETS.into_iter().zip(&archives) {
        try_out(target, archive)?;
    }
    let again = build_again()?;
    Ok(format!("{} archives; {again}", archives.len()))
}

/// Unpacks an archive and has its command make and show a recording.
fn try_out(target: &str, archive: &Path) -> Result<(), String> {
    let folder = absolute(&format!("target/dist-tried/{target}"))?;
    files::empty(&folder.to_string_lossy())?;
    fs::create_dir_all(&folder).map_err(|error| format!("{error}: {target}"))?;
    let unpack = ["-m", if target == WINDOWS { "zipfile" } else { "tarfile" }, "-e"];
    run_command(command(&python()?, &unpack).arg(archive).arg(&folder))?;
    let inner = folder.join(format!("reenact-{}-{target}", workspace::version()?));
    match target {
        LINUX => demo::look_at_demo(&inner.join("reenact").to_string_lossy(), &folder),
        WINDOWS => windows::try_program(&inner.join("reenact.exe"), &folder),
        _ => Ok(()),
    }
}

/// Builds the command for Linux from a clone in another folder, with the same page, and compares.
fn build_again() -> Result<String, String> {
    let folder = std::env::temp_dir().join(format!("reenact-again-{}", std::process::id()));
    let clone = || {
        let words = ["clone", "--quiet", "--shared", "."];
        run_command(command("git", &words).arg(&folder))?;
        let changed = ["ls-files", "--modified", "--others", "--exclude-standard"];
        let changed = output_of(&mut command("git", &changed)).unwrap_or_default();
        for path in changed.lines().filter(|path| Path::new(path).is_file()) {
            files::copy(Path::new(path), &folder.join(path))?;
        }
        for from in files::all_below(Path::new(viewer::FOLDER))? {
            files::copy(&from, &folder.join(&from))?;
        }
        let first = Path::new("target").join(LINUX).join("dist/reenact");
        let second = program(LINUX, &folder)?;
        match (fs::read(first), fs::read(second)) {
            (Ok(first), Ok(second)) if first == second => Ok(first.len()),
            _ => Err("two builds in different folders do not give the same program".to_owned()),
        }
    };
    let compared = clone();
    _ = fs::remove_dir_all(&folder);
    Ok(format!("two builds have the same {} bytes", compared?))
}
