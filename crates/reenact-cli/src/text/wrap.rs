//! Indented paragraphs.

use std::fmt::Write;

use anstyle::Style;

use super::style::paint;

/// Wraps a text at `width` columns, with every line indented.
pub(crate) fn indented(text: &str, indent: &str, width: usize, style: Style) -> String {
    let room = width.saturating_sub(indent.chars().count()).max(20);
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let len = line.chars().count();
        if len > 0 && len + 1 + word.chars().count() > room {
            _ = writeln!(lines, "{indent}{}", paint(style, &line));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        _ = writeln!(lines, "{indent}{}", paint(style, &line));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_and_lines_within_the_width() {
        let text = indented("one two three four five six", "  ", 22, Style::new());
        assert_eq!(text, "  one two three four\n  five six\n");
        assert_eq!(indented("", "  ", 22, Style::new()), "");
    }
}
