//! Outcome of a subcommand, which determines the exit code.

/// Outcome of a subcommand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Outcome {
    /// Success. Exit code 0.
    #[default]
    Clean,
    /// Completed with findings, differences or data loss. Exit code 3.
    Findings,
    /// Failed; the error was printed. Exit code 1.
    Failed,
    /// Exit code of the application that `run` started.
    Application(u8),
}

impl Outcome {
    /// [`Findings`](Self::Findings) if there are any, otherwise [`Clean`](Self::Clean).
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
