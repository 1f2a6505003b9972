//! Writes a recording as any format.

use std::io::Write;
use std::path::{Path, PathBuf};

use reenact::{FrameTimes, Recording};

use crate::{Error, Format, Losses, Result, Setting, WriteOptions};

/// A file of a conversion.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutputFile {
    /// Name.
    pub name: FileName,
    /// Whether an existing file is kept: a `.meta` file, by which Unity identifies a clip, or a file that belongs to the whole
    /// dataset.
    pub keeps_existing: bool,
    part: usize,
}

impl OutputFile {
    /// Whether it is the first file of its conversion.
    pub(crate) const fn is_first(&self) -> bool {
        self.part == 0
    }
}

/// Name of a file of a conversion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileName {
    /// The given name.
    Given,
    /// The given name with this suffix, such as `.meta`.
    Beside(&'static str),
    /// A path in the given folder.
    Within(String),
}

/// Output files of a conversion, in the order in which they are written. Most formats have one.
///
/// Fails if this build does not support the format, or if a required option is missing or invalid.
///
/// ```
/// use reenact_convert::{FileName, Format, WriteOptions, files};
///
/// let recording = reenact_make::demo();
/// let files = files(&recording, Format::Json, &WriteOptions::default())?;
/// assert_eq!(files[0].name, FileName::Given);
/// # Ok::<(), reenact_convert::Error>(())
/// ```
pub fn files(
    recording: &Recording,
    format: Format,
    options: &WriteOptions,
) -> Result<Vec<OutputFile>> {
    check(format, options)?;
    let given = OutputFile { name: FileName::Given, keeps_existing: false, part: 0 };
    Ok(match format {
        Format::Anim => {
            let meta =
                OutputFile { name: FileName::Beside(".meta"), keeps_existing: true, part: 1 };
            vec![given, meta]
        }
        Format::Bids => dataset_files(recording, options)?,
        _ => vec![given],
    })
}

/// Validates the options of a format before anything is read or written.
///
/// Fails if this build does not support the format, or if a required option is missing or invalid.
pub fn check(format: Format, options: &WriteOptions) -> Result<()> {
    format.built()?;
    if format.options().contains(&Setting::Rate) {
        // Whether or not the table has a sample rate.
        FrameTimes::new(0.0..=0.0, options.rate_hz)?;
    }
    match format {
        Format::HandPose if options.at_secs.is_none() => {
            let message = "no time given for the hand pose".to_owned();
            Err(Error::Option { option: Setting::At, message })
        }
        #[cfg(feature = "bids")]
        Format::Bids => {
            for (option, label) in [
                (Setting::Subject, options.subject.as_deref()),
                (Setting::Session, options.session.as_deref()),
                (Setting::Task, Some(options.task.as_str())),
            ] {
                if let Some(Err(error)) = label.map(crate::bids::Label::new) {
                    return Err(Error::Option { option, message: error.to_string() });
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

#[cfg(feature = "bids")]
fn dataset_files(recording: &Recording, options: &WriteOptions) -> Result<Vec<OutputFile>> {
    let options = dataset_options(options)?;
    // Checked before the folder is created.
    options.times(recording)?;
    let names = options.names;
    let files = crate::bids::File::of(recording).into_iter().enumerate();
    let file = |(part, file): (usize, crate::bids::File)| OutputFile {
        name: FileName::Within(file.path(&names)),
        keeps_existing: file == crate::bids::File::Description,
        part,
    };
    Ok(files.map(file).collect())
}

#[cfg(not(feature = "bids"))]
fn dataset_files(_: &Recording, _: &WriteOptions) -> Result<Vec<OutputFile>> {
    Err(Error::NotBuilt(Format::Bids))
}

#[cfg(feature = "bids")]
fn dataset_options(options: &WriteOptions) -> Result<crate::bids::Options> {
    let WriteOptions { name, subject, session, task, axes, rate_hz, max_frames, .. } = options;
    let names = crate::bids::Names::new(name, subject.as_deref(), session.as_deref(), task)?;
    Ok(crate::bids::Options { names, axes: *axes, rate_hz: *rate_hz, max_frames: *max_frames })
}

#[cfg(feature = "handsbin")]
pub(crate) fn handsbin_options(options: &WriteOptions) -> crate::handsbin::Options<'_> {
    crate::handsbin::Options {
        version: options.handsbin_version,
        rate_hz: options.rate_hz,
        max_frames: options.max_frames,
        key_times: options.key_times,
        origin: options.origin,
        name: &options.file_stem,
    }
}

/// Writes a recording in a format. Each file is passed to the sink, which opens it and calls the given writer, or does not call
/// it to keep an existing file.
///
/// ```
/// use reenact_convert::{Error, Format, WriteOptions, write};
///
/// let mut files = Vec::new();
/// let losses = write(&reenact_make::demo(), Format::Anim, &WriteOptions::default(), |file, fill| {
///     let mut bytes = Vec::new();
///     fill(&mut bytes)?;
///     files.push((file.name.clone(), bytes));
///     Ok::<(), Error>(())
/// });
/// # #[cfg(feature = "unity")]
/// assert_eq!(files.len(), 2); // the clip and its .meta
/// # let _ = losses;
/// # Ok::<(), Error>(())
/// ```
pub fn write<E: From<Error>>(
    recording: &Recording,
    format: Format,
    options: &WriteOptions,
    mut sink: impl FnMut(
        &OutputFile,
        &mut dyn FnMut(&mut (dyn Write + Send)) -> Result<()>,
    ) -> Result<(), E>,
) -> Result<Losses, E> {
    let mut losses = Losses::default();
    for file in files(recording, format, options)? {
        sink(&file, &mut |out| {
            losses += write_file(recording, format, options, &file, out)?;
            Ok(())
        })?;
    }
    Ok(losses)
}

/// Writes one of the files of a conversion and returns the losses.
#[allow(clippy::too_many_lines, reason = "one arm for each format")]
pub fn write_file(
    recording: &Recording,
    format: Format,
    options: &WriteOptions,
    file: &OutputFile,
    #[allow(unused_mut, reason = "without features there is nothing to write to")] mut out: &mut (
             dyn Write + Send
         ),
) -> Result<Losses> {
    check(format, options)?;
    let &WriteOptions { axes, rate_hz, max_frames, mode, .. } = options;
    match format {
        Format::Bin => {
            recording.write_checked_to(out)?;
            Ok(Losses::default())
        }
        #[cfg(feature = "json")]
        Format::Json => crate::json::write(recording, &mut out),
        #[cfg(feature = "json")]
        Format::Ndjson => crate::ndjson::write(recording, &mut out),
        #[cfg(feature = "json")]
        Format::Frames => {
            let rate = reenact::FrameRate { hz: rate_hz, max_frames };
            let times = reenact::FrameTimes::of(recording, rate)?;
            crate::frames::write(recording, mode, times.iter(), &mut out)
        }
        #[cfg(feature = "csv")]
        Format::Csv => {
            let table = crate::csv::Options { name: &options.name, mode, rate_hz, max_frames };
            crate::csv::write(recording, options.table, &table, &mut out)
        }
        #[cfg(feature = "parquet")]
        Format::Parquet => {
            let WriteOptions { name, name_column, .. } = options;
            let table = crate::parquet::Options {
                name,
                name_column: *name_column,
                mode,
                rate_hz,
                max_frames,
                ..Default::default()
            };
            crate::parquet::write(recording, options.table, &table, out)
        }
        #[cfg(feature = "gltf")]
        Format::Glb | Format::Gltf => {
            let scene = crate::gltf::Options { profile: options.profile, axes, rate_hz };
            if format == Format::Glb {
                crate::gltf::write_glb(recording, &scene, &mut out)
            } else {
                crate::gltf::write_gltf(recording, &scene, &mut out)
            }
        }
        #[cfg(feature = "unity")]
        Format::Anim => {
            let WriteOptions { file_stem: name, rig, .. } = options;
            let clip = crate::unity::Options { name, rig: *rig, rate_hz, max_frames };
            if file.part == 0 {
                return crate::unity::write(recording, &clip, &mut out);
            }
            crate::unity::write_meta(recording, &clip, &mut out)?;
            Ok(Losses::default())
        }
        #[cfg(feature = "bvh")]
        Format::Bvh => {
            let options = crate::bvh::Options { axes, rate_hz, max_frames, unit: options.unit };
            crate::bvh::write(recording, &options, &mut out)
        }
        #[cfg(feature = "usd")]
        Format::Usda => {
            let options = crate::usd::Options { axes, rate_hz, max_frames };
            crate::usd::write(recording, &options, &mut out)
        }
        #[cfg(feature = "mcap")]
        Format::Mcap => {
            let options =
                crate::mcap::Options { rate_hz, max_frames, ..crate::mcap::Options::default() };
            crate::mcap::write(recording, &options, &mut out)
        }
        #[cfg(feature = "iwer")]
        Format::Iwer => {
            let options = crate::iwer::Options { rate_hz, max_frames };
            crate::iwer::write(recording, &options, &mut out)
        }
        #[cfg(feature = "hololens")]
        Format::Hololens => {
            let options = crate::hololens::Options { rate_hz, max_frames };
            crate::hololens::write(recording, &options, &mut out)
        }
        #[cfg(feature = "handsbin")]
        Format::Handsbin => crate::handsbin::write(recording, &handsbin_options(options), &mut out),
        Format::Journal => {
            let options = crate::journal::Options { rate_hz, max_frames };
            crate::journal::write(recording, &options, &mut out)?;
            Ok(Losses::default())
        }
        #[cfg(feature = "hand-pose")]
        Format::HandPose => {
            let time_secs = options.at_secs.unwrap_or(f32::NAN);
            let &WriteOptions { hand: side, reference, .. } = options;
            let options = crate::hand_pose::Options { side, time_secs, reference };
            crate::hand_pose::write(recording, &options, &mut out)
        }
        #[cfg(feature = "bids")]
        Format::Bids => {
            let files = crate::bids::File::of(recording);
            let part = files.get(file.part);
            let part = part.ok_or_else(|| Error::Impossible("there is no such file".to_owned()))?;
            part.write(recording, &dataset_options(options)?, &mut out)
        }
        #[allow(unreachable_patterns, reason = "a build with all features lacks none")]
        _ => {
            // Unused without the formats that have several files or options.
            _ = (file, axes, rate_hz, max_frames, mode);
            Err(Error::NotBuilt(format))
        }
    }
}

/// Name of a recording in tables and datasets: the path of its file without the extension, and without that of a compression.
///
/// ```
/// use std::path::Path;
///
/// assert_eq!(reenact_convert::recording_name(Path::new("day 2/p01.bin")), "day 2/p01");
/// assert_eq!(reenact_convert::recording_name(Path::new("p01.bin.gz")), "p01");
/// ```
pub fn recording_name(path: &Path) -> String {
    let is_compressed = path.extension().is_some_and(|ending| {
        ending.eq_ignore_ascii_case("gz") || ending.eq_ignore_ascii_case("zst")
    });
    let path = if is_compressed { path.with_extension("") } else { path.to_owned() };
    path.with_extension("").display().to_string()
}

/// Path of the file of a recording in a folder of several: adjacent files under their own names, or the layout of Parquet
/// datasets and BIDS. Empty if the name has no valid BIDS label.
pub fn path_in_folder(path: &Path, format: Format, options: &WriteOptions) -> PathBuf {
    match format {
        #[cfg(feature = "parquet")]
        Format::Parquet => {
            let table = options.table.name();
            crate::parquet::path_in_dataset(options.table, &recording_name(path))
                .join(format!("{table}.parquet"))
        }
        #[cfg(feature = "bids")]
        Format::Bids => {
            let options = WriteOptions { name: recording_name(path), ..options.clone() };
            dataset_options(&options).map_or_else(
                |_| PathBuf::new(),
                |options| crate::bids::File::Motion.path(&options.names).into(),
            )
        }
        _ => {
            _ = options;
            let ending = if format == Format::HandPose {
                "json"
            } else if format == Format::Frames {
                "ndjson"
            } else {
                format.endings().first().copied().unwrap_or_default()
            };
            path.with_extension(ending)
        }
    }
}
