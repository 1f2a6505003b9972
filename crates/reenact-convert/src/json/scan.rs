//! JSON, token by token.
//!
//! The readers know which token may come next at every place, so there is no tree and no recursion; a text that says
//! anything else is refused at that place. Numbers go straight to the nearest `f32`, not by way of an `f64`, which could round
//! twice.

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

    /// `true` or `false`.
    pub(crate) fn boolean(&mut self) -> Result<bool> {
        self.skip_blanks();
        let rest = self.text.get(self.at..).unwrap_or_default();
        for (word, value) in [("true", true), ("false", false)] {
            if rest.starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.expected("true or false"))
    }

    /// A whole number of a type.
    pub(crate) fn integer<T: std::str::FromStr>(&mut self, what: &str) -> Result<T> {
        let at = self.next_at();
        let text = self.number_text(what)?;
        text.parse().map_err(|_| self.error_at(at, format!("{what} should be here, not {text}")))
    }

    /// A number, or one of the three strings that stand for what JSON has no number for.
    #[inline]
    pub(crate) fn float(&mut self) -> Result<f32> {
        if self.peek() == Some(b'"') {
            return self.named_float();
        }
        let at = self.here(self.at);
        let text = self.number_text("a number")?;
        match text.parse::<f32>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(self.error_at(at, format!("{text} is beyond the range of an f32"))),
        }
    }

    #[cold]
    fn named_float(&mut self) -> Result<f32> {
        let at = self.here(self.at);
        match &*self.string("a number")? {
            "NaN" => Ok(f32::NAN),
            "Infinity" => Ok(f32::INFINITY),
            "-Infinity" => Ok(f32::NEG_INFINITY),
            _ => Err(self.error_at(
                at,
                "a number should be here; the only strings that stand for one are \"NaN\", \"Infinity\" and \"-Infinity\"",
            )),
        }
    }

    /// A number that is more than an `f32` can tell, such as milliseconds of hours.
    #[cfg(feature = "iwer")]
    pub(crate) fn double(&mut self) -> Result<f64> {
        let at = self.next_at();
        let text = self.number_text("a number")?;
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(self.error_at(at, format!("{text} is beyond the range of an f64"))),
        }
    }

    /// Whether the next token is `null`; if so, goes past it.
    #[cfg(feature = "iwer")]
    pub(crate) fn null(&mut self) -> bool {
        self.skip_blanks();
        let is_null = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(b"null"));
        self.at += if is_null { 4 } else { 0 };
        is_null
    }

    /// Goes past a value of any kind, however deep.
    #[cfg(feature = "iwer")]
    pub(crate) fn skip_value(&mut self) -> Result<()> {
        // What closes each object and array around here, and whether an item of it has been.
        let mut open: Vec<(u8, bool)> = Vec::new();
        loop {
            // Before a value.
            match self.peek() {
                Some(b'{') => {
                    self.open_object()?;
                    open.push((b'}', true));
                }
                Some(b'[') => {
                    self.open_array()?;
                    open.push((b']', true));
                }
                Some(b'"') => _ = self.string("a value")?,
                Some(b't' | b'f') => _ = self.boolean()?,
                Some(b'n') if self.null() => {}
                _ => _ = self.number_text("a value")?,
            }
            // After it: to the next one, or out of what has no more.
            loop {
                let Some((close, is_first)) = open.last_mut() else { return Ok(()) };
                let is_there = if *close == b'}' {
                    self.field(is_first)?.is_some()
                } else {
                    self.item(is_first)?
                };
                if is_there {
                    break;
                }
                open.pop();
            }
        }
    }

    /// The text of a number, by JSON's grammar.
    fn number_text(&mut self, what: &str) -> Result<&'t str> {
        self.skip_blanks();
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or_default();
        let Some(len) = number_len(rest) else { return Err(self.expected(what)) };
        self.at = start + len;
        let text = rest.get(..len).and_then(|text| std::str::from_utf8(text).ok());
        text.ok_or_else(|| self.error_at(self.here(start), "not a number"))
    }

    /// A string.
    pub(crate) fn string(&mut self, what: &str) -> Result<Cow<'t, str>> {
        self.token(b'"', what)?;
        let start = self.at;
        let mut owned: Option<Vec<u8>> = None;
        let mut plain_from = start;
        loop {
            let Some(&byte) = self.text.get(self.at) else {
                return Err(self.error_at(self.here(start - 1), "a string that does not end"));
            };
            let plain = self.text.get(plain_from..self.at).unwrap_or_default();
            match byte {
                b'"' => {
                    self.at += 1;
                    let invalid =
                        |_| self.error_at(self.here(plain_from), "a string that is not UTF-8");
                    return match owned {
                        None => std::str::from_utf8(plain).map(Cow::Borrowed).map_err(invalid),
                        Some(mut bytes) => {
                            bytes.extend_from_slice(plain);
                            let text = String::from_utf8(bytes);
                            text.map(Cow::Owned).map_err(|error| invalid(error.utf8_error()))
                        }
                    };
                }
                b'\\' => {
                    let bytes = owned.get_or_insert_default();
                    bytes.extend_from_slice(plain);
                    self.at += 1;
                    let c = self.escape()?;
                    let bytes = owned.get_or_insert_default();
                    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                    plain_from = self.at;
                }
                0..=0x1f => {
                    return Err(self.error("a control character in a string: write it as \\u00xx"));
                }
                _ => self.at += 1,
            }
        }
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Result<char> {
        let wrong = self.error("no such escape in a string");
        let c = *self.text.get(self.at).ok_or_else(|| wrong.clone())?;
        self.at += 1;
        Ok(match c {
            b'"' | b'\\' | b'/' => char::from(c),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let high = self.four_digits().ok_or_else(|| wrong.clone())?;
                // Two halves make one character beyond the first 65,536.
                let is_high_half = (0xd800..0xdc00).contains(&high);
                if !is_high_half {
                    return char::from_u32(high).ok_or(wrong);
                }
                if self.text.get(self.at..self.at + 2) != Some(b"\\u") {
                    return Err(wrong);
                }
                self.at += 2;
                let low = self.four_digits().filter(|low| (0xdc00..0xe000).contains(low));
                let low = low.ok_or_else(|| wrong.clone())?;
                let c = char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
                return c.ok_or(wrong);
            }
            _ => return Err(wrong),
        })
    }

    fn four_digits(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at.checked_add(4)?)?;
        if !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        self.at += 4;
        u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    }
}

/// How many bytes at the start are a number by JSON's grammar.
#[inline]
fn number_len(text: &[u8]) -> Option<usize> {
    let digits = |from: usize| {
        text.get(from..)
            .map_or(0, |rest| rest.iter().take_while(|byte| byte.is_ascii_digit()).count())
    };
    let mut at = usize::from(text.first() == Some(&b'-'));
    let whole = digits(at);
    if whole == 0 || (whole > 1 && text.get(at) == Some(&b'0')) {
        return None;
    }
    at += whole;
    if text.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        if fraction == 0 {
            return None;
        }
        at += 1 + fraction;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + sign);
        if exponent == 0 {
            return None;
        }
        at += 1 + sign + exponent;
    }
    Some(at)
}
