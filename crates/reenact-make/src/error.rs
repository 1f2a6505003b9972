//! Errors of scripts, with line and column.

use std::fmt;

use reenact::nearest;

/// Error in a script: one line with the location and advice.
///
/// ```
/// use reenact_make::Script;
///
/// let error = Script::parse("[[act]]\ndo = \"pokke\"\n").unwrap_err();
/// assert_eq!(error.line(), Some(2));
/// assert!(error.to_string().starts_with("line 2, column 6: no act \"pokke\": did you mean \"poke\"?"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptError {
    place: Option<LineColumn>,
    message: String,
}

/// Line and column, counted from 1; columns are characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LineColumn {
    line: usize,
    column: usize,
}

impl ScriptError {
    /// Line, counted from 1; `None` if the error is about the script as a whole.
    pub fn line(&self) -> Option<usize> {
        self.place.map(|place| place.line)
    }

    /// Column in characters, counted from 1.
    pub fn column(&self) -> Option<usize> {
        self.place.map(|place| place.column)
    }

    /// Message without line and column.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(LineColumn { line, column }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ScriptError {}

/// A [`ScriptError`] with a byte offset instead of line and column.
#[derive(Debug)]
pub(crate) struct Fault {
    /// Byte of the text.
    pub(crate) offset: Option<usize>,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn at(offset: usize, message: impl Into<String>) -> Self {
        Self { offset: Some(offset), message: message.into() }
    }

    pub(crate) fn without_position(message: impl Into<String>) -> Self {
        Self { offset: None, message: message.into() }
    }

    /// Counts lines and columns.
    pub(crate) fn locate(self, text: &str) -> ScriptError {
        ScriptError { place: self.offset.map(|at| place(text, at)), message: self.message }
    }
}

fn place(text: &str, offset: usize) -> LineColumn {
    let before = text.char_indices().take_while(|(at, _)| *at < offset);
    before.fold(LineColumn { line: 1, column: 1 }, |place, (_, c)| match c {
        '\n' => LineColumn { line: place.line + 1, column: 1 },
        _ => LineColumn { column: place.column + 1, ..place },
    })
}

/// Message `no WHAT "name"`, with the most similar of `names` if there is one, and all of them.
pub(crate) fn no_such(what: &str, name: &str, names: &[&str]) -> String {
    let shown: String = name.chars().take(40).collect();
    let hint = nearest(name, names.iter().copied()).map(|near| format!(" did you mean {near:?}?"));
    format!("no {what} {shown:?}:{} there are {}", hint.unwrap_or_default(), names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_counted_in_characters_from_one() {
        let text = "ä = 1\nbö = 2\n";
        let at = |what: &str| {
            let error = Fault::at(text.find(what).unwrap(), "x").locate(text);
            (error.line().unwrap(), error.column().unwrap())
        };
        assert_eq!(at("ä"), (1, 1));
        assert_eq!(at("1"), (1, 5));
        assert_eq!(at("2"), (2, 6));
        assert_eq!(Fault::at(999, "x").locate(text).line(), Some(3));
    }

    #[test]
    fn a_near_name_is_suggested_and_a_far_one_is_not() {
        let names = ["pinch-ready", "pinch", "fist"];
        assert!(no_such("pose", "Pinch Ready", &names).contains("did you mean \"pinch-ready\"?"));
        assert!(no_such("pose", "pnch", &names).contains("did you mean \"pinch\"?"));
        assert_eq!(
            no_such("pose", "wave", &names),
            "no pose \"wave\": there are pinch-ready, pinch, fist"
        );
        assert!(no_such("pose", &"x".repeat(1000), &names).len() < 100);
    }
}
