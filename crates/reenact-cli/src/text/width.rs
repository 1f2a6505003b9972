//! Display width of text on a terminal.

/// Width of a text in columns: two for East Asian characters and most emoji, one for others.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(of).sum()
}

/// Width of a character. An approximation: an error of one column is acceptable.
fn of(c: char) -> usize {
    match u32::from(c) {
        // Combining marks and joiners.
        0x300..=0x36f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f
        | 0x2e80..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1f64f
        | 0x1f900..=0x1f9ff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// Longest prefix of a text that fits.
pub(crate) fn fitting(text: &str, room: usize) -> &str {
    let mut taken = 0;
    for (place, c) in text.char_indices() {
        taken += of(c);
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
