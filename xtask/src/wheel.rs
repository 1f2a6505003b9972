//! Step that installs the Python package like a user.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{command, output_of, run};
use crate::{files, publish};

const FOLDER: &str = "target/python-wheel";

/// Script that uses the installed package.
const CHECK: &str = "python/tests/check_installed.py";
const RECORDING: &str = "testdata/recordings/v11_real_2s_asset.bin";

/// Checks that one wheel installs on every Python that is found, and that `pip install .` works: each in an empty environment.
pub(crate) fn wheel() -> Result<String, String> {
    let pythons = pythons();
    let Some(newest) = pythons.values().next_back() else {
        return Err(
            "this step needs CPython 3.10 or later as `python3`, with venv and pip".to_owned()
        );
    };
    files::empty(FOLDER)?;
    let builder = Environment::new(newest, "source")?;
    let built = format!("{FOLDER}/dist");
    // Of the source distribution, which pip unpacks outside of the repository.
    let sources = publish::sdist(&built)?;
    let words = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", &built];
    run(command(&builder.python(), &words).arg(sources))?;
    publish::check_for_pypi(&built)?;
    let wheels = files::with_ending(Path::new(&built), "whl")?;
    let [wheel] = wheels.as_slice() else {
        return Err(format!("{} wheels in {built} instead of one", wheels.len()));
    };
    let wheel = wheel.to_string_lossy();
    if !wheel.contains("-cp310-abi3-") {
        return Err(format!("{wheel} is not for CPython 3.10 and everything after it"));
    }
    println!("{wheel}");
    for (minor, python) in &pythons {
        Environment::new(python, &format!("3.{minor}"))?.install(&wheel)?;
    }
    // By the same Python as above, so that its compiled crates are reused.
    builder.install(".")?;
    let versions: Vec<_> = pythons.values().map(|python| python.version.as_str()).collect();
    Ok(format!("one wheel on CPython {}", versions.join(", ")))
}

/// New virtual environment in its own folder.
struct Environment {
    folder: String,
}

impl Environment {
    fn new(python: &Python, name: &str) -> Result<Self, String> {
        let folder = format!("{FOLDER}/{name}");
        run(Command::new(&python.path).args(["-m", "venv", &folder]))?;
        Ok(Self { folder })
    }

    fn python(&self) -> String {
        let bin = if cfg!(windows) { "Scripts" } else { "bin" };
        format!("{}/{bin}/python", self.folder)
    }

    /// Installs the package and uses it.
    fn install(&self, what: &str) -> Result<(), String> {
        let python = self.python();
        run(&mut command(&python, &["-m", "pip", "install", "--quiet", what]))?;
        // `-I`: imports the installed package, not the folder of the sources.
        run(&mut command(&python, &["-I", CHECK, RECORDING, &self.folder]))
    }
}

/// A Python on this machine.
struct Python {
    version: String,
    path: PathBuf,
}

/// All `CPython` versions from 3.10 on that are found, one for each minor version.
fn pythons() -> BTreeMap<u32, Python> {
    let named = (10..30).map(|minor| PathBuf::from(format!("python3.{minor}")));
    let all = pyenv().into_iter().chain(named).chain([PathBuf::from("python3")]);
    all.filter_map(|path| {
        let (minor, version) = version(&path)?;
        Some((minor, Python { version, path }))
    })
    .collect()
}

/// Versions installed by pyenv, active or not.
fn pyenv() -> Vec<PathBuf> {
    let home = || env::home_dir().map(|home| home.join(".pyenv"));
    let Some(root) = env::var_os("PYENV_ROOT").map(PathBuf::from).or_else(home) else {
        return Vec::new();
    };
    let versions = fs::read_dir(root.join("versions")).into_iter().flatten().flatten();
    let mut found: Vec<_> = versions.map(|version| version.path().join("bin/python")).collect();
    found.sort();
    found
}

/// Minor and full version of a `CPython` that supports the wheel; `None` for any other program.
fn version(python: &Path) -> Option<(u32, String)> {
    // A build without the GIL has another ABI.
    let program = "import platform, sys, sysconfig; print(platform.python_implementation(), \
                   sysconfig.get_config_var('Py_GIL_DISABLED') or 0, *sys.version_info[:3])";
    let said = output_of(Command::new(python).args(["-I", "-c", program]))?;
    parse_version(&said)
}

fn parse_version(said: &str) -> Option<(u32, String)> {
    let words: Vec<&str> = said.split_whitespace().collect();
    let ["CPython", "0", "3", minor, patch] = words.as_slice() else { return None };
    let minor = minor.parse().ok().filter(|&minor| minor >= 10)?;
    Some((minor, format!("3.{minor}.{patch}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_cpython_that_takes_the_wheel_counts() {
        assert_eq!(parse_version("CPython 0 3 10 13\n"), Some((10, "3.10.13".to_owned())));
        assert_eq!(parse_version("CPython 0 3 9 18\n"), None);
        assert_eq!(parse_version("CPython 1 3 13 0\n"), None, "without the GIL");
        assert_eq!(parse_version("PyPy 0 3 10 14\n"), None);
        assert_eq!(parse_version(""), None);
    }
}
