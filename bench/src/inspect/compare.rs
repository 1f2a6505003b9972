//! Time of comparing as a function of the duration.

use reenact::{Curve, CurveId, Key, PoseComponent, Recording};
use reenact_inspect::compare::{Alignment, Options, compare};

use crate::race::{Lane, Race, timed};
use crate::report::{Goal, Section, Table, number, size, time};
use crate::{Effort, Result};

/// Duration of each recording relative to the first.
const LENGTHS: [usize; 3] = [1, 2, 4];

/// Two recordings of one length.
struct Length {
    a: Recording,
    b: Recording,
    seconds: f32,
}

/// A comparison with its lanes, one per duration.
type Way = (&'static str, Options, Vec<Lane>);

pub(crate) fn run(effort: Effort) -> Result<Section> {
    let shortest_secs = if effort.quick { 1.0 } else { 30.0 };
    let lengths = LENGTHS
        .iter()
        .map(|&times| Length::new(shortest_secs * times as f32))
        .collect::<Result<Vec<_>>>()?;
    let mut ways: Vec<Way> = [
        ("as they are", Alignment::None),
        ("offset found, ±1 s", Alignment::FindOffset { max_secs: 1.0 }),
        ("warped, ±0.5 s", Alignment::Warp { max_secs: 0.5 }),
    ]
    .map(|(name, alignment)| (name, Options { alignment, ..Options::default() }, Vec::new()))
    .into();

    let mut race = Race::default();
    for (name, options, lanes) in &mut ways {
        for length in &lengths {
            length.check(options)?;
            let (options, length) = (*options, length);
            lanes.push(race.enter(format!("{name}, {} s", length.seconds), move || {
                let (took, found) = timed(|| compare(&length.a, &length.b, &options));
                found?;
                Ok(took)
            }));
        }
    }
    let identical = race.enter("the same bytes", || {
        let Some(length) = lengths.last() else { return Err("no recordings".into()) };
        let (took, found) = timed(|| compare(&length.a, &length.a, &Options::default()));
        if !found?.identical {
            return Err("a recording is not the same as itself".into());
        }
        Ok(took)
    });
    let times = race.run(effort.rounds(7))?;

    let mut table =
        Table::new(["", "recordings", "median", "best", "a second of it", "÷ shortest"]);
    let mut goals = Vec::new();
    for (name, _, lanes) in &ways {
        let [shortest, .., longest] = lanes[..] else { continue };
        for (&lane, length) in lanes.iter().zip(&lengths) {
            let median = times.median(lane);
            table.push([
                times.name(lane).to_owned(),
                size(length.a.encoded_len() + length.b.encoded_len()),
                time(median),
                time(times.best(lane)),
                time(median / f64::from(length.seconds)),
                number(times.ratio(lane, shortest)),
            ]);
        }
        // Four times as long, with 20 % tolerance for cache misses.
        let what = format!("comparing {name}: time for 4 × the length");
        goals.push(Goal::at_most(what, 4.8, times.ratio(longest, shortest)));
    }
    let last = lengths.last().map_or(0, |length| 2 * length.a.encoded_len());
    table.push([
        times.name(identical).to_owned(),
        size(last),
        time(times.median(identical)),
        time(times.best(identical)),
        "–".to_owned(),
        "–".to_owned(),
    ]);
    Ok(Section {
        title: "Comparing two recordings",
        text: "All tracks at 60 Hz in 8-byte keys. The recordings differ by 1 cm and 0.02 s, and \
        are compared at every key and at 60 Hz."
            .to_owned(),
        table,
        goals,
    })
}

impl Length {
    fn new(seconds: f32) -> Result<Self> {
        let options = reenact_make::Options { seconds, rate_hz: 60.0, ..Default::default() };
        let a = reenact_make::make(&options)?;
        let mut b = Recording::new(a.form(), a.tracks())?;
        for (id, curve) in a.curves() {
            let is_height = matches!(
                id,
                CurveId::Camera(PoseComponent::PositionY)
                    | CurveId::Joint(_, _, PoseComponent::PositionY)
            );
            let off_m = if is_height { 0.01 } else { 0.0 };
            let keys = curve.iter().map(|key| Key {
                time_secs: key.time_secs + 0.02,
                value: key.value + off_m,
                ..key
            });
            b.set_curve(id, Curve::from_keys(curve.kind(), keys))?;
        }
        b.set_markers(a.markers())?;
        Ok(Self { a, b, seconds })
    }

    /// Checks that the comparison finds the inserted difference.
    fn check(&self, options: &Options) -> Result<()> {
        let found = compare(&self.a, &self.b, options)?;
        let position = found.tracks.iter().find_map(|track| track.position_m);
        let is_right = match options.alignment {
            Alignment::FindOffset { .. } => {
                (found.offset_secs - 0.02).abs() < 1e-3
                    && position.is_some_and(|far| (far.max - 0.01).abs() < 1e-3)
            }
            _ => position.is_some_and(|far| far.max >= 0.009),
        };
        if found.same || !is_right {
            return Err(format!("compared wrongly: {:?}, {position:?}", found.offset_secs).into());
        }
        Ok(())
    }
}
