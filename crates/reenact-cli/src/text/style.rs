//! Colours, each with one meaning. Only used if the terminal supports them.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// Headings.
pub(crate) const HEADING: Style = Style::new().bold();
/// Secondary text.
pub(crate) const QUIET: Style = Style::new().dimmed();
/// Tracked hand; no defect.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// Pinching hand; warnings.
pub(crate) const NOTABLE: Style = AnsiColor::Yellow.on_default();
/// Head and gaze.
pub(crate) const TRACK: Style = AnsiColor::Cyan.on_default();
/// Errors.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Markers.
pub(crate) const MARKER: Style = AnsiColor::Magenta.on_default();

/// Text in a style.
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    let text = text.to_string();
    if text.is_empty() { text } else { format!("{style}{text}{style:#}") }
}
