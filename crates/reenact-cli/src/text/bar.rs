//! Bar charts with a resolution of an eighth of a column.

use reenact_base::number::{to_count, to_f64};

/// Bar for a share from 0 to 1, at most `columns` long. A share above 0 is always visible.
pub(crate) fn share(share: f64, columns: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let full = columns * 8;
    let eighths = to_count(share.clamp(0.0, 1.0) * to_f64(full));
    let eighths = if share > 0.0 { eighths.max(1) } else { 0 };
    let part = EIGHTHS.get(eighths % 8).copied().unwrap_or_default();
    "█".repeat(eighths / 8) + part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_share() {
        let bars = [0.0, 0.001, 0.5, 0.99, 1.0, 7.0, f64::NAN].map(|part| share(part, 4));
        assert_eq!(bars, ["", "▏", "██", "███▉", "████", "████", ""]);
    }
}
