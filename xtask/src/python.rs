//! Steps of the Python package: tests, types, and Spark.

use std::env::consts::{DLL_EXTENSION, DLL_PREFIX};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::process::{self, command, run};
use crate::{files, packages};

/// Runs tests, doc examples, type checkers and linters in a virtual environment.
pub(crate) fn python() -> Result<String, String> {
    let python = packages::python("python-package", "python/requirements.txt")?;
    build()?;
    run(&mut module(&python, "ruff", &["check", "--quiet"])?)?;
    run(&mut module(&python, "ruff", &["format", "--check", "--quiet"])?)?;
    // Separate steps install what Spark and PyTorch need.
    run(&mut module(&python, "mypy", &["--exclude", "(spark|torch)[.]py$"])?)?;
    run(&mut module(&python, "mypy.stubtest", &["reenact._reenact"])?)?;
    pyright(&python, &|name| !["spark.py", "torch.py"].contains(&name))?;
    let mut tests = module(&python, "pytest", &["--quiet", "-m", "not spark"])?;
    run(tests
        .args(["--ignore", "python/tests/test_spark.py"])
        .args(["--ignore", "python/reenact/spark.py"])
        .args(["--ignore", "python/tests/test_torch.py"])
        .args(["--ignore", "python/reenact/torch.py"]))?;
    Ok(String::new())
}

/// Runs the data source on a cluster of two workers.
pub(crate) fn spark() -> Result<String, String> {
    packages::JAVA.have()?;
    let python = packages::python("python-spark", "python/requirements-spark.txt")?;
    build()?;
    run(&mut module(&python, "mypy", &["--exclude", "torch[.]py$"])?)?;
    pyright(&python, &|name| name != "torch.py")?;
    run(&mut module(&python, "pytest", &["--quiet", "python/tests/test_spark.py"])?)?;
    Ok(String::new())
}

/// Loads windows of recordings with `torch`, which is some gigabytes.
pub(crate) fn torch() -> Result<String, String> {
    let python = packages::python("python-torch", "python/requirements-torch.txt")?;
    build()?;
    run(&mut module(&python, "mypy", &["--exclude", "spark[.]py$"])?)?;
    run(&mut module(&python, "pytest", &["--quiet", "python/tests/test_torch.py"])?)?;
    Ok(String::new())
}

/// Builds the extension module and the command, and copies the module into the package.
pub(crate) fn build() -> Result<(), String> {
    process::build(&["--lib", "--bins"])?;
    let built = format!("target/debug/{DLL_PREFIX}_reenact.{DLL_EXTENSION}");
    let name = if cfg!(windows) { "_reenact.pyd" } else { "_reenact.abi3.so" };
    let place = format!("python/reenact/{name}");
    // Renamed into its place, because a running Python may have the old one open.
    let copied = fs::copy(&built, format!("{place}.new"))
        .and_then(|_| fs::rename(format!("{place}.new"), &place));
    copied.map_err(|error| format!("{error}: {built} to {place}"))
}

/// Command `python -m NAME …` with the package of the repository.
fn module(python: &str, name: &str, words: &[&str]) -> Result<Command, String> {
    let root = std::env::current_dir().map_err(|error| error.to_string())?;
    let mut command = command(python, &["-m", name]);
    command.args(words).env("PYTHONPATH", root.join("python"));
    // Without warnings about these tools, and without colours.
    command.env("PYRIGHT_PYTHON_IGNORE_WARNINGS", "1").env_remove("PYTHONWARNINGS");
    Ok(command)
}

fn pyright(python: &str, is_checked: &dyn Fn(&str) -> bool) -> Result<(), String> {
    let files = files::below("python/reenact", "py")?;
    let name = |file: &Path| file.file_name().map(|name| name.to_string_lossy().into_owned());
    let files = files.into_iter().filter(|file| name(file).is_some_and(|name| is_checked(&name)));
    run(module(python, "pyright", &["--pythonpath", python])?.args(files))
}
