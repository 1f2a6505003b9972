//! Formats of animation tools, and of people who study movement.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use reenact::Recording;
use reenact_convert::any::Compression;
use reenact_convert::{Losses, bids, bvh, hand_pose, unity, usd};

use crate::cli::look::{Clip, Convert, Format};
use crate::error::{Error, Result};
use crate::input::Input;
use crate::output::{self, Target};

/// Whether a format is one of these.
pub(super) const fn is_one(format: Format) -> bool {
    matches!(format, Format::Anim | Format::Bvh | Format::Usda | Format::HandPose | Format::Bids)
}

/// Whether what such a format needs to know was said, before anything is done.
pub(super) fn check(format: Format, args: &Convert) -> Result<()> {
    let clip = &args.clip;
    if format == Format::HandPose && clip.at.is_none() {
        return Err(Error::usage("no time given for the hand pose: use --at SECS"));
    }
    if format == Format::Bids {
        for (flag, label) in [
            ("--subject", clip.subject.as_deref()),
            ("--session", clip.session.as_deref()),
            ("--task", Some(clip.task.as_str())),
        ] {
            if let Some(Err(error)) = label.map(bids::Label::new) {
                return Err(Error::usage(format!("{flag}: {error}")));
            }
        }
    }
    Ok(())
}

/// Where the output goes: a dataset is a folder, even of one recording.
pub(super) fn output(format: Format, output: &Path) -> Cow<'_, Path> {
    if format != Format::Bids || output.as_os_str() == "-" {
        return output.into();
    }
    let mut folder = OsString::from(output);
    folder.push("/");
    PathBuf::from(folder).into()
}

/// Writes a recording; how many bytes that makes, and what is not in them.
pub(super) fn write(
    recording: &Recording,
    format: Format,
    target: &Target,
    input: &Input,
    args: &Convert,
) -> Result<(u64, Losses)> {
    let mut losses = Losses::default();
    let clip = &args.clip;
    let (axes, rate_hz) = (args.axes.into(), args.rate);
    let bytes = match format {
        Format::Anim => anim(recording, target, args, &mut losses)?,
        Format::Bids => dataset(recording, target, input, args, &mut losses)?,
        Format::Bvh => {
            let options = bvh::Options { axes, rate_hz, unit: clip.unit.into() };
            output::write(target, |mut out| {
                losses = bvh::write(recording, &options, &mut out)?;
                Ok(())
            })?
        }
        Format::HandPose => {
            let options = hand_pose::Options {
                side: clip.hand.into(),
                time_secs: clip.at.unwrap_or_default(),
                reference: clip.reference,
            };
            output::write(target, |mut out| {
                losses = hand_pose::write(recording, &options, &mut out)?;
                Ok(())
            })?
        }
        _ => {
            let options = usd::Options { axes, rate_hz };
            output::write(target, |mut out| {
                losses = usd::write(recording, &options, &mut out)?;
                Ok(())
            })?
        }
    };
    Ok((bytes, losses))
}

/// A clip, and beside it the file by which Unity knows it, unless there is one.
fn anim(
    recording: &Recording,
    target: &Target,
    args: &Convert,
    losses: &mut Losses,
) -> Result<u64> {
    let name = match target {
        Target::Stdout => "Recording".into(),
        Target::File { path, .. } => path.file_stem().unwrap_or_default().to_string_lossy(),
    };
    let options = unity::Options { name: &name, rig: args.clip.rig.into(), rate_hz: args.rate };
    let bytes = output::write(target, |mut out| {
        *losses = unity::write(recording, &options, &mut out)?;
        Ok(())
    })?;
    let Target::File { path, replace, with_folders, .. } = target else { return Ok(bytes) };
    let mut meta = path.clone().into_os_string();
    meta.push(".meta");
    let path = PathBuf::from(meta);
    if path.exists() {
        return Ok(bytes);
    }
    let meta = Target::File {
        path,
        replace: *replace,
        with_folders: *with_folders,
        compression: Compression::None,
    };
    let more =
        output::write(&meta, |mut out| Ok(unity::write_meta(recording, &options, &mut out)?))?;
    Ok(bytes + more)
}

/// The files of a recording in a dataset; that of the dataset itself only where there is none.
fn dataset(
    recording: &Recording,
    target: &Target,
    input: &Input,
    args: &Convert,
    losses: &mut Losses,
) -> Result<u64> {
    let Target::File { replace, .. } = target else {
        return Err(Error::usage("a BIDS dataset is a folder: use a folder as OUT"));
    };
    let name = match input {
        Input::Stdin => Path::new("stdin"),
        Input::File { name, .. } => name,
    };
    let names = names(name, args).ok_or_else(|| {
        Error::usage(
            "the file name has no letters or digits for a subject label: use --subject LABEL",
        )
    })?;
    let options = bids::Options { names, axes: args.axes.into(), rate_hz: args.rate };
    let mut bytes = 0;
    for file in bids::File::of(recording) {
        let path = args.output.join(file.path(&options.names));
        if file == bids::File::Description && path.exists() {
            continue;
        }
        let target = Target::File {
            path,
            replace: *replace,
            with_folders: true,
            compression: Compression::None,
        };
        let written = output::write(&target, |mut out| {
            *losses += file.write(recording, &options, &mut out)?;
            Ok(())
        });
        bytes += match (file, written) {
            // Somebody else's run was first.
            (bids::File::Description, Err(_))
                if args.output.join(file.path(&options.names)).exists() =>
            {
                0
            }
            (_, written) => written?,
        };
    }
    Ok(bytes)
}

/// Where the table of a recording is in a dataset.
pub(super) fn bids_path(name: &Path, args: &Convert) -> PathBuf {
    let names = names(name, args);
    names.map_or_else(PathBuf::new, |names| bids::File::Motion.path(&names).into())
}

/// Whose recording it is, of what; `None` if the input has no name that can be used, or what was given is no label.
fn names(name: &Path, args: &Convert) -> Option<bids::Names> {
    let Clip { subject, session, task, .. } = &args.clip;
    let name = name.with_extension("");
    bids::Names::new(&name.to_string_lossy(), subject.as_deref(), session.as_deref(), task).ok()
}
