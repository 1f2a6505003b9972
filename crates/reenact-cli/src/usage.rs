//! Usage errors in one line.

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;

use crate::cli::Cli;
use crate::text::style;

/// Prints help or version unchanged, and an error as one line with advice.
pub(crate) fn report(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // A closed pipe is not an error.
        _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        _ = error.print();
        return ExitCode::from(2);
    }
    let line = one_line(&text, &verb());
    let mut out = anstream::stderr().lock();
    _ = writeln!(out, "{} {line}", style::paint(style::ERROR, "error:"));
    ExitCode::from(2)
}

/// Requested subcommand, as far as it exists: `reenact marker add`.
fn verb() -> String {
    let mut verb = "reenact".to_owned();
    let mut command = &Cli::command();
    for word in std::env::args().skip(1) {
        let Some(below) = command.find_subcommand(&word) else { break };
        verb += " ";
        verb += &word;
        command = below;
    }
    verb
}

/// Joins clap's paragraphs to one line, and appends the help command.
fn one_line(text: &str, verb: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let mut line = String::new();
    for part in text.lines().map(str::trim).filter(|part| !part.is_empty()) {
        if part.starts_with("Usage: ") || part.starts_with("For more information") {
            break;
        }
        let part = part.strip_prefix("tip: ").unwrap_or(part);
        let join = match line.chars().last() {
            None => "",
            Some(':') => " ",
            Some(_) if line.contains("were not provided: ") => ", ",
            Some(_) => "; ",
        };
        line += join;
        line += part;
    }
    format!("{line}; see {verb} --help")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_line_with_what_to_do_next() {
        let text = "error: unrecognized subcommand 'inof'\n\n  tip: a similar subcommand exists: 'info'\n\n\
            Usage: reenact [COMMAND]\n\nFor more information, try '--help'.\n";
        assert_eq!(
            one_line(text, "reenact"),
            "unrecognized subcommand 'inof'; a similar subcommand exists: 'info'; see reenact --help"
        );
        let text = "error: the following required arguments were not provided:\n  --output <OUT>\n  <IN>...\n\n\
            Usage: reenact trim --output <OUT> <IN>...\n";
        assert_eq!(
            one_line(text, "reenact trim"),
            "the following required arguments were not provided: --output <OUT>, <IN>...; see reenact trim --help"
        );
    }
}
