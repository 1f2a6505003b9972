//! What files are called.

use std::fmt;

use crate::{Error, Result};

/// Letters and digits, which is all that BIDS allows in a name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Label(String);

impl Label {
    /// Takes a text for a label. Fails if it is empty or has other characters than ASCII letters and digits.
    ///
    /// ```
    /// use reenact_convert::bids::Label;
    ///
    /// assert_eq!(Label::new("P01")?.to_string(), "P01");
    /// assert!(Label::new("P-01").is_err());
    /// # Ok::<(), reenact_convert::Error>(())
    /// ```
    pub fn new(text: &str) -> Result<Self> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Error::Impossible(format!(
                "a BIDS label has letters and digits only, not {text:?}"
            )));
        }
        Ok(Self(text.to_owned()))
    }

    /// What is left of any text; `None` if that is nothing.
    ///
    /// ```
    /// use reenact_convert::bids::Label;
    ///
    /// assert_eq!(Label::of("day 2/p_01").unwrap().to_string(), "day2p01");
    /// assert_eq!(Label::of("ü"), None);
    /// ```
    pub fn of(text: &str) -> Option<Self> {
        Self::new(&text.chars().filter(char::is_ascii_alphanumeric).collect::<String>()).ok()
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whose recording it is, of what.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Names {
    /// The person.
    pub subject: Label,
    /// The session, if there are several.
    pub session: Option<Label>,
    /// What the person did.
    pub task: Label,
}

/// The device, as far as it is known: MRTK records several.
pub(super) const SYSTEM: &str = "MRTK";

impl Names {
    /// Where a file of the recording is in the dataset; `ending` is such as `motion.tsv`.
    pub(super) fn path(&self, ending: &str) -> String {
        let Self { subject, session, task } = self;
        let (folder, part) = match session {
            Some(session) => (format!("ses-{session}/"), format!("_ses-{session}")),
            None => (String::new(), String::new()),
        };
        format!(
            "sub-{subject}/{folder}motion/sub-{subject}{part}_task-{task}_tracksys-{SYSTEM}_{ending}"
        )
    }
}
