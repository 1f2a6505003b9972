//! Errors of the OpenXR specification.

use std::fmt;

/// The result of a call that the specification may refuse.
pub type Result<T> = std::result::Result<T, Error>;

/// Error of a call: one of the specification's `XrResult` codes, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the specification's own names")]
pub enum Error {
    ValidationFailure,
    RuntimeFailure,
    HandleInvalid,
    LimitReached,
    SessionRunning,
    SessionNotRunning,
    SessionNotReady,
    SessionNotStopping,
    CallOrderInvalid,
    TimeInvalid,
    PathInvalid,
    PathCountExceeded,
    PathFormatInvalid,
    PathUnsupported,
    NameInvalid,
    NameDuplicated,
    LocalizedNameInvalid,
    LocalizedNameDuplicated,
    ActionTypeMismatch,
    ActionsetNotAttached,
    ActionsetsAlreadyAttached,
}

impl Error {
    /// Its name in the specification, such as `XR_ERROR_PATH_INVALID`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ValidationFailure => "XR_ERROR_VALIDATION_FAILURE",
            Self::RuntimeFailure => "XR_ERROR_RUNTIME_FAILURE",
            Self::HandleInvalid => "XR_ERROR_HANDLE_INVALID",
            Self::LimitReached => "XR_ERROR_LIMIT_REACHED",
            Self::SessionRunning => "XR_ERROR_SESSION_RUNNING",
            Self::SessionNotRunning => "XR_ERROR_SESSION_NOT_RUNNING",
            Self::SessionNotReady => "XR_ERROR_SESSION_NOT_READY",
            Self::SessionNotStopping => "XR_ERROR_SESSION_NOT_STOPPING",
            Self::CallOrderInvalid => "XR_ERROR_CALL_ORDER_INVALID",
            Self::TimeInvalid => "XR_ERROR_TIME_INVALID",
            Self::PathInvalid => "XR_ERROR_PATH_INVALID",
            Self::PathCountExceeded => "XR_ERROR_PATH_COUNT_EXCEEDED",
            Self::PathFormatInvalid => "XR_ERROR_PATH_FORMAT_INVALID",
            Self::PathUnsupported => "XR_ERROR_PATH_UNSUPPORTED",
            Self::NameInvalid => "XR_ERROR_NAME_INVALID",
            Self::NameDuplicated => "XR_ERROR_NAME_DUPLICATED",
            Self::LocalizedNameInvalid => "XR_ERROR_LOCALIZED_NAME_INVALID",
            Self::LocalizedNameDuplicated => "XR_ERROR_LOCALIZED_NAME_DUPLICATED",
            Self::ActionTypeMismatch => "XR_ERROR_ACTION_TYPE_MISMATCH",
            Self::ActionsetNotAttached => "XR_ERROR_ACTIONSET_NOT_ATTACHED",
            Self::ActionsetsAlreadyAttached => "XR_ERROR_ACTIONSETS_ALREADY_ATTACHED",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::error::Error for Error {}
