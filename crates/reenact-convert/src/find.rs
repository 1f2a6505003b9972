//! Detection of recordings in a folder.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;

use crate::{Compression, Format, START_BYTES, unpack};

/// Whether a file is taken for a recording: its name ends in `.bin`, `.bin.gz` or `.bin.zst`, in any case, and it starts with the
/// magic number or a part of it, or like a draft of 2019.
///
/// Includes empty files, which MRTK sometimes leaves behind. True for an unreadable or damaged file, so that opening it reports
/// the error; false for folders, pipes and devices.
///
/// ```
/// use std::{env, fs, process};
/// use reenact_convert::is_recording_file;
///
/// let path = env::temp_dir().join(format!("reenact-{}.bin", process::id()));
/// fs::write(&path, reenact_make::demo().to_bytes())?;
/// assert!(is_recording_file(&path));
/// fs::write(&path, "another file that ends in .bin")?;
/// assert!(!is_recording_file(&path));
/// fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn is_recording_file(path: &Path) -> bool {
    let (inner, _) = Compression::of_name(path);
    // Reading a named pipe would block forever.
    Format::of_path(&inner) == Some(Format::Bin)
        && fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
        && unpacked_start(path).map_or(true, |start| reenact::may_be_recording(&start))
}

/// First bytes of a file without its compression.
fn unpacked_start(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let start = start_of(&mut file)?;
    let whole = io::Cursor::new(&start).chain(file);
    start_of(&mut unpack(Compression::of_bytes(&start), BufReader::new(whole))?)
}

/// First bytes of a stream.
fn start_of(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    let most = u64::try_from(START_BYTES).unwrap_or(u64::MAX);
    reader.take(most).read_to_end(&mut start)?;
    Ok(start)
}
