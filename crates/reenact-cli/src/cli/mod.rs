//! Command-line arguments and their help texts.

pub(crate) mod common;
pub(crate) mod edit;
pub(crate) mod inspect;
pub(crate) mod look;
pub(crate) mod make;
pub(crate) mod marker;
pub(crate) mod openxr;
pub(crate) mod repair;

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, Subcommand};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// Inspect, check, repair, edit, convert and view MRTK input animations
#[derive(Debug, Parser)]
#[command(
    name = "reenact",
    // The name in help, also if the program is called reenact.exe.
    bin_name = "reenact",
    version = env!("REENACT_VERSION"),
    styles = STYLES,
    max_term_width = 100,
    infer_long_args = false,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "\
Files may be compressed (.bin.gz, .bin.zst). Use - for stdin or stdout. A folder means all recordings in it and its subfolders.
Exit codes: 0 success; 1 failure; 2 wrong usage; 3 completed with findings, differences or data loss.

Examples:
  reenact make --demo -o demo.bin
  reenact info demo.bin
  reenact trim demo.bin --from 1 --to 4 -o part.bin"
)]
pub(crate) struct Cli {
    /// Print only results and errors: no progress, notes or reports of edits
    #[arg(short, long, global = true, display_order = 990)]
    pub(crate) quiet: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Info(look::Info),
    Doctor(inspect::Doctor),
    Compare(inspect::Compare),
    Stats(inspect::Stats),
    Plot(inspect::Plot),
    Cat(look::Cat),
    Sample(look::Sample),
    Convert(look::Convert),
    Repair(repair::Repair),
    Trim(edit::Trim),
    Concat(edit::Concat),
    Retime(edit::Retime),
    Resample(edit::Resample),
    Mirror(edit::Mirror),
    Reanchor(edit::Reanchor),
    Smooth(edit::Smooth),
    Fill(edit::Fill),
    Strip(edit::Strip),
    Optimize(edit::Optimize),
    Marker(marker::Marker),
    Make(make::Make),
    View(look::View),
    Run(Box<openxr::Run>),
    Record(openxr::Record),
    #[command(name = "openxr")]
    OpenXr(openxr::OpenXr),
    Completions(Completions),
    Man(Man),
}

/// Generate shell completions
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reenact completions bash > reenact.bash
  reenact completions zsh > _reenact
  reenact completions fish > reenact.fish")]
pub(crate) struct Completions {
    /// Shell to generate completions for
    pub(crate) shell: clap_complete::Shell,
}

/// Generate manual pages
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reenact man > reenact.1
  reenact man --dir man1")]
pub(crate) struct Man {
    /// Write one page per subcommand to this folder (reenact.1, reenact-info.1, …) instead of printing reenact.1
    #[arg(long, value_name = "FOLDER")]
    pub(crate) dir: Option<PathBuf>,
    /// Print the options of all subcommands as one Markdown page instead
    #[arg(long, conflicts_with = "dir")]
    pub(crate) markdown: bool,
}
