//! Progress bar of a batch.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use reenact_base::number::to_f64;

use crate::text::{bar, people};

/// Interval between updates of the progress bar.
pub(crate) const TICK: Duration = Duration::from_millis(100);
/// Delay before the progress bar appears.
const PATIENCE: Duration = Duration::from_millis(400);
const BAR: usize = 30;

/// Progress line on stderr that is redrawn, if stderr is a terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    total: usize,
    start: Instant,
    drawn: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    pub(crate) fn new(total: usize, is_quiet: bool) -> Self {
        let is_shown = !is_quiet && io::stderr().is_terminal();
        Self { total, start: Instant::now(), drawn: None, is_shown }
    }

    /// Draws the line, at most once per [`TICK`].
    pub(crate) fn draw(&mut self, done: usize) {
        let elapsed = self.start.elapsed();
        let is_recent = self.drawn.is_some_and(|drawn| drawn.elapsed() < TICK);
        if !self.is_shown || elapsed < PATIENCE || is_recent {
            return;
        }
        self.drawn = Some(Instant::now());
        let mut out = io::stderr().lock();
        _ = write!(out, "\r\x1b[2K{}", line(done, self.total, elapsed)).and_then(|()| out.flush());
    }

    /// Clears the line before other output.
    pub(crate) fn clear(&mut self) {
        if self.drawn.take().is_some() {
            let mut out = io::stderr().lock();
            _ = write!(out, "\r\x1b[2K").and_then(|()| out.flush());
        }
    }
}

/// Line such as `█████▌    512 of 1,000   41 files/s   12 s left`.
fn line(done: usize, total: usize, elapsed: Duration) -> String {
    let [done_f, total_f] = [done, total].map(to_f64);
    let bar = bar::share(if total == 0 { 1.0 } else { done_f / total_f }, BAR);
    let [done_text, total_text] = [done, total].map(people::grouped);
    let rate = done_f / elapsed.as_secs_f64().max(1e-9);
    let mut line = format!("{bar:<BAR$}  {done_text} of {total_text}");
    if done > 0 {
        let left_secs = (total_f - done_f) / rate;
        let speed = if rate >= 10.0 { format!("{rate:.0}") } else { format!("{rate:.1}") };
        let left = people::duration(left_secs.ceil());
        _ = write!(line, "   {speed} files/s   {left} left");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_rate_and_remaining_time() {
        assert_eq!(
            line(500, 1000, Duration::from_secs(10)),
            "███████████████                 500 of 1,000   50 files/s   10 s left"
        );
        assert_eq!(line(0, 3, Duration::from_secs(1)), format!("{:30}  0 of 3", ""));
        assert!(line(0, 0, Duration::ZERO).ends_with("0 of 0"));
    }
}
