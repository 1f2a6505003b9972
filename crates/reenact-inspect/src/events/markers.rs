//! Conversion of events to markers.

use std::collections::BTreeMap;
use std::fmt::Write;

use reenact::hand::Side;
use reenact::{Error, Marker, Result};

use super::{Event, EventKind};

/// Selection of events, and the names of their markers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkerOptions {
    /// Kinds of events; empty selects all.
    pub kinds: Vec<EventKind>,
    /// Whether to add a marker at the end of an event.
    pub ends: bool,
    /// Template of the name. `{kind}` is the kind of event, `{hand}` is `left`, `right` or empty, `{number}` counts the events of
    /// one kind and hand from 1, `{value}` is the event's value with three decimals, or empty. Surplus spaces are removed.
    pub name: String,
    /// Template of the name at the end of an event.
    pub end_name: String,
}

impl Default for MarkerOptions {
    /// `left pinch` at the start of each event, and no marker at its end.
    fn default() -> Self {
        Self {
            kinds: Vec::new(),
            ends: false,
            name: "{hand} {kind}".to_owned(),
            end_name: "{hand} {kind} end".to_owned(),
        }
    }
}

/// Converts events to markers in order of time; at equal times ends come before starts.
///
/// Fails if a template has an unknown placeholder in braces.
///
/// ```
/// use reenact_inspect::events::{EventKind, MarkerOptions, Options, events, to_markers};
///
/// let mut recording = reenact_make::demo();
/// let events = events(&recording, &Options::default())?;
/// let options = MarkerOptions { kinds: vec![EventKind::Pinch], ends: true, ..MarkerOptions::default() };
/// let markers = to_markers(&events, &options)?;
/// assert_eq!(markers[0].name, "left pinch");
/// recording.set_markers(markers)?;
/// # Ok::<(), reenact::Error>(())
/// ```
pub fn to_markers(events: &[Event], options: &MarkerOptions) -> Result<Vec<Marker<'static>>> {
    let mut markers = Vec::new();
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    // Validated even without events.
    for template in [&options.name, &options.end_name] {
        name(template, None, 0)?;
    }
    let is_wanted = |kind| options.kinds.is_empty() || options.kinds.contains(&kind);
    for event in events.iter().filter(|event| is_wanted(event.kind)) {
        let count = counts.entry((event.kind, event.hand)).or_default();
        *count += 1;
        if options.ends {
            let end = name(&options.end_name, Some(event), *count)?;
            markers.push((true, Marker::new(event.to_secs, end)));
        }
        let begin = name(&options.name, Some(event), *count)?;
        markers.push((false, Marker::new(event.from_secs, begin)));
    }
    // Stable sort: markers at one time keep the order of their events.
    markers.sort_by(|(a_ends, a), (b_ends, b)| {
        a.time_secs.total_cmp(&b.time_secs).then(b_ends.cmp(a_ends))
    });
    Ok(markers.into_iter().map(|(_, marker)| marker).collect())
}

/// Expands a template; without an event, only validates it.
fn name(template: &str, event: Option<&Event>, count: usize) -> Result<String> {
    let mut name = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        name.push_str(before);
        let Some((part, after)) = after.split_once('}') else {
            return Err(Error::wrong_option(format!(
                "the marker name {template:?} has a {{ without a }}"
            )));
        };
        rest = after;
        match part {
            "kind" => name.push_str(event.map_or("", |event| event.kind.name())),
            "hand" => {
                name.push_str(event.and_then(|event| event.hand).map_or("", Side::name));
            }
            "number" => name.push_str(&count.to_string()),
            "value" => {
                if let Some(value) = event.and_then(|event| event.value) {
                    let _ = write!(name, "{value:.3}"); // to a string: never fails
                }
            }
            _ => {
                return Err(Error::wrong_option(format!(
                    "the marker name {template:?} has {{{part}}}, which is none of {{kind}}, {{hand}}, {{number}} and {{value}}"
                )));
            }
        }
    }
    name.push_str(rest);
    Ok(name.split_whitespace().collect::<Vec<_>>().join(" "))
}
