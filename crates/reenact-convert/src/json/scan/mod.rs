//! Streaming JSON tokenizer.
//!
//! The readers know which token may come next, so there is no tree and no recursion; any other token is an
//! error at its position. Numbers are parsed directly to the nearest `f32`, because parsing to `f64` first
//! could round twice.

mod values;

use std::borrow::Cow;
use std::fmt;

use crate::TextError;

/// Tokenizer state: position in the text, and the element being read.
#[derive(Clone)]
pub(crate) struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    /// Line number of the start of the text.
    first_line: u64,
    /// Element being read, for messages.
    pub(crate) place: Element,
}

/// Byte position in a text, which is identified by the number of its first line.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct At {
    first_line: u64,
    byte: usize,
}

/// Element being read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Element {
    #[default]
    Document,
    /// Curve by its index in the list, before its name is known.
    Curve(usize),
    Named(String),
    Marker(usize),
    #[cfg(feature = "iwer")]
    Source(usize),
    #[cfg(feature = "iwer")]
    Frame(usize),
}

impl fmt::Display for Element {
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
        Self { text, at: 0, first_line, place: Element::Document }
    }

    /// Error at the current position.
    pub(crate) fn error(&self, message: impl Into<String>) -> TextError {
        self.error_at(self.here(self.at), message)
    }

    /// Error at an earlier position, possibly in an earlier single-line text.
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

    /// Start of the text.
    pub(crate) fn start(&self) -> At {
        self.here(0)
    }

    /// Start of the next token.
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

    /// Whether only whitespace remains.
    pub(crate) fn is_at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// Fails unless only whitespace remains.
    pub(crate) fn end(&mut self) -> Result<()> {
        if self.is_at_end() { Ok(()) } else { Err(self.expected("nothing more")) }
    }

    /// Error that states the expected and the actual token.
    fn expected(&mut self, what: &str) -> TextError {
        match self.peek() {
            None => self.error(format!("expected {what}, found the end of the text")),
            Some(byte) if byte.is_ascii_graphic() => {
                self.error(format!("expected {what}, found {:?}", char::from(byte)))
            }
            Some(byte) => self.error(format!("expected {what}, found the byte {byte:#04x}")),
        }
    }

    fn token(&mut self, token: u8, what: &str) -> Result<()> {
        if self.peek() == Some(token) {
            self.at += 1;
            return Ok(());
        }
        Err(self.expected(what))
    }

    /// Enters an object.
    pub(crate) fn open_object(&mut self) -> Result<()> {
        self.token(b'{', "an object")
    }

    /// Enters an array.
    pub(crate) fn open_array(&mut self) -> Result<()> {
        self.token(b'[', "an array")
    }

    /// Reads the name of the next field of an object; leaves the object and returns `None` after the last.
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

    /// Whether an array has another item; leaves the array if not.
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
                // A comma must be followed by another item.
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
