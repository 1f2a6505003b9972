//! Quoting and escaping of text.

/// Quotes a text with the escapes common to C, YAML and USD; `put` appends all other characters.
pub(crate) fn quoted(text: &str, mut put: impl FnMut(&mut String, char)) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            character => put(&mut quoted, character),
        }
    }
    quoted.push('"');
    quoted
}
