//! JSON values: numbers, strings, literals.

use std::borrow::Cow;

use super::{Result, Scanner};

impl<'t> Scanner<'t> {
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

    /// Reads an integer.
    pub(crate) fn integer<T: std::str::FromStr>(&mut self, what: &str) -> Result<T> {
        let at = self.next_at();
        let text = self.number_text(what)?;
        text.parse().map_err(|_| self.error_at(at, format!("expected {what}, found {text}")))
    }

    /// Reads a number, or a string for a non-finite one: `"NaN"`, `"Infinity"`, `"-Infinity"`.
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
                "expected a number; the only strings allowed are \"NaN\", \"Infinity\" and \"-Infinity\"",
            )),
        }
    }

    /// Reads a number that exceeds the precision of `f32`, such as milliseconds of hours.
    #[cfg(feature = "iwer")]
    pub(crate) fn double(&mut self) -> Result<f64> {
        let at = self.next_at();
        let text = self.number_text("a number")?;
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(self.error_at(at, format!("{text} is beyond the range of an f64"))),
        }
    }

    /// Consumes `null` if it is the next token.
    pub(crate) fn null(&mut self) -> bool {
        self.skip_blanks();
        let is_null = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(b"null"));
        self.at += if is_null { 4 } else { 0 };
        is_null
    }

    /// Skips a value of any kind and depth, without recursion.
    pub(crate) fn skip_value(&mut self) -> Result<()> {
        // Closing brackets of all open objects and arrays, and whether each has had an item.
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
            // After a value: continues with the next item, or closes what has none.
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

    /// Text of a number by JSON's grammar.
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
                return Err(self.error_at(self.here(start - 1), "the string is not closed"));
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

    /// Decodes an escape sequence after its backslash.
    fn escape(&mut self) -> Result<char> {
        let start = self.here(self.at);
        // The error is built on failure only, because it counts lines.
        self.escaped_char().ok_or_else(|| self.error_at(start, "no such escape in a string"))
    }

    fn escaped_char(&mut self) -> Option<char> {
        let c = *self.text.get(self.at)?;
        self.at += 1;
        match c {
            b'"' | b'\\' | b'/' => Some(char::from(c)),
            b'b' => Some('\u{8}'),
            b'f' => Some('\u{c}'),
            b'n' => Some('\n'),
            b'r' => Some('\r'),
            b't' => Some('\t'),
            b'u' => {
                let high = self.four_digits()?;
                if !(0xd800..0xdc00).contains(&high) {
                    return char::from_u32(high);
                }
                // A surrogate pair: two escapes make one character beyond U+FFFF.
                if self.text.get(self.at..self.at + 2) != Some(b"\\u") {
                    return None;
                }
                self.at += 2;
                let low = self.four_digits().filter(|low| (0xdc00..0xe000).contains(low))?;
                char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00))
            }
            _ => None,
        }
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

/// Length of a number by JSON's grammar at the start of a text.
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
