//! Output of a command: streams, width, colour and quiet mode.

use std::io::{self, BufWriter, IsTerminal, Write};

use crate::error::{Error, Message, Result};
use crate::json;
use crate::text::fold;

/// The widest that a screen of ours gets, and the width where there is no terminal.
const WIDTH: usize = 100;
/// Below this, lines are folded.
const MIN_WIDTH: usize = 40;

/// Maximum width of a name on a terminal, in columns. In a file or a pipe, names are never shortened.
pub(crate) fn name_width(columns: usize) -> usize {
    if io::stdout().is_terminal() { columns } else { usize::MAX }
}

/// Context of a command: output streams and settings.
#[derive(Debug)]
pub(crate) struct Context {
    width: usize,
    /// Columns of the terminal that results go to, if they do.
    terminal: Option<usize>,
    /// Whether nothing but results and errors is printed.
    is_quiet: bool,
}

impl Context {
    pub(crate) fn new(is_quiet: bool) -> Self {
        // Only a terminal has a width; `terminal_size` would ask stderr and stdin, too.
        let terminal = io::stdout().is_terminal().then(|| {
            terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0))
        });
        Self { width: terminal.unwrap_or(WIDTH).clamp(MIN_WIDTH, WIDTH), terminal, is_quiet }
    }

    /// Columns that a line may take.
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// Columns that a name may take before it is cut. In a file or a pipe it never is.
    pub(crate) fn name_width(&self) -> usize {
        name_width(self.width)
    }

    /// Prints a result, with colour where the terminal has it, and folded where that is too narrow.
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

    /// Prints data as it is.
    #[expect(clippy::unused_self, reason = "printing needs a context")]
    pub(crate) fn print_plain(
        &mut self,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let written = fill(&mut out).and_then(|()| out.flush());
        written.map_err(|error| Error::io("cannot write to stdout", &error))
    }

    /// Whether nothing but results and errors is printed.
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
