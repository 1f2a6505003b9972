//! Colours, on terminals only.

use std::io::{self, ErrorKind, IsTerminal, Write};

/// Whether a stream supports colours.
#[derive(Clone, Copy)]
pub(crate) struct Term {
    pub(crate) is_coloured: bool,
}

/// Stream of results.
pub(crate) fn stdout() -> Term {
    Term { is_coloured: io::stdout().is_terminal() && !is_no_color_set() }
}

/// Stream of everything else.
pub(crate) fn stderr() -> Term {
    Term { is_coloured: io::stderr().is_terminal() && !is_no_color_set() }
}

/// Prints a whole text. A closed pipe (`| head`) is not an error.
pub(crate) fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}

fn is_no_color_set() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

impl Term {
    pub(crate) fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    pub(crate) fn red(self, text: &str) -> String {
        self.paint("1;31", text)
    }

    pub(crate) fn green(self, text: &str) -> String {
        self.paint("32", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.is_coloured && !text.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_text_stays_as_it_is() {
        assert_eq!(Term { is_coloured: false }.red("x"), "x");
        assert_eq!(Term { is_coloured: true }.red("x"), "\x1b[1;31mx\x1b[0m");
    }
}
