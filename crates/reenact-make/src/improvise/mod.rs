//! Improvisation: writes a script from a random seed.
//!
//! Random [actions](ideas) become acts with all their times, which [`crate::plan`] performs like any script.

mod demo;
mod idea;
mod ideas;
mod write;

pub(crate) use demo::DEMO;

use self::idea::Next;
use self::ideas::Ideas;
use self::write::Writer;
use crate::act::Cue;
use crate::plan::Opening;
use crate::rng::{self, Rng};
use crate::stage::part;

/// Writes a script of random actions up to `end_secs`.
pub(crate) fn improvise(seed: u64, end_secs: f64) -> (Opening, Vec<Cue>) {
    let mut rng = Rng::new(rng::derive(seed, part::IDEAS));
    let mut ideas = Ideas::default();
    written(seed, end_secs, |now_secs| Some(ideas.next(now_secs, &mut rng)))
}

/// A script of the first `end_secs` of given ideas.
pub(crate) fn follow(seed: u64, end_secs: f64, ideas: &[Next]) -> (Opening, Vec<Cue>) {
    let mut ideas = ideas.iter();
    written(seed, end_secs, |_| ideas.next().cloned())
}

/// Duration of given actions plus a short pause. It depends on the seed, because people differ in speed.
pub(crate) fn length_secs(seed: u64, ideas: &[Next]) -> f64 {
    let mut writer = Writer::new(seed);
    for next in ideas {
        writer.write(next);
    }
    writer.now_secs() + 0.5
}

fn written(
    seed: u64,
    end_secs: f64,
    mut next: impl FnMut(f64) -> Option<Next>,
) -> (Opening, Vec<Cue>) {
    let mut writer = Writer::new(seed);
    while writer.now_secs() < end_secs {
        let Some(next) = next(writer.now_secs()) else { break };
        writer.write(&next);
    }
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;

    #[test]
    fn every_seed_writes_a_script_that_can_be_performed() {
        let day = (1, 86_400.0);
        for (seed, end_secs) in (0..300).map(|seed| (seed, 120.0)).chain([day]) {
            let (opening, cues) = improvise(seed, end_secs);
            let plan = Plan::new(&opening, &cues).unwrap_or_else(|f| panic!("seed {seed}: {f:?}"));
            assert!(plan.end_secs > end_secs - 5.0, "seed {seed}: {}", plan.end_secs);
        }
        let (opening, cues) = follow(7, 1e9, &DEMO);
        assert!(Plan::new(&opening, &cues).is_ok());
    }
}
