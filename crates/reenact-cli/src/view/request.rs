//! HTTP/1.1 request parser for `GET` and `HEAD` without a body.

/// Largest request head; browsers send about a tenth.
const MAX_HEAD_BYTES: usize = 16 << 10;

/// Error of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    /// Not valid HTTP, or not supported.
    Malformed,
    /// The head is too large.
    TooLarge,
}

/// Received part of a request head.
#[derive(Debug, Default)]
pub(super) struct Head {
    bytes: Vec<u8>,
}

impl Head {
    /// Adds received bytes; returns the request once its head is complete.
    pub(super) fn push(&mut self, piece: &[u8]) -> Option<Result<Request, Refused>> {
        // The terminator can span two chunks.
        let from = self.bytes.len().saturating_sub(END.len() - 1);
        self.bytes.extend_from_slice(piece);
        let unseen = self.bytes.get(from..).unwrap_or_default();
        if let Some(end) = unseen.windows(END.len()).position(|bytes| bytes == END) {
            return Some(Request::parse(self.bytes.get(..from + end).unwrap_or_default()));
        }
        (self.bytes.len() > MAX_HEAD_BYTES).then_some(Err(Refused::TooLarge))
    }
}

const END: &[u8] = b"\r\n\r\n";

/// A request without a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    /// Raw path without the query.
    pub(super) path: String,
    headers: Vec<(String, String)>,
}

impl Request {
    fn parse(head: &[u8]) -> Result<Self, Refused> {
        if head.len() > MAX_HEAD_BYTES {
            return Err(Refused::TooLarge);
        }
        let head = str::from_utf8(head).map_err(|_| Refused::Malformed)?;
        let mut lines = head.split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(Refused::Malformed);
        };
        if !target.starts_with('/') {
            return Err(Refused::Malformed);
        }
        let header = |line: &str| {
            // A header name ends at its colon; a blank before it would be ambiguous.
            let (name, value) = line.split_once(':')?;
            let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_graphic());
            is_name.then(|| (name.to_ascii_lowercase(), value.trim().to_owned()))
        };
        let headers = lines.map(header).collect::<Option<_>>().ok_or(Refused::Malformed)?;
        let path = target.split(['?', '#']).next().unwrap_or_default();
        Ok(Self { method: method.to_owned(), path: path.to_owned(), headers })
    }

    /// Value of a header; `None` unless it occurs exactly once.
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
    fn a_head_is_whole_at_its_empty_line_however_it_arrives() {
        let text = b"GET /a HTTP/1.1\r\nHost: here\r\n\r\nmore";
        for size in 1..=text.len() {
            let mut head = Head::default();
            let request = text.chunks(size).find_map(|piece| head.push(piece)).unwrap().unwrap();
            assert_eq!(request.path, "/a", "{size}");
        }
        let mut head = Head::default();
        let end = (0..100).find_map(|_| head.push(&[b'a'; 1000]));
        assert_eq!(end, Some(Err(Refused::TooLarge)));
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
            assert_eq!(Request::parse(case), Err(Refused::Malformed), "{case:?}");
        }
        assert_eq!(Request::parse(&vec![b'a'; MAX_HEAD_BYTES + 1]), Err(Refused::TooLarge));
    }
}
