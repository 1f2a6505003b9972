//! Recording read from a file of any format, with the losses of reading and the frames of the file.

use std::io::Write;

use reenact::Recording;

use crate::write::{OutputFile, files, write_file};
use crate::{Error, Format, Losses, Result, WriteOptions};

/// Recording read from a file of any format; made by [`import`].
///
/// Keeps the losses of reading, and the original bytes of formats that can be rewritten directly: a Unity XR Hands recording is
/// converted to another version with every value kept.
#[derive(Debug, Clone)]
pub struct Imported {
    recording: Recording,
    format: Format,
    losses: Losses,
    /// Bytes of a Unity XR Hands recording.
    #[cfg(feature = "handsbin")]
    handsbin: Option<reenact::Bytes>,
}

/// Reads a recording like [`read`](crate::read), and keeps the losses of reading.
///
/// ```
/// let imported = reenact_convert::import(reenact_make::demo().to_bytes())?;
/// assert!(!imported.losses().any());
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn import(bytes: Vec<u8>) -> Result<Imported> {
    let format = Format::of_content(&bytes);
    let recording = match format {
        None => Recording::parse(bytes)?,
        #[cfg(feature = "json")]
        Some(Format::Json) => crate::json::read(&bytes)?,
        #[cfg(feature = "gltf")]
        Some(Format::Glb | Format::Gltf) => crate::gltf::read(&bytes)?,
        #[cfg(feature = "handsbin")]
        Some(Format::Handsbin) => {
            let (recording, losses) = crate::handsbin::read_reported(&bytes)?;
            let format = Format::Handsbin;
            return Ok(Imported { recording, format, losses, handsbin: Some(bytes.into()) });
        }
        Some(Format::Journal) => {
            let (recording, losses) = crate::journal::read_reported(&bytes)?;
            return Ok(Imported { format: Format::Journal, losses, ..recording.into() });
        }
        #[cfg(feature = "iwer")]
        Some(Format::Iwer) => crate::iwer::read(&bytes)?,
        #[cfg(feature = "hololens")]
        Some(Format::Hololens) => crate::hololens::read(&bytes)?,
        #[cfg(feature = "parquet")]
        Some(Format::Parquet) => crate::parquet::read_keys(bytes)?,
        Some(format) => return Err(Error::NotBuilt(format)),
    };
    Ok(Imported { format: format.unwrap_or(Format::Bin), ..recording.into() })
}

/// Bytes in MRTK's format, possibly damaged, for a check or repair: the given bytes, or for a file of another format the encoded
/// recording. The second value is the recording read from the other format.
///
/// ```
/// use reenact_convert::own_format;
///
/// let (bytes, imported) = own_format(b"damaged".to_vec())?;
/// assert!(*bytes == *b"damaged" && imported.is_none());
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn own_format(bytes: Vec<u8>) -> Result<(reenact::Bytes, Option<Imported>)> {
    if Format::of_content(&bytes).is_none() {
        return Ok((bytes.into(), None));
    }
    let imported = import(bytes)?;
    Ok((imported.recording.to_bytes().into(), Some(imported)))
}

impl From<Recording> for Imported {
    /// Creates it from a recording without losses.
    fn from(recording: Recording) -> Self {
        Self {
            recording,
            format: Format::Bin,
            losses: Losses::default(),
            #[cfg(feature = "handsbin")]
            handsbin: None,
        }
    }
}

impl Imported {
    /// Recording.
    pub const fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Format of the file.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Data of the file that is not in the recording.
    pub const fn losses(&self) -> &Losses {
        &self.losses
    }

    /// Replaces the recording by an edited one; the losses of reading are kept.
    #[must_use]
    pub fn edited(&self, recording: Recording) -> Self {
        Self { losses: self.losses.clone(), ..recording.into() }
    }

    /// Applies an edit to the recording by value, so that the edit can reuse its memory. Otherwise like [`edited`](Self::edited).
    pub fn edited_by<T, E>(
        self,
        edit: impl FnOnce(Recording) -> Result<(Recording, T), E>,
    ) -> Result<(Self, T), E> {
        let Self { recording, losses, .. } = self;
        let (recording, more) = edit(recording)?;
        Ok((Self { losses, ..recording.into() }, more))
    }

    /// Takes the recording.
    pub fn into_recording(self) -> Recording {
        self.recording
    }

    /// Writes it in a format, like [`write`](crate::write); the result includes the losses of reading.
    pub fn write<E: From<Error>>(
        &self,
        format: Format,
        options: &WriteOptions,
        mut sink: impl FnMut(
            &OutputFile,
            &mut dyn FnMut(&mut (dyn Write + Send)) -> Result<()>,
        ) -> Result<(), E>,
    ) -> Result<Losses, E> {
        let mut losses = Losses::default();
        for file in files(&self.recording, format, options)? {
            sink(&file, &mut |out| {
                losses += self.write_file(format, options, &file, out)?;
                Ok(())
            })?;
        }
        Ok(losses)
    }

    /// Writes one of the files of a conversion, like [`write_file`](crate::write_file). The losses of reading are reported with
    /// the first file.
    pub fn write_file(
        &self,
        format: Format,
        options: &WriteOptions,
        file: &OutputFile,
        out: &mut (dyn Write + Send),
    ) -> Result<Losses> {
        #[cfg(feature = "handsbin")]
        if let (Format::Handsbin, Some(bytes)) = (format, &self.handsbin) {
            let mut out = out;
            return crate::handsbin::rewrite(
                bytes,
                &crate::write::handsbin_options(options),
                &mut out,
            );
        }
        let mut losses = if file.is_first() { self.losses.clone() } else { Losses::default() };
        losses += write_file(&self.recording, format, options, file, out)?;
        Ok(losses)
    }
}
