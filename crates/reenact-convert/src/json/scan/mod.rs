//! JSON, token by token.
//!
//! The readers know which token may come next at every place, so there is no tree and no recursion; a text that says
//! anything else is refused at that place. Numbers go straight to the nearest `f32`, not by way of an `f64`, which could round
//! twice.

mod values;

use std::borrow::Cow;
use std::fmt;

use crate::TextError;

/// A place in a text, and what it belongs to.
#[derive(Clone)]
pub(crate) struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    /// The number of the text's first line.
    first_line: u64,
    /// What is being read, for messages.
    pub(crate) place: Place,
}

/// A byte of a text, told apart from the same byte of another one by the number of its first line.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct At {
    first_line: u64,
    byte: usize,
}

/// What is being read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Place {
    #[default]
    Document,
    /// The curve at a place of the list, before its name is known.
    Curve(usize),
    Named(String),
    Marker(usize),
    #[cfg(feature = "iwer")]
    Source(usize),
    #[cfg(feature = "iwer")]
    Frame(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document => Ok(()),
            Self::Curve(n) => write!(f, "curves[{n}]"),
            Self::Named(name) => f.write_str(name),
            Self::Marker(n) => write!(f, "markers[{n}]"),
            #[cfg(feature = "iwer")]
            Self::Source(n) => write!(f, "schema[{n}]"),
            #[cfg(feature = "iwer")]
            Self::Frame(n) => write!(f, "frames[{n}]"),
        }
    }
}

type Result<T, E = TextError> = std::result::Result<T, E>;

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t [u8], first_line: u64) -> Self {
        Self { text, at: 0, first_line, place: Place::Document }
    }

    /// An error where the scanner stands.
    pub(crate) fn error(&self, message: impl Into<String>) -> TextError {
        self.error_at(self.here(self.at), message)
    }

    /// An error at a place that the scanner has been to; or another one before it, whose text was a single line.
    pub(crate) fn error_at(&self, at: At, message: impl Into<String>) -> TextError {
        let (mut lines, mut column) = (0, at.byte);
        if at.first_line == self.first_line {
            let before = self.text.get(..at.byte).unwrap_or(self.text);
            lines = before.split(|&byte| byte == b'\n').count() - 1;
            column = before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        }
        let wide = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        TextError {
            line: at.first_line.saturating_add(wide(lines)),
            column: wide(column).saturating_add(1),
            place: self.place.to_string(),
            message: message.into(),
        }
    }

    fn here(&self, byte: usize) -> At {
        At { first_line: self.first_line, byte }
    }

    /// Where the text starts.
    pub(crate) fn start(&self) -> At {
        self.here(0)
    }

    /// Where the next token starts.
    pub(crate) fn next_at(&mut self) -> At {
        self.skip_blanks();
        self.here(self.at)
    }

    #[inline]
    fn skip_blanks(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
        self.at += blanks.count();
    }

    #[inline]
    fn peek(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.text.get(self.at).copied()
    }

    /// Whether nothing but blanks is left.
    pub(crate) fn is_at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// Nothing but blanks may be left.
    pub(crate) fn end(&mut self) -> Result<()> {
        if self.is_at_end() { Ok(()) } else { Err(self.expected("nothing more")) }
    }

    /// Says what should be here, and what is.
    fn expected(&mut self, what: &str) -> TextError {
        match self.peek() {
            None => self.error(format!("the text ends where {what} should be")),
            Some(byte) if byte.is_ascii_graphic() => {
                self.error(format!("{what} should be here, not {:?}", char::from(byte)))
            }
            Some(byte) => self.error(format!("{what} should be here, not the byte {byte:#04x}")),
        }
    }

    fn token(&mut self, token: u8, what: &str) -> Result<()> {
        if self.peek() == Some(token) {
            self.at += 1;
            return Ok(());
        }
        Err(self.expected(what))
    }

    /// Goes into an object.
    pub(crate) fn open_object(&mut self) -> Result<()> {
        self.token(b'{', "an object")
    }

    /// Goes into an array.
    pub(crate) fn open_array(&mut self) -> Result<()> {
        self.token(b'[', "an array")
    }

    /// Goes to the next field of an object, whose name this is, or out of it.
    pub(crate) fn field(&mut self, is_first: &mut bool) -> Result<Option<Cow<'t, str>>> {
        if !self.item_before(b'}', is_first)? {
            return Ok(None);
        }
        if self.peek() != Some(b'"') {
            return Err(self.expected("a field's name"));
        }
        let name = self.string("a field's name")?;
        self.token(b':', "a colon")?;
        Ok(Some(name))
    }

    /// Whether there is a next item of an array; if not, goes out of it.
    #[inline]
    pub(crate) fn item(&mut self, is_first: &mut bool) -> Result<bool> {
        self.item_before(b']', is_first)
    }

    #[inline]
    fn item_before(&mut self, close: u8, is_first: &mut bool) -> Result<bool> {
        match self.peek() {
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            _ if std::mem::take(is_first) => Ok(true),
            Some(b',') => {
                self.at += 1;
                // A comma promises another item.
                if self.peek() == Some(close) {
                    Err(self.expected("another item"))
                } else {
                    Ok(true)
                }
            }
            _ => Err(self.expected(if close == b']' { "a comma or ]" } else { "a comma or }" })),
        }
    }
}
