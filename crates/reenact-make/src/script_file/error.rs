//! What is wrong with a script, and where.

use std::fmt;

/// What is wrong with a script: one line that names the place and what would be right.
///
/// ```
/// use reenact_make::ScriptFile;
///
/// let error = ScriptFile::parse("[[act]]\ndo = \"pokke\"\n").unwrap_err();
/// assert_eq!(error.line(), Some(2));
/// assert!(error.to_string().starts_with("line 2, column 6: no act \"pokke\": did you mean \"poke\"?"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptError {
    place: Option<Place>,
    message: String,
}

/// Both counted from 1; columns are characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    line: usize,
    column: usize,
}

impl ScriptError {
    /// The line it is about, counted from 1; `None` when it is about the script as a whole.
    pub fn line(&self) -> Option<usize> {
        self.place.map(|place| place.line)
    }

    /// The column it is about, in characters, counted from 1.
    pub fn column(&self) -> Option<usize> {
        self.place.map(|place| place.column)
    }

    /// What is wrong, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { line, column }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ScriptError {}

/// A [`ScriptError`] before anybody has counted lines.
#[derive(Debug)]
pub(super) struct Fault {
    /// The byte of the text that it is about.
    pub(super) offset: Option<usize>,
    pub(super) message: String,
}

impl Fault {
    pub(super) fn at(offset: usize, message: impl Into<String>) -> Self {
        Self { offset: Some(offset), message: message.into() }
    }

    pub(super) fn whole(message: impl Into<String>) -> Self {
        Self { offset: None, message: message.into() }
    }

    /// Counts lines and columns.
    pub(super) fn locate(self, text: &str) -> ScriptError {
        ScriptError { place: self.offset.map(|at| place(text, at)), message: self.message }
    }
}

fn place(text: &str, offset: usize) -> Place {
    let before = text.char_indices().take_while(|(at, _)| *at < offset);
    before.fold(Place { line: 1, column: 1 }, |place, (_, c)| match c {
        '\n' => Place { line: place.line + 1, column: 1 },
        _ => Place { column: place.column + 1, ..place },
    })
}

/// `no WHAT "name"`, the nearest of `names` if one is near, and all of them.
pub(super) fn no_such(what: &str, name: &str, names: &[&str]) -> String {
    let shown: String = name.chars().take(40).collect();
    let hint = nearest(name, names).map(|near| format!(" did you mean {near:?}?"));
    format!("no {what} {shown:?}:{} there are {}", hint.unwrap_or_default(), names.join(", "))
}

/// The name that is at most two slips of the finger away, or one that begins alike.
fn nearest<'n>(name: &str, names: &[&'n str]) -> Option<&'n str> {
    let name = name.to_lowercase().replace([' ', '_'], "-");
    let near = |other: &&&str| {
        let (a, b) = (name.as_str(), other.replace('_', "-"));
        slips(a, &b) <= 2.min(b.len() / 2) || (a.len() > 2 && b.starts_with(a))
    };
    names.iter().filter(near).min_by_key(|other| slips(&name, other)).copied()
}

/// Letters put in, left out or replaced (Levenshtein's distance). Long names are not looked at.
fn slips(a: &str, b: &str) -> usize {
    if a.len() > 40 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (cell, cb) in row.iter_mut().skip(1).zip(b.chars()) {
            let here = (*cell + 1).min(left + 1).min(diagonal + usize::from(ca != cb));
            diagonal = *cell;
            *cell = here;
            left = here;
        }
    }
    row.last().copied().unwrap_or_default()
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
    fn slips_are_counted() {
        assert_eq!(slips("poke", "poke"), 0);
        assert_eq!(slips("pock", "poke"), 2);
        assert_eq!(slips("", "abc"), 3);
        assert_eq!(slips("kitten", "sitting"), 3);
    }

    #[test]
    fn a_near_name_is_suggested_and_a_far_one_is_not() {
        let names = ["pinch-ready", "pinch", "fist"];
        assert_eq!(nearest("Pinch Ready", &names), Some("pinch-ready"));
        assert_eq!(nearest("pnch", &names), Some("pinch"));
        assert_eq!(nearest("wave", &names), None);
        assert_eq!(nearest(&"x".repeat(1000), &names), None);
    }
}
