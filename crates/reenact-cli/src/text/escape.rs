//! Escaping of untrusted text: names of files and markers, and messages that quote them.

use std::borrow::Cow;
use std::fmt::Write;

/// Escapes characters that move the cursor, change colours or reorder the line on a terminal.
///
/// These are the control characters (C0, DEL, C1), the bidirectional controls, and the line and paragraph
/// separators.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => shown.extend(c.escape_default()),
            c if is_hidden(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    shown.into()
}

/// Escapes the same characters in a JSON document as `\u` sequences, which does not change its meaning.
pub(crate) fn visible_json(text: String) -> String {
    // Line feeds separate values; within strings, JSON already escapes all characters below a blank.
    let is_raw = |c: char| c >= ' ' && is_hidden(c);
    if !text.contains(is_raw) {
        return text;
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_raw(c) {
            // Writing to a string cannot fail.
            _ = write!(shown, "\\u{:04x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// All are in the basic multilingual plane, so each is one `\u` escape of JSON.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_act_on_is_shown_as_an_escape() {
        assert_eq!(visible("naïve 手.bin"), "naïve 手.bin");
        assert_eq!(visible("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
        assert_eq!(visible("\u{7f}\u{9b}31m"), "\\u{7f}\\u{9b}31m");
        assert_eq!(visible("nib.\u{202e}txt"), "nib.\\u{202e}txt");
        assert_eq!(visible("two\nlines\t"), "two\\nlines\\t");
    }

    #[test]
    fn escaped_json_is_the_same_document() {
        let name = "a\u{1b}\u{7f}\u{85}\u{202e}\n手";
        let text = visible_json(serde_json::to_string(name).unwrap());
        assert!(text.chars().all(|c| !is_hidden(c)), "{text}");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), name);
    }
}
