//! File names of a BIDS dataset.

use std::fmt;

use crate::{Error, Result};

/// BIDS label: ASCII letters and digits only.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Label(String);

impl Label {
    /// Validates a label. Fails if it is empty or contains other characters than ASCII letters and digits.
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

    /// Removes all characters that BIDS does not permit; `None` if nothing remains.
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

/// Entities in the file names: subject, session and task.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Names {
    /// Subject.
    pub subject: Label,
    /// Session, if there are several.
    pub session: Option<Label>,
    /// Task.
    pub task: Label,
}

/// Tracking system: MRTK supports several devices, and a recording does not name its own.
pub(super) const SYSTEM: &str = "MRTK";

impl Names {
    /// Validates the labels. The subject defaults to the recording's name. Fails if a label is invalid, or if
    /// no valid character remains of the name.
    ///
    /// ```
    /// use reenact_convert::bids::Names;
    ///
    /// let names = Names::new("day 2/p_01", None, None, "reach")?;
    /// assert_eq!(names.subject.to_string(), "day2p01");
    /// assert!(Names::new("ü", None, None, "reach").is_err());
    /// assert!(Names::new("p01", Some("p-01"), None, "reach").is_err());
    /// # Ok::<(), reenact_convert::Error>(())
    /// ```
    pub fn new(
        name: &str,
        subject: Option<&str>,
        session: Option<&str>,
        task: &str,
    ) -> Result<Self> {
        let subject = match subject {
            Some(subject) => Label::new(subject)?,
            None => Label::of(name).ok_or_else(|| {
                Error::Impossible(format!(
                    "the name {name:?} has no letters or digits: give a subject"
                ))
            })?,
        };
        let session = session.map(Label::new).transpose()?;
        Ok(Self { subject, session, task: Label::new(task)? })
    }

    /// Path of a file in the dataset; `ending` is for example `motion.tsv`.
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
