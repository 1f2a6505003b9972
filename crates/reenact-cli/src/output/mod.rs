//! Outputs of a command: complete files only, and never over an input unless requested.

mod packed;
mod temporary;

use std::collections::HashSet;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use reenact_convert::{Compression, Format, OtherKind};

use crate::cli::common::OutputArgs;
use crate::error::{Error, Result};
use crate::input::{Identity, Input, Inputs, open_files};
use packed::Packed;
use temporary::Temporary;

/// Destination of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// Standard output.
    Stdout,
    /// To a file.
    File {
        /// Path.
        path: PathBuf,
        /// Which existing file may be replaced.
        replace: Replace,
        /// Whether to create missing parent folders.
        with_folders: bool,
        /// Compression.
        compression: Compression,
    },
}

/// Existing file that an output may replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Replace {
    /// None.
    Nothing,
    /// Any file.
    Any,
    /// The input, if it is unchanged since it was read.
    Input,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdout => f.write_str("-"),
            Self::File { path, .. } => path.display().fmt(f),
        }
    }
}

/// Destination for the result of each input, in order. Fails before anything is written if one of them is not
/// allowed.
pub(crate) fn targets(inputs: &Inputs, args: &OutputArgs) -> Result<Vec<Target>> {
    if args.in_place {
        return inputs.list().iter().map(in_place).collect();
    }
    let Some(output) = &args.output else {
        return Err(Error::usage("no output file given: use -o OUT or --in-place"));
    };
    let planner = Planner::new(inputs, output, args.force);
    if !planner.is_folder {
        check_recording_name(output)?;
    }
    planner.targets(inputs, &as_recording)
}

/// Fails if the extension is that of another kind of file: edits write recordings.
pub(crate) fn check_recording_name(path: &Path) -> Result<()> {
    let message = match OtherKind::of_name(path) {
        None => return Ok(()),
        Some(OtherKind::Format(other)) => {
            let name = other.name();
            format!(
                "this command writes .bin, .bin.gz or .bin.zst: write one of these, then run `reenact convert` for {name}"
            )
        }
        Some(OtherKind::Ending(ending)) => format!(
            "this command writes recordings, and .{ending} is the extension of another format: use .bin, .bin.gz or .bin.zst"
        ),
    };
    Err(Error::usage(message).at_path(path))
}

/// Output name of an input: `take.json` becomes `take.bin`.
fn as_recording(name: PathBuf) -> PathBuf {
    match Format::of_path(&name) {
        None | Some(Format::Bin) => name,
        Some(_) => name.with_extension("bin"),
    }
}

fn in_place(input: &Input) -> Result<Target> {
    match input {
        Input::Stdin => Err(Error::usage("stdin cannot be edited in place: use -o OUT")),
        Input::File { path, .. } => Ok(Target::File {
            path: path.clone(),
            replace: Replace::Input,
            with_folders: false,
            compression: Compression::None,
        }),
    }
}

/// Destination of a single recording.
pub(crate) fn single_recording(
    inputs: Option<&Inputs>,
    output: &Path,
    force: bool,
) -> Result<Target> {
    check_recording_name(output)?;
    single(inputs, output, force)
}

/// Destination of a single result.
pub(crate) fn single(inputs: Option<&Inputs>, output: &Path, force: bool) -> Result<Target> {
    let planner = Planner {
        output,
        force,
        inputs: inputs.map(Inputs::identities).unwrap_or_default(),
        is_folder: false,
    };
    if output.is_dir() {
        return Err(Error::usage("the output is a folder: use a file name").at_path(output));
    }
    planner.target(output.to_owned())
}

/// Plans the destinations.
pub(crate) struct Planner<'a> {
    output: &'a Path,
    force: bool,
    inputs: HashSet<Identity>,
    is_folder: bool,
}

impl<'a> Planner<'a> {
    pub(crate) fn new(inputs: &Inputs, output: &'a Path, force: bool) -> Self {
        let last = output.as_os_str().as_encoded_bytes().last();
        let ends_as_folder = last.is_some_and(|byte| std::path::is_separator(char::from(*byte)));
        let is_folder = inputs.is_many() || output.is_dir() || ends_as_folder;
        Self { output, force, inputs: inputs.identities(), is_folder }
    }

    /// One destination per input. In a folder, `rename` maps the input's relative name.
    pub(crate) fn targets(
        &self,
        inputs: &Inputs,
        rename: &dyn Fn(PathBuf) -> PathBuf,
    ) -> Result<Vec<Target>> {
        if self.is_folder {
            if self.output.as_os_str() == "-" {
                return Err(Error::usage(
                    "several outputs cannot be written to stdout: use a folder as output",
                ));
            }
            if self.output.is_file() {
                let message =
                    "several outputs cannot be written to one file: use a folder as output";
                return Err(Error::usage(message).at_path(self.output));
            }
        }
        let mut taken = HashSet::new();
        let target = |input: &Input| {
            let target = self.target(self.path(input, rename))?;
            if self.is_folder && !taken.insert(target.to_string()) {
                let message =
                    "two inputs would be written to the same output file: process them separately";
                return Err(Error::usage(message).at(target));
            }
            Ok(target)
        };
        inputs.list().iter().map(target).collect()
    }

    fn path(&self, input: &Input, rename: &dyn Fn(PathBuf) -> PathBuf) -> PathBuf {
        if !self.is_folder {
            return self.output.to_owned();
        }
        let name = match input {
            Input::Stdin => PathBuf::from("stdin.bin"),
            Input::File { name, .. } => Compression::of_name(name).0,
        };
        self.output.join(rename(name))
    }

    fn target(&self, path: PathBuf) -> Result<Target> {
        if path.as_os_str() == "-" {
            return Ok(Target::Stdout);
        }
        match Identity::of(&path) {
            Some(identity) if self.inputs.contains(&identity) => {
                let message =
                    "the output is the input file: use another name, or --in-place for edits";
                Err(Error::failed(message).at_path(&path))
            }
            // Pipes and devices are not overwritten.
            Some(_) if !self.force && path.is_file() => Err(exists(&path)),
            None if !self.force && path.is_symlink() => Err(exists(&path)),
            _ => {
                let replace = if self.force { Replace::Any } else { Replace::Nothing };
                let (_, compression) = Compression::of_name(&path);
                Ok(Target::File { path, replace, with_folders: self.is_folder, compression })
            }
        }
    }
}

fn exists(path: &Path) -> Error {
    Error::failed("file exists; use --force to overwrite").at_path(path)
}

/// A result in a temporary file. Removed on drop unless [committed](Self::commit).
#[derive(Debug)]
#[must_use]
pub(crate) struct Written {
    bytes: u64,
    /// Temporary file; `None` for a pipe.
    temporary: Option<(Temporary, Replace)>,
}

impl Written {
    /// Size in bytes.
    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Renames the temporary file to its destination, unless an input has changed meanwhile. Returns its size
    /// in bytes.
    pub(crate) fn commit(self) -> Result<u64> {
        open_files::check_bytes()?;
        if let Some((temporary, replace)) = self.temporary {
            temporary.rename(replace)?;
        }
        Ok(self.bytes)
    }
}

/// Writes one result atomically. Returns its size in bytes.
pub(crate) fn write(
    target: &Target,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> Result<()>,
) -> Result<u64> {
    prepare(target, fill)?.commit()
}

/// Writes one result to a temporary file beside its destination; to a pipe or device directly.
pub(crate) fn prepare(
    target: &Target,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> Result<()>,
) -> Result<Written> {
    let piped = |bytes| Written { bytes, temporary: None };
    let (path, replace, with_folders, compression) = match target {
        Target::Stdout => return write_stdout(fill).map(piped),
        Target::File { path, replace, with_folders, compression } => {
            (path, *replace, *with_folders, *compression)
        }
    };
    let at = |error: Error| error.at_path(path);
    let is_special = std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    if is_special {
        return write_special(path, compression, fill).map(piped).map_err(at);
    }
    if let (true, Some(folder)) = (with_folders, path.parent()) {
        std::fs::create_dir_all(folder).map_err(|error| at(cannot_write(&error)))?;
    }
    let temporary = Temporary::beside(path).map_err(at)?;
    let out = Counted::new(BufWriter::with_capacity(1 << 18, temporary));
    let failed = |error: io::Error| at(cannot_write(&error));
    let mut out = Packed::new(compression, out).map_err(failed)?;
    fill(&mut out).map_err(at)?;
    let out = out.finish().map_err(failed)?;
    let bytes = out.bytes;
    let temporary = out.inner.into_inner().map_err(|error| at(cannot_write(error.error())))?;
    Ok(Written { bytes, temporary: Some((temporary, replace)) })
}

/// Writes to a pipe or device.
fn write_special(
    path: &Path,
    compression: Compression,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> Result<()>,
) -> Result<u64> {
    let file = std::fs::File::options().write(true).open(path);
    let file = file.map_err(|error| cannot_write(&error))?;
    let out = Counted::new(BufWriter::with_capacity(1 << 16, file));
    finish(Packed::new(compression, out).map_err(|error| cannot_write(&error))?, fill)
}

fn write_stdout(fill: impl FnOnce(&mut (dyn Write + Send)) -> Result<()>) -> Result<u64> {
    finish(Packed::Plain(Counted::new(BufWriter::with_capacity(1 << 16, io::stdout()))), fill)
}

fn finish<W: Write + Send>(
    mut out: Packed<Counted<W>>,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> Result<()>,
) -> Result<u64> {
    fill(&mut out)?;
    let mut out = out.finish().map_err(|error| cannot_write(&error))?;
    out.flush().map_err(|error| cannot_write(&error))?;
    Ok(out.bytes)
}

/// Refuses to write binary data to a terminal.
pub(crate) fn refuse_terminal(target: &Target) -> Result<()> {
    if *target == Target::Stdout && io::stdout().is_terminal() {
        return Err(Error::usage(
            "binary output is not written to a terminal: use a pipe or -o FILE",
        ));
    }
    Ok(())
}

/// Error for failed output.
pub(crate) fn cannot_write(error: &io::Error) -> Error {
    Error::io("cannot write", error)
}

/// Writer that counts bytes.
struct Counted<W> {
    inner: W,
    bytes: u64,
}

impl<W> Counted<W> {
    const fn new(inner: W) -> Self {
        Self { inner, bytes: 0 }
    }
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if open_files::is_any_lost() {
            return Err(io::Error::other("the input was removed"));
        }
        let written = self.inner.write(bytes)?;
        self.bytes += u64::try_from(written).unwrap_or(u64::MAX);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
