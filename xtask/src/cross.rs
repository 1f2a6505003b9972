//! Tests of the crates on other systems and processors: built for a target, run by an emulator.

use std::process::Command;

use crate::packages;
use crate::process::{cargo, command, output_of, run};

/// The library crates. They are all that runs on other processors; Python, the page and the benchmarks have steps of their own.
pub(crate) const LIBRARY: [&str; 7] = [
    "reenact",
    "reenact-file",
    "reenact-edit",
    "reenact-inspect",
    "reenact-convert",
    "reenact-plot",
    "reenact-make",
];

/// Seed of the property tests: the same in every run, so that a change is judged by itself and not by luck.
pub(crate) const SEED: u64 = 1;

/// A target of Rust and what it takes to build and run programs for it.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// The C compiler that links.
    pub(crate) linker: String,
    /// What runs a program: the emulator and its options.
    pub(crate) runner: String,
}

impl Target {
    /// Cargo with the settings of the target; its name comes with the words.
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
            // All failures in one run, which takes long under an emulator.
            .args(["--no-fail-fast", "--target", self.name])
            .args(packages.iter().flat_map(|name| ["--package", name]));
        tests
            .env("PROPTEST_RNG_SEED", SEED.to_string())
            // For tests that start themselves.
            .env("REENACT_TEST_RUNNER", &self.runner)
            // An emulator sometimes fails to start; nextest then names the test as flaky.
            .env("NEXTEST_RETRIES", "1");
        run(set(&mut tests))
    }
}

/// What has cargo run tests: `nextest` where that is installed.
pub(crate) fn test_words() -> &'static [&'static str] {
    if output_of(&mut command("cargo", &["nextest", "--version"])).is_some() {
        return &["nextest", "run"];
    }
    println!("cargo-nextest is not installed (https://nexte.st): running `cargo test` instead");
    &["test", "--lib", "--bins", "--tests"]
}
