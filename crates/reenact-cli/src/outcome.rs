//! How a command that finished has finished.

/// What a command has to say with its exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Outcome {
    /// All is well. Exit code 0.
    #[default]
    Clean,
    /// It finished, with findings, differences or loss that the user must know of. Exit code 3.
    Findings,
    /// It could not be done, and what was printed says why. Exit code 1.
    Failed,
    /// An application ran to its end, and this is its exit code.
    Application(u8),
}

impl Outcome {
    /// Findings if there are any.
    pub(crate) const fn findings(are_there: bool) -> Self {
        if are_there { Self::Findings } else { Self::Clean }
    }

    /// The worse of both.
    pub(crate) const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Failed, _) | (_, Self::Failed) => Self::Failed,
            (Self::Clean, Self::Clean) => Self::Clean,
            (Self::Application(code), _) | (_, Self::Application(code)) => Self::Application(code),
            _ => Self::Findings,
        }
    }
}
