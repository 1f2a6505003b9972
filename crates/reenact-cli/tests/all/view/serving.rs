//! Runs the server and sends requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::common::Folder;

/// Running server, stopped on drop.
pub(super) struct Serving {
    pub(super) child: Child,
    pub(super) host: String,
    pub(super) token: String,
}

impl Serving {
    pub(super) fn new(folder: &Folder, args: &[&str]) -> Self {
        let mut command = folder.command();
        command.args(["view", "--no-open"]).args(args).env("REENACT_VIEWER", folder.path("page"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap();
        let (host, token) = address.split_once('/').unwrap();
        let token = token.strip_suffix('/').unwrap().to_owned();
        Self { child, host: host.to_owned(), token }
    }

    pub(super) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// Sends bytes and reads the answer to its end.
    pub(super) fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(bytes).unwrap();
        Answer::read(stream)
    }

    pub(super) fn ask(&self, method: &str, path: &str, headers: &str) -> Answer {
        self.raw(format!("{method} {path} HTTP/1.1\r\n{headers}\r\n").as_bytes())
    }

    /// Sends a request like the served page.
    pub(super) fn get(&self, path: &str) -> Answer {
        let host = format!("Host: {}\r\n", self.host);
        self.ask("GET", &format!("/{}/{path}", self.token), &host)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn read(mut stream: TcpStream) -> Self {
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        let end = all.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer");
        let body = all.split_off(end + 4);
        let head = String::from_utf8(all).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Self { status, head, body }
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}
