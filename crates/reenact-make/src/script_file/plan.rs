//! From acts to timelines. Every length is known beforehand, so the head is planned first and the hands after it:
//! a hand that reaches for a point of the room while its owner walks still gets there.

use reenact::hand::Side;

use super::acts::{Act, Cue, HeadAct, When};
use super::direct::Director;
use super::error::Fault;
use super::hand::HandPlan;
use super::head::{Aim, HeadPlan, Stand};
use super::settings::Settings;
use crate::hand_model::HandModel;
use crate::motion::Span;
use crate::plan::Moment;

/// As fast as people walk in a room full of furniture, and the least that any walk takes.
const WALK_M_PER_SEC: f64 = 0.8;
const SHORTEST_WALK_SECS: f64 = 0.8;
/// Rounding in sums of lengths is no overlap.
const SAME_TIME_SECS: f64 = 1e-9;

/// All that happens in a script.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub(super) model: HandModel,
    pub(super) head: HeadPlan,
    pub(super) left: HandPlan,
    pub(super) right: HandPlan,
    /// Named moments, by time.
    pub(super) moments: Vec<Moment>,
    /// When the last act is over.
    pub(super) end_secs: f64,
}

impl Plan {
    pub(super) fn new(settings: &Settings, cues: &[Cue]) -> Result<Self, Fault> {
        let space = &settings.space;
        let mut head = HeadPlan::new(Stand { head: space.head_start, yaw_deg: space.facing_deg });
        let mut moments = Vec::new();
        let mut clock = Clock::default();
        let mut starts = Vec::with_capacity(cues.len());
        for cue in cues {
            let start_secs = clock.start(cue.when);
            let secs = match &cue.act {
                Act::Wait { secs } => *secs,
                Act::Marker { name } => {
                    moments.push(Moment { time_secs: start_secs, name: name.clone() });
                    0.0
                }
                Act::Head(act) => head_act(&mut head, start_secs, act, cue.offset)?,
                Act::Hand(_, act) => act.secs(),
            };
            clock.end(tidy(start_secs + secs), cue.offset)?;
            starts.push(start_secs);
        }

        let model = HandModel::new(settings.hand_scale);
        let hand = |side: Side| {
            let mut director = Director::new(settings, &model, &head, side)?;
            for (cue, start_secs) in cues.iter().zip(&starts) {
                if let Act::Hand(hand, act) = &cue.act
                    && *hand == side
                {
                    director.direct(*start_secs, act, cue.offset)?;
                }
            }
            Ok(director.finish())
        };
        let (left, marked_left) = hand(Side::Left)?;
        let (right, marked_right) = hand(Side::Right)?;
        if settings.mark_acts {
            moments.extend(marked_left.into_iter().chain(marked_right));
        }
        moments.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
        Ok(Self { model, head, left, right, moments, end_secs: clock.now_secs })
    }

    pub(super) const fn hand(&self, side: Side) -> &HandPlan {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }
}

/// To the nanosecond: a sum of lengths that comes to a frame's time in decimals is to be that frame's time.
pub(super) fn tidy(time_secs: f64) -> f64 {
    libm::round(time_secs * 1e9) / 1e9
}

#[derive(Default)]
struct Clock {
    /// When all that came before is over.
    now_secs: f64,
    last_start_secs: f64,
}

impl Clock {
    fn start(&mut self, when: When) -> f64 {
        self.last_start_secs = match when {
            When::Then => self.now_secs,
            When::Meanwhile => self.last_start_secs,
            When::At(start_secs) => start_secs,
        };
        self.last_start_secs
    }

    fn end(&mut self, end_secs: f64, offset: usize) -> Result<(), Fault> {
        self.now_secs = self.now_secs.max(end_secs);
        let most = super::LONGEST_SCRIPT_SECS;
        if self.now_secs > most {
            let message = format!("the script is longer than {most} s from this act on");
            return Err(Fault::at(offset, message));
        }
        Ok(())
    }
}

/// Plans an act of the head and returns how long it takes.
fn head_act(
    plan: &mut HeadPlan,
    start_secs: f64,
    act: &HeadAct,
    offset: usize,
) -> Result<f64, Fault> {
    let (stands, turned) = (plan.stand.free_secs(), plan.turned_secs());
    let free = |what: &str, free_secs: f64| busy(what, start_secs, free_secs, offset);
    match *act {
        HeadAct::Look { at, secs } => {
            free("the head still turns", turned)?;
            plan.turn(Span::new(start_secs, start_secs + secs), Aim::Point(at));
            Ok(secs)
        }
        HeadAct::Turn { yaw_deg, pitch_deg, secs } => {
            free("the head still turns", turned)?;
            free("the person still walks or turns", stands)?;
            let stand = Stand { yaw_deg, ..plan.stand.last() };
            plan.stand.go(start_secs, secs, stand);
            let span = Span::new(start_secs, start_secs + secs);
            plan.turn(span, Aim::Way { yaw_deg, pitch_deg });
            Ok(secs)
        }
        HeadAct::Walk { to, yaw_deg, secs } => {
            free("the person still walks or turns", stands)?;
            let last = plan.stand.last();
            let natural = last.head.distance(to) / WALK_M_PER_SEC;
            let secs = secs.unwrap_or(natural.max(SHORTEST_WALK_SECS));
            plan.stand.go(
                start_secs,
                secs,
                Stand { head: to, yaw_deg: yaw_deg.unwrap_or(last.yaw_deg) },
            );
            // Who looks at a point keeps looking at it on the way.
            if let (Some(yaw_deg), Aim::Way { pitch_deg, .. }) = (yaw_deg, plan.last_aim()) {
                free("the head still turns", turned)?;
                let span = Span::new(start_secs, start_secs + secs);
                plan.turn(span, Aim::Way { yaw_deg, pitch_deg });
            }
            Ok(secs)
        }
    }
}

/// Refuses an act that starts before something is free.
pub(super) fn busy(
    what: &str,
    start_secs: f64,
    free_secs: f64,
    offset: usize,
) -> Result<(), Fault> {
    if start_secs + SAME_TIME_SECS < free_secs {
        let message =
            format!("this act starts at {start_secs:.3} s, but {what} until {free_secs:.3} s");
        return Err(Fault::at(offset, message));
    }
    Ok(())
}
