//! What a browser asks for: HTTP/1.1, of which we take `GET` and `HEAD` without a body.

use std::io::{self, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A request's head may have so many bytes; those of browsers have a tenth.
const MAX_HEAD_BYTES: usize = 16 << 10;

/// For so long somebody may take to say what they want.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// Why a request is not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bad {
    /// It is not HTTP, or not as we know it.
    Malformed,
    /// Its head is too long.
    TooLarge,
    /// It took too long, or ended early.
    Gone,
}

/// A request without a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    /// The path as it stands, without what follows a `?`.
    pub(super) path: String,
    headers: Vec<(String, String)>,
}

impl Request {
    /// Reads the head of a request.
    pub(super) fn read(stream: &mut TcpStream) -> Result<Self, Bad> {
        let deadline = Instant::now() + HEAD_TIME;
        let mut head = Vec::new();
        let mut piece = [0; 4096];
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
                return Err(Bad::Gone);
            }
            let count = match stream.read(&mut piece) {
                Ok(0) => return Err(Bad::Gone),
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return Err(Bad::Gone),
            };
            head.extend_from_slice(piece.get(..count).unwrap_or_default());
            if let Some(end) = head.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                head.truncate(end);
                return Self::parse(&head);
            }
            if head.len() > MAX_HEAD_BYTES {
                return Err(Bad::TooLarge);
            }
        }
    }

    fn parse(head: &[u8]) -> Result<Self, Bad> {
        if head.len() > MAX_HEAD_BYTES {
            return Err(Bad::TooLarge);
        }
        let head = str::from_utf8(head).map_err(|_| Bad::Malformed)?;
        let mut lines = head.split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(Bad::Malformed);
        };
        if !target.starts_with('/') {
            return Err(Bad::Malformed);
        }
        let header = |line: &str| {
            // A name ends at its colon; with a blank before it, it could be read in two ways.
            let (name, value) = line.split_once(':')?;
            let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_graphic());
            is_name.then(|| (name.to_ascii_lowercase(), value.trim().to_owned()))
        };
        let headers = lines.map(header).collect::<Option<_>>().ok_or(Bad::Malformed)?;
        let path = target.split(['?', '#']).next().unwrap_or_default();
        Ok(Self { method: method.to_owned(), path: path.to_owned(), headers })
    }

    /// A header's value; `None` if it is not there once.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(other, _)| other == name);
        let (_, value) = found.next()?;
        found.next().is_none().then_some(value)
    }

    pub(super) fn has_header(&self, name: &str) -> bool {
        self.headers.iter().any(|(other, _)| other == name)
    }
}

#[cfg(test)]
impl Request {
    pub(super) fn of(text: &str) -> Self {
        Self::parse(text.replace('\n', "\r\n").as_bytes()).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_its_method_its_path_and_its_headers() {
        let request = Request::of("GET /a/b.js?x=1#y HTTP/1.1\nHost: here \nACCEPT:*/*");
        assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", "/a/b.js"));
        assert_eq!(request.header("host"), Some("here"));
        assert_eq!(request.header("accept"), Some("*/*"));
        assert_eq!(request.header("range"), None);
        let twice = Request::of("GET / HTTP/1.1\nHost: a\nHost: b");
        assert_eq!((twice.header("host"), twice.has_header("host")), (None, true));
    }

    #[test]
    fn what_is_not_http_is_refused() {
        let cases: [&[u8]; 9] = [
            b"",
            b"GET",
            b"GET / HTTP/2",
            b"GET  / HTTP/1.1",
            b"GET http://elsewhere/ HTTP/1.1",
            b"GET / HTTP/1.1\r\nHost : a",
            b"GET / HTTP/1.1\r\nno colon",
            b"GET / HTTP/1.1\r\n folded: a",
            b"GET /\xff HTTP/1.1",
        ];
        for case in cases {
            assert_eq!(Request::parse(case), Err(Bad::Malformed), "{case:?}");
        }
        assert_eq!(Request::parse(&vec![b'a'; MAX_HEAD_BYTES + 1]), Err(Bad::TooLarge));
    }
}
