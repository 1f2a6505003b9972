//! The application as a process: its exit code, signals, and a time limit.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::cli::openxr::ToggleSignal;
use crate::error::{Error, Result};

/// Result of an application.
pub(crate) struct Ended {
    pub(crate) code: u8,
    pub(crate) is_timeout: bool,
}

/// Exit code after the time limit, as that of `timeout`.
const TIMEOUT_CODE: u8 = 124;

/// Polling interval.
const PATIENCE: Duration = Duration::from_millis(5);

/// Time for an application to end after it was asked to.
const GRACE: Duration = Duration::from_secs(2);

/// Signal that is sent to a control socket as a command instead of being passed on.
#[derive(Debug)]
pub(crate) struct Toggle {
    pub(crate) signal: ToggleSignal,
    pub(crate) socket: PathBuf,
}

/// Runs an application with additional environment variables. It inherits stdin, stdout and stderr, and gets the signals sent to
/// this process.
pub(crate) fn run(
    words: &[OsString],
    environment: &[(&str, OsString)],
    timeout: Option<Duration>,
    toggle: Option<&Toggle>,
) -> Result<Ended> {
    let (program, arguments) = words
        .split_first()
        .ok_or_else(|| Error::usage("no application given: use -- APPLICATION"))?;
    // Before the application starts, so that no signal is missed.
    let mut signals = signals::Signals::new()?;
    let mut child =
        Command::new(program).args(arguments).envs(environment.iter().cloned()).spawn().map_err(
            |error| Error::io("cannot start the application", &error).at(program.display()),
        )?;
    let start = Instant::now();
    loop {
        if let Some(status) = look(&mut child)? {
            return Ok(Ended { code: code(status), is_timeout: false });
        }
        signals.pass_on(&child, toggle);
        if timeout.is_some_and(|timeout| start.elapsed() >= timeout) {
            end(&mut child)?;
            return Ok(Ended { code: TIMEOUT_CODE, is_timeout: true });
        }
        sleep(PATIENCE);
    }
}

fn look(child: &mut Child) -> Result<Option<ExitStatus>> {
    child.try_wait().map_err(|error| Error::io("cannot wait for the application", &error))
}

/// Asks the application to end, and kills it if it does not.
fn end(child: &mut Child) -> Result<()> {
    signals::terminate(child);
    let start = Instant::now();
    while start.elapsed() < GRACE {
        if look(child)?.is_some() {
            return Ok(());
        }
        sleep(PATIENCE);
    }
    _ = child.kill();
    child.wait().map(drop).map_err(|error| Error::io("cannot wait for the application", &error))
}

#[cfg(unix)]
fn code(status: ExitStatus) -> u8 {
    use std::os::unix::process::ExitStatusExt;
    let code = status.code().or_else(|| Some(128 + status.signal()?));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}

#[cfg(not(unix))]
fn code(status: ExitStatus) -> u8 {
    let is_zero = status.success();
    status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(if is_zero { 0 } else { 1 })
}

#[cfg(unix)]
mod signals {
    use std::io::{IsTerminal, stdin};
    use std::process::Child;

    use rustix::process::{Pid, Signal, kill_process};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};

    use super::Toggle;
    use crate::cli::openxr::ToggleSignal;
    use crate::error::{Error, Result};

    /// Signals to forward to the application.
    pub(super) struct Signals {
        received: signal_hook::iterator::Signals,
        is_at_terminal: bool,
    }

    impl Signals {
        pub(super) fn new() -> Result<Self> {
            let received = signal_hook::iterator::Signals::new([
                SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2,
            ])
            .map_err(|error| Error::io("cannot handle signals", &error))?;
            Ok(Self { received, is_at_terminal: stdin().is_terminal() })
        }

        pub(super) fn pass_on(&mut self, child: &Child, toggle: Option<&Toggle>) {
            for signal in self.received.pending() {
                let signal = match signal {
                    // Ctrl-C and Ctrl-\ at a terminal are sent to the application by the terminal.
                    SIGINT | SIGQUIT if self.is_at_terminal => continue,
                    SIGHUP => Signal::HUP,
                    SIGINT => Signal::INT,
                    SIGQUIT => Signal::QUIT,
                    SIGTERM => Signal::TERM,
                    SIGUSR1 => Signal::USR1,
                    _ => Signal::USR2,
                };
                match toggle {
                    Some(toggle) if signal == number(toggle.signal) => {
                        if crate::openxr::send(&toggle.socket, "toggle").is_err() {
                            eprintln!(
                                "cannot start or stop recording: the application has no OpenXR session yet"
                            );
                        }
                    }
                    _ => send(child, signal),
                }
            }
        }
    }

    const fn number(signal: ToggleSignal) -> Signal {
        match signal {
            ToggleSignal::Usr1 => Signal::USR1,
            ToggleSignal::Usr2 => Signal::USR2,
        }
    }

    pub(super) fn terminate(child: &Child) {
        send(child, Signal::TERM);
    }

    fn send(child: &Child, signal: Signal) {
        // The process was not waited for yet, so its id is not reused.
        if let Some(id) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
            _ = kill_process(id, signal);
        }
    }
}

#[cfg(not(unix))]
mod signals {
    use std::process::Child;

    use super::Toggle;
    use crate::error::Result;

    pub(super) struct Signals;

    impl Signals {
        #[expect(clippy::unnecessary_wraps, reason = "as on Unix")]
        pub(super) fn new() -> Result<Self> {
            Ok(Self)
        }

        pub(super) fn pass_on(&mut self, _: &Child, _: Option<&Toggle>) {}
    }

    pub(super) fn terminate(_: &Child) {}
}
