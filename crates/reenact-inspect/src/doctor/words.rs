//! Counts, numbers and track names in messages.

use reenact::Track;
use reenact::hand::Side;

/// `1 key`, `2 keys`.
pub(super) fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// `2 keys in 1 curve`.
pub(super) fn plural_in(count: usize, what: &str, groups: usize, group: &str) -> String {
    format!("{} in {}", plural(count, what), plural(groups, group))
}

/// Formats a number of any magnitude: `0.25`, `12000`, `3.4e38`.
pub(super) fn any_size(number: f32) -> String {
    if number.abs() < 1e7 { format!("{number}") } else { format!("{number:.1e}") }
}

/// Name of a track in a sentence.
pub(super) const fn the(track: Track) -> &'static str {
    match track {
        Track::Camera => "the camera",
        Track::Hand(Side::Left) => "the left hand",
        Track::Hand(Side::Right) => "the right hand",
        Track::Gaze => "the gaze",
    }
}
