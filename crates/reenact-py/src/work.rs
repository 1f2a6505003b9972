//! Runs long work without the GIL, interruptible by Ctrl-C.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use reenact_file::lost_mappings;

/// Number of keys or values below which work ends before anybody could press Ctrl-C.
const LONG: usize = 1 << 20;

/// Longest time before Ctrl-C is noticed.
const BREATH: Duration = Duration::from_millis(50);

/// Runs work on the given number of keys or values without the GIL.
///
/// Long work runs in a separate thread, so that this one can check for Ctrl-C. On Ctrl-C the call returns immediately; the work
/// runs to its end, and its result is dropped.
pub(crate) fn work<T: Send + 'static>(
    py: Python<'_>,
    values: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let lost_before = lost_mappings();
    let done = if values < LONG { Ok(py.detach(work)) } else { work_in_thread(py, work) };
    check_mappings(lost_before).and(done)
}

/// Fails if a mapped file was truncated since the count was taken: results may be computed from zeros.
fn check_mappings(lost_before: usize) -> PyResult<()> {
    if lost_mappings() == lost_before {
        return Ok(());
    }
    Err(PyOSError::new_err(TRUNCATED))
}

/// Message for a mapped file that was truncated.
pub(crate) const TRUNCATED: &str = "another program truncated a file while it was read, or its disk failed: open it again when it is complete";

fn work_in_thread<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    py.detach(|| {
        let (sender, receiver) = channel();
        let thread = thread::Builder::new().name("reenact".to_owned()).spawn(move || {
            // If this fails, the caller has stopped waiting.
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

/// Like [`work`], for work on memory of Python, which must end before anything else accesses that memory: it regularly asks
/// whether to continue, until Ctrl-C is pressed.
///
/// Runs in this thread, because starting another one takes a large part of the total time.
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

/// Whether Ctrl-C should be checked again.
fn is_due(asked: &Mutex<Instant>) -> bool {
    let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
    let is_due = asked.elapsed() >= BREATH;
    if is_due {
        *asked = Instant::now();
    }
    is_due
}

/// Waits for the result of another thread, checking for Ctrl-C; `None` if that thread panicked.
fn wait<T>(receiver: &Receiver<T>) -> PyResult<Option<T>> {
    loop {
        match receiver.recv_timeout(BREATH) {
            Ok(done) => return Ok(Some(done)),
            Err(RecvTimeoutError::Timeout) => ask_python()?,
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}

/// Fails if Ctrl-C was pressed.
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
