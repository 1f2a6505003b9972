//! Writes the values of a frame in place.

use super::frame::Outside;
use super::presence::{Presence, States};
use super::row::{RowPart, part_of};
use super::{Frame, Mode};
use crate::curve::Tracks;

/// Values of a frame under construction.
pub(super) struct Numbers<'f> {
    frame: &'f mut Frame,
    outside: &'f mut Outside,
    mode: Mode,
}

impl Numbers<'_> {
    /// Creates a frame from the values that `fill` sets.
    #[inline]
    pub(super) fn frame(
        time_secs: f32,
        mode: Mode,
        tracks: Tracks,
        presence: &Presence,
        states: States,
        fill: impl FnOnce(&mut Numbers<'_>),
    ) -> Frame {
        let mut frame = Frame::unfilled(time_secs, tracks, states);
        let mut outside = Outside::default();
        fill(&mut Numbers { frame: &mut frame, outside: &mut outside, mode });
        frame.finish(mode, tracks, presence, states, &outside);
        frame
    }

    /// Values of one part of a row; empty for a hand that is not shown.
    #[inline]
    pub(super) fn part(&mut self, part: RowPart) -> &mut [f32] {
        let pairs = match part {
            RowPart::Camera => std::slice::from_mut(&mut self.outside.camera),
            RowPart::Hand(side) => {
                self.frame.joints_to_fill(side, self.mode).map_or(&mut [][..], |joints| joints)
            }
            RowPart::Gaze => std::slice::from_mut(&mut self.outside.gaze),
        };
        pairs.as_flattened_mut().as_flattened_mut()
    }

    /// Sets the value at an index of a row, if that part exists.
    pub(super) fn set(&mut self, index: usize, value: f32) {
        let (part, index) = part_of(index);
        if let Some(number) = self.part(part).get_mut(index) {
            *number = value;
        }
    }
}
