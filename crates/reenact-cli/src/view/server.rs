//! HTTP server of the viewer, for the browser of this machine.
//!
//! Minimal instead of a library, so that it can be reviewed as a whole: it answers `GET` and `HEAD`, one request per connection,
//! and everything that it can deliver is known when it starts.
//!
//! One thread accepts connections and reads request heads from all of them without blocking. Only a request with the token gets a
//! thread, so a client that sends nothing, slowly or garbage costs a socket and no more. If there are too many of those, the
//! oldest is closed: a browser sends its request immediately and is never the oldest for long.

use std::collections::VecDeque;
use std::io::{self, BufWriter, Read};
use std::net::{Ipv4Addr, Shutdown};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token};

use super::guard::Guard;
use super::request::{Head, Refused, Request};
use super::response::{self, Refusal};
use super::site::Site;
use crate::error::{Error, Result};

/// Most concurrent responses; a browser uses six connections.
const MAX_RESPONSES: usize = 32;

/// Most connections without a complete request, or being closed.
const MAX_WAITING: usize = 256;

/// Time limit for a client to send its request head.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// Time limit for a client to accept part of a response.
const SEND_TIME: Duration = Duration::from_secs(30);

/// Time limit for a refused client to read the refusal.
const CLOSE_TIME: Duration = Duration::from_secs(1);

const LISTENER: Token = Token(0);

/// A listening server.
pub(crate) struct Server {
    poll: Poll,
    listener: TcpListener,
    shared: Arc<Shared>,
    /// Pending connections, oldest first.
    waiting: VecDeque<Waiting>,
    next_token: usize,
}

/// State shared by response threads.
struct Shared {
    guard: Guard,
    site: Site,
    responses: AtomicUsize,
}

/// A connection without a response yet.
struct Waiting {
    token: Token,
    stream: TcpStream,
    deadline: Instant,
    /// Received part of the request; `None` once it was refused.
    head: Option<Head>,
}

/// Next state of a connection after reading.
enum Next {
    Wait,
    Close,
    Respond(Request),
}

impl Server {
    /// Listens on the loopback interface only; on any free port if it is 0.
    pub(crate) fn new(site: Site, port: u16) -> Result<Self> {
        let failed = |error: io::Error| {
            let advice = match error.kind() {
                io::ErrorKind::AddrInUse => {
                    "; the port is in use: omit --port to select a free one"
                }
                _ => "",
            };
            Error::io(&format!("cannot listen on 127.0.0.1:{port}"), &error).and(advice)
        };
        let mut listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port).into()).map_err(failed)?;
        let poll = Poll::new().map_err(failed)?;
        poll.registry().register(&mut listener, LISTENER, Interest::READABLE).map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let guard = Guard::new(port).ok_or_else(|| {
            Error::failed("no random number source available for the access token")
        })?;
        let shared = Arc::new(Shared { guard, site, responses: AtomicUsize::new(0) });
        Ok(Self { poll, listener, shared, waiting: VecDeque::new(), next_token: 1 })
    }

    /// Address of the page.
    pub(crate) fn address(&self) -> String {
        self.shared.guard.address()
    }

    /// Serves until the process ends.
    pub(crate) fn run(mut self) {
        let mut events = Events::with_capacity(128);
        loop {
            let next_deadline = self.waiting.iter().map(|waiting| waiting.deadline).min();
            let timeout = next_deadline.map(|at| at.saturating_duration_since(Instant::now()));
            if self.poll.poll(&mut events, timeout).is_err() {
                // Interrupted, or temporarily out of memory.
                thread::sleep(Duration::from_millis(10));
            }
            for event in &events {
                if event.token() == LISTENER {
                    self.accept();
                } else {
                    self.receive(event.token());
                }
            }
            let now = Instant::now();
            self.waiting.retain(|waiting| waiting.deadline > now);
        }
    }

    fn accept(&mut self) {
        loop {
            match self.listener.accept() {
                Ok((mut stream, _)) => {
                    let token = Token(self.next_token);
                    self.next_token = self.next_token.checked_add(1).unwrap_or(1);
                    let registry = self.poll.registry();
                    if registry.register(&mut stream, token, Interest::READABLE).is_err() {
                        continue;
                    }
                    if self.waiting.len() >= MAX_WAITING {
                        self.waiting.pop_front();
                    }
                    let deadline = Instant::now() + HEAD_TIME;
                    let head = Some(Head::default());
                    self.waiting.push_back(Waiting { token, stream, deadline, head });
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // For example too many open files: closing the oldest connection frees one.
                Err(_) => {
                    if self.waiting.pop_front().is_none() {
                        thread::sleep(Duration::from_millis(50));
                    }
                }
            }
        }
    }

    fn receive(&mut self, token: Token) {
        let Some(place) = self.waiting.iter().position(|waiting| waiting.token == token) else {
            return;
        };
        let next = self.waiting.get_mut(place).map(|waiting| waiting.receive(&self.shared.guard));
        match next {
            None | Some(Next::Wait) => {}
            Some(Next::Close) => drop(self.waiting.remove(place)),
            Some(Next::Respond(request)) => {
                if let Some(mut waiting) = self.waiting.remove(place) {
                    // The response thread uses blocking I/O.
                    _ = self.poll.registry().deregister(&mut waiting.stream);
                    self.respond(waiting.stream.into(), request);
                }
            }
        }
    }

    /// Sends the response in a separate thread.
    fn respond(&self, stream: std::net::TcpStream, request: Request) {
        let shared = Arc::clone(&self.shared);
        if shared.responses.fetch_add(1, Ordering::AcqRel) >= MAX_RESPONSES {
            shared.responses.fetch_sub(1, Ordering::AcqRel);
            _ = Refusal::Busy.send(&mut &stream);
            return;
        }
        let thread = thread::Builder::new().name("view".to_owned()).spawn(move || {
            // A client that closes the connection early is not an error.
            _ = shared.respond(&stream, &request);
            shared.responses.fetch_sub(1, Ordering::AcqRel);
        });
        if thread.is_err() {
            self.shared.responses.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

impl Waiting {
    /// Reads available bytes.
    fn receive(&mut self, guard: &Guard) -> Next {
        let mut piece = [0; 4096];
        loop {
            let count = match self.stream.read(&mut piece) {
                Ok(0) => return Next::Close,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Next::Wait,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return Next::Close,
            };
            // Input of a refused client is read and discarded: closing with unread data could lose the
            // refusal.
            let Some(head) = &mut self.head else { continue };
            let refusal = match head.push(piece.get(..count).unwrap_or_default()) {
                None => continue,
                Some(Err(Refused::Malformed)) => Refusal::Malformed,
                Some(Err(Refused::TooLarge)) => Refusal::TooLarge,
                Some(Ok(request)) if guard.admit(&request).is_some() => {
                    return Next::Respond(request);
                }
                Some(Ok(_)) => Refusal::Forbidden,
            };
            self.head = None;
            self.deadline = Instant::now() + CLOSE_TIME;
            // A refusal is shorter than any socket buffer, so sending never blocks.
            let sent = refusal.send(&mut self.stream);
            if sent.and_then(|()| self.stream.shutdown(Shutdown::Write)).is_err() {
                return Next::Close;
            }
        }
    }
}

impl Shared {
    fn respond(&self, stream: &std::net::TcpStream, request: &Request) -> io::Result<()> {
        stream.set_nonblocking(false)?;
        stream.set_write_timeout(Some(SEND_TIME))?;
        let mut out = BufWriter::with_capacity(1 << 16, stream);
        let found = self.guard.admit(request).and_then(|path| self.site.find(path));
        match found {
            _ if !matches!(request.method.as_str(), "GET" | "HEAD") => {
                Refusal::WrongMethod.send(&mut out)?;
            }
            None => Refusal::NotFound.send(&mut out)?,
            Some(found) => response::send(&mut out, request, &found)?,
        }
        out.into_inner().map_err(io::IntoInnerError::into_error)?;
        close(stream)
    }
}

/// Closes a connection after draining its input: closing with unread data could lose the response.
fn close(mut stream: &std::net::TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let end = Instant::now() + CLOSE_TIME;
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    let mut rest = [0; 4096];
    while Instant::now() < end && stream.read(&mut rest)? > 0 {}
    Ok(())
}

/// Waits until a signal ends the process.
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

/// Waits until Ctrl-C ends the process.
#[cfg(not(unix))]
pub(crate) fn wait_for_end(server: Server) -> Result<()> {
    server.run();
    Ok(())
}
