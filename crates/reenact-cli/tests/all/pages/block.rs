//! Fenced code blocks of a Markdown page, and the commands in them.

/// One fenced code block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block<'a> {
    pub(super) language: &'a str,
    /// File name in the `title="…"` after the language, if the block shows a file.
    pub(super) title: Option<&'a str>,
    pub(super) body: &'a str,
}

/// All blocks of a page, in order. Fences inside lists may be indented.
pub(super) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("```") {
        let Some((info, after)) = after.split_once('\n') else { break };
        let Some((body, after)) = after.split_once("```") else { break };
        let (language, attributes) = info.split_once(' ').unwrap_or((info, ""));
        let title = attributes.strip_prefix("title=\"").and_then(|title| title.strip_suffix('"'));
        blocks.push(Block { language: language.trim(), title, body });
        rest = after;
    }
    blocks
}

/// Commands of a block with their expected output, if it is shown.
pub(super) fn commands(block: &Block<'_>) -> Vec<(String, Option<String>)> {
    match block.language {
        "sh" => joined(block.body.lines()).into_iter().map(|line| (line, None)).collect(),
        "yaml" => {
            let runs = block.body.lines().filter_map(|line| {
                let line = line.trim_start().trim_start_matches("- ").trim_start_matches("run: ");
                line.starts_with("reenact ").then(|| (line.to_owned(), None))
            });
            runs.collect()
        }
        "console" => {
            let mut found: Vec<(String, Option<String>)> = Vec::new();
            let mut continues = false;
            for line in block.body.split_inclusive('\n') {
                if let Some(command) = line.strip_prefix("$ ") {
                    found.push((command.trim_end().to_owned(), Some(String::new())));
                } else if let Some((command, output)) = found.last_mut() {
                    if continues {
                        *command += "\n";
                        *command += line.trim_end();
                    } else if let Some(output) = output {
                        *output += line;
                    }
                }
                continues = line.trim_end().ends_with('\\');
            }
            found
        }
        _ => Vec::new(),
    }
}

/// Lines with backslash continuations joined; without blank lines and comments.
fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut commands = Vec::new();
    let mut command = String::new();
    for line in lines {
        command += line.trim();
        if command.ends_with('\\') {
            command += "\n";
            continue;
        }
        let whole = std::mem::take(&mut command);
        if !whole.is_empty() && !whole.starts_with('#') {
            commands.push(whole);
        }
    }
    commands
}

/// Whether output is as shown; a line `…` stands for any number of lines.
pub(super) fn is_match(shown: &str, printed: &str) -> bool {
    let parts: Vec<Vec<&str>> = {
        let lines: Vec<&str> = shown.lines().map(str::trim_end).collect();
        lines.split(|line| *line == "…").map(<[&str]>::to_vec).collect()
    };
    let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let [first, middle @ .., last] = parts.as_slice() else {
        return parts.first().is_some_and(|only| *only == printed);
    };
    let Some(mut rest) = printed.strip_prefix(first.as_slice()) else { return false };
    for part in middle {
        let Some(at) = rest.windows(part.len().max(1)).position(|lines| lines == part) else {
            return false;
        };
        rest = rest.get(at + part.len()..).unwrap_or_default();
    }
    rest.ends_with(last)
}

#[test]
fn shown_output_may_leave_out_lines() {
    assert!(is_match("a\nb\n", "a\nb  \n"));
    assert!(!is_match("a\n", "a\nb\n"));
    assert!(is_match("a\n…\nd\n", "a\nb\nc\nd\n"));
    assert!(is_match("…\nc\n…\n", "a\nb\nc\nd\n"));
    assert!(!is_match("a\n…\ne\n", "a\nb\nc\nd\n"));
    assert!(!is_match("…\nx\n…\n", "a\nb\n"));
}

#[test]
fn commands_are_told_from_output() {
    let page =
        "```console\n$ one \\\n    two\nout\n$ three\n```\n```sh\nfour\n# why\nfive \\\n  six\n```";
    let found: Vec<_> = blocks(page).iter().flat_map(commands).collect();
    let shown = |text: &str| Some(text.to_owned());
    assert_eq!(found[0], ("one \\\n    two".to_owned(), shown("out\n")));
    assert_eq!(found[1], ("three".to_owned(), shown("")));
    assert_eq!(found[2], ("four".to_owned(), None));
    assert_eq!(found[3], ("five \\\nsix".to_owned(), None));
}
