//! Rows of the tables `events` and `stats`.

use reenact::hand::Side;
use reenact_inspect::events::{Event, EventKind};
use reenact_inspect::stats::Stats;

use super::field::{Field, Source};
use super::{TableAxes, Values};

/// Values of a column of the table `events`, and their validity.
pub(super) fn event_column(
    events: &[Event],
    axes: TableAxes,
    field: &Field,
) -> (Values, Option<Vec<bool>>) {
    let times =
        |time: &dyn Fn(&Event) -> f64| (Values::Doubles(events.iter().map(time).collect()), None);
    match field.source {
        Source::EventKind => {
            let names = EventKind::ALL.map(|kind| kind.name().to_owned()).to_vec();
            let numbers = events.iter().map(|event| index_of(&EventKind::ALL, &event.kind));
            (Values::Names { numbers: numbers.collect(), names }, None)
        }
        Source::EventHand => {
            let names = Side::ALL.map(|side| side.name().to_owned()).to_vec();
            let number = |event: &Event| event.hand.map_or(0, |hand| index_of(&Side::ALL, &hand));
            let present = events.iter().map(|event| event.hand.is_some()).collect();
            (Values::Names { numbers: events.iter().map(number).collect(), names }, Some(present))
        }
        Source::EventStart => times(&|event| event.from_secs.into()),
        Source::EventEnd => times(&|event| event.to_secs.into()),
        Source::EventDuration => {
            times(&|event| f64::from(event.to_secs) - f64::from(event.from_secs))
        }
        Source::EventPosition(axis) => {
            optional(events.iter().map(|event| component(event.position_m, axes, axis)))
        }
        Source::EventDirection(axis) => {
            optional(events.iter().map(|event| component(event.direction, axes, axis)))
        }
        _ => optional(events.iter().map(|event| event.value)),
    }
}

/// Row of the table `stats`.
#[derive(Debug)]
pub(super) struct StatRow {
    /// In the order of [`Stats::rows`].
    measures: Vec<Option<f64>>,
    damage: String,
}

impl StatRow {
    pub(super) fn of(stats: &Stats) -> Self {
        let codes: Vec<&str> = stats.damage.iter().map(|damage| damage.code.name()).collect();
        let measures = stats.rows().into_iter().map(|row| row.value).collect();
        Self { measures, damage: codes.join(" ") }
    }

    /// Value of a column, and whether there is one.
    pub(super) fn column(&self, field: &Field) -> (Values, Option<Vec<bool>>) {
        match field.source {
            Source::Measure(place) => {
                optional(std::iter::once(self.measures.get(place).copied().flatten()))
            }
            _ => (Values::Names { numbers: vec![0], names: vec![self.damage.clone()] }, None),
        }
    }
}

/// Numbers with missing values.
fn optional(values: impl Iterator<Item = Option<f64>>) -> (Values, Option<Vec<bool>>) {
    let (numbers, present) =
        values.map(|value| (value.unwrap_or(f64::NAN), value.is_some())).unzip();
    (Values::Doubles(numbers), Some(present))
}

fn component(vector: Option<[f32; 3]>, axes: TableAxes, axis: usize) -> Option<f64> {
    axes.vector(vector?).get(axis).copied().map(f64::from)
}

/// Index of a value in a list.
fn index_of<T: PartialEq>(all: &[T], value: &T) -> i32 {
    (0..).zip(all).find(|(_, other)| *other == value).map_or(0, |(place, _)| place)
}
