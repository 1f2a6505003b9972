//! Reference of all subcommands as Markdown, for the documentation site.

use std::fmt::Write;

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};

/// One section for each subcommand: description, usage, options and examples.
pub(super) fn reference(command: &Command) -> String {
    let mut page = String::from(
        "# All options\n\nGenerated from the command itself. `reenact help VERB` prints the same in a terminal; \
         [Conventions](cli.md) lists what is common to all subcommands.\n",
    );
    for verb in command.get_subcommands().filter(|verb| is_shown(verb)) {
        section(&mut page, verb, &format!("reenact {}", verb.get_name()), 2);
    }
    page
}

fn is_shown(command: &Command) -> bool {
    !command.is_hide_set() && command.get_name() != "help"
}

fn section(page: &mut String, command: &Command, name: &str, level: usize) {
    _ = writeln!(page, "\n{} {name}\n", "#".repeat(level));
    let about = command.get_long_about().or_else(|| command.get_about());
    _ = writeln!(page, "{}\n", about.map(plain).unwrap_or_default().trim());
    let usage = plain(&command.clone().bin_name(name).render_usage());
    _ = writeln!(page, "```text\n{}\n```", usage.trim());
    let mut headings: Vec<Option<&str>> = Vec::new();
    for arg in command.get_arguments().filter(|arg| is_documented(arg)) {
        if !headings.contains(&arg.get_help_heading()) {
            headings.push(arg.get_help_heading());
        }
    }
    for heading in headings {
        if let Some(heading) = heading {
            _ = writeln!(page, "\n{heading}:");
        }
        page.push_str("\n| option | meaning |\n|---|---|\n");
        let of_it = command.get_arguments().filter(|arg| arg.get_help_heading() == heading);
        for arg in of_it.filter(|arg| is_documented(arg)) {
            _ = writeln!(page, "| {} | {} |", label(arg), meaning(arg));
        }
    }
    let notes = command.get_after_help().map(plain).unwrap_or_default();
    if let Some((before, examples)) = notes.split_once("Examples:\n") {
        if !before.trim().is_empty() {
            _ = writeln!(page, "\n{}", before.trim());
        }
        let examples: Vec<&str> = examples.lines().map(str::trim).collect();
        _ = writeln!(page, "\n```sh\n{}\n```", examples.join("\n"));
    }
    for verb in command.get_subcommands().filter(|verb| is_shown(verb)) {
        section(page, verb, &format!("{name} {}", verb.get_name()), level + 1);
    }
}

fn is_documented(arg: &Arg) -> bool {
    !arg.is_hide_set() && !matches!(arg.get_id().as_str(), "help" | "version")
}

/// `-o, --output <OUT>`, or the name of an argument without a dash.
fn label(arg: &Arg) -> String {
    let values: Vec<String> =
        arg.get_value_names().unwrap_or_default().iter().map(|name| format!("<{name}>")).collect();
    let names = [
        arg.get_short().map(|short| format!("-{short}")),
        arg.get_long().map(|long| format!("--{long}")),
    ];
    let names: Vec<String> = names.into_iter().flatten().collect();
    let takes_values = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
    let value = if takes_values { values.join(" ") } else { String::new() };
    format!("`{}`", format!("{} {value}", names.join(", ")).trim())
}

/// Description, possible values and default.
fn meaning(arg: &Arg) -> String {
    let help = arg.get_long_help().or_else(|| arg.get_help()).map(plain).unwrap_or_default();
    let mut text = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let takes_values = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
    for value in
        arg.get_possible_values().iter().filter(|value| takes_values && !value.is_hide_set())
    {
        _ = write!(text, "<br>`{}`", value.get_name());
        if let Some(help) = value.get_help() {
            _ = write!(text, ": {}", plain(help));
        }
    }
    let defaults: Vec<_> =
        arg.get_default_values().iter().filter_map(|value| value.to_str()).collect();
    if takes_values
        && !arg.is_hide_default_value_set()
        && defaults.iter().any(|value| !value.is_empty())
    {
        _ = write!(text, "<br>Default: `{}`", defaults.join(","));
    }
    text.replace('|', "\\|")
}

/// The text without escape sequences.
fn plain(text: &StyledStr) -> String {
    text.to_string()
}
