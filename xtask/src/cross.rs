//! Runs tests on other systems and processors: cross-compiled, and run by an emulator.

use std::process::Command;

use crate::packages;
use crate::process::{cargo, command, output_of, run};

/// Library crates. Only these are tested on other processors; Python, the viewer and the benchmarks have their own steps.
pub(crate) const LIBRARY: [&str; 8] = [
    "reenact-base",
    "reenact",
    "reenact-file",
    "reenact-edit",
    "reenact-inspect",
    "reenact-convert",
    "reenact-plot",
    "reenact-make",
];

/// Seed of the property tests: the same in every run, so that results do not depend on chance.
pub(crate) const SEED: u64 = 1;

/// Rust target, with the tools to build and run its programs.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// C compiler used as linker.
    pub(crate) linker: String,
    /// Emulator with its options.
    pub(crate) runner: String,
}

impl Target {
    /// Cargo with the settings of the target; the words contain its name.
    pub(crate) fn cargo(&self, words: &[&str]) -> Command {
        let name = self.name.to_uppercase().replace('-', "_");
        let mut cargo = cargo(words);
        cargo
            .env(format!("CARGO_TARGET_{name}_LINKER"), &self.linker)
            .env(format!("CARGO_TARGET_{name}_RUNNER"), &self.runner);
        cargo
    }

    /// Runs the unit and integration tests of packages.
    pub(crate) fn test(
        &self,
        packages: &[&str],
        set: impl FnOnce(&mut Command) -> &mut Command,
    ) -> Result<(), String> {
        packages::rust_target(self.name)?;
        let mut tests = self.cargo(test_words());
        tests
            // Reports all failures in one run, because runs under an emulator are slow.
            .args(["--no-fail-fast", "--target", self.name])
            .args(packages.iter().flat_map(|name| ["--package", name]));
        tests
            .env("PROPTEST_RNG_SEED", SEED.to_string())
            // For tests that start themselves as child processes.
            .env("REENACT_TEST_RUNNER", &self.runner)
            // An emulator sometimes fails to start; nextest then reports the test as flaky.
            .env("NEXTEST_RETRIES", "1");
        run(set(&mut tests))
    }
}

/// Cargo subcommand that runs tests: `nextest` if it is installed.
pub(crate) fn test_words() -> &'static [&'static str] {
    if output_of(&mut command("cargo", &["nextest", "--version"])).is_some() {
        return &["nextest", "run"];
    }
    println!("cargo-nextest is not installed (https://nexte.st): running `cargo test` instead");
    &["test", "--lib", "--bins", "--tests"]
}
