//! Runs and installs other programs.

use std::env::consts::EXE_SUFFIX;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Command with arguments.
pub(crate) fn command(program: &str, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(words);
    command
}

/// The cargo that runs xtask.
pub(crate) fn cargo(words: &[&str]) -> Command {
    command("cargo", words)
}

/// Runs a program on this terminal; the error contains its command line.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let line = line_of(command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{line} ended with {status}")),
        Err(error) => Err(format!("cannot run {line}: {error}")),
    }
}

/// Output of a program; `None` if it is missing or fails.
pub(crate) fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Last line of a check's output if it passes; otherwise runs it again, for its messages.
pub(crate) fn report(program: &str, words: &[&str]) -> Result<String, String> {
    match output_of(&mut command(program, words)) {
        Some(report) => Ok(report.lines().last().unwrap_or_default().trim().to_owned()),
        None => run(&mut command(program, words)).map(|()| String::new()),
    }
}

/// Builds parts of the workspace into `target/debug`.
///
/// All packages are selected together, and an example among the targets activates the features of dev-dependencies: so the features are those of the tests, and nothing is built twice.
pub(crate) fn build(targets: &[&str]) -> Result<(), String> {
    run(cargo(&["build", "--quiet", "--workspace", "--example", "tables"]).args(targets))
}

/// Runs an example of `reenact-convert`, which writes files for another program.
pub(crate) fn converter_example(name: &str) -> Result<Command, String> {
    build(&["--example", name])?;
    Ok(command(&format!("target/debug/examples/{name}{EXE_SUFFIX}"), &[]))
}

/// Command line of a command.
fn line_of(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    format!("`{}`", words.join(" "))
}

/// `cargo NAME`, installed into `target/tools` if it is missing.
pub(crate) fn cargo_tool(name: &str, minutes: &str) -> Result<Command, String> {
    if output_of(&mut cargo(&[name, "--version"])).is_some() {
        return Ok(cargo(&[name]));
    }
    Ok(command(&cargo_tool_program(name, minutes, &format!("cargo-{name}"))?, &[name]))
}

/// The program of `cargo NAME` in `target/tools`, installed there if it is not. The package may have a version: `cargo-NAME@1.2.3`.
pub(crate) fn cargo_tool_program(
    name: &str,
    minutes: &str,
    package: &str,
) -> Result<String, String> {
    let root = "target/tools";
    let program = format!("{root}/bin/cargo-{name}{EXE_SUFFIX}");
    let version = output_of(&mut command(&program, &[name, "--version"]));
    let wanted = package.split('@').nth(1).unwrap_or_default();
    if !version.is_some_and(|version| version.contains(wanted)) {
        println!("{package} is not installed: building it into {root}, about {minutes}, once");
        // A debug build: the tool runs for a second, and an optimized build takes minutes.
        let install = ["install", "--quiet", "--locked", "--debug", "--root", root, package];
        run(&mut cargo(&install)).map_err(|error| {
            format!("{error}; this step needs {package}: `cargo install --locked {package}`")
        })?;
    }
    Ok(program)
}

/// A path from the root of the file system, for programs that are started elsewhere.
pub(crate) fn absolute(path: &str) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|error| format!("{error}: {path}"))
}

/// Platform of the compiler, such as `x86_64-unknown-linux-gnu`.
pub(crate) fn host() -> Option<String> {
    let version = output_of(&mut command("rustc", &["-vV"]))?;
    version.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned)
}

/// Changes to the root of the repository, so that paths do not depend on the current folder.
pub(crate) fn go_to_root() -> Result<(), String> {
    // Cargo sets the path of this crate; without it, xtask was started by hand from the root.
    let Some(xtask) = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from) else {
        return Ok(());
    };
    let root = xtask.parent().ok_or("the repository has no root")?;
    std::env::set_current_dir(root)
        .map_err(|error| format!("cannot go to {}: {error}", root.display()))
}
