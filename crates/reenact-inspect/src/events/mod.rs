//! Events with start and end: tracked spans, pinches, grabs, pokes, pauses, fixations, saccades.
//!
//! Tracked spans and pinches are the recording's own states, to the exact time. The others are found in frames
//! ([`Options::rate_hz`]) and begin and end at frames. `docs/reference/measures.md` defines each of them.

mod hands;
mod markers;

use reenact::hand::Side;
use reenact::number::to_f32;
use reenact::{Recording, Result};

pub use crate::measure::{FixationBy, Options, PinchBy};
pub use markers::{MarkerOptions, to_markers};

use crate::measure::observed::Observed;

/// An event with its start and end.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// Its kind.
    pub kind: EventKind,
    /// Which hand did it, if one did.
    pub hand: Option<Side>,
    /// Its start, in seconds.
    pub from_secs: f32,
    /// Its end, in seconds.
    pub to_secs: f32,
    /// Where, in metres in the world: between the tips of thumb and index for a pinch and the palm for a grab, both at
    /// the first frame; the index tip at its farthest for a poke; where the hand rests for a pause.
    pub place_m: Option<[f32; 3]>,
    /// Which way the gaze went in a fixation, or was turned to by a saccade; of unit length.
    pub direction: Option<[f32; 3]>,
    /// A number that characterizes it; [`EventKind::value_name`] says which.
    pub value: Option<f64>,
}

/// The kinds of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EventKind {
    /// A hand is tracked, from when it appears to when it leaves.
    Tracked,
    /// A hand pinches.
    Pinch,
    /// A hand is closed around something, or into a fist.
    Grab,
    /// An index finger goes forwards and back.
    Poke,
    /// A hand is at rest.
    Pause,
    /// The gaze rests on something.
    Fixation,
    /// The gaze jumps from one thing to another.
    Saccade,
}

reenact::named!(
    EventKind, "kind of event":
    Tracked = "tracked",
    Pinch = "pinch",
    Grab = "grab",
    Poke = "poke",
    Pause = "pause",
    Fixation = "fixation",
    Saccade = "saccade",
);

impl EventKind {
    /// What an event's value is, its unit at the end; `None` for a kind without.
    pub const fn value_name(self) -> Option<&'static str> {
        match self {
            Self::Tracked => None,
            // The least distance of the tips of thumb and index.
            Self::Pinch => Some("least_aperture_m"),
            // The most that middle, ring and pinky were bent in the mean.
            Self::Grab => Some("most_curl_deg"),
            // How far the tip went forwards.
            Self::Poke => Some("depth_m"),
            // The mean speed.
            Self::Pause => Some("mean_speed_m_s"),
            // The largest angle from the mean direction.
            Self::Fixation => Some("radius_deg"),
            // The angle from where it began to where it ended.
            Self::Saccade => Some("amplitude_deg"),
        }
    }
}

/// Finds the events of a recording, in order of time; at one time in the order of [`EventKind`], left before right.
///
/// Any recording will do. Fails where [`stats`](crate::stats::stats) does: if an option means nothing, or there
/// would be too many frames.
///
/// ```
/// use reenact_inspect::events::{EventKind, Options, events};
///
/// let events = events(&reenact_make::demo(), &Options::default())?;
/// let poke = events.iter().find(|event| event.kind == EventKind::Poke).unwrap();
/// println!("a poke from {} s to {} s at {:?}", poke.from_secs, poke.to_secs, poke.place_m);
/// # Ok::<(), reenact::Error>(())
/// ```
pub fn events(recording: &Recording, options: &Options) -> Result<Vec<Event>> {
    let observed = Observed::new(recording, options)?;
    let mut events = Vec::new();
    for side in Side::ALL {
        hands::push(&observed, side, &mut events);
    }
    push_eye_movements(&observed, &mut events);
    events.sort_by(|a, b| {
        a.from_secs.total_cmp(&b.from_secs).then(a.kind.cmp(&b.kind)).then(a.hand.cmp(&b.hand))
    });
    Ok(events)
}

fn push_eye_movements(observed: &Observed, events: &mut Vec<Event>) {
    for (run, movements) in observed.eye_movements(observed.options.fixation_by) {
        let secs = |frame: &usize| observed.window.times.time_secs(run.start + frame);
        for stay in &movements.fixations {
            let inside =
                stay.frames.clone().filter_map(|frame| observed.gaze_at(run.start + frame));
            let radius_deg = inside
                .map(|gaze| reenact::angle::between_directions_deg(gaze, stay.direction))
                .fold(0.0, f64::max);
            events.push(Event {
                kind: EventKind::Fixation,
                hand: None,
                from_secs: secs(stay.frames.start()),
                to_secs: secs(stay.frames.end()),
                place_m: None,
                direction: Some(stay.direction.to_array().map(to_f32)),
                value: Some(radius_deg),
            });
        }
        for jump in &movements.saccades {
            let to = observed.gaze_at(run.start + jump.frames.end());
            events.push(Event {
                kind: EventKind::Saccade,
                hand: None,
                from_secs: secs(jump.frames.start()),
                to_secs: secs(jump.frames.end()),
                place_m: None,
                direction: to.map(|gaze| gaze.to_array().map(to_f32)),
                value: Some(jump.amplitude_deg),
            });
        }
    }
}
