//! `cargo xtask demo`: the command, on a recording made up on the spot.

use std::fs;

use crate::Outcome;
use crate::args::Args;
use crate::process::{cargo, run as run_command};

pub(crate) const HELP: &str = "\
Builds the command, makes a lifelike recording at target/demo/demo.bin and shows what is in it and what the doctor says.

Usage: cargo xtask demo
";

const FOLDER: &str = "target/demo";
const FILE: &str = "target/demo/demo.bin";

pub(crate) fn run(args: Args) -> Outcome {
    args.finish()?;
    fs::create_dir_all(FOLDER).map_err(|error| format!("{error}: {FOLDER}"))?;
    // Without tables and pixels, which take minutes to build and are not shown here.
    run_command(&mut cargo(&["build", "--package", "reenact-cli", "--no-default-features"]))?;
    for words in
        [&["make", "--demo", "--force", "-o", FILE][..], &["info", FILE], &["doctor", FILE]]
    {
        println!("\n$ reenact {}", words.join(" "));
        let mut reenact =
            cargo(&["run", "--quiet", "--package", "reenact-cli", "--no-default-features", "--"]);
        run_command(reenact.args(words))?;
    }
    Ok(())
}
