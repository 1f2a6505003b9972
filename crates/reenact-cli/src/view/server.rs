//! A server for one person on one machine.
//!
//! Small enough to be read whole, which a library would not be: it answers `GET` and `HEAD`, one request a connection, and what it
//! can answer is known when it starts.

use std::io::{self, BufWriter, Read};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::guard::Guard;
use super::request::{Bad, Request};
use super::response::{self, Refusal};
use super::site::Site;
use crate::error::{Error, Result};

/// So many are answered at once; a browser asks with six.
const MOST_AT_ONCE: usize = 32;

/// For so long a browser may take nothing of what it is sent.
const SEND_TIME: Duration = Duration::from_secs(30);

/// A server that listens.
pub(crate) struct Server {
    listener: TcpListener,
    hall: Arc<Hall>,
}

/// What those share who answer.
struct Hall {
    guard: Guard,
    site: Site,
    busy: AtomicUsize,
}

impl Server {
    /// Listens on this machine alone; on any free port if it is 0.
    pub(crate) fn new(site: Site, port: u16) -> Result<Self> {
        let failed = |error: io::Error| {
            let advice = match error.kind() {
                io::ErrorKind::AddrInUse => {
                    "; another program has this port: leave --port out for a free one"
                }
                _ => "",
            };
            Error::io(&format!("cannot listen on 127.0.0.1:{port}"), &error).and(advice)
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let guard = Guard::new(port)
            .ok_or_else(|| Error::failed("the system has no random numbers for a token"))?;
        Ok(Self { listener, hall: Arc::new(Hall { guard, site, busy: AtomicUsize::new(0) }) })
    }

    /// Where the page is.
    pub(crate) fn address(&self) -> String {
        self.hall.guard.address()
    }

    /// Answers, each request in a thread of its own, for as long as the program runs.
    pub(crate) fn run(self) {
        for stream in self.listener.incoming() {
            let Ok(stream) = stream else {
                // Such as too many open files: others will be closed.
                thread::sleep(Duration::from_millis(50));
                continue;
            };
            let hall = Arc::clone(&self.hall);
            if hall.busy.fetch_add(1, Ordering::AcqRel) >= MOST_AT_ONCE {
                hall.busy.fetch_sub(1, Ordering::AcqRel);
                _ = stream.set_write_timeout(Some(Duration::from_millis(100)));
                _ = Refusal::Busy.send(&mut &stream);
                continue;
            }
            let answering = thread::Builder::new().name("view".to_owned()).spawn(move || {
                // Whoever does not listen to the end has gone, which is nobody's error.
                _ = hall.answer(stream);
                hall.busy.fetch_sub(1, Ordering::AcqRel);
            });
            if answering.is_err() {
                self.hall.busy.fetch_sub(1, Ordering::AcqRel);
            }
        }
    }
}

impl Hall {
    fn answer(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_write_timeout(Some(SEND_TIME))?;
        let request = Request::read(&mut stream);
        let mut out = BufWriter::with_capacity(1 << 16, &stream);
        match &request {
            Err(Bad::Gone) => return Ok(()),
            Err(Bad::Malformed) => Refusal::Malformed.send(&mut out)?,
            Err(Bad::TooLarge) => Refusal::TooLarge.send(&mut out)?,
            Ok(request) => match self.guard.admit(request) {
                None => Refusal::Forbidden.send(&mut out)?,
                Some(_) if !matches!(request.method.as_str(), "GET" | "HEAD") => {
                    Refusal::WrongMethod.send(&mut out)?;
                }
                Some(path) => match self.site.find(path) {
                    None => Refusal::NotFound.send(&mut out)?,
                    Some(found) => response::send(&mut out, request, &found)?,
                },
            },
        }
        out.into_inner().map_err(io::IntoInnerError::into_error)?;
        hang_up(&stream)
    }
}

/// Ends a connection so that the answer arrives: closed with something unread, it might be taken back.
fn hang_up(mut stream: &TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let end = Instant::now() + Duration::from_secs(1);
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    let mut rest = [0; 4096];
    while Instant::now() < end && stream.read(&mut rest)? > 0 {}
    Ok(())
}

/// Waits until somebody ends the program.
#[cfg(unix)]
pub(crate) fn wait_for_end(server: Server) -> Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM])
        .map_err(|error| Error::io("cannot wait for Ctrl-C", &error))?;
    thread::spawn(move || server.run());
    signals.forever().next();
    Ok(())
}

/// The system ends the program at Ctrl-C.
#[cfg(not(unix))]
pub(crate) fn wait_for_end(server: Server) -> Result<()> {
    server.run();
    Ok(())
}
