//! Content that the server delivers.

use std::net::{TcpListener, TcpStream};

use super::folder;
use super::serving::Serving;

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
    // All of 127.x.y.z is this machine, but the server listens on one address only.
    if cfg!(target_os = "linux") {
        assert!(TcpStream::connect(("127.0.0.2", port)).is_err());
    }
}

#[test]
fn a_port_that_another_program_has_is_named_with_what_to_do() {
    let folder = folder();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let mut command = folder.command();
    command.args(["view", "--no-open", "session.bin", "--port", &port]);
    let output = command.env("REENACT_VIEWER", folder.path("page")).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains(&format!("cannot listen on 127.0.0.1:{port}: ")), "{said}");
    assert!(said.contains("omit --port to select a free one"), "{said}");
}
