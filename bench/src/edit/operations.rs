//! Edits that process every key once.

use reenact::{Form, Recording};
use reenact_edit::Edited;
use reenact_edit::mirror::{self, mirror};
use reenact_edit::retime::{self, Pace, retime};
use reenact_edit::trim::{self, trim};
use reenact_edit::version::{self, version};

use crate::data::{Data, FULL};
use crate::race::{Race, timed};
use crate::report::{Goal, Section, Table, size, throughput};
use crate::{Effort, Result};

/// Target throughput in GB of keys per second.
const WANTED_GBS: f64 = 0.5;

pub(super) fn run(data: &Data, effort: Effort) -> Result<Section> {
    let mapped = [("8-byte", &data.lifelike_mrtk), ("28-byte", &data.lifelike)];
    let mapped = mapped.map(|(name, stored)| Ok::<_, crate::Failure>((name, stored.map(true)?)));
    let mapped = mapped.into_iter().collect::<Result<Vec<_>>>()?;
    let mut race = Race::default();
    let mut goals = Vec::new();
    let mut lanes = Vec::new();
    for (name, mapping) in &mapped {
        let recording = Recording::parse(mapping.clone())?;
        check(&recording)?;
        let bytes = key_bytes(&recording);
        let other = if recording.form() == FULL { Form::MRTK_1_1 } else { FULL };
        let works = [
            ("trim", work(|r| trim(r, &a_second_in()))),
            ("mirror", work(|r| mirror(r, &mirror::Options::default()))),
            ("retime", work(|r| retime(r, &at_speed(1.25)))),
            ("version", work(move |r| version(r, &to(other)))),
        ];
        for (work_name, work) in works {
            // If the key size changes, the larger size counts as memory traffic.
            let bytes = bytes.max(key_bytes(&work(&recording)?.recording));
            let lane = race.enter(format!("`{work_name}`, {name} keys"), move || {
                let recording = Recording::parse(mapping.clone())?;
                let (took, edited) = timed(|| work(&recording));
                drop(edited?);
                Ok(took)
            });
            lanes.push((lane, bytes, true));
        }
        let keys = vec![1_u8; bytes];
        let lane = race.enter(format!("`memcpy`, {name} keys"), move || {
            Ok(timed(|| std::hint::black_box(&keys).clone()).0)
        });
        lanes.push((lane, bytes, false));
    }
    let times = race.run(effort.rounds(9))?;

    let bytes_of = |lane| lanes.iter().find(|(own, ..)| *own == lane).map_or(0, |found| found.1);
    let table = Table::of_times(
        &times,
        times.lanes(),
        [("keys at", &|lane| throughput(bytes_of(lane), times.median(lane)))],
    );
    for &(lane, bytes, _) in lanes.iter().filter(|(.., has_goal)| *has_goal) {
        let gbs = bytes as f64 / times.median(lane);
        goals.push(Goal::at_least_gbs(times.name(lane), WANTED_GBS, gbs));
    }
    Ok(Section {
        title: "Editing",
        text: format!(
            "On one thread, from the mapped file into newly allocated memory: {} of 8-byte and {} of 28-byte keys. `trim` removes one second and shifts the rest to 0. `version` converts to the \
            other layout; its rate counts the larger keys of the two. `mirror` negates \
            three of the seven curves of a pose and leaves the others unchanged.",
            size(key_bytes(&Recording::parse(mapped[0].1.clone())?)),
            size(key_bytes(&Recording::parse(mapped[1].1.clone())?)),
        ),
        table,
        goals,
    })
}

fn key_bytes(recording: &Recording) -> usize {
    recording.curves().map(|(_, curve)| curve.raw_keys().as_bytes().len()).sum()
}

fn a_second_in() -> trim::Options {
    trim::Options { from_secs: Some(1.0), ..trim::Options::default() }
}

fn at_speed(speed: f32) -> retime::Options {
    retime::Options { pace: Pace::Speed(speed) }
}

fn to(form: Form) -> version::Options {
    version::Options { form: Some(form), ..version::Options::default() }
}

type Work = Box<dyn for<'r> Fn(&'r Recording) -> reenact::Result<Edited>>;

fn work<F>(work: F) -> Work
where
    F: for<'r> Fn(&'r Recording) -> reenact::Result<Edited> + 'static,
{
    Box::new(work)
}

/// Checks that invertible edits restore the original, and that a trim changes no values.
fn check(recording: &Recording) -> Result<()> {
    let back = |edited: Edited, again: &dyn Fn(&Recording) -> reenact::Result<bool>| {
        again(&edited.recording).map_err(crate::Failure::from)
    };
    let other = if recording.form() == FULL { Form::MRTK_1_1 } else { FULL };
    let world = mirror::Options::default();
    let is_right = [
        back(mirror(recording, &world)?, &|r| Ok(mirror(r, &world)?.recording == *recording))?,
        back(retime(recording, &at_speed(2.0))?, &|r| {
            Ok(retime(r, &at_speed(0.5))?.recording == *recording)
        })?,
        back(version(recording, &to(other))?, &|r| {
            Ok(version(r, &to(recording.form()))?.recording == *recording)
        })?,
        back(trim(recording, &a_second_in())?, &|r| {
            Ok(recording.curves().zip(r.curves()).all(|((_, old), (_, new))| {
                [0.0_f32, 0.7, 1.9].iter().all(|time_secs| {
                    let (old, new) = (old.value_at(time_secs + 1.0), new.value_at(*time_secs));
                    (old - new).abs() <= 1e-5
                })
            }))
        })?,
    ];
    if is_right.contains(&false) {
        return Err(
            format!("an edit is not right: mirror, retime, version, trim {is_right:?}").into()
        );
    }
    Ok(())
}
