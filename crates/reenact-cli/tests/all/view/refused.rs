//! Requests that the server refuses, and resource limits.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::folder;
use super::serving::{Answer, Serving};

#[test]
fn whoever_is_not_our_page_is_refused() {
    let folder = folder();
    let serving = Serving::new(&folder, &["session.bin"]);
    let Serving { host, token, .. } = &serving;
    let path = format!("/{token}/files/0");
    let good = format!("Host: {host}\r\n");
    assert_eq!(serving.ask("GET", &path, &good).status, 200);

    let port = host.split(':').nth(1).unwrap();
    let wrong_token = format!("/{}/files/0", "0".repeat(token.len()));
    let cases = [
        ("no host", path.as_str(), String::new()),
        ("wrong host", &path, format!("Host: evil.example:{port}\r\n")),
        ("two hosts", &path, format!("{good}Host: evil.example\r\n")),
        ("other origin", &path, format!("{good}Origin: http://evil.example\r\n")),
        ("no origin to speak of", &path, format!("{good}Origin: null\r\n")),
        (
            "another page",
            &path,
            format!("{good}Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"),
        ),
        ("unknown token", &wrong_token, good.clone()),
        ("no token", "/files/0", good.clone()),
        ("nothing", "/", good.clone()),
    ];
    for (case, path, headers) in cases {
        let answer = serving.ask("GET", path, &headers);
        assert_eq!(answer.status, 403, "{case}");
        assert_eq!(answer.body, b"403 Forbidden\n", "{case}");
        assert!(!answer.head.contains(token.as_str()), "{case}");
    }
}

#[test]
fn nothing_but_the_named_files_is_there() {
    let folder = folder();
    let serving = Serving::new(&folder, &["session.bin"]);
    for path in [
        "files/1",
        "files/-0",
        "files/00",
        "files/+0",
        "files/",
        "files/../files/0",
        "../secret.bin",
        "../../secret.bin",
        "%2e%2e/secret.bin",
        "..%2fsecret.bin",
        "assets/../../secret.bin",
        "assets/../index.html",
        "assets",
        "assets/",
        "./index.html",
        "/index.html",
        "secret.bin",
        "session.bin",
        "files/0/",
        "files/0%00",
        "\\..\\secret.bin",
    ] {
        let answer = serving.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.body, b"404 Not Found\n", "{path}");
    }
    // Nor files created later.
    folder.write("page/late.js", b"x");
    assert_eq!(serving.get("late.js").status, 404);
}

#[test]
fn other_methods_and_what_is_no_request_are_refused() {
    let folder = folder();
    let serving = Serving::new(&folder, &["session.bin"]);
    let Serving { host, token, .. } = &serving;
    let headers = format!("Host: {host}\r\nContent-Length: 3\r\n");
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get"] {
        let answer = serving.ask(method, &format!("/{token}/files/0"), &headers);
        assert_eq!(answer.status, 405, "{method}");
        assert_eq!(answer.header("Allow"), Some("GET, HEAD"));
    }
    for junk in [
        &b"\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
    ] {
        assert_eq!(serving.raw(junk).status, 400, "{junk:?}");
    }
    assert_eq!(serving.get("").status, 200, "it goes on");
}

#[test]
fn endless_headers_are_cut_short() {
    let folder = folder();
    let serving = Serving::new(&folder, &["session.bin"]);
    let mut stream = serving.connect();
    stream.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    let line = format!("X: {}\r\n", "a".repeat(1000));
    let mut sent = 0;
    // The server closes the connection at some point, which may be visible here.
    while sent < 1 << 20 && stream.write_all(line.as_bytes()).is_ok() {
        sent += line.len();
    }
    assert!(sent < 1 << 20 || Answer::read(stream).status == 431);
    assert_eq!(serving.get("").status, 200, "it goes on");
    let large = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "a".repeat(17 << 10));
    assert_eq!(serving.raw(large.as_bytes()).status, 431);
}

#[test]
fn slow_clients_are_let_go_and_keep_nobody_else_waiting() {
    let folder = folder();
    let serving = Serving::new(&folder, &["session.bin"]);
    let start = Instant::now();
    let mut slow: Vec<TcpStream> = (0..10).map(|_| serving.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET /").unwrap();
    }
    assert_eq!(serving.get("").status, 200);
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    // Sending a byte now and then does not extend the time limit.
    for mut stream in slow {
        let mut end = [0; 1];
        while start.elapsed() < Duration::from_secs(15) {
            _ = stream.write_all(b"x");
            stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
            match stream.read(&mut end) {
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                _ => break,
            }
        }
        assert!(start.elapsed() < Duration::from_secs(15), "still there");
    }
}

#[test]
fn idle_connections_without_a_token_deny_the_viewer_to_nobody() {
    let folder = folder();
    let serving = Serving::new(&folder, &["session.bin"]);
    // More connections than the limit, with nothing sent, half a request, and a request without the token.
    let mut held: Vec<TcpStream> = (0..300).map(|_| serving.connect()).collect();
    for (number, stream) in held.iter_mut().enumerate() {
        match number % 3 {
            0 => {}
            1 => _ = stream.write_all(b"GET /"),
            _ => _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
        }
    }
    let start = Instant::now();
    for _ in 0..8 {
        assert_eq!(serving.get("").status, 200);
    }
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    drop(held);
}
