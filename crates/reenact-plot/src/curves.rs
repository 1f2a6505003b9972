//! From recordings to a plot: which curves, what belongs into one panel, and where there is nothing to show.

use reenact::{CurveGroup, CurveId, Mode, NoSuchName, Recording, TimeSpan, Tracks};

use crate::data::{Flag, Panel, Plot, Series, Shade, Tint};
use crate::points::{pairs, points};

/// A recording and what it is called in the picture.
#[derive(Debug, Clone)]
pub struct Source<'r> {
    /// Such as its file's name.
    pub label: String,
    /// The recording.
    pub recording: &'r Recording,
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
    let not_a_curve = match name.parse() {
        Ok(id) => return Ok(vec![id]),
        Err(error) => error,
    };
    let begins =
        |id: &CurveId| id.to_string().strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
    let wanted = |id: &CurveId| begins(id) && !CurveGroup::of(*id).is_slot_none();
    let found: Vec<CurveId> = Tracks::ALL.curve_ids().filter(wanted).collect();
    if found.is_empty() { Err(not_a_curve) } else { Ok(found) }
}

/// Plots curves of recordings, without a title.
///
/// One recording: x, y and z of a thing in one panel. Several: one component a panel, and each recording has its colour
/// and dash. A curve that a recording lacks has no line there; a panel that no recording has says so.
#[must_use]
pub fn plot(sources: &[Source<'_>], wanted: &Wanted) -> Plot {
    let overlay = sources.len() > 1;
    let mut panels: Vec<(CurveGroup, Panel)> = Vec::new();
    for &id in &wanted.curves {
        let group = CurveGroup::of(id);
        let component = component(id);
        let place = panels.iter().position(|(other, _)| *other == group && !overlay);
        let place = place.unwrap_or_else(|| {
            let mut label = group.to_string();
            if overlay && !component.is_empty() {
                label = format!("{label}.{component}");
            }
            let mut panel = Panel::new(label, unit(group));
            panel.shades = shades(sources, wanted, group);
            if id.is_boolean() {
                panel.range = Some((-0.15, 1.15));
            }
            panels.push((group, panel));
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
    for (group, panel) in &mut panels {
        // A line alone has no legend to say which component it is.
        let mut components = wanted.curves.iter().filter(|id| CurveGroup::of(**id) == *group);
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

/// The unit beside a panel's axis.
const fn unit(group: CurveGroup) -> &'static str {
    match group {
        CurveGroup::Position(_) | CurveGroup::GazeOrigin => "m",
        CurveGroup::Rotation(_) => "quaternion",
        CurveGroup::GazeDirection => "unit vector",
        CurveGroup::Tracked(_) | CurveGroup::Pinching(_) => "0 or 1",
    }
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
