//! `.usda` syntax.

use std::io::Write;

use glam::{Mat4, Quat, Vec3};
use reenact::FrameTimes;

use crate::Result;
use crate::out::Out;
use crate::quotes::quoted;

/// File under construction, and the current nesting depth.
pub(super) struct File<'w, W> {
    pub(super) out: Out<'w, W>,
    depth: usize,
}

impl<'w, W: Write> File<'w, W> {
    pub(super) fn new(writer: &'w mut W) -> Self {
        Self { out: Out::new(writer), depth: 0 }
    }

    /// Writes an indented line.
    pub(super) fn line(&mut self, text: &str) {
        self.indent();
        self.out.text(text);
        self.out.text("\n");
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.out.text("    ");
        }
    }

    /// Writes an opening line, the content and a closing line.
    pub(super) fn block(
        &mut self,
        open: &str,
        close: &str,
        fill: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.line(open);
        self.depth += 1;
        let filled = fill(self);
        self.depth -= 1;
        self.line(close);
        filled
    }

    /// Writes a prim.
    pub(super) fn prim(
        &mut self,
        head: &str,
        fill: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.line(head);
        self.block("{", "}", fill)
    }

    /// Writes a list attribute with its metadata.
    pub(super) fn array<T>(
        &mut self,
        name: &str,
        items: impl IntoIterator<Item = T>,
        about: &[&str],
        item: impl FnMut(&mut Out<'w, W>, T),
    ) -> Result<()> {
        self.indent();
        self.out.text(name);
        self.out.text(" = ");
        list(&mut self.out, ["[", "]"], items, item);
        if about.is_empty() {
            self.out.text("\n");
        } else {
            self.out.text(" (\n");
            self.depth += 1;
            for line in about {
                self.line(line);
            }
            self.depth -= 1;
            self.line(")");
        }
        Ok(self.out.flush_if_full()?)
    }

    /// Writes an animated attribute: a time sample for each time for which `value` writes something.
    pub(super) fn samples<T>(
        &mut self,
        name: &str,
        samples: impl IntoIterator<Item = (f32, T)>,
        codes: Codes,
        mut write: impl FnMut(&mut Out<'w, W>, T) -> bool,
    ) -> Result<()> {
        self.block(&format!("{name}.timeSamples = {{"), "}", |file| {
            for (time_secs, value) in samples {
                // Whether there is any content is known only after writing it.
                let mark = file.out.mark();
                file.indent();
                file.out.text(&format!("{}: ", codes.code(time_secs)));
                if write(&mut file.out, value) {
                    file.out.text(",\n");
                    file.out.flush_if_full()?;
                } else {
                    file.out.rewind(mark);
                }
            }
            Ok(())
        })
    }
}

/// Frames by time and time code.
#[derive(Clone, Copy)]
pub(super) struct Codes {
    pub(super) frames: FrameTimes,
    pub(super) rate_hz: f32,
}

impl Codes {
    /// Time code of a time: the number of a frame, or interpolated between frames.
    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number that is no frame's finds none"
    )]
    fn code(self, time_secs: f32) -> f64 {
        let code = f64::from(time_secs) * f64::from(self.rate_hz);
        let whole = code.round();
        if self.frames.time_secs(whole as usize) == time_secs { whole } else { code }
    }
}

/// Writes items in brackets with commas.
pub(super) fn list<'w, W: Write, T>(
    out: &mut Out<'w, W>,
    brackets: [&str; 2],
    items: impl IntoIterator<Item = T>,
    mut item: impl FnMut(&mut Out<'w, W>, T),
) {
    let [open, close] = brackets;
    let mut separator = open;
    for each in items {
        out.text(separator);
        separator = ", ";
        item(out, each);
    }
    if separator == open {
        out.text(open);
    }
    out.text(close);
}

pub(super) fn vector<W: Write>(out: &mut Out<'_, W>, vector: Vec3) {
    list(out, ["(", ")"], vector.to_array(), |out, number| out.float(number, ""));
}

/// Writes a quaternion, real part first.
pub(super) fn rotation<W: Write>(out: &mut Out<'_, W>, rotation: Quat) {
    let [x, y, z, w] = rotation.to_array();
    list(out, ["(", ")"], [w, x, y, z], |out, number| out.float(number, ""));
}

/// Writes the rows of a matrix for row vectors, which are our columns.
pub(super) fn matrix<W: Write>(out: &mut Out<'_, W>, matrix: &Mat4) {
    list(out, ["(", ")"], matrix.to_cols_array_2d(), |out, row| {
        list(out, ["(", ")"], row, |out, number| out.float(number, ""));
    });
}

/// Quotes a text.
pub(super) fn string(text: &str) -> String {
    quoted(text, |quoted, character| {
        // Readers do not agree on an escape for control characters.
        quoted.push(if character.is_control() { '\u{fffd}' } else { character });
    })
}
