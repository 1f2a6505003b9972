//! Builds plots of recordings: selects curves and measures, assigns them to panels, and leaves gaps where nothing was observed.

use std::fmt;

use reenact::{CurveGroup, CurveId, Mode, NoSuchName, Recording, TimeSpan, Tracks};
use reenact_inspect::channel::ChannelId;
use reenact_inspect::measure::{Measure, Options, series};

use crate::data::{Flag, Panel, Plot, Series, Shade, Tint};
use crate::points::{pairs, points};

/// Recording with its name in the plot.
#[derive(Debug, Clone)]
pub struct Source<'r> {
    /// Label, such as the file name.
    pub label: String,
    /// The recording.
    pub recording: &'r Recording,
}

/// Contents of a plot of recordings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Curves and measures, in the order of their panels.
    pub channels: Vec<ChannelId>,
    /// Evaluation mode. In [`Mode::Clean`] a curve is drawn where its track was observed; in [`Mode::Mrtk`] for the whole
    /// recording, as MRTK plays it.
    pub mode: Mode,
    /// Whether to shade the spans in which a panel's hand was tracked.
    pub tracked: bool,
    /// Whether to shade the spans in which a panel's hand pinched.
    pub pinching: bool,
    /// Whether to show markers.
    pub markers: bool,
    /// Largest number of frames of a measure; `None` for the default of [`FrameRate`](reenact::FrameRate).
    pub max_frames: Option<usize>,
}

impl Wanted {
    /// Default selection: positions of head and wrists, and the speed of both hands.
    pub const USUAL: [&str; 5] = [
        "camera.position",
        "left.Wrist.position",
        "right.Wrist.position",
        "left_speed_m_s",
        "right_speed_m_s",
    ];

    /// Selects curves and measures by name, with shading and markers on. A name is that of a curve
    /// (`left.Wrist.position.x`) or a prefix for several (`left.Wrist.position`, `camera`). Duplicates are
    /// ignored.
    pub fn of(names: &[impl AsRef<str>]) -> Result<Self, NoSuchName> {
        let mut channels: Vec<ChannelId> = Vec::new();
        for name in names {
            for channel in named(name.as_ref())? {
                if !channels.contains(&channel) {
                    channels.push(channel);
                }
            }
        }
        Ok(Self {
            channels,
            mode: Mode::Clean,
            tracked: true,
            pinching: true,
            markers: true,
            max_frames: None,
        })
    }
}

fn named(name: &str) -> Result<Vec<ChannelId>, NoSuchName> {
    let no_such = match name.parse() {
        Ok(channel) => return Ok(vec![channel]),
        Err(no_such) => no_such,
    };
    let begins =
        |id: &CurveId| id.to_string().strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
    let wanted = |id: &CurveId| begins(id) && !CurveGroup::of(*id).is_slot_none();
    let found: Vec<ChannelId> =
        Tracks::ALL.curve_ids().filter(wanted).map(ChannelId::Curve).collect();
    if found.is_empty() { Err(no_such) } else { Ok(found) }
}

/// Error of [`plot`]: a measure cannot be computed, for example if the recording claims to last for years.
#[derive(Debug)]
pub struct PlotError {
    /// The label of the recording.
    pub label: String,
    /// Cause.
    pub error: reenact::Error,
}

impl fmt::Display for PlotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.label, self.error)
    }
}

impl std::error::Error for PlotError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Plots curves and measures of recordings, without a title.
///
/// With one recording, x, y and z of a position share a panel. With several, each component has a panel, and each recording has a
/// colour and dash pattern. A recording without a curve has no line there; a panel without lines has a text that says so.
pub fn plot(sources: &[Source<'_>], wanted: &Wanted) -> Result<Plot, PlotError> {
    let mut panels: Vec<Panel> = Vec::new();
    let mut drawn: Vec<CurveId> = Vec::new();
    for &channel in &wanted.channels {
        match channel {
            ChannelId::Measure(measure) => panels.push(measured(sources, measure, wanted)?),
            ChannelId::Curve(id) if !drawn.contains(&id) => {
                let ids = panel_curves(id, wanted, sources.len() > 1);
                panels.push(panel(sources, &ids, wanted));
                drawn.extend(ids);
            }
            ChannelId::Curve(_) => {}
        }
    }
    Ok(Plot {
        sources: sources.iter().map(|source| source.label.clone()).collect(),
        panels,
        flags: if wanted.markers { flags(sources) } else { Vec::new() },
        time_range_secs: time_range(sources),
        ..Plot::default()
    })
}

/// Selected curves that share a panel with this one: those of its group, or only itself if several recordings
/// are compared.
fn panel_curves(id: CurveId, wanted: &Wanted, is_overlay: bool) -> Vec<CurveId> {
    if is_overlay {
        return vec![id];
    }
    let group = CurveGroup::of(id);
    let curves = wanted.channels.iter().filter_map(|channel| match channel {
        ChannelId::Curve(id) => Some(*id),
        ChannelId::Measure(_) => None,
    });
    curves.filter(|id| CurveGroup::of(*id) == group).collect()
}

/// Panel for curves of one group.
fn panel(sources: &[Source<'_>], ids: &[CurveId], wanted: &Wanted) -> Panel {
    let mut panel = Panel::default();
    for &id in ids {
        let group = CurveGroup::of(id);
        if panel.series.is_empty() {
            // A single line has no legend, so the label names its component.
            panel.label = if ids.len() == 1 { id.to_string() } else { group.to_string() };
            unit(group).clone_into(&mut panel.unit);
            panel.shades = shades(sources, wanted, group);
            panel.range = id.is_boolean().then_some((-0.15, 1.15));
        }
        for (source, Source { recording, .. }) in sources.iter().enumerate() {
            if let Some(curve) = recording.curve(id).filter(|curve| !curve.is_empty()) {
                let (times_secs, values) = points(recording, id, curve, wanted.mode);
                let label = component(id).to_owned();
                panel.series.push(Series { label, source, times_secs, values });
            }
        }
    }
    panel
}

/// Panel of a measure, one line for each recording.
fn measured(sources: &[Source<'_>], measure: Measure, wanted: &Wanted) -> Result<Panel, PlotError> {
    let options =
        Options { mode: wanted.mode, max_frames: wanted.max_frames, ..Options::default() };
    let mut panel = Panel::new(measure.label(), measure.unit());
    for (source, Source { label, recording }) in sources.iter().enumerate() {
        let found = series(recording, measure, &options)
            .map_err(|error| PlotError { label: label.clone(), error })?;
        panel.series.push(Series {
            label: String::new(),
            source,
            times_secs: found.times_secs.into_iter().map(f64::from).collect(),
            values: found.values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect(),
        });
    }
    Ok(panel)
}

/// Unit of a panel's axis.
const fn unit(group: CurveGroup) -> &'static str {
    match group {
        CurveGroup::Position(_) | CurveGroup::GazeOrigin => "m",
        CurveGroup::Rotation(_) => "quaternion",
        CurveGroup::GazeDirection => "unit vector",
        CurveGroup::Tracked(_) | CurveGroup::Pinching(_) => "0 or 1",
    }
}

/// `x` … `w`; empty for a boolean curve.
fn component(id: CurveId) -> &'static str {
    let name = match id {
        CurveId::Camera(component) | CurveId::Joint(_, _, component) => component.name(),
        CurveId::Gaze(component) => component.name(),
        CurveId::Tracked(_) | CurveId::Pinching(_) => return "",
    };
    name.rsplit('.').next().unwrap_or(name)
}

/// From the earliest start to the latest end.
fn time_range(sources: &[Source<'_>]) -> Option<(f64, f64)> {
    let ends = sources.iter().filter(|source| source.recording.key_count() > 0).map(|source| {
        let recording = source.recording;
        (f64::from(recording.start_secs()), f64::from(recording.end_secs()))
    });
    ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

fn flags(sources: &[Source<'_>]) -> Vec<Flag> {
    let mut flags = Vec::new();
    for (source, Source { recording, .. }) in sources.iter().enumerate() {
        flags.extend(recording.markers().map(|marker| Flag {
            time_secs: f64::from(marker.time_secs),
            label: marker.name.into_owned(),
            source,
        }));
    }
    flags
}

fn shades(sources: &[Source<'_>], wanted: &Wanted, group: CurveGroup) -> Vec<Shade> {
    let Some(side) = group.pose().and_then(|_| group.side()) else { return Vec::new() };
    let mut shades = Vec::new();
    for (source, Source { recording, .. }) in sources.iter().enumerate() {
        let mut add = |spans: &[TimeSpan], tint: Tint, label: &str| {
            let spans_secs = pairs(spans);
            shades.push(Shade { label: label.to_owned(), source, tint, spans_secs });
        };
        if wanted.tracked {
            add(&recording.tracked_spans(side), Tint::Tracked, "tracked");
        }
        if wanted.pinching {
            add(&recording.pinching_spans(side), Tint::Pinching, "pinching");
        }
    }
    shades
}
