//! Planner: turns the acts of a script into timelines of head, eyes and hands.
//!
//! All durations are known in advance, so the head is planned first and the hands after it: a hand that reaches for a point of
//! the room while the body walks still arrives there.

mod direct;
mod hand;
mod head;
mod turn;

use reenact::hand::Side;

pub(crate) use hand::HandPlan;
pub(crate) use head::{Aim, Focus, HeadPlan, Pivot, Stand};

use crate::act::{Act, Cue, HeadAct, Spot, Turn, When};
use crate::error::Fault;
use crate::grip::Grip;
use crate::hand_model::HandModel;
use crate::math::Pose;
use crate::motion::TimeRange;
use direct::Director;

/// Walking speed indoors, and the shortest duration of a walk.
const WALK_M_PER_SEC: f64 = 0.8;
const SHORTEST_WALK_SECS: f64 = 0.8;
/// Rounding errors in sums of durations do not count as overlap.
const SAME_TIME_SECS: f64 = 1e-9;

/// State of a person before the first act.
#[derive(Debug, Clone)]
pub(crate) struct Opening {
    /// Scale of the hands relative to an adult's mean.
    pub(crate) hand_scale: f64,
    /// Latest end of an act.
    pub(crate) longest_secs: f64,
    /// Whether points out of reach are errors.
    pub(crate) arms: bool,
    /// Whether acts become markers.
    pub(crate) mark_acts: bool,
    pub(crate) pivot: Pivot,
    pub(crate) stand: Stand,
    pub(crate) aim: Aim,
    pub(crate) left: HandStart,
    pub(crate) right: HandStart,
}

/// State of one hand before the first act.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HandStart {
    /// Whether it is tracked; `None` if it is tracked whenever it has an act.
    pub(crate) tracked: Option<bool>,
    pub(crate) pose: Grip,
    pub(crate) at: HandPlace,
    pub(crate) turn: Option<Turn>,
}

/// Position of a hand before the first act.
#[derive(Debug, Clone, Copy)]
pub(crate) enum HandPlace {
    /// At rest in front of the body.
    Rest,
    /// The palm at a point of the room.
    Palm(Spot),
    /// The wrist at a pose.
    Wrist(Pose),
}

impl Opening {
    pub(crate) const fn hand(&self, side: Side) -> &HandStart {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }
}

/// Marker with its time.
#[derive(Debug, Clone)]
pub(crate) struct PlannedMarker {
    pub(crate) time_secs: f64,
    pub(crate) name: String,
}

/// All movements of a performance, before it is recorded.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) model: HandModel,
    pub(crate) head: HeadPlan,
    left: HandPlan,
    right: HandPlan,
    /// Markers in order of time.
    pub(crate) markers: Vec<PlannedMarker>,
    /// Time at which the last act ends.
    pub(crate) end_secs: f64,
}

impl Plan {
    /// Plans the acts. Fails if a head or hand has two acts at once, and for points out of reach.
    pub(crate) fn new(opening: &Opening, cues: &[Cue]) -> Result<Self, Fault> {
        let mut head = HeadPlan::new(opening.pivot, opening.stand, opening.aim);
        let mut markers = Vec::new();
        let mut clock = Clock::default();
        let mut starts = Vec::with_capacity(cues.len());
        for cue in cues {
            let start_secs = clock.start(cue.when);
            let secs = match &cue.act {
                Act::Wait { secs } => *secs,
                Act::Marker { name } => {
                    markers.push(PlannedMarker { time_secs: start_secs, name: name.clone() });
                    0.0
                }
                Act::Head(act) => head_act(&mut head, start_secs, act, cue.offset)?,
                Act::Hand { act, .. } => act.secs(),
            };
            clock.now_secs = clock.now_secs.max(tidy(start_secs + secs));
            let longest = opening.longest_secs;
            if clock.now_secs > longest {
                let message = format!("the script is longer than {longest} s from this act on");
                return Err(Fault::at(cue.offset, message));
            }
            starts.push(start_secs);
        }

        let model = HandModel::new(opening.hand_scale);
        let hand = |side: Side| {
            let mut director = Director::new(opening, &model, &head, side)?;
            for (cue, start_secs) in cues.iter().zip(&starts) {
                match &cue.act {
                    Act::Hand { side: hand, act, turn } if *hand == side => {
                        director.direct(*start_secs, act, *turn, cue.offset)?;
                    }
                    _ => {}
                }
            }
            Ok(director.finish())
        };
        let (left, marked_left) = hand(Side::Left)?;
        let (right, marked_right) = hand(Side::Right)?;
        if opening.mark_acts {
            markers.extend(marked_left.into_iter().chain(marked_right));
        }
        markers.sort_by(|a, b| a.time_secs.total_cmp(&b.time_secs));
        Ok(Self { model, head, left, right, markers, end_secs: clock.now_secs })
    }

    pub(crate) const fn hand(&self, side: Side) -> &HandPlan {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }
}

/// Rounds to the nanosecond, so that a sum of durations in decimals equals the time of a frame.
fn tidy(time_secs: f64) -> f64 {
    libm::round(time_secs * 1e9) / 1e9
}

#[derive(Default)]
struct Clock {
    /// Time at which all acts so far have ended.
    now_secs: f64,
    last_start_secs: f64,
}

impl Clock {
    const fn start(&mut self, when: When) -> f64 {
        self.last_start_secs = match when {
            When::Then => self.now_secs,
            When::Meanwhile => self.last_start_secs,
            When::At(start_secs) => start_secs,
        };
        self.last_start_secs
    }
}

/// Plans an act of the head and returns its duration.
fn head_act(
    plan: &mut HeadPlan,
    start_secs: f64,
    act: &HeadAct,
    offset: usize,
) -> Result<f64, Fault> {
    let (stands, turned) = (plan.stand.free_secs(), plan.turned_secs());
    let free = |what: &str, free_secs: f64| busy(what, start_secs, free_secs, offset);
    let turns = || free("the head is turning", turned);
    let walks = || free("the person is walking or turning", stands);
    match *act {
        HeadAct::Look { at, secs } => {
            turns()?;
            plan.turn(TimeRange::new(start_secs, start_secs + secs), Aim::Point(at));
            plan.focus(start_secs, Focus::Point(at));
            Ok(secs)
        }
        HeadAct::Glance { at } => {
            plan.focus(start_secs, Focus::Point(at));
            Ok(0.0)
        }
        HeadAct::Turn { yaw_deg, pitch_deg, secs } => {
            turns()?;
            walks()?;
            let stand = Stand { yaw_deg, ..plan.stand.last() };
            plan.stand.go(start_secs, secs, stand);
            let span = TimeRange::new(start_secs, start_secs + secs);
            plan.turn(span, Aim::Room { yaw_deg, pitch_deg });
            plan.focus(start_secs, Focus::Ahead);
            Ok(secs)
        }
        HeadAct::Nod { yaw_deg, pitch_deg, secs } => {
            turns()?;
            let span = TimeRange::new(start_secs, start_secs + secs);
            plan.turn(span, Aim::Chest { yaw_deg, pitch_deg });
            Ok(secs)
        }
        HeadAct::Walk { to, yaw_deg, secs } => {
            walks()?;
            let last = plan.stand.last();
            let natural = last.at.distance(to) / WALK_M_PER_SEC;
            let secs = secs.unwrap_or(natural.max(SHORTEST_WALK_SECS));
            let stand = Stand { at: to, yaw_deg: yaw_deg.unwrap_or(last.yaw_deg) };
            plan.stand.go(start_secs, secs, stand);
            // A head that looks at a point keeps looking at it while walking.
            if let (Some(yaw_deg), Aim::Room { pitch_deg, .. }) = (yaw_deg, plan.last_aim()) {
                turns()?;
                let span = TimeRange::new(start_secs, start_secs + secs);
                plan.turn(span, Aim::Room { yaw_deg, pitch_deg });
            }
            Ok(secs)
        }
    }
}

/// Fails if an act starts before the previous one has ended.
fn busy(what: &str, start_secs: f64, free_secs: f64, offset: usize) -> Result<(), Fault> {
    if start_secs + SAME_TIME_SECS < free_secs {
        let message =
            format!("this act starts at {start_secs:.3} s, but {what} until {free_secs:.3} s");
        return Err(Fault::at(offset, message));
    }
    Ok(())
}
