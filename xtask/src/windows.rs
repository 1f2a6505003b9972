//! Step for Windows: cross-compiles with mingw-w64, runs the tests under Wine, and compares the command for Windows with the
//! command for this system.

mod agreement;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cross::{LIBRARY, Target};
use crate::packages::{MINGW, WINE};
use crate::process::run;

const TARGET: &str = "x86_64-pc-windows-gnu";
/// Registry and drive C: of Wine.
const PREFIX: &str = "target/wine";
/// Library from which Rust's standard library gets random numbers. Wine has it from version 9 on.
const RANDOM: &str = "drive_c/windows/system32/bcryptprimitives.dll";

pub(crate) fn windows() -> Result<String, String> {
    let target = Target { name: TARGET, linker: MINGW.have()?, runner: WINE.have()? };
    let wine = Wine::new(&target)?;
    let packages: Vec<&str> = LIBRARY.into_iter().chain(["reenact-cli"]).collect();
    target.test(&packages, |tests| wine.settle(tests))?;
    agreement::check(&target, &wine)
}

/// Makes a recording in a folder with a command for Windows, and examines it.
pub(crate) fn try_program(program: &Path, folder: &Path) -> Result<(), String> {
    let target = Target { name: TARGET, linker: MINGW.have()?, runner: WINE.have()? };
    let wine = Wine::new(&target)?;
    for words in [
        &["--version"][..],
        &["make", "--demo", "--force", "-o", "demo.bin"],
        &["doctor", "demo.bin"],
        &["view", "demo.bin", "--html", "demo.html", "--force"],
    ] {
        run(wine.command(program).args(words).current_dir(folder))?;
    }
    Ok(())
}

/// Wine with its own registry and drive C:.
struct Wine {
    program: String,
    prefix: PathBuf,
}

impl Wine {
    fn new(target: &Target) -> Result<Self, String> {
        let prefix = std::path::absolute(PREFIX).map_err(|error| error.to_string())?;
        let wine = Self { program: target.runner.clone(), prefix };
        if !wine.prefix.join("system.reg").exists() {
            println!("preparing Wine in {PREFIX}, once");
            fs::create_dir_all(&wine.prefix).map_err(|error| format!("{error}: {PREFIX}"))?;
            run(wine.command(Path::new("wineboot")).arg("--init"))?;
        }
        let random = wine.prefix.join(RANDOM);
        if !random.exists() {
            let mut build = Command::new(&target.linker);
            build.args(["-shared", "-O2", "-o"]).arg(&random);
            run(build.args(["xtask/src/windows/process_prng.c", "-ladvapi32"]))?;
        }
        Ok(wine)
    }

    /// Program for Windows, run by Wine.
    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(&self.program);
        self.settle(command.arg(program));
        command
    }

    /// Environment for programs that start this Wine: without its messages, .NET, HTML and windows on the screen.
    fn settle<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command
            .env("WINEPREFIX", &self.prefix)
            .env("WINEDEBUG", "-all")
            .env("WINEDLLOVERRIDES", "mscoree,mshtml=")
            .env_remove("DISPLAY")
    }
}
