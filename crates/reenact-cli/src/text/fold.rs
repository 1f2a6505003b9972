//! Word wrap of lines that are wider than the terminal.

use super::width;

/// Wraps lines at `width` columns between words. Continuation lines are indented by two more columns. Colour codes have no width.
pub(crate) fn folded(text: &str, width: usize) -> String {
    let mut folded = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        fold(line, width, &mut folded);
    }
    folded
}

fn fold(line: &str, width: usize, out: &mut String) {
    if columns(line) <= width {
        return out.push_str(line);
    }
    let indent = line.len() - line.trim_start_matches(' ').len();
    let indent = " ".repeat((indent + 2).min(width / 4));
    let mut used = 0;
    let mut rest = line;
    while !rest.is_empty() {
        // A word with its leading blanks.
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let word_end = rest.get(blanks..).and_then(|word| word.find(' '));
        let end = word_end.map_or(rest.len(), |end| blanks + end);
        let (piece, after) = rest.split_at(end);
        let needed = columns(piece);
        let word = piece.trim_start_matches(' ');
        if used > 0 && !word.is_empty() && used + needed > width {
            out.push('\n');
            out.push_str(&indent);
            out.push_str(word);
            used = indent.len() + columns(word);
        } else if used + needed <= width || !word.is_empty() {
            out.push_str(piece);
            used += needed;
        }
        rest = after;
    }
}

/// Width of a text without colour codes and line feed.
fn columns(text: &str) -> usize {
    let mut plain = String::with_capacity(text.len());
    for (n, part) in text.trim_end_matches('\n').split('\x1b').enumerate() {
        plain += if n == 0 { part } else { part.split_once('m').map_or("", |(_, rest)| rest) };
    }
    width::columns(&plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_between_words_and_colours_are_no_words() {
        assert_eq!(folded("short\n", 20), "short\n");
        assert_eq!(
            folded("  one two three four five six\n", 16),
            "  one two three\n    four five\n    six\n"
        );
        let coloured = "\x1b[1mone\x1b[0m two three\n";
        assert_eq!(folded(coloured, 13), coloured);
        assert_eq!(folded("averyveryverylongword x\n", 10), "averyveryverylongword\n  x\n");
    }
}
