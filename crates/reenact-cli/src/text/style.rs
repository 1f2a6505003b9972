//! Colours, each with one meaning. They are only seen where the terminal has colour.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// What the eye should find first.
pub(crate) const HEADING: Style = Style::new().bold();
/// What matters less.
pub(crate) const QUIET: Style = Style::new().dimmed();
/// A hand that is tracked; what is well.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// A hand that pinches; what deserves a look.
pub(crate) const NOTABLE: Style = AnsiColor::Yellow.on_default();
/// Head and gaze.
pub(crate) const TRACK: Style = AnsiColor::Cyan.on_default();
/// What is wrong.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Named moments.
pub(crate) const MARKER: Style = AnsiColor::Magenta.on_default();

/// Some text in a style.
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    let text = text.to_string();
    if text.is_empty() { text } else { format!("{style}{text}{style:#}") }
}
