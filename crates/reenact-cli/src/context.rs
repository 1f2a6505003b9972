//! Output of a command: streams, width, colour and quiet mode.

use std::io::{self, BufWriter, IsTerminal, Write};

use crate::error::{Error, Message, Result};
use crate::json;
use crate::text::fold;

/// Maximum width of output in columns, and the width without a terminal.
const WIDTH: usize = 100;
/// Minimum width in columns; on narrower terminals, lines are folded.
const MIN_WIDTH: usize = 40;

/// Maximum width of a name on a terminal, in columns. In a file or a pipe, names are never shortened.
pub(crate) fn name_width(columns: usize) -> usize {
    if io::stdout().is_terminal() { columns } else { usize::MAX }
}

/// Context of a command: output streams and settings.
#[derive(Debug)]
pub(crate) struct Context {
    width: usize,
    /// Width of the terminal on stdout, if it is one.
    terminal: Option<usize>,
    /// Whether only results and errors are printed.
    is_quiet: bool,
}

impl Context {
    pub(crate) fn new(is_quiet: bool) -> Self {
        // `terminal_size` would also query stderr and stdin.
        let terminal = io::stdout().is_terminal().then(|| {
            terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0))
        });
        Self { width: terminal.unwrap_or(WIDTH).clamp(MIN_WIDTH, WIDTH), terminal, is_quiet }
    }

    /// Width of a line in columns.
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// Maximum width of a name in columns. In a file or a pipe, names are never shortened.
    pub(crate) fn name_width(&self) -> usize {
        name_width(self.width)
    }

    /// Prints a result, with colours and folded lines if stdout is a terminal.
    pub(crate) fn print(&mut self, text: &str) -> Result<()> {
        let text = match self.terminal {
            Some(columns) if columns > 0 => fold::folded(text, columns),
            _ => text.to_owned(),
        };
        let mut out = anstream::stdout().lock();
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        written.map_err(|error| Error::io("cannot write to stdout", &error))
    }

    /// Prints one JSON document or line.
    pub(crate) fn print_json(&mut self, value: &impl serde::Serialize) -> Result<()> {
        let text = json::text(value)?;
        self.print_plain(|out| writeln!(out, "{text}"))
    }

    /// Prints data unchanged.
    #[expect(clippy::unused_self, reason = "printing needs a context")]
    pub(crate) fn print_plain(
        &mut self,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let written = fill(&mut out).and_then(|()| out.flush());
        written.map_err(|error| Error::io("cannot write to stdout", &error))
    }

    /// Whether only results and errors are printed.
    pub(crate) const fn is_quiet(&self) -> bool {
        self.is_quiet
    }

    /// Prints a note, warning or report to stderr, unless `--quiet`.
    pub(crate) fn print_note(&mut self, text: &str) {
        if !self.is_quiet {
            self.print_always(text);
        }
    }

    /// Prints an error.
    pub(crate) fn print_error(&mut self, message: &Message) {
        self.print_always(&message.line());
    }

    /// Prints to stderr, wrapped to the width of the terminal.
    #[expect(clippy::unused_self, reason = "printing needs a context")]
    pub(crate) fn print_always(&mut self, text: &str) {
        let stderr = io::stderr();
        let columns = stderr.is_terminal().then(|| terminal_size::terminal_size_of(&stderr));
        let text = match columns.flatten() {
            Some((width, _)) if width.0 > 0 => fold::folded(text, usize::from(width.0)),
            _ => text.to_owned(),
        };
        // If stderr cannot be written to, the message is dropped.
        _ = writeln!(anstream::stderr().lock(), "{text}");
    }
}
