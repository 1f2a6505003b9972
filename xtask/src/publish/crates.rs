//! `cargo xtask package`, which makes the files for crates.io, and the steps that check them.

use std::env::{self, consts::EXE_SUFFIX};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};

use reenact_base::number::grouped;

use crate::process::{absolute, cargo, command, run as run_command};
use crate::workspace::{self, Package};
use crate::{demo, files};

use super::page::Page;

/// Makes the packages for crates.io, into target/package, with the viewer's page in that of the command
///
/// A package that cargo makes without this command has no viewer in it: publish with `--publish`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Publish them, too; needs a token of crates.io
    #[arg(long, conflicts_with = "allow_dirty")]
    publish: bool,
    /// Make them of files that are not committed, too
    #[arg(long)]
    allow_dirty: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let _page = Page::build()?;
    let words: &[&str] = if args.allow_dirty { &["--allow-dirty"] } else { &[] };
    if args.publish {
        return run_command(&mut for_published("publish")?);
    }
    for package in make(words)? {
        println!("{}", package.display());
    }
    Ok(())
}

/// Where cargo puts packages.
const FOLDER: &str = "target/package";
/// Where the quick step unpacks them.
const UNPACKED: &str = "target/package-listed";
const LICENSES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];
/// Largest package that crates.io takes.
const MAX_BYTES: u64 = 10 << 20;
/// How many keywords and categories crates.io takes.
const MAX_WORDS: usize = 5;

/// Has cargo make all packages; their paths.
fn make(words: &[&str]) -> Result<Vec<PathBuf>, String> {
    run_command(for_published("package")?.arg("--quiet").args(words))?;
    let file = |of: &Package| Path::new(FOLDER).join(format!("{}.crate", folder_name(of)));
    Ok(workspace::published()?.iter().map(file).collect())
}

/// A command of cargo's for all packages that are published.
fn for_published(verb: &str) -> Result<Command, String> {
    let mut cargo = cargo(&[verb, "--workspace"]);
    for other in workspace::packages()?.iter().filter(|package| !package.is_published()) {
        cargo.args(["--exclude", other.name()]);
    }
    Ok(cargo)
}

/// The folder in a package's file.
fn folder_name(package: &Package) -> String {
    format!("{}-{}", package.name(), package.version())
}

/// Checks what the manifests and the packages for crates.io have in them, without building them.
pub(crate) fn listed() -> Result<String, String> {
    let published = workspace::published()?;
    let mut faults = String::new();
    for package in &published {
        for fault in faults_of_manifest(package) {
            _ = writeln!(faults, "{}: {fault}", package.name());
        }
    }
    let tarballs = make(&["--no-verify", "--allow-dirty"])?;
    files::empty(UNPACKED)?;
    unpack(&tarballs, Path::new(UNPACKED))?;
    for (package, tarball) in published.iter().zip(&tarballs) {
        for fault in faults_of_tarball(package, tarball)? {
            _ = writeln!(faults, "{}: {fault}", package.name());
        }
    }
    if !faults.is_empty() {
        return Err(format!("packages for crates.io are not complete:\n{}", faults.trim_end()));
    }
    Ok(format!("{} packages", tarballs.len()))
}

fn faults_of_manifest(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    let texts = ["description", "documentation", "homepage", "license", "readme", "repository"];
    for field in texts.into_iter().chain(["rust_version"]) {
        if package.text(field).is_empty() {
            faults.push(format!("Cargo.toml has no `{field}`"));
        }
    }
    for field in ["authors", "categories", "keywords"] {
        let count = package.texts(field).len();
        if count == 0 || count > MAX_WORDS {
            faults.push(format!("Cargo.toml has {count} `{field}`; 1 to {MAX_WORDS} are possible"));
        }
    }
    if !package.has_docs_rs() {
        faults.push("Cargo.toml has no features in `[package.metadata.docs.rs]`".to_owned());
    }
    faults
}

fn faults_of_tarball(package: &Package, tarball: &Path) -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    let folder = Path::new(UNPACKED).join(folder_name(package));
    for name in LICENSES {
        // Where git does not make symbolic links, the file in the crate's folder has the path instead.
        if files::text(folder.join(name)).ok() != Some(files::text(name)?) {
            faults.push(format!("the package has no {name}, or another one than the repository"));
        }
    }
    if !folder.join("README.md").exists() {
        faults.push("the package has no README.md".to_owned());
    }
    if folder.join("tests").exists() {
        faults.push("the package has tests, which read files of the repository".to_owned());
    }
    for source in files::below(&folder.to_string_lossy(), "rs")? {
        let text = files::text(&source)?;
        let outside = text.lines().filter(|line| includes_outside(line, &folder, &source));
        faults.extend(outside.map(|line| format!("{}: {}", source.display(), line.trim())));
    }
    let bytes = fs::metadata(tarball).map_or(0, |file| file.len());
    if bytes > MAX_BYTES {
        faults.push(format!("the package has {bytes} bytes; crates.io takes {MAX_BYTES}"));
    }
    Ok(faults)
}

/// Whether a line of a source includes a file that is not there in the package.
fn includes_outside(line: &str, package: &Path, source: &Path) -> bool {
    let included = ["include_str!(\"", "include_bytes!(\"", "#[path = \""];
    let paths = included.iter().filter_map(|start| Some(line.split_once(start)?.1));
    let mut paths = paths.filter_map(|rest| rest.split('"').next());
    let folder = source.parent().unwrap_or(package);
    paths.any(|path| {
        let file = folder.join(path);
        // A module's `#[path]` is seen from the folder of the module.
        !file.exists() && !source.with_extension("").join(path).exists()
    })
}

/// Unpacks packages beside each other.
fn unpack(tarballs: &[PathBuf], to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|error| format!("{error}: {}", to.display()))?;
    for tarball in tarballs {
        run_command(command("tar", &["-xzf"]).arg(tarball).arg("-C").arg(to))?;
    }
    Ok(())
}

/// Builds all packages as crates.io has them, and runs their doc tests and examples; installs the command and requests its viewer.
pub(crate) fn from_tarballs() -> Result<String, String> {
    let page = Page::build()?;
    // Cargo would build each by itself; below, all are built together, from the same files.
    let tarballs = make(&["--allow-dirty", "--no-verify"])?;
    drop(page);
    let published = workspace::published()?;
    let outside = Outside::new(&tarballs, &published)?;
    let libraries = ["--workspace", "--exclude", COMMAND, "--all-features"];
    run_command(outside.cargo(&["test", "--quiet", "--doc"]).args(libraries))?;
    run_command(outside.cargo(&["build", "--quiet", "--examples"]).args(libraries))?;
    let examples = outside.run_examples(&published)?;
    let installed = outside.install(&workspace::version()?)?;
    Ok(format!("{} packages, {examples} examples; {installed}", published.len()))
}

/// Name of the package with the command.
const COMMAND: &str = "reenact-cli";

/// Packages as crates.io has them, in a folder outside of the repository, which is removed with this.
struct Outside {
    folder: PathBuf,
    /// Where cargo puts what it builds there.
    built: PathBuf,
}

impl Outside {
    /// Unpacks the packages into a workspace in which each takes the others from there in place of crates.io.
    fn new(tarballs: &[PathBuf], packages: &[Package]) -> Result<Self, String> {
        let folder = env::temp_dir().join(format!("reenact-published-{}", process::id()));
        let built = absolute("target/published")?;
        let outside = Self { folder, built };
        unpack(tarballs, &outside.folder)?;
        let mut manifest =
            "[workspace]\nresolver = \"3\"\nmembers = [\"reenact*\"]\n\n[patch.crates-io]\n"
                .to_owned();
        for package in packages {
            _ = writeln!(manifest, "{} = {{ path = {:?} }}", package.name(), folder_name(package));
        }
        files::write(outside.folder.join("Cargo.toml"), manifest)?;
        files::copy(Path::new("Cargo.lock"), &outside.folder.join("Cargo.lock"))?;
        Ok(outside)
    }

    fn cargo(&self, words: &[&str]) -> Command {
        let mut cargo = cargo(words);
        cargo.current_dir(&self.folder).env("CARGO_TARGET_DIR", &self.built);
        cargo
    }

    /// Runs every example; those that write files do so into a folder.
    fn run_examples(&self, packages: &[Package]) -> Result<usize, String> {
        let recording = absolute("testdata/recordings/v11_real_2s_asset.bin")?;
        let examples = packages.iter().flat_map(|package| package.targets("example"));
        let mut count = 0;
        for name in examples {
            println!("example {name}");
            let folder = self.folder.join("written").join(name);
            fs::create_dir_all(&folder).map_err(|error| format!("{error}: {name}"))?;
            let program = self.built.join(format!("debug/examples/{name}{EXE_SUFFIX}"));
            let mut example = Command::new(program);
            // A program that prints takes a recording; one that writes takes a folder first.
            if name != "fingertip" {
                example.arg(".");
            }
            run_command(example.arg(&recording).current_dir(&folder).stdout(Stdio::null()))?;
            count += 1;
        }
        Ok(count)
    }

    /// Installs the command, with what its package alone has, and requests the page of its viewer.
    fn install(&self, version: &str) -> Result<String, String> {
        let (path, root) =
            (self.folder.join(format!("{COMMAND}-{version}")), self.folder.join("installed"));
        // Without optimization, which takes minutes: what is inside is the same.
        let mut install = self.cargo(&["install", "--quiet", "--debug", "--path"]);
        run_command(install.arg(path).arg("--root").arg(&root))?;
        let program = root.join(format!("bin/reenact{EXE_SUFFIX}"));
        let program = program.to_string_lossy();
        demo::look_at_demo(&program, &self.folder)?;
        let bytes = fs::metadata(&*program).map_or(0, |file| file.len());
        Ok(format!("installed command with its viewer: {} bytes", grouped(bytes)))
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.folder);
    }
}
