//! Long calls: release the GIL, and Ctrl-C interrupts them.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use reenact_file::lost_mappings;

/// Work on fewer keys or values is over before anybody could press Ctrl-C.
const LONG: usize = 1 << 20;

/// How long Ctrl-C may go unnoticed.
const BREATH: Duration = Duration::from_millis(50);

/// Runs work on the given number of keys or values without the GIL.
///
/// Long work is done in a thread of its own, so that this one can ask Python whether Ctrl-C was pressed. If so, the
/// wait is over at once; the work itself goes on to its end, and what it makes is dropped.
pub(crate) fn work<T: Send + 'static>(
    py: Python<'_>,
    values: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let lost_before = lost_mappings();
    let done = if values < LONG { Ok(py.detach(work)) } else { work_in_thread(py, work) };
    check_mappings(lost_before).and(done)
}

/// Fails if a mapped file was truncated since the count was taken: results computed meanwhile may come from zeros.
fn check_mappings(lost_before: usize) -> PyResult<()> {
    if lost_mappings() == lost_before {
        return Ok(());
    }
    Err(PyOSError::new_err(TRUNCATED))
}

/// The message about a mapped file of which a part is gone.
pub(crate) const TRUNCATED: &str = "another program truncated a file while it was read, or its disk failed: open it again when it is complete";

fn work_in_thread<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    py.detach(|| {
        let (sender, receiver) = channel();
        let thread = thread::Builder::new().name("reenact".to_owned()).spawn(move || {
            // Nobody waits any more if this fails.
            _ = sender.send(work());
        })?;
        if let Some(done) = wait(&receiver)? {
            return Ok(done);
        }
        match thread.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(()) => Err(never_done()),
        }
    })
}

/// The same for work on memory of Python's, which must be over before anybody else touches that: it asks now and then
/// whether it is to go on, which it is until Ctrl-C is pressed.
///
/// It is done in this thread: to start another for it takes a good part of the time that it takes.
pub(crate) fn work_in_place<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send,
) -> PyResult<T> {
    let interrupted = OnceLock::new();
    let lost_before = lost_mappings();
    let done = py.detach(|| {
        let (caller, asked) = (thread::current().id(), Mutex::new(Instant::now()));
        work(&|| {
            // Only the calling thread receives Ctrl-C.
            if thread::current().id() == caller
                && is_due(&asked)
                && let Err(error) = ask_python()
            {
                _ = interrupted.set(error);
            }
            interrupted.get().is_none()
        })
    });
    check_mappings(lost_before)?;
    interrupted.into_inner().map_or(Ok(done), Err)
}

/// Whether it is time to ask Python about Ctrl-C again.
fn is_due(asked: &Mutex<Instant>) -> bool {
    let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
    let is_due = asked.elapsed() >= BREATH;
    if is_due {
        *asked = Instant::now();
    }
    is_due
}

/// Waits for what another thread makes, and asks Python about Ctrl-C meanwhile; nothing if that thread panicked.
fn wait<T>(receiver: &Receiver<T>) -> PyResult<Option<T>> {
    loop {
        match receiver.recv_timeout(BREATH) {
            Ok(done) => return Ok(Some(done)),
            Err(RecvTimeoutError::Timeout) => ask_python()?,
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}

/// Checks for Ctrl-C: an error if it was pressed.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method alone is not general enough in Python's lifetime"
)]
fn ask_python() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

fn never_done() -> PyErr {
    PyRuntimeError::new_err("the work was never done")
}
