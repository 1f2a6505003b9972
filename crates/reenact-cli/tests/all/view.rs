//! The viewer's server: what it gives, and to whom it gives nothing.
//!
//! The page here is a stand-in of a few lines: what is tested is the server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;

use crate::common::{Folder, Run};

/// A folder with a page, a session, and something that is nobody's business.
fn folder() -> Folder {
    let folder = Folder::with_session();
    folder.add_page();
    folder.write("secret.bin", b"nobody's business");
    folder
}

/// A server that ends with the test.
struct Serving {
    child: Child,
    host: String,
    token: String,
}

impl Serving {
    fn new(folder: &Folder, args: &[&str]) -> Self {
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

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// Sends bytes and reads to the end.
    fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(bytes).unwrap();
        Answer::read(stream)
    }

    fn ask(&self, method: &str, path: &str, headers: &str) -> Answer {
        self.raw(format!("{method} {path} HTTP/1.1\r\n{headers}\r\n").as_bytes())
    }

    /// What our own page would ask for.
    fn get(&self, path: &str) -> Answer {
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
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn read(mut stream: TcpStream) -> Self {
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        let end = all.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer");
        let body = all.split_off(end + 4);
        let head = String::from_utf8(all).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Self { status, head, body }
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

#[test]
fn the_page_gets_its_files_and_the_exact_bytes_of_the_recordings() {
    let folder = folder();
    folder.copy("recordings/v10_real_2s_coarse.bin", "other.bin");
    let serving = Serving::new(&folder, &["session.bin", "other.bin"]);
    let page = serving.get("");
    assert_eq!(page.status, 200);
    let expected = "<html><head><meta name=\"reenact-recordings\" content=\"recordings.json\" /></head><body></body></html>";
    assert_eq!(String::from_utf8(page.body.clone()).unwrap(), expected);
    assert_eq!(page.header("Content-Type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.header("X-Content-Type-Options"), Some("nosniff"));
    assert_eq!(page.header("Referrer-Policy"), Some("no-referrer"));
    assert!(page.header("Content-Security-Policy").unwrap().starts_with("default-src 'none'"));
    assert!(page.header("Access-Control-Allow-Origin").is_none());

    let list: serde_json::Value =
        serde_json::from_slice(&serving.get("recordings.json").body).unwrap();
    let [session, other] = ["session.bin", "other.bin"].map(|name| folder.read(name));
    let expected = serde_json::json!([
        {"name": "session.bin", "url": "files/0", "bytes": session.len()},
        {"name": "other.bin", "url": "files/1", "bytes": other.len()},
    ]);
    assert_eq!(list, expected);
    assert_eq!(serving.get("files/0").body, session);
    assert_eq!(serving.get("files/1").body, other);
    let module = serving.get("assets/page.wasm");
    assert_eq!(
        (module.header("Content-Type"), &*module.body),
        (Some("application/wasm"), &b"\0asm"[..])
    );
    let script = serving.get("assets/page.js");
    assert_eq!(script.header("Content-Type"), Some("text/javascript; charset=utf-8"));
}

#[test]
fn a_part_of_a_file_or_its_head_alone_can_be_asked_for() {
    let folder = folder();
    let serving = Serving::new(&folder, &["session.bin"]);
    let session = folder.read("session.bin");
    let path = format!("/{}/files/0", serving.token);
    let ask =
        |method, range| serving.ask(method, &path, &format!("Host: {}\r\n{range}", serving.host));
    let part = ask("GET", "Range: bytes=100-199\r\n");
    assert_eq!((part.status, &*part.body), (206, &session[100..200]));
    let range = format!("bytes 100-199/{}", session.len());
    assert_eq!(part.header("Content-Range"), Some(range.as_str()));
    assert_eq!(ask("GET", "Range: bytes=99999999-\r\n").status, 416);
    let head = ask("HEAD", "");
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("Content-Length"), Some(session.len().to_string().as_str()));
}

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
    // Nor what appears later.
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
    // It hangs up sooner or later, which may be seen here.
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
    // A byte now and then does not buy more time.
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
fn more_at_once_than_anybody_needs_are_sent_away() {
    let folder = folder();
    let serving = Serving::new(&folder, &["session.bin"]);
    let held: Vec<TcpStream> = (0..40).map(|_| serving.connect()).collect();
    // Whoever came first is still waited for.
    for stream in held.iter().skip(36) {
        assert_eq!(Answer::read(stream.try_clone().unwrap()).status, 503);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_is_how_it_ends_and_no_failure() {
    let folder = folder();
    for signal in ["INT", "TERM"] {
        let mut serving = Serving::new(&folder, &["session.bin"]);
        assert_eq!(serving.get("").status, 200);
        let line = format!("kill -{signal} {}", serving.child.id());
        assert!(std::process::Command::new("sh").args(["-c", &line]).status().unwrap().success());
        assert_eq!(serving.child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

#[test]
fn it_listens_on_this_machine_alone() {
    let folder = folder();
    let serving = Serving::new(&folder, &["session.bin"]);
    assert!(serving.host.starts_with("127.0.0.1:"), "{}", serving.host);
    let port: u16 = serving.host.split(':').nth(1).unwrap().parse().unwrap();
    // Every 127.x.y.z is this machine, but only one of them was asked for.
    if cfg!(target_os = "linux") {
        assert!(TcpStream::connect(("127.0.0.2", port)).is_err());
    }
}

#[test]
fn stdin_compressed_files_and_damaged_ones_are_shown_too() {
    let folder = folder();
    let session = folder.read("session.bin");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&session).unwrap();
    folder.write("packed.bin.gz", &packed.finish().unwrap());
    folder.write("cut.bin", &session[..session.len() / 2]);
    let serving = Serving::new(&folder, &["packed.bin.gz", "cut.bin"]);
    assert_eq!(serving.get("files/0").body, session);
    assert_eq!(serving.get("files/1").body, session[..session.len() / 2]);

    let mut command = folder.command();
    command.args(["view", "-", "--html", "out.html"]).env("REENACT_VIEWER", folder.path("page"));
    let input = std::fs::File::open(folder.path("session.bin")).unwrap();
    Run::of(command.stdin(input).output().unwrap()).with_code(0);
    assert_eq!(embedded(&folder.read("out.html")), [("stdin.bin".to_owned(), session)]);
}

/// The recordings in a page.
fn embedded(page: &[u8]) -> Vec<(String, Vec<u8>)> {
    let text = str::from_utf8(page).unwrap();
    let mut found = Vec::new();
    let start = "<script type=\"application/octet-stream\" data-name=\"";
    for part in text.split(start).skip(1) {
        let (name, rest) = part.split_once("\" data-encoding=\"gzip\">").unwrap();
        let (base64, _) = rest.split_once("</script>").unwrap();
        let mut bytes = Vec::new();
        GzDecoder::new(&*decoded(base64)).read_to_end(&mut bytes).unwrap();
        found.push((name.to_owned(), bytes));
    }
    found
}

fn decoded(base64: &str) -> Vec<u8> {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = base64.trim_end_matches('=').chars().map(|c| alphabet.find(c).unwrap());
    let bits = digits.flat_map(|digit| (0..6).rev().map(move |bit| digit >> bit & 1));
    let bits: Vec<usize> = bits.collect();
    let byte = |bits: &[usize]| bits.iter().fold(0, |byte, bit| byte << 1 | bit);
    bits.chunks_exact(8).map(|bits| u8::try_from(byte(bits)).unwrap()).collect()
}

fn html(folder: &Folder, args: &[&str]) -> Run {
    let mut command = folder.command();
    command.arg("view").args(args).env("REENACT_VIEWER", folder.path("page"));
    Run::of(command.output().unwrap())
}

#[test]
fn one_page_has_the_recordings_inside() {
    let folder = folder();
    let odd = "a\"b<c>&.bin";
    folder.write(odd, &folder.read("session.bin"));
    html(&folder, &["session.bin", odd, "--html", "out.html"]).with_code(0);
    let page = folder.read("out.html");
    let found = embedded(&page);
    let session = folder.read("session.bin");
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["session.bin", "a&#34;b&#60;c&#62;&#38;.bin"]);
    assert!(found.iter().all(|(_, bytes)| *bytes == session));
    let text = String::from_utf8(page).unwrap();
    assert!(
        text.starts_with("<html><body><script type") && text.ends_with("<p>1</p></body></html>")
    );

    // Without a file, it is the demo.
    html(&folder, &["--html", "demo.html"]).with_code(0);
    let [(name, bytes)] = <[_; 1]>::try_from(embedded(&folder.read("demo.html"))).unwrap();
    assert_eq!(name, "demo.bin");
    assert_eq!(bytes, reenact_make::demo().to_bytes());
}

#[test]
fn a_page_is_not_written_over_anything_unasked() {
    let folder = folder();
    folder.write("there.html", b"mine");
    let run = html(&folder, &["session.bin", "--html", "there.html"]).with_code(1);
    assert!(run.stderr.contains("--force overwrites it"), "{}", run.stderr);
    assert_eq!(folder.read("there.html"), b"mine");
    html(&folder, &["session.bin", "--html", "there.html", "--force"]).with_code(0);
    let run = html(&folder, &["session.bin", "--html", "session.bin", "--force"]).with_code(1);
    assert!(run.stderr.contains("the output is the input itself"), "{}", run.stderr);
    let before = folder.names();
    html(&folder, &["missing.bin", "--html", "new.html"]).with_code(1);
    assert_eq!(folder.names(), before);
}

#[test]
fn a_folder_without_a_page_or_with_another_one_is_named() {
    let folder = folder();
    std::fs::remove_file(folder.path("page/single.html")).unwrap();
    let run = html(&folder, &["session.bin", "--html", "out.html"]).with_code(1);
    assert!(run.stderr.contains("single.html has no <!--RECORDINGS-->"), "{}", run.stderr);
    std::fs::remove_file(folder.path("page/index.html")).unwrap();
    let run = html(&folder, &["session.bin", "--no-open"]).with_code(1);
    assert!(run.stderr.contains("`cargo xtask viewer` builds one"), "{}", run.stderr);
}

#[cfg(not(feature = "view"))]
#[test]
fn without_a_page_it_says_how_to_come_by_one() {
    let run = Folder::with_session().run("view session.bin").with_code(1);
    assert_eq!(
        run.stderr,
        "error: this `reenact` was built without the viewer: in a clone of the project `cargo xtask viewer` builds it, and \
         `cargo install --path crates/reenact-cli --features view` puts it in; or REENACT_VIEWER says in which folder it is\n"
    );
}
