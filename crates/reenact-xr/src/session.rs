//! States of a session.

use crate::error::{Error, Result};

/// A state, as the event `XrEventDataSessionStateChanged` reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the values of XrSessionState")]
pub enum SessionState {
    Idle,
    Ready,
    Synchronized,
    Visible,
    Focused,
    Stopping,
    Exiting,
}

reenact::named!(
    SessionState, "session state":
    Idle = "idle",
    Ready = "ready",
    Synchronized = "synchronized",
    Visible = "visible",
    Focused = "focused",
    Stopping = "stopping",
    Exiting = "exiting",
);

/// The state machine of a session. Every call returns the states that it leads through, for the event queue.
#[derive(Debug, Clone)]
pub struct SessionMachine {
    state: SessionState,
    is_headless: bool,
    is_running: bool,
    is_exit_requested: bool,
}

impl SessionMachine {
    /// A new session, idle and then ready. A headless one has focus as soon as it begins, another one with its first frame.
    pub fn new(is_headless: bool) -> (Self, Vec<SessionState>) {
        let state = SessionState::Ready;
        let machine = Self { state, is_headless, is_running: false, is_exit_requested: false };
        (machine, vec![SessionState::Idle, SessionState::Ready])
    }

    /// The last state.
    pub const fn state(&self) -> SessionState {
        self.state
    }

    /// Whether the application began it and has not ended it.
    pub const fn is_running(&self) -> bool {
        self.is_running
    }

    /// Whether actions may be active.
    pub const fn is_focused(&self) -> bool {
        matches!(self.state, SessionState::Focused)
    }

    /// Whether what the application renders may be shown.
    pub const fn is_visible(&self) -> bool {
        matches!(self.state, SessionState::Visible | SessionState::Focused)
    }

    /// Whether it has no graphics.
    pub const fn is_headless(&self) -> bool {
        self.is_headless
    }

    fn go(&mut self, states: &[SessionState]) -> Vec<SessionState> {
        self.state = states.last().copied().unwrap_or(self.state);
        states.to_vec()
    }

    /// `xrBeginSession`.
    pub fn begin(&mut self) -> Result<Vec<SessionState>> {
        if self.is_running {
            return Err(Error::SessionRunning);
        }
        if self.state != SessionState::Ready {
            return Err(Error::SessionNotReady);
        }
        self.is_running = true;
        Ok(if self.is_headless { self.synchronize() } else { Vec::new() })
    }

    /// The application ended a frame.
    pub fn frame_ended(&mut self) -> Vec<SessionState> {
        if self.is_running && self.state == SessionState::Ready {
            return self.synchronize();
        }
        Vec::new()
    }

    fn synchronize(&mut self) -> Vec<SessionState> {
        use SessionState::{Focused, Synchronized, Visible};
        self.go(&[Synchronized, Visible, Focused])
    }

    /// `xrRequestExitSession`, and the end of the recording.
    pub fn request_exit(&mut self) -> Result<Vec<SessionState>> {
        use SessionState::{Focused, Ready, Stopping, Synchronized, Visible};
        if !self.is_running {
            return Err(Error::SessionNotRunning);
        }
        self.is_exit_requested = true;
        Ok(match self.state {
            Focused => self.go(&[Visible, Synchronized, Stopping]),
            Visible | Ready => self.go(&[Synchronized, Stopping]),
            Synchronized => self.go(&[Stopping]),
            SessionState::Idle | Stopping | SessionState::Exiting => Vec::new(),
        })
    }

    /// `xrEndSession`.
    pub fn end(&mut self) -> Result<Vec<SessionState>> {
        use SessionState::{Exiting, Idle, Ready, Stopping};
        if !self.is_running {
            return Err(Error::SessionNotRunning);
        }
        if self.state != Stopping {
            return Err(Error::SessionNotStopping);
        }
        self.is_running = false;
        Ok(if self.is_exit_requested { self.go(&[Idle, Exiting]) } else { self.go(&[Idle, Ready]) })
    }
}

#[cfg(test)]
mod tests {
    use super::SessionState::{Exiting, Focused, Idle, Ready, Stopping, Synchronized, Visible};
    use super::*;

    #[test]
    fn a_session_has_focus_after_its_first_frame_and_exits_when_asked() {
        let (mut session, states) = SessionMachine::new(false);
        assert_eq!(states, [Idle, Ready]);
        assert_eq!(session.end(), Err(Error::SessionNotRunning));
        assert_eq!(session.request_exit(), Err(Error::SessionNotRunning));
        assert_eq!(session.begin(), Ok(vec![]));
        assert_eq!(session.begin(), Err(Error::SessionRunning));
        assert!(!session.is_visible());
        assert_eq!(session.frame_ended(), [Synchronized, Visible, Focused]);
        assert_eq!(session.frame_ended(), []);
        assert_eq!(session.end(), Err(Error::SessionNotStopping));
        assert_eq!(session.request_exit(), Ok(vec![Visible, Synchronized, Stopping]));
        assert_eq!(session.request_exit(), Ok(vec![]));
        assert_eq!(session.end(), Ok(vec![Idle, Exiting]));
        assert_eq!(session.begin(), Err(Error::SessionNotReady));
    }

    #[test]
    fn a_headless_session_needs_no_frame() {
        let (mut session, _) = SessionMachine::new(true);
        assert_eq!(session.begin(), Ok(vec![Synchronized, Visible, Focused]));
        assert!(session.is_focused());
    }

    #[test]
    fn an_exit_before_the_first_frame_passes_through_synchronized() {
        let (mut session, _) = SessionMachine::new(false);
        session.begin().unwrap();
        assert_eq!(session.request_exit(), Ok(vec![Synchronized, Stopping]));
        assert_eq!(session.frame_ended(), []);
    }
}
