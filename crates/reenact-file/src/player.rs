//! A player that keeps what it plays.

use std::fmt;

use reenact::{Mode, Player};
use self_cell::self_cell;

use crate::SharedRecording;

/// A [`Player`] that keeps its recording, for the same places as [`SharedRecording`].
///
/// ```
/// use reenact::Mode;
/// use reenact_file::{SharedPlayer, SharedRecording};
///
/// let mut player = SharedPlayer::new(SharedRecording::from(reenact_make::demo()), Mode::Clean);
/// let seen = player.with(|player| {
///     player.play();
///     player.tick(1.0).len()
/// });
/// assert!(seen > 0);
/// assert_eq!(player.get().position_secs(), 1.0);
/// ```
pub struct SharedPlayer {
    cell: Cell,
}

self_cell!(
    struct Cell {
        owner: (SharedRecording, Mode),
        #[covariant]
        dependent: Player,
    }
);

impl SharedPlayer {
    /// A player at the start, paused, as [`Player::new`] makes it.
    pub fn new(recording: SharedRecording, mode: Mode) -> Self {
        let cell =
            Cell::new((recording, mode), |(recording, mode)| Player::new(recording.sampler(*mode)));
        Self { cell }
    }

    /// The recording that is played.
    pub fn recording(&self) -> &SharedRecording {
        &self.cell.borrow_owner().0
    }

    /// The player, to be asked.
    pub fn get(&self) -> &Player<'_> {
        self.cell.borrow_dependent()
    }

    /// The player, to be told something. What it tells borrows from the recording, so it has to be used in here.
    pub fn with<T>(&mut self, tell: impl for<'s> FnOnce(&mut Player<'s>) -> T) -> T {
        self.cell.with_dependent_mut(|_, player| tell(player))
    }
}

impl fmt::Debug for SharedPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SharedPlayer").field(self.get()).finish()
    }
}
