//! HTTP responses.

use std::io::{self, Write};
use std::ops::Range;

use reenact_file::Watch;

use super::request::Request;
use super::site::Found;

/// Content security policy: own scripts, modules and recordings only, nothing from other origins.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; \
    connect-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src blob:; \
    font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PIECE_BYTES: usize = 1 << 16;

/// Error response.
#[derive(Debug, Clone, Copy)]
pub(super) enum Refusal {
    Malformed,
    Forbidden,
    NotFound,
    WrongMethod,
    TooLarge,
    Busy,
}

impl Refusal {
    const fn status(self) -> &'static str {
        match self {
            Self::Malformed => "400 Bad Request",
            Self::Forbidden => "403 Forbidden",
            Self::NotFound => "404 Not Found",
            Self::WrongMethod => "405 Method Not Allowed",
            Self::TooLarge => "431 Request Header Fields Too Large",
            Self::Busy => "503 Service Unavailable",
        }
    }

    pub(super) fn send(self, out: &mut impl Write) -> io::Result<()> {
        let status = self.status();
        let allow = if matches!(self, Self::WrongMethod) { "Allow: GET, HEAD\r\n" } else { "" };
        let body = format!("{status}\n");
        let len = body.len();
        write!(
            out,
            "HTTP/1.1 {status}\r\n{allow}Content-Type: text/plain; charset=utf-8\r\nContent-Length: {len}\r\n\
             X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n{body}"
        )
    }
}

/// Sends a file, or the requested range of it.
pub(super) fn send(out: &mut impl Write, request: &Request, found: &Found<'_>) -> io::Result<()> {
    let all = found.bytes.len();
    let asked = request.header("range").map_or(Asked::All, |value| part(value, all));
    let (status, range, extra) = match asked {
        Asked::All => ("200 OK", 0..all, String::new()),
        Asked::Part(range) => {
            let last = range.end.saturating_sub(1);
            let extra = format!("Content-Range: bytes {}-{last}/{all}\r\n", range.start);
            ("206 Partial Content", range, extra)
        }
        Asked::Nothing => {
            let extra = format!("Content-Range: bytes */{all}\r\n");
            ("416 Range Not Satisfiable", 0..0, extra)
        }
    };
    let body = found.bytes.get(range).unwrap_or_default();
    let (kind, len) = (found.kind, body.len());
    write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len}\r\n{extra}Accept-Ranges: bytes\r\n\
         Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n\
         Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )?;
    if request.method != "HEAD" {
        send_body(out, body, found.watch)?;
    }
    out.flush()
}

/// Sends a body in chunks. If another program truncated or changed the file meanwhile, the connection is
/// closed early, so that the browser does not treat the response as complete.
fn send_body(out: &mut impl Write, body: &[u8], watch: Option<&Watch>) -> io::Result<()> {
    let mut pieces = body.chunks(PIECE_BYTES).peekable();
    let mut piece = Vec::with_capacity(PIECE_BYTES.min(body.len()));
    while let Some(bytes) = pieces.next() {
        // Copied first: a missing page is detected when it is read.
        piece.clear();
        piece.extend_from_slice(bytes);
        match watch {
            Some(watch) if pieces.peek().is_none() => watch.check_bytes()?,
            Some(watch) if watch.is_lost() => return watch.check_bytes(),
            _ => {}
        }
        out.write_all(&piece)?;
    }
    Ok(())
}

#[derive(Debug, PartialEq, Eq)]
enum Asked {
    All,
    Part(Range<usize>),
    /// Range outside of the file.
    Nothing,
}

/// Parses a `Range` header. Anything other than a single byte range is answered with the whole file.
fn part(value: &str, all: usize) -> Asked {
    let number = |text: &str| {
        // `parse` would accept a sign.
        text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<usize>().ok()).flatten()
    };
    let Some((first, last)) = value.strip_prefix("bytes=").and_then(|part| part.split_once('-'))
    else {
        return Asked::All;
    };
    let range = match (first, last) {
        ("", last) => number(last).map(|count| all.saturating_sub(count)..all),
        (first, "") => number(first).map(|first| first..all),
        (first, last) => number(first)
            .zip(number(last))
            .filter(|(first, last)| first <= last)
            .map(|(first, last)| first..last.saturating_add(1).min(all)),
    };
    match range {
        None => Asked::All,
        Some(range) if range.start < range.end => Asked::Part(range),
        Some(_) => Asked::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_one_part_that_is_there_or_all() {
        let cases = [
            ("bytes=0-3", Asked::Part(0..4)),
            ("bytes=8-", Asked::Part(8..10)),
            ("bytes=-3", Asked::Part(7..10)),
            ("bytes=-99", Asked::Part(0..10)),
            ("bytes=5-99", Asked::Part(5..10)),
            ("bytes=10-", Asked::Nothing),
            ("bytes=-0", Asked::Nothing),
            ("bytes=3-2", Asked::All),
            ("bytes=0-1,4-5", Asked::All),
            ("bytes=+1-2", Asked::All),
            ("bytes=99999999999999999999-", Asked::All),
            ("lines=0-3", Asked::All),
            ("bytes=", Asked::All),
            ("bytes=-", Asked::All),
        ];
        for (value, expected) in cases {
            assert_eq!(part(value, 10), expected, "{value}");
        }
        assert_eq!(part("bytes=0-", 0), Asked::Nothing);
    }
}
