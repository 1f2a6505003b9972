//! Writes the files of a BIDS recording one by one.

use std::io::Write;

use reenact::hand::{Joint, Side};
use reenact::{Frame, FrameRate, FrameTimes, Mode, Pose, Recording, Sampler};
use serde_json::Value;

use super::channels::channels;
use super::names::Names;
use super::sidecars;
use crate::out::Out;
use crate::{Axes, Losses, Result};

/// Options for writing BIDS files.
#[derive(Debug, Clone)]
pub struct Options {
    /// Entities in the file names.
    pub names: Names,
    /// Coordinate system.
    pub axes: Axes,
    /// Sample rate in Hz.
    pub rate_hz: f32,
    /// Largest number of frames; `None` for the default of [`FrameRate`](reenact::FrameRate).
    pub max_frames: Option<usize>,
}

impl Options {
    /// Times of the rows.
    pub(crate) fn times(&self, recording: &Recording) -> Result<FrameTimes> {
        let rate = FrameRate { hz: self.rate_hz, max_frames: self.max_frames };
        Ok(FrameTimes::from_zero(recording, rate)?)
    }
}

/// A file of a recording in a BIDS dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum File {
    /// Poses, one row per frame.
    Motion,
    /// Metadata of the poses.
    MotionJson,
    /// Columns of the poses, one row each.
    Channels,
    /// Coordinate system of the columns.
    ChannelsJson,
    /// Markers.
    Events,
    /// Descriptions of the columns of the markers.
    EventsJson,
    /// Description of the whole dataset. Do not overwrite an existing one.
    Description,
}

impl File {
    /// Files of a recording. Event files only if there are markers.
    ///
    /// ```
    /// use reenact_convert::bids::{File, Label, Names};
    ///
    /// let names = Names { subject: Label::new("01")?, session: None, task: Label::new("demo")? };
    /// let first = File::of(&reenact_make::demo())[0].path(&names);
    /// assert_eq!(first, "sub-01/motion/sub-01_task-demo_tracksys-MRTK_motion.tsv");
    /// # Ok::<(), reenact_convert::Error>(())
    /// ```
    pub fn of(recording: &Recording) -> Vec<Self> {
        let mut files = vec![Self::Motion, Self::MotionJson, Self::Channels, Self::ChannelsJson];
        if recording.markers().any(|marker| marker.time_secs.is_finite()) {
            files.extend([Self::Events, Self::EventsJson]);
        }
        files.push(Self::Description);
        files
    }

    /// Path in the dataset.
    pub fn path(self, names: &Names) -> String {
        match self {
            Self::Motion => names.path("motion.tsv"),
            Self::MotionJson => names.path("motion.json"),
            Self::Channels => names.path("channels.tsv"),
            Self::ChannelsJson => names.path("channels.json"),
            Self::Events => names.path("events.tsv"),
            Self::EventsJson => names.path("events.json"),
            Self::Description => "dataset_description.json".to_owned(),
        }
    }

    /// Writes the file.
    ///
    /// Needs little memory, whatever the length of the recording. Fails if there would be more frames than the limit of
    /// [`FrameRate`].
    pub fn write(
        self,
        recording: &Recording,
        options: &Options,
        writer: &mut impl Write,
    ) -> Result<Losses> {
        let times = options.times(recording)?;
        let mut losses = Losses::default();
        match self {
            Self::Motion => {
                // Counted here, because there are no event files if no marker has a finite time.
                losses.markers = recording.markers().filter(|m| !m.time_secs.is_finite()).count();
                losses.changed_names =
                    recording.markers().filter(|m| m.name.contains(char::is_control)).count();
                rows(recording, options, times, writer)?;
            }
            Self::MotionJson => write_json(&sidecars::motion(recording, options, times), writer)?,
            Self::Channels => columns(recording, writer)?,
            Self::ChannelsJson => write_json(&sidecars::channel_frames(options), writer)?,
            Self::Events => events(recording, writer)?,
            Self::EventsJson => write_json(&sidecars::events(), writer)?,
            Self::Description => write_json(&sidecars::description(options), writer)?,
        }
        Ok(losses)
    }
}

fn write_json(value: &Value, writer: &mut impl Write) -> Result<()> {
    writeln!(writer, "{value:#}")?;
    Ok(())
}

fn columns(recording: &Recording, writer: &mut impl Write) -> Result<()> {
    let mut out = Out::new(writer);
    out.text("name\tcomponent\ttype\ttracked_point\tunits\treference_frame\n");
    for channel in channels(recording.tracks()) {
        let cells = [
            channel.name.as_str(),
            channel.component,
            channel.kind.name(),
            &channel.tracked_point,
            channel.kind.units(),
            if channel.component == "n/a" { "n/a" } else { "world" },
        ];
        out.text(&cells.join("\t"));
        out.text("\n");
    }
    let _ = out.finish()?;
    Ok(())
}

fn events(recording: &Recording, writer: &mut impl Write) -> Result<()> {
    let mut markers: Vec<_> =
        recording.markers().filter(|marker| marker.time_secs.is_finite()).collect();
    markers.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
    let mut out = Out::new(writer);
    out.text("onset\tduration\tmarker\n");
    for marker in markers {
        out.float(marker.time_secs, "");
        let name = marker.name.replace(char::is_control, " ");
        let name = name.trim();
        out.text("\t0\t");
        out.text(if name.is_empty() { "n/a" } else { name });
        out.text("\n");
    }
    let _ = out.finish()?;
    Ok(())
}

fn rows(
    recording: &Recording,
    options: &Options,
    times: FrameTimes,
    writer: &mut impl Write,
) -> Result<()> {
    let sampler = Sampler::new(recording, Mode::Clean);
    let mut out = Out::new(writer);
    for frame in sampler.frames(times) {
        row(&mut out, &frame, recording, options.axes);
        out.flush_if_full()?;
    }
    let _ = out.finish()?;
    Ok(())
}

/// Writes the cells of a row, in the order of the channels.
fn row<W: Write>(out: &mut Out<'_, W>, frame: &Frame, recording: &Recording, axes: Axes) {
    let tracks = recording.tracks();
    let mut row = Row { out, axes, is_first: true };
    if tracks.camera {
        row.pose(frame.camera);
    }
    for hand in Side::ALL.into_iter().filter_map(|side| frame.hand(side)) {
        for joint in Joint::TRACKED {
            row.pose(hand.joint(joint));
        }
    }
    for hand in Side::ALL.into_iter().filter_map(|side| frame.hand(side)) {
        for is_on in [hand.tracked, hand.pinching] {
            row.separate();
            row.out.text(if is_on { "1" } else { "0" });
        }
    }
    if tracks.gaze {
        let ray = frame.gaze;
        row.cells(ray.map(|ray| axes.vector(ray.origin.to_array())));
        row.cells(ray.map(|ray| axes.vector(ray.direction.to_array())));
    }
    row.out.text("\n");
}

struct Row<'o, 'w, W> {
    out: &'o mut Out<'w, W>,
    axes: Axes,
    is_first: bool,
}

impl<W: Write> Row<'_, '_, W> {
    fn separate(&mut self) {
        self.out.text(if self.is_first { "" } else { "\t" });
        self.is_first = false;
    }

    fn pose(&mut self, pose: Option<Pose>) {
        self.cells(pose.map(|pose| self.axes.vector(pose.position.to_array())));
        self.cells(pose.map(|pose| self.axes.rotation(pose.rotation.to_array())));
    }

    fn cells<const N: usize>(&mut self, values: Option<[f32; N]>) {
        for index in 0..N {
            self.separate();
            let value = values.as_ref().and_then(|values| values.get(index).copied());
            match value.filter(|value| value.is_finite()) {
                Some(value) => self.out.float(value, ""),
                None => self.out.text("n/a"),
            }
        }
    }
}
