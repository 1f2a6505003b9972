//! Events with start and end: tracked spans, pinches, grabs, pokes, pauses, fixations, saccades.
//!
//! Tracked spans and pinches are states of the recording, with exact times. The others are detected in frames
//! ([`Options::rate_hz`]) and start and end at frames. `docs/reference/measures.md` defines each of them.

mod hands;
mod markers;

use reenact::hand::Side;
use reenact::{Recording, Result};
use reenact_base::number::to_f32;

pub use crate::measure::{FixationBy, Options, PinchBy};
pub use markers::{MarkerOptions, to_markers};

use crate::measure::observed::Observed;

/// An event with its start and end.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// Kind.
    pub kind: EventKind,
    /// Hand, if the event is of one.
    pub hand: Option<Side>,
    /// Start in seconds.
    pub from_secs: f32,
    /// End in seconds.
    pub to_secs: f32,
    /// Position in metres in the world: between the tips of thumb and index for a pinch, the palm for a grab, both in the first
    /// frame; the index tip at its farthest for a poke; the mean position of the hand for a pause.
    pub position_m: Option<[f32; 3]>,
    /// Direction of the gaze in a fixation, or at the end of a saccade; of unit length.
    pub direction: Option<[f32; 3]>,
    /// Characteristic value; [`EventKind::value_name`] names it.
    pub value: Option<f64>,
}

/// Kinds of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EventKind {
    /// A hand is tracked.
    Tracked,
    /// A hand pinches.
    Pinch,
    /// A hand is closed around an object, or to a fist.
    Grab,
    /// An index finger moves forwards and back.
    Poke,
    /// A hand rests.
    Pause,
    /// The gaze rests.
    Fixation,
    /// The gaze jumps.
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
    /// Name of the value of an event, with the unit as suffix; `None` for a kind without a value.
    pub const fn value_name(self) -> Option<&'static str> {
        match self {
            Self::Tracked => None,
            // Smallest distance of the tips of thumb and index.
            Self::Pinch => Some("least_aperture_m"),
            // Largest mean curl of middle, ring and pinky.
            Self::Grab => Some("most_curl_deg"),
            // Distance forwards of the tip.
            Self::Poke => Some("depth_m"),
            // Mean speed.
            Self::Pause => Some("mean_speed_m_s"),
            // Largest angle from the mean direction.
            Self::Fixation => Some("radius_deg"),
            // Angle between start and end.
            Self::Saccade => Some("amplitude_deg"),
        }
    }
}

/// Finds the events of a recording in order of time; at equal times in the order of [`EventKind`], left before right.
///
/// Fails as [`stats`](crate::stats::stats) does: for an invalid option, and for too many frames.
///
/// ```
/// use reenact_inspect::events::{EventKind, Options, events};
///
/// let events = events(&reenact_make::demo(), &Options::default())?;
/// let poke = events.iter().find(|event| event.kind == EventKind::Poke).unwrap();
/// println!("a poke from {} s to {} s at {:?}", poke.from_secs, poke.to_secs, poke.position_m);
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
                position_m: None,
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
                position_m: None,
                direction: to.map(|gaze| gaze.to_array().map(to_f32)),
                value: Some(jump.amplitude_deg),
            });
        }
    }
}
