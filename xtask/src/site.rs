//! `cargo xtask docs`: documentation site with search, in `target/site`.

use std::env::consts::EXE_SUFFIX;
use std::process::Command;

use crate::process::{self, command, run as run_command};
use crate::{files, packages};

/// Builds the documentation as a site with search, into target/site
///
/// Open target/site/index.html: the site needs no server and no network.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Serve it on port 8000 of this machine and rebuild it when a page changes
    #[arg(long)]
    serve: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), String> {
    if args.serve {
        return run_command(mkdocs()?.arg("serve"));
    }
    println!("{}", build()?);
    Ok(())
}

/// Builds the site; warnings, such as broken links, are errors.
pub(crate) fn build() -> Result<String, String> {
    let mut mkdocs = mkdocs()?;
    check_picture()?;
    run_command(mkdocs.args(["build", "--quiet", "--clean", "--strict"]))?;
    let pages = files::below("target/site", "html")?.len();
    Ok(format!("{pages} pages in target/site"))
}

/// Checks that the picture of the command in a terminal is up to date.
fn check_picture() -> Result<(), String> {
    run_command(&mut command(&packages_of_site()?, &["site/terminal.py", "--check"]))
}

/// Lints pages, code comments, help and messages.
pub(crate) fn prose() -> Result<String, String> {
    run_command(&mut command(&packages_of_site()?, &["site/prose.py"]))?;
    Ok(String::new())
}

/// Virtual environment with the packages of the site.
fn packages_of_site() -> Result<String, String> {
    packages::python("python-site", "site/requirements.txt")
}

/// `mkdocs` with the configuration of the site; builds the command, whose options the site documents.
fn mkdocs() -> Result<Command, String> {
    let python = packages_of_site()?;
    process::build(&["--bins"])?;
    let root = std::env::current_dir().map_err(|error| error.to_string())?;
    let reenact = root.join(format!("target/debug/reenact{EXE_SUFFIX}"));
    let mut mkdocs = command(&root.join(&python).to_string_lossy(), &["-m", "mkdocs"]);
    mkdocs.current_dir("site").env("REENACT", reenact).env("NO_MKDOCS_2_WARNING", "1");
    Ok(mkdocs)
}
