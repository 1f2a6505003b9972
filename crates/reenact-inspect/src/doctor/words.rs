//! Numbers and tracks in sentences.

use reenact::Track;
use reenact::hand::Side;

/// `1 key`, `2 keys`.
pub(super) fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// `once`, `2 times`.
pub(super) fn often(count: usize) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

/// What people call a track.
pub(super) const fn the(track: Track) -> &'static str {
    match track {
        Track::Camera => "the camera",
        Track::Hand(Side::Left) => "the left hand",
        Track::Hand(Side::Right) => "the right hand",
        Track::Gaze => "the gaze",
    }
}
