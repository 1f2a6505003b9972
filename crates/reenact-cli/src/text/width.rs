//! Display width of text on a terminal.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Width of a text in columns: two for East Asian characters and most emoji, none for combining marks.
pub(crate) fn columns(text: &str) -> usize {
    text.width()
}

/// Longest prefix of a text that fits.
pub(crate) fn fitting(text: &str, room: usize) -> &str {
    let mut taken = 0;
    for (place, c) in text.char_indices() {
        taken += c.width().unwrap_or(0);
        if taken > room {
            return text.get(..place).unwrap_or(text);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn east_asian_characters_take_two_columns() {
        assert_eq!(["naïve", "日本", "e\u{301}", "🙂", ""].map(columns), [5, 4, 1, 2, 0]);
        assert_eq!(fitting("日本語", 5), "日本");
        assert_eq!(fitting("abc", 5), "abc");
    }
}
