//! YAML in Unity's style.

use std::fmt::Write as _;
use std::io::Write;

use super::keys::ClipKey;
use crate::out::Out;
use crate::quotes::quoted;

/// Components of a vector by name.
const NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// Tangent modes of Unity's editor, both sides broken: linear, constant, or free.
const LINEAR: u32 = 69;
const CONSTANT: u32 = 103;
const FREE: u32 = 1;

/// Writes the start of a curve.
pub(super) fn curve_head<W: Write>(out: &mut Out<'_, W>) {
    out.text("  - curve:\n      serializedVersion: 2\n      m_Curve:\n");
}

/// Writes the end of a curve, which is clamped at both ends.
pub(super) fn curve_foot<W: Write>(out: &mut Out<'_, W>) {
    out.text("      m_PreInfinity: 2\n      m_PostInfinity: 2\n      m_RotationOrder: 4\n");
}

/// Writes one key.
pub(super) fn key<W: Write, const N: usize>(out: &mut Out<'_, W>, key: &ClipKey<N>) {
    let mode = if key.out_slope.iter().all(|slope| slope.is_infinite()) {
        CONSTANT
    } else if key.is_bent {
        FREE
    } else {
        LINEAR
    };
    out.text("      - serializedVersion: 3\n        time: ");
    out.float(key.time, "");
    for (name, numbers) in
        [("value", &key.value), ("inSlope", &key.in_slope), ("outSlope", &key.out_slope)]
    {
        field(out, name, numbers);
    }
    out.text(&format!(
        "\n        tangentMode: {mode}\n        weightedMode: {}",
        key.weighted_mode
    ));
    for (name, numbers) in [("inWeight", &key.in_weight), ("outWeight", &key.out_weight)] {
        field(out, name, numbers);
    }
    out.text("\n");
}

/// Writes a number, or a vector in braces.
fn field<W: Write, const N: usize>(out: &mut Out<'_, W>, name: &str, numbers: &[f32; N]) {
    out.text("\n        ");
    out.text(name);
    out.text(": ");
    if let [number] = numbers.as_slice() {
        return out.float(*number, "");
    }
    let mut separator = "{";
    for (name, &number) in NAMES.iter().zip(numbers) {
        out.text(separator);
        separator = ", ";
        out.text(name);
        out.text(": ");
        out.float(number, "");
    }
    out.text("}");
}

/// Quotes a text if necessary.
pub(super) fn scalar(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    let starts_plain = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_word = matches!(
        text.to_ascii_lowercase().as_str(),
        "null" | "true" | "false" | "yes" | "no" | "on" | "off" | "y" | "n"
    );
    if starts_plain && !is_word && text.chars().all(is_plain) {
        return text.to_owned();
    }
    quoted(text, |quoted, character| match character {
        ' '..='~' => quoted.push(character),
        character if u32::from(character) <= 0xffff => {
            // Writing to a string cannot fail.
            _ = write!(quoted, "\\u{:04X}", u32::from(character));
        }
        character => _ = write!(quoted, "\\U{:08X}", u32::from(character)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_quoted_where_yaml_would_take_it_for_something_else() {
        for (text, yaml) in [
            ("session-1", "session-1"),
            ("", "\"\""),
            ("1e5", "\"1e5\""),
            ("a: b", "\"a: b\""),
            ("Null", "\"Null\""),
            ("zwei\n\"Zeilen\"", "\"zwei\\n\\\"Zeilen\\\"\""),
            ("Ü👍", "\"\\u00DC\\U0001F44D\""),
        ] {
            assert_eq!(scalar(text), yaml);
        }
    }
}
