//! From recordings to a plot: which curves, what belongs into one panel, and where there is nothing to show.

use std::fmt;

use reenact::hand::{Joint, Side};
use reenact::{
    CurveId, Mode, NoSuchCurve, PoseComponent, RayComponent, Recording, TimeSpan, Tracks,
};

use crate::data::{Flag, Panel, Plot, Series, Shade, Tint};
use crate::points::{pairs, points};

/// A recording and what it is called in the picture.
#[derive(Debug, Clone)]
pub struct Source<'r> {
    /// Such as its file's name.
    pub label: String,
    /// The recording.
    pub recording: &'r Recording<'r>,
}

/// What is to be seen of recordings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Which curves, in the order of their panels.
    pub curves: Vec<CurveId>,
    /// In [`Mode::Clean`] a curve is drawn where its track was observed; in [`Mode::Mrtk`] for the whole recording, as MRTK
    /// plays it.
    pub mode: Mode,
    /// Whether to shade when a panel's hand was tracked.
    pub tracked: bool,
    /// Whether to shade when a panel's hand pinched.
    pub pinching: bool,
    /// Whether to show markers.
    pub markers: bool,
}

/// No curve of that name, and none whose name begins so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSuchName {
    /// The name.
    pub name: String,
}

impl fmt::Display for NoSuchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?}: {NoSuchCurve}, or the beginning of one such as left.Wrist.position",
            self.name
        )
    }
}

impl std::error::Error for NoSuchName {}

impl Wanted {
    /// Curves by name, each whole (`left.Wrist.position.x`) or as far as they are wanted together (`left.Wrist.position`,
    /// `camera`), with everything else shown. A curve that is named twice is shown once.
    pub fn of(names: &[impl AsRef<str>]) -> Result<Self, NoSuchName> {
        let mut curves: Vec<CurveId> = Vec::new();
        for name in names {
            for id in named(name.as_ref())? {
                if !curves.contains(&id) {
                    curves.push(id);
                }
            }
        }
        Ok(Self { curves, mode: Mode::Clean, tracked: true, pinching: true, markers: true })
    }
}

fn named(name: &str) -> Result<Vec<CurveId>, NoSuchName> {
    if let Ok(id) = name.parse() {
        return Ok(vec![id]);
    }
    let slot_none = |id: &CurveId| matches!(id, CurveId::Joint(_, Joint::None, _));
    let begins =
        |id: &CurveId| id.to_string().strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
    let found: Vec<CurveId> =
        Tracks::ALL.curve_ids().filter(|id| begins(id) && !slot_none(id)).collect();
    if found.is_empty() { Err(NoSuchName { name: name.to_owned() }) } else { Ok(found) }
}

/// Plots curves of recordings, without a title.
///
/// One recording: x, y and z of a thing in one panel. Several: one component a panel, and each recording has its colour
/// and dash. A curve that a recording lacks has no line there; a panel that no recording has says so.
#[must_use]
pub fn plot(sources: &[Source<'_>], wanted: &Wanted) -> Plot {
    let overlay = sources.len() > 1;
    let mut panels: Vec<(Thing, Panel)> = Vec::new();
    for &id in &wanted.curves {
        let thing = Thing::of(id);
        let component = component(id);
        let place = panels.iter().position(|(other, _)| *other == thing && !overlay);
        let place = place.unwrap_or_else(|| {
            let mut label = thing.label();
            if overlay && !component.is_empty() {
                label = format!("{label}.{component}");
            }
            let mut panel = Panel::new(label, thing.unit());
            panel.shades = shades(sources, wanted, thing);
            if id.is_boolean() {
                panel.range = Some((-0.15, 1.15));
            }
            panels.push((thing, panel));
            panels.len() - 1
        });
        let Some((_, panel)) = panels.get_mut(place) else { continue };
        for (source, Source { recording, .. }) in sources.iter().enumerate() {
            if let Some(curve) = recording.curve(id).filter(|curve| !curve.is_empty()) {
                let (times_secs, values) = points(recording, id, curve, wanted.mode);
                panel.series.push(Series {
                    label: component.to_owned(),
                    source,
                    times_secs,
                    values,
                });
            }
        }
    }
    for (thing, panel) in &mut panels {
        // A line alone has no legend to say which component it is.
        let mut components = wanted.curves.iter().filter(|id| Thing::of(**id) == *thing);
        if let (false, Some(only), None) = (overlay, components.next(), components.next())
            && !only.is_boolean()
        {
            panel.label = only.to_string();
        }
    }
    let flags = if wanted.markers { flags(sources) } else { Vec::new() };
    Plot {
        sources: sources.iter().map(|source| source.label.clone()).collect(),
        panels: panels.into_iter().map(|(_, panel)| panel).collect(),
        flags,
        time_range_secs: time_range(sources),
        ..Plot::default()
    }
}

/// What the components of one panel are components of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thing {
    CameraPosition,
    CameraRotation,
    JointPosition(Side, Joint),
    JointRotation(Side, Joint),
    GazeOrigin,
    GazeDirection,
    Tracked(Side),
    Pinching(Side),
}

impl Thing {
    const fn of(id: CurveId) -> Self {
        match id {
            CurveId::Camera(component) if is_position(component) => Self::CameraPosition,
            CurveId::Camera(_) => Self::CameraRotation,
            CurveId::Joint(side, joint, component) if is_position(component) => {
                Self::JointPosition(side, joint)
            }
            CurveId::Joint(side, joint, _) => Self::JointRotation(side, joint),
            CurveId::Gaze(
                RayComponent::OriginX | RayComponent::OriginY | RayComponent::OriginZ,
            ) => Self::GazeOrigin,
            CurveId::Gaze(_) => Self::GazeDirection,
            CurveId::Tracked(side) => Self::Tracked(side),
            CurveId::Pinching(side) => Self::Pinching(side),
        }
    }

    fn label(self) -> String {
        match self {
            Self::CameraPosition => "camera.position".to_owned(),
            Self::CameraRotation => "camera.rotation".to_owned(),
            Self::JointPosition(side, joint) => format!("{side}.{joint}.position"),
            Self::JointRotation(side, joint) => format!("{side}.{joint}.rotation"),
            Self::GazeOrigin => "gaze.origin".to_owned(),
            Self::GazeDirection => "gaze.direction".to_owned(),
            Self::Tracked(side) => format!("{side}.tracked"),
            Self::Pinching(side) => format!("{side}.pinching"),
        }
    }

    const fn unit(self) -> &'static str {
        match self {
            Self::CameraPosition | Self::JointPosition(..) | Self::GazeOrigin => "m",
            Self::CameraRotation | Self::JointRotation(..) => "quaternion",
            Self::GazeDirection => "unit vector",
            Self::Tracked(_) | Self::Pinching(_) => "0 or 1",
        }
    }

    /// The hand it belongs to.
    const fn side(self) -> Option<Side> {
        match self {
            Self::JointPosition(side, _) | Self::JointRotation(side, _) => Some(side),
            _ => None,
        }
    }
}

const fn is_position(component: PoseComponent) -> bool {
    matches!(
        component,
        PoseComponent::PositionX | PoseComponent::PositionY | PoseComponent::PositionZ
    )
}

/// `x` … `w`; nothing for a boolean curve.
fn component(id: CurveId) -> &'static str {
    let name = match id {
        CurveId::Camera(component) | CurveId::Joint(_, _, component) => component.name(),
        CurveId::Gaze(component) => component.name(),
        CurveId::Tracked(_) | CurveId::Pinching(_) => return "",
    };
    name.rsplit('.').next().unwrap_or(name)
}

/// From the first start to the last end.
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

fn shades(sources: &[Source<'_>], wanted: &Wanted, thing: Thing) -> Vec<Shade> {
    let Some(side) = thing.side() else { return Vec::new() };
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
