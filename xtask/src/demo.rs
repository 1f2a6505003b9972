//! `cargo xtask demo`: the command and the viewer, with a synthetic recording.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::process::{cargo, command, output_of, run as run_command};
use crate::viewer;

/// Makes a synthetic recording, shows its contents with the command, and opens it in the viewer
///
/// The recording is target/demo/demo.bin. The viewer is built first: some minutes the first time, and it needs Node.js 20 or
/// later.
///
/// Ctrl-C ends the viewer. Without a terminal, the page is requested once and the viewer is stopped.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Do not open the viewer
    #[arg(long)]
    no_view: bool,
}

const FOLDER: &str = "target/demo";
const FILE: &str = "target/demo/demo.bin";

pub(crate) fn run(args: &Args) -> Result<(), String> {
    fs::create_dir_all(FOLDER).map_err(|error| format!("{error}: {FOLDER}"))?;
    // Without tables and PNG, which take minutes to build and are not needed here.
    run_command(&mut cargo(&["build", "--package", "reenact-cli", "--no-default-features"]))?;
    for words in
        [&["make", "--demo", "--force", "-o", FILE][..], &["info", FILE], &["doctor", FILE]]
    {
        println!("\n$ reenact {}", words.join(" "));
        run_command(reenact().args(words))?;
    }
    if args.no_view {
        return Ok(());
    }
    if output_of(&mut command("node", &["--version"])).is_none() {
        println!("\nthe viewer is left out: it needs Node.js 20 or later, https://nodejs.org");
        return Ok(());
    }
    println!("\n$ cargo xtask viewer");
    viewer::build()?;
    println!("\n$ reenact view {FILE}");
    let mut view = reenact();
    view.args(["view", FILE]).env("REENACT_VIEWER", viewer::FOLDER);
    if std::io::stdout().is_terminal() {
        return run_command(&mut view);
    }
    look_once(&mut view)
}

fn reenact() -> Command {
    command(&format!("target/debug/reenact{EXE_SUFFIX}"), &[])
}

/// Makes the demo recording in a folder with an installed command, and opens it in the embedded viewer.
pub(crate) fn look_at_demo(program: &str, folder: &Path) -> Result<(), String> {
    let command = |words: &[&str]| {
        let mut command = command(program, words);
        command.current_dir(folder).env_remove("REENACT_VIEWER");
        command
    };
    run_command(&mut command(&["make", "--demo", "--force", "-o", "demo.bin"]))?;
    look_once(&mut command(&["view", "demo.bin"]))
}

/// Starts the viewer, requests the page like a browser, and stops it.
fn look_once(view: &mut Command) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("the viewer: {error}");
    let mut child = view.arg("--no-open").stdout(Stdio::piped()).spawn().map_err(failed)?;
    let mut address = String::new();
    let looked = child
        .stdout
        .take()
        .map_or(Ok(0), |out| BufReader::new(out).read_line(&mut address))
        .map_err(failed)
        .and_then(|_| page_at(address.trim()));
    _ = child.kill();
    _ = child.wait();
    println!("{} has the page ({} bytes); in a terminal it stays", address.trim(), looked?);
    Ok(())
}

/// Size of the page at an address in bytes.
fn page_at(address: &str) -> Result<usize, String> {
    let failed = |error: std::io::Error| format!("{error}: {address}");
    let (host, path) = address
        .strip_prefix("http://")
        .and_then(|rest| rest.split_once('/'))
        .ok_or_else(|| format!("the viewer says {address:?}, which is no address"))?;
    let mut stream = TcpStream::connect(host).map_err(failed)?;
    stream.set_read_timeout(Some(Duration::from_secs(10))).map_err(failed)?;
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\n\r\n").map_err(failed)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(failed)?;
    let (head, page) = answer.split_once("\r\n\r\n").unwrap_or_default();
    if !head.starts_with("HTTP/1.1 200") || !page.contains("<html") {
        return Err(format!("there is no page at {address}"));
    }
    Ok(page.len())
}
