//! `cargo xtask release`: what must hold before a release, and the commands that make it.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::process::{command, output_of, run as run_command};
use crate::{files, workspace};

use super::crates;

/// Checks that everything is ready to be released as a version, and prints the commands that release it
///
/// One number for all: crates, Python package, npm packages, CITATION.cff. `--write X.Y.Z` sets it everywhere. Nothing is published by
/// this command: publishing takes the owner's accounts.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Version to release, such as 0.1.0
    version: String,
    /// Check and print, and change nothing
    #[arg(long, required_unless_present_any = ["write", "npm"], conflicts_with_all = ["write", "npm"])]
    dry_run: bool,
    /// Publish the npm packages of this version, with their provenance; in CI
    #[arg(long, conflicts_with = "write")]
    npm: bool,
    /// Write the version into all manifests and start its section in the changelog
    #[arg(long)]
    write: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let version = args.version.as_str();
    if parse(version).is_none() {
        return Err(format!("{version:?} is not a version: three numbers, such as 0.1.0"));
    }
    if args.write {
        return write(version);
    }
    let mut faults = versions(version)?;
    if args.npm && faults.is_empty() {
        return publish_npm();
    }
    faults += &changelog(version)?;
    faults += &addresses()?;
    faults += &committed();
    match crates::listed() {
        Ok(packages) => println!("crates.io: {packages}"),
        Err(error) => _ = writeln!(faults, "{error}"),
    }
    for package in npm_packages()? {
        let mut pack = command("npm", &["pack", "--dry-run", "--silent"]);
        if let Err(error) = run_command(pack.current_dir(&package.folder)) {
            _ = writeln!(faults, "{}: {error}", package.folder);
        }
    }
    if !faults.is_empty() {
        let count = faults.lines().count();
        return Err(format!(
            "not ready to be released as {version}:\n{}\n{count} lines",
            faults.trim_end()
        ));
    }
    println!("ready to be released as {version}. The commands, in order:\n");
    print!("{}", commands(version)?);
    Ok(())
}

/// The three numbers of a version.
fn parse(version: &str) -> Option<[u64; 3]> {
    let parts: Vec<u64> =
        version.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    parts.try_into().ok()
}

/// A package for npm.
struct NpmPackage {
    folder: String,
    manifest: Value,
}

impl NpmPackage {
    fn text(&self, pointer: &str) -> &str {
        self.manifest.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }
}

/// The packages for npm, in `packages`; those that are private are not published.
fn npm_packages() -> Result<Vec<NpmPackage>, String> {
    let mut found = Vec::new();
    if !Path::new("packages").exists() {
        return Ok(found);
    }
    for path in files::folders("packages")? {
        let manifest = path.join("package.json");
        if !manifest.exists() {
            continue;
        }
        let text = files::text(&manifest)?;
        let manifest: Value = serde_json::from_str(&text)
            .map_err(|error| format!("{error}: {}", manifest.display()))?;
        if manifest.get("private") != Some(&Value::Bool(true)) {
            found.push(NpmPackage { folder: path.to_string_lossy().into_owned(), manifest });
        }
    }
    Ok(found)
}

/// Where the version stands that is not written everywhere; lines of faults.
fn versions(version: &str) -> Result<String, String> {
    let mut faults = String::new();
    let mut expect = |place: &str, found: &str| {
        if found != version {
            _ = writeln!(faults, "{place} has version {found:?}, not {version}");
        }
    };
    for package in workspace::published()? {
        expect(package.name(), package.version());
    }
    let manifest = files::text("Cargo.toml")?;
    for line in manifest.lines().filter(|line| line.starts_with("reenact")) {
        // Those without a version are not published.
        if let Some((_, rest)) = line.split_once("version = \"") {
            expect(line, rest.split('"').next().unwrap_or_default());
        }
    }
    let citation = files::text("CITATION.cff")?;
    let cited = citation.lines().find_map(|line| line.strip_prefix("version: "));
    expect("CITATION.cff", cited.unwrap_or_default());
    for package in npm_packages()? {
        expect(&package.folder, package.text("/version"));
    }
    Ok(faults)
}

fn changelog(version: &str) -> Result<String, String> {
    let text = files::text("CHANGELOG.md")?;
    let heading = format!("## [{version}] - ");
    let dated = text.lines().find_map(|line| line.strip_prefix(&heading));
    let is_date = |date: &str| date.len() == 10 && date.chars().filter(|&c| c == '-').count() == 2;
    if !dated.is_some_and(is_date) {
        return Ok(format!(
            "CHANGELOG.md has no section \"{heading}YYYY-MM-DD\": `cargo xtask release --write {version}` makes it of \"[Unreleased]\"\n"
        ));
    }
    Ok(String::new())
}

/// The address of the repository, wherever it is repeated; lines of faults.
fn addresses() -> Result<String, String> {
    let mut faults = String::new();
    let published = workspace::published()?;
    let first = published.first().ok_or("nothing is published")?;
    let (repository, homepage) = (first.text("repository"), first.text("homepage"));
    for package in &published {
        if package.text("repository") != repository || package.text("homepage") != homepage {
            _ = writeln!(faults, "{} has other addresses than {}", package.name(), first.name());
        }
    }
    for (path, address) in [
        ("pyproject.toml", repository),
        ("pyproject.toml", homepage),
        ("python/README.md", homepage),
        ("crates/reenact-cli/README.md", homepage),
    ] {
        if !files::text(path)?.contains(address) {
            _ = writeln!(faults, "{path} does not have the address {address}");
        }
    }
    for package in npm_packages()? {
        let NpmPackage { folder, .. } = &package;
        // npm signs where a package was built only if it names that repository.
        let named = package.text("/repository/url");
        if named.trim_start_matches("git+").trim_end_matches(".git") != repository {
            _ = writeln!(
                faults,
                "{folder}/package.json has the repository {named:?}, not {repository}"
            );
        }
        for field in ["/license", "/description", "/repository/directory"] {
            if package.text(field).is_empty() {
                _ = writeln!(
                    faults,
                    "{folder}/package.json has no `{}`",
                    field.trim_start_matches('/')
                );
            }
        }
        if package.text("/publishConfig/access") != "public" {
            _ = writeln!(faults, "{folder}/package.json has no `publishConfig.access` \"public\"");
        }
    }
    Ok(faults)
}

fn committed() -> String {
    match output_of(&mut command("git", &["status", "--porcelain"])) {
        Some(changes) if changes.trim().is_empty() => String::new(),
        Some(changes) => format!("{} files are not committed\n", changes.lines().count()),
        None => "this is not a git repository\n".to_owned(),
    }
}

/// What registries take the provenance of: that a package was built in CI, from which commit.
const NPM_PUBLISH: [&str; 2] = ["publish", "--provenance"];

fn publish_npm() -> Result<(), String> {
    for package in npm_packages()? {
        run_command(command("npm", &NPM_PUBLISH).current_dir(&package.folder))?;
    }
    Ok(())
}

/// What the owner types.
fn commands(version: &str) -> Result<String, String> {
    let mut text = format!(
        "\
cargo xtask test --full                      # every check, and with a network
git tag --annotate v{version} --message 'Reenact {version}'
git push origin main v{version}              # .github/workflows/release.yml builds archives, wheels and packages of the tag

# Or by hand, from the tag:
cargo xtask package --publish                # the packages for crates.io, with the viewer's page
cargo xtask wheels && twine upload target/wheels/*
cargo xtask dist                             # archives, SHA256SUMS, manifests for winget and scoop, in target/dist
gh release create v{version} --title 'Reenact {version}' target/dist/*.tar.gz target/dist/*.zip target/dist/*.json target/dist/SHA256SUMS
"
    );
    for package in npm_packages()? {
        _ = writeln!(text, "npm {} ./{}", NPM_PUBLISH.join(" "), package.folder);
    }
    Ok(text)
}

/// Writes the version everywhere.
fn write(version: &str) -> Result<(), String> {
    let old = workspace::version()?;
    let (from, to) = (format!("version = \"{old}\""), format!("version = \"{version}\""));
    let manifest = files::text("Cargo.toml")?;
    let is_ours = |line: &str| line == from || line.starts_with("reenact");
    let lines = manifest
        .lines()
        .map(|line| if is_ours(line) { line.replace(&from, &to) } else { line.to_owned() });
    files::write("Cargo.toml", lines.collect::<Vec<_>>().join("\n") + "\n")?;
    let citation = files::text("CITATION.cff")?;
    files::write(
        "CITATION.cff",
        citation.replace(&format!("version: {old}\n"), &format!("version: {version}\n")),
    )?;
    for package in npm_packages()? {
        let words = ["version", "--no-git-tag-version", "--allow-same-version", version];
        run_command(command("npm", &words).current_dir(&package.folder))?;
    }
    let changes = files::text("CHANGELOG.md")?;
    let heading = format!("## [{version}]");
    if !changes.contains(&heading) {
        let today = output_of(&mut command("date", &["-u", "+%Y-%m-%d"]));
        let today = today.ok_or("cannot run `date`")?;
        let unreleased = "## [Unreleased]\n";
        let section = format!("{unreleased}\n{heading} - {}\n", today.trim());
        files::write("CHANGELOG.md", changes.replacen(unreleased, &section, 1))?;
    }
    // The lock files have the version, too.
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let words = ["update", "--quiet", "--workspace", "--manifest-path", manifest];
        run_command(&mut crate::process::cargo(&words))?;
    }
    println!("{old} is now {version}; look at `git diff`, and complete CHANGELOG.md");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_has_three_numbers() {
        assert_eq!(parse("0.12.3"), Some([0, 12, 3]));
        assert_eq!(parse("v0.1.0"), None);
        assert_eq!(parse("0.1"), None);
    }
}
