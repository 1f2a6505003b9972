//! Parses the settings at the top of a script.

use glam::{DQuat, DVec3};
use reenact::hand::Side;
use reenact_base::number::to_f32;

use super::read::{grip, spot, turn};
use super::table::Table;
use crate::error::Fault;
use crate::grip::Grip;
use crate::math::{about_x, about_y, about_z};
use crate::options::{Options, check_rate_hz, check_seconds};
use crate::plan::{Aim, HandPlace, HandStart, Opening, Pivot, Stand};

/// Settings of a script.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) rate_hz: f32,
    pub(super) seed: u64,
    pub(super) noise: bool,
    /// Shortest duration, if one is given, with its byte offset.
    pub(super) secs: Option<(f64, usize)>,
    pub(super) space: Space,
    pub(super) opening: Opening,
}

/// Space in which points and angles are given, and the start pose of the head.
#[derive(Debug, Clone, Copy)]
pub(super) struct Space {
    head_start: DVec3,
    facing_deg: f64,
    from_head: bool,
}

impl Space {
    /// Transforms a point to room space.
    pub(super) fn point(&self, point: DVec3) -> DVec3 {
        if self.from_head { self.head_start + self.direction(point) } else { point }
    }

    pub(super) fn direction(&self, direction: DVec3) -> DVec3 {
        if self.from_head { about_y(self.facing_deg) * direction } else { direction }
    }

    /// Rotation in room space from angles about x, y and z, in Unity's order: z first, then x, then y.
    pub(super) fn rotation(&self, degrees: DVec3) -> DQuat {
        about_y(self.yaw(degrees.y)) * about_x(degrees.x) * about_z(degrees.z)
    }

    pub(super) fn yaw(&self, yaw_deg: f64) -> f64 {
        if self.from_head { self.facing_deg + yaw_deg } else { yaw_deg }
    }
}

impl Settings {
    pub(super) fn read(top: &mut Table<'_>) -> Result<Self, Fault> {
        let rate_hz = top.get("rate_hz").map(|rate| rate.checked("rate_hz", check_rate_hz));
        let rate_hz = rate_hz.transpose()?.map_or(Options::default().rate_hz, to_f32);
        let seed = top.get("seed").map_or(Ok(1), |seed| seed.seed("seed"))?;
        let noise = top.flag("noise")?.unwrap_or(true);
        let mark_acts = top.flag("mark_acts")?.unwrap_or(false);
        let secs = top
            .get("secs")
            .map(|secs| {
                let number = secs.checked("secs", check_seconds)?;
                Ok((number, secs.offset))
            })
            .transpose()?;
        let hand_scale = top.number("hand_scale", 0.5..=1.5, 1.0)?;
        let arms = top
            .get("reach")
            .map_or(Ok(true), |reach| reach.choice("reach", &[("arm", true), ("any", false)]))?;
        let from_head = top
            .get("space")
            .map_or(Ok(true), |space| space.choice("space", &[("head", true), ("world", false)]))?;
        let mut space = Space { head_start: DVec3::new(0.0, 1.6, 0.0), facing_deg: 0.0, from_head };
        if let Some(mut head) = sub_table(top, "head")? {
            if let Some(start) = head.get("start") {
                space.head_start = start.point("start")?;
            }
            space.facing_deg = head.number("facing_deg", -360.0..=360.0, 0.0)?;
            head.finish()?;
        }
        let opening = Opening {
            hand_scale,
            longest_secs: Options::MAX_SECONDS.into(),
            arms,
            mark_acts,
            pivot: Pivot::Head,
            stand: Stand { at: space.head_start, yaw_deg: space.facing_deg },
            aim: Aim::Room { yaw_deg: space.facing_deg, pitch_deg: 0.0 },
            left: hand_start(top, Side::Left, &space)?,
            right: hand_start(top, Side::Right, &space)?,
        };
        Ok(Self { rate_hz, seed, noise, secs, space, opening })
    }
}

fn hand_start(top: &mut Table<'_>, side: Side, space: &Space) -> Result<HandStart, Fault> {
    let mut start =
        HandStart { tracked: None, pose: Grip::Relaxed, at: HandPlace::Rest, turn: None };
    if let Some(mut hand) = sub_table(top, side.name())? {
        start.tracked = hand.flag("tracked")?;
        if let Some(pose) = hand.get("pose") {
            start.pose = grip(pose)?;
        }
        if let Some(at) = hand.get("at") {
            start.at = HandPlace::Palm(spot(at, "at", space)?);
        }
        start.turn = turn(&mut hand, space)?;
        hand.finish()?;
    }
    Ok(start)
}

fn sub_table<'t>(top: &mut Table<'t>, key: &'static str) -> Result<Option<Table<'t>>, Fault> {
    let Some(entry) = top.get(key) else { return Ok(None) };
    let wrong = || Fault::at(entry.offset, format!("{key} must be a table: [{key}]"));
    entry.table(&format!("[{key}]")).map(Some).ok_or_else(wrong)
}
