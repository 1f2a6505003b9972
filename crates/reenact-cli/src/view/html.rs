//! Viewer page in one HTML file, with embedded recordings.

use std::fmt::Write as _;
use std::io::{self, Write};

use base64::prelude::BASE64_STANDARD;
use base64::write::EncoderWriter;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::{Page, Shown};
use crate::error::{Error, Result};
use crate::output::cannot_write;

/// Placeholder for the recordings.
const MARK: &str = "<!--RECORDINGS-->";

/// Longest text that browsers support: about 500 million characters.
const MOST_CHARACTERS: usize = 500_000_000;

/// The page in one file, split at the placeholder for the recordings.
pub(crate) struct Single([String; 2]);

impl Single {
    pub(crate) fn new(page: &Page) -> Result<Self> {
        page.single(MARK).map(Self)
    }
}

/// Writes the page with embedded recordings, gzip-compressed to keep the file small.
pub(crate) fn write(page: &Single, shown: &[Shown], out: &mut dyn Write) -> Result<()> {
    let Single([before, after]) = page;
    let put = |out: &mut dyn Write, text: &str| {
        out.write_all(text.as_bytes()).map_err(|error| cannot_write(&error))
    };
    put(out, before)?;
    for recording in shown {
        let name = escaped(&recording.name);
        put(
            out,
            &format!(
                "<script type=\"application/octet-stream\" data-name=\"{name}\" data-bytes=\"{}\" data-encoding=\"gzip\">",
                recording.bytes().len()
            ),
        )?;
        pack(recording.bytes(), &mut *out).map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => {
                Error::failed("too large for a single HTML page: use `reenact view` without --html")
                    .at(&recording.name)
            }
            _ => cannot_write(&error),
        })?;
        put(out, "</script>\n")?;
    }
    put(out, after)
}

fn pack(bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let text = EncoderWriter::new(Room { out, left: MOST_CHARACTERS }, &BASE64_STANDARD);
    let mut encoder = GzEncoder::new(text, Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()?.finish().map(drop)
}

/// Writer with a size limit, which fails with [`io::ErrorKind::FileTooLarge`].
struct Room<W> {
    out: W,
    left: usize,
}

impl<W: Write> Write for Room<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left.checked_sub(bytes.len()).ok_or(io::ErrorKind::FileTooLarge)?;
        let written = self.out.write(bytes)?;
        self.left = left + (bytes.len() - written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Escapes a name for an HTML attribute.
fn escaped(name: &str) -> String {
    name.chars().fold(String::new(), |mut text, c| {
        match c {
            '&' | '<' | '>' | '"' | '\'' => _ = write!(text, "&#{};", u32::from(c)),
            _ => text.push(c),
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_there_is_room_for_is_refused() {
        let mut room = Room { out: Vec::new(), left: 7 };
        room.write_all(b"Zm9v").unwrap();
        let error = room.write_all(b"YmFy").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        room.write_all(b"YmF").unwrap();
        assert_eq!(room.out, b"Zm9vYmF");
    }

    #[test]
    fn a_name_cannot_end_its_attribute() {
        assert_eq!(escaped("a\"><script>.bin"), "a&#34;&#62;&#60;script&#62;.bin");
        assert_eq!(escaped("hände & füße.bin"), "hände &#38; füße.bin");
    }
}
