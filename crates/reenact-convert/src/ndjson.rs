//! Whole recording as JSON lines: one line with everything except curves, then one for each curve.
//!
//! ```text
//! {"version": "1.1", "layout": "mrtk", "marker_list": true, "trailing": "", "flags": [1,1,1], "markers": []}
//! {"name": "camera.position.x", "pre_wrap": 8, "post_wrap": 8, "kind": "simple", "keys": [[0.0,0.1],[0.5,0.2]]}
//! …
//! ```
//!
//! Fields and losses are those of [`json`](crate::json). Only one line at a time need be in memory, for `grep`, `jq` and JSON
//! tables.

use std::io::{BufRead, Write};

use reenact::Recording;

use crate::json::{Head, Parts, Scanner, read_curve, write_curve, write_head, write_markers};
use crate::out::Out;
use crate::{Losses, Result};

/// Writes a recording, one curve per line.
///
/// Uses little memory, whatever the size of the recording.
pub fn write(recording: &Recording, writer: &mut impl Write) -> Result<Losses> {
    let mut out = Out::new(writer);
    out.text("{");
    write_head(&mut out, recording)?;
    out.text(", ");
    write_markers(&mut out, recording)?;
    out.text("}\n");
    for (id, curve) in recording.curves() {
        write_curve(&mut out, id, curve)?;
        out.text("\n");
    }
    Ok(out.finish()?)
}

/// Reads a recording line by line. Blank lines are skipped.
///
/// Memory: the recording and the longest line. [`json::read`](crate::json::read) reads the same text from
/// memory.
pub fn read(mut reader: impl BufRead) -> Result<Recording> {
    let mut parts = Parts::default();
    let mut head = None;
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        number += 1;
        if reader.read_until(b'\n', &mut line)? == 0 {
            return parts.finish(&Scanner::new(b"", number));
        }
        let mut scanner = Scanner::new(&line, number);
        if scanner.is_at_end() {
            continue;
        }
        match head {
            None => head = Some(Head::read(&mut scanner, &mut parts)?),
            Some(Head::WithoutCurves) => read_curve(&mut scanner, &mut parts)?,
            Some(Head::Whole) => {}
        }
        scanner.end()?;
    }
}
