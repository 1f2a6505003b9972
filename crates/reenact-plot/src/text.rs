//! Text width estimates, and XML escaping.
//!
//! The font of an SVG depends on the viewer, so widths are those of the widest common fonts (`DejaVu Sans`,
//! semi-bold `Inter`): a label that fits by this estimate fits in all of them.

use std::fmt::Write;

/// Advance widths of the printable ASCII characters, in hundredths of the font size.
const WIDTHS: [u8; 95] = [
    32, 40, 52, 84, 65, 100, 78, 33, 39, 39, 54, 84, 32, 47, 32, 38, 66, 64, 64, 64, 67, 64, 64,
    64, 64, 64, 34, 34, 84, 84, 84, 54, 100, 73, 69, 74, 77, 63, 59, 77, 75, 29, 58, 70, 57, 92,
    76, 79, 65, 79, 69, 65, 66, 74, 73, 102, 72, 71, 69, 39, 38, 39, 84, 50, 50, 61, 63, 58, 63,
    62, 39, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 55, 39, 63, 59, 84, 59, 59, 57, 64, 36,
    64, 84,
];

fn char_width(c: char) -> f64 {
    let ascii = usize::try_from(u32::from(c)).ok().and_then(|code| code.checked_sub(32));
    match ascii.and_then(|place| WIDTHS.get(place)) {
        Some(hundredths) => f64::from(*hundredths) / 100.0,
        None if c == '−' => 0.84,
        // Accented Latin letters are as wide as plain ones; from here on characters may be twice as wide.
        None if u32::from(c) < 0x1100 => 0.8,
        None => 1.05,
    }
}

/// Largest ratio of bold to regular width.
pub(crate) const BOLD: f64 = 1.13;

/// Upper bound of the width of a text.
pub(crate) fn width(text: &str, size_px: f64) -> f64 {
    text.chars().map(char_width).sum::<f64>() * size_px
}

/// Truncates a text with an ellipsis to a width; empty if not even the ellipsis fits.
pub(crate) fn fitted(text: &str, size_px: f64, room_px: f64) -> String {
    let mut used = 0.0;
    let room = room_px / size_px;
    let mut kept = String::new();
    let mut short = None;
    for c in text.chars().map(|c| if c.is_control() { ' ' } else { c }) {
        // Last position at which an ellipsis still fits.
        if used + 1.0 <= room {
            short = Some(kept.len());
        }
        used += char_width(c);
        if used > room {
            let Some(len) = short else { return String::new() };
            kept.truncate(len);
            kept.truncate(kept.trim_end().len());
            kept.push('…');
            return kept;
        }
        kept.push(c);
    }
    kept
}

/// Escapes a text for XML content and attributes. Characters that XML cannot hold become U+FFFD.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ => safe.push(c),
        }
    }
    safe
}

/// Formats a number of pixels to a hundredth, without trailing zeros.
pub(crate) fn px(value: f64) -> String {
    let mut text = String::new();
    push_px(&mut text, value);
    text
}

pub(crate) fn push_px(out: &mut String, value: f64) {
    let start = out.len();
    _ = write!(out, "{value:.2}");
    if out.get(start..).is_some_and(|number| number.contains('.')) {
        let kept = out.trim_end_matches('0').trim_end_matches('.').len();
        out.truncate(kept.max(start + 1));
    }
    if out.get(start..) == Some("-0") {
        out.truncate(start);
        out.push('0');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_where_it_no_longer_fits() {
        let text = "left.ThumbMetacarpalJoint.position";
        assert_eq!(fitted(text, 10.0, 1000.0), text);
        let cut = fitted(text, 10.0, 80.0);
        assert!(cut.ends_with('…') && cut.len() > 8, "{cut}");
        assert!(width(&cut, 10.0) <= 80.0 + 2.1);
        assert_eq!(fitted(text, 10.0, 5.0), "");
        assert_eq!(fitted("", 10.0, 0.0), "");
    }

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(escaped("a<b>&\"'\u{1}\n"), "a&lt;b&gt;&amp;&quot;&#39;\u{fffd} ");
    }

    #[test]
    fn pixels_are_short() {
        let all = [1.0, 1.5, 1.25, 0.333, -0.001, 100.0, -12.30].map(px);
        assert_eq!(all, ["1", "1.5", "1.25", "0.33", "0", "100", "-12.3"]);
    }
}
