//! Request authorization: only the page that this server delivered, in a browser on this machine, has access.
//!
//! Any web page can make a browser send requests to 127.0.0.1, and any local program can send them. Neither
//! knows the random token. A page that resolves its own name to this address (DNS rebinding) sends that name
//! as the host. Cross-origin requests are recognized by `Origin` or `Sec-Fetch-Site`.

use super::request::Request;

/// Token size: 128 random bits.
const TOKEN_BYTES: usize = size_of::<u128>();

/// Expected token and host of requests.
#[derive(Debug)]
pub(super) struct Guard {
    token: String,
    hosts: [String; 2],
}

impl Guard {
    /// Creates a guard with a new token for a server on that port. `None` if the system has no random source.
    pub(super) fn new(port: u16) -> Option<Self> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).ok()?;
        let token = format!("{:032x}", u128::from_be_bytes(bytes));
        Some(Self { token, hosts: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")) })
    }

    /// Address of the page.
    pub(super) fn address(&self) -> String {
        let [host, _] = &self.hosts;
        format!("http://{host}/{}/", self.token)
    }

    /// Path without the token; `None` if the request does not come from the served page.
    pub(super) fn admit<'r>(&self, request: &'r Request) -> Option<&'r str> {
        let is_ours = |host: &str| self.hosts.iter().any(|ours| host.eq_ignore_ascii_case(ours));
        if !request.header("host").is_some_and(is_ours) {
            return None;
        }
        if request.has_header("origin") {
            let host = request.header("origin").and_then(|origin| origin.strip_prefix("http://"));
            host.filter(|host| is_ours(host))?;
        }
        // Navigation to the page is allowed from other sites, nothing else.
        let is_from_elsewhere =
            matches!(request.header("sec-fetch-site"), Some("cross-site" | "same-site"));
        if is_from_elsewhere && request.header("sec-fetch-mode") != Some("navigate") {
            return None;
        }
        let (token, rest) = request.path.strip_prefix('/')?.split_once('/')?;
        is_equal(token.as_bytes(), self.token.as_bytes()).then_some(rest)
    }
}

/// Constant-time comparison.
fn is_equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_page_on_this_host_with_the_token_is_let_in() {
        let guard = Guard::new(1234).unwrap();
        let token = guard.token.clone();
        assert_eq!(token.len(), 32);
        assert_ne!(token, Guard::new(1234).unwrap().token);
        let admits = |path: &str, headers: &str| {
            let request = Request::of(&format!("GET {path} HTTP/1.1\n{headers}"));
            guard.admit(&request).map(str::to_owned)
        };
        let good = format!("/{token}/files/0");
        let host = "Host: 127.0.0.1:1234";
        assert_eq!(admits(&good, host).as_deref(), Some("files/0"));
        assert_eq!(admits(&good, "Host: LocalHost:1234").as_deref(), Some("files/0"));
        assert_eq!(admits(&format!("/{token}/"), host).as_deref(), Some(""));
        let with = |header: &str| admits(&good, &format!("{host}\n{header}"));
        assert!(with("Origin: http://127.0.0.1:1234").is_some());
        assert!(with("Sec-Fetch-Site: same-origin").is_some());
        assert!(with("Sec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate").is_some());

        for wrong in ["Host: evil.example:1234", "Host: 127.0.0.1", "Host: 127.0.0.1:99", "A: b"] {
            assert_eq!(admits(&good, wrong), None, "{wrong}");
        }
        for wrong in [
            "Host: evil.example",
            "Origin: http://evil.example",
            "Origin: https://127.0.0.1:1234",
            "Origin: null",
            "Origin: http://127.0.0.1:1234\nOrigin: http://evil.example",
            "Sec-Fetch-Site: cross-site\nSec-Fetch-Mode: cors",
            "Sec-Fetch-Site: same-site",
        ] {
            assert_eq!(with(wrong), None, "{wrong}");
        }
        let upper = good.to_uppercase();
        let other = format!("/{}/files/0", token.chars().rev().collect::<String>());
        for wrong in ["/", "/files/0", "//files/0", &token, &upper, &other, &good[..20]] {
            let path = if wrong.starts_with('/') { wrong.to_owned() } else { format!("/{wrong}") };
            assert_eq!(admits(&path, host), None, "{path}");
        }
    }
}
