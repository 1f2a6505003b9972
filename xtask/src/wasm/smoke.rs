//! Step that compares the WebAssembly module with the command.

use std::env::consts::EXE_SUFFIX;
use std::time::Instant;

use crate::process::{build, command, output_of, run};

/// Builds the module and the command, and compares their reports on the recordings in testdata.
pub(crate) fn smoke() -> Result<String, String> {
    if output_of(&mut command("node", &["--version"])).is_none() {
        return Err("this step needs Node.js 20 or later: https://nodejs.org".to_owned());
    }
    let start = Instant::now();
    super::build()?;
    let built_secs = start.elapsed().as_secs();
    build(&["--bin", "reenact"])?;
    let program = format!("target/debug/reenact{EXE_SUFFIX}");
    let smoke = "crates/reenact-wasm/tests/smoke.mjs";
    run(&mut command("node", &[smoke, super::FOLDER, &program, "testdata"]))?;
    Ok(format!("built in {built_secs} s"))
}
