//! Numbers in sentences.

/// `1 key`, `2 keys`.
pub(super) fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// `once`, `2 times`.
pub(super) fn often(count: usize) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}
