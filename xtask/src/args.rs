//! A command's words, taken one option at a time.

use std::fmt::Display;
use std::str::FromStr;

use crate::Failure;

/// What stands after a command's name.
pub(crate) struct Args {
    command: &'static str,
    words: Vec<String>,
}

impl Args {
    pub(crate) fn new(command: &'static str, words: Vec<String>) -> Self {
        Self { command, words }
    }

    /// Takes a flag such as `--list` and says whether it was there.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        let had = self.words.len();
        self.words.retain(|word| word != name);
        self.words.len() < had
    }

    /// Takes an option's value, given as `--name value` or `--name=value`.
    pub(crate) fn value(&mut self, name: &str) -> Result<Option<String>, Failure> {
        let is_it = |word: &String| {
            word.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        };
        let Some(at) = self.words.iter().position(is_it) else { return Ok(None) };
        let word = self.words.remove(at);
        if let Some((_, value)) = word.split_once('=') {
            return Ok(Some(value.to_owned()));
        }
        if at < self.words.len() {
            return Ok(Some(self.words.remove(at)));
        }
        Err(self.wrong(&format!("{name} needs a value")))
    }

    /// Takes an option's value and parses it.
    pub(crate) fn parsed<T: FromStr<Err: Display>>(
        &mut self,
        name: &str,
    ) -> Result<Option<T>, Failure> {
        let Some(value) = self.value(name)? else { return Ok(None) };
        let parsed =
            value.parse().map_err(|error| self.wrong(&format!("{name} {value:?}: {error}")))?;
        Ok(Some(parsed))
    }

    /// Everything that is left, as it stands.
    pub(crate) fn rest(self) -> Vec<String> {
        self.words
    }

    /// Makes sure that nothing is left.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self.words.first() {
            None => Ok(()),
            Some(word) => Err(self.wrong(&format!("do not know what to do with {word:?}"))),
        }
    }

    /// The failure that the command line is wrong.
    pub(crate) fn wrong(&self, what: &str) -> Failure {
        Failure::Usage(format!("{what} (see `cargo xtask {} --help`)", self.command))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(words: &str) -> Args {
        Args::new("test", words.split_whitespace().map(str::to_owned).collect())
    }

    #[test]
    fn values_come_after_a_space_or_an_equals_sign() {
        let mut args = args("--secs 5 --list --only=fmt,clippy");
        assert!(args.flag("--list"));
        assert!(matches!(args.parsed::<u64>("--secs"), Ok(Some(5))));
        assert_eq!(args.value("--only").ok().flatten().as_deref(), Some("fmt,clippy"));
        assert!(args.finish().is_ok());
    }

    #[test]
    fn what_is_missing_or_left_over_is_a_usage_failure() {
        assert!(matches!(args("--only").value("--only"), Err(Failure::Usage(_))));
        assert!(matches!(args("--secs x").parsed::<u64>("--secs"), Err(Failure::Usage(_))));
        assert!(matches!(args("--lists").finish(), Err(Failure::Usage(_))));
    }
}
