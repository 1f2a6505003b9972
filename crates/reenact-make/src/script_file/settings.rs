//! What stands at the top of a script: how it is filmed, who does it, and what its numbers are measured from.

use glam::DVec3;
use reenact::hand::Side;
use reenact::number::to_f32;

use super::acts::grip;
use super::error::Fault;
use super::table::Table;
use crate::grip::Grip;
use crate::math::about_y;

/// Everything but the acts.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) rate_hz: f32,
    pub(super) seed: u64,
    pub(super) noise: bool,
    pub(super) mark_acts: bool,
    /// The least length, if one is given, and where it stands.
    pub(super) secs: Option<(f64, usize)>,
    pub(super) hand_scale: f64,
    /// Whether arms have a length.
    pub(super) arms: bool,
    pub(super) space: Space,
    pub(super) left: HandStart,
    pub(super) right: HandStart,
}

/// How a hand is found at the start.
#[derive(Debug, Clone, Copy)]
pub(super) struct HandStart {
    /// Unless told, a hand is in sight if the script has something for it to do.
    pub(super) tracked: Option<bool>,
    pub(super) pose: Grip,
    /// Where its palm is, in the room, and where that stands in the text; none for at rest.
    pub(super) at: Option<(DVec3, usize)>,
}

/// What points and angles are measured from, and where the head starts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Space {
    pub(super) head_start: DVec3,
    pub(super) facing_deg: f64,
    from_head: bool,
}

impl Space {
    /// The point in the room.
    pub(super) fn point(&self, point: DVec3) -> DVec3 {
        if self.from_head { self.head_start + self.direction(point) } else { point }
    }

    pub(super) fn direction(&self, direction: DVec3) -> DVec3 {
        if self.from_head { about_y(self.facing_deg) * direction } else { direction }
    }

    pub(super) fn yaw(&self, yaw_deg: f64) -> f64 {
        if self.from_head { self.facing_deg + yaw_deg } else { yaw_deg }
    }
}

impl Settings {
    pub(super) fn read(top: &mut Table<'_>) -> Result<Self, Fault> {
        let rate_hz = to_f32(top.number("rate_hz", 1.0..=1000.0, 60.0)?);
        let seed = top.get("seed").map_or(Ok(1), |seed| seed.seed("seed"))?;
        let noise = top.flag("noise")?.unwrap_or(true);
        let mark_acts = top.flag("mark_acts")?.unwrap_or(false);
        let secs = top
            .get("secs")
            .map(|secs| {
                let number = secs.number("secs", 0.0..=super::LONGEST_SCRIPT_SECS)?;
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
        let left = HandStart::read(top, Side::Left, &space)?;
        let right = HandStart::read(top, Side::Right, &space)?;
        Ok(Self { rate_hz, seed, noise, mark_acts, secs, hand_scale, arms, space, left, right })
    }

    pub(super) const fn hand(&self, side: Side) -> &HandStart {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }
}

impl HandStart {
    fn read(top: &mut Table<'_>, side: Side, space: &Space) -> Result<Self, Fault> {
        let mut start = Self { tracked: None, pose: Grip::Relaxed, at: None };
        if let Some(mut hand) = sub_table(top, side.name())? {
            start.tracked = hand.flag("tracked")?;
            if let Some(pose) = hand.get("pose") {
                start.pose = grip(pose)?;
            }
            if let Some(at) = hand.get("at") {
                start.at = Some((space.point(at.point("at")?), at.offset));
            }
            hand.finish()?;
        }
        Ok(start)
    }
}

fn sub_table<'t>(top: &mut Table<'t>, key: &'static str) -> Result<Option<Table<'t>>, Fault> {
    let Some(entry) = top.get(key) else { return Ok(None) };
    let wrong = || Fault::at(entry.offset, format!("{key} must be a table: [{key}]"));
    entry.table(&format!("[{key}]")).map(Some).ok_or_else(wrong)
}
