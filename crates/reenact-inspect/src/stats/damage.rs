//! Defects of a recording that change its measures.

use reenact::hand::{Joint, Side};
use reenact::{Curve, CurveId, Recording, Track};

use super::rows::Row;
use crate::doctor::{self, Code, Finding, Severity, Where, examine_recording};
use crate::measure::FrameRange;

/// Defect of the recording, as found by `doctor`, and the measures that it makes wrong or unknown.
///
/// The measures are computed from the recording as it is, without correction. `docs/reference/measures.md` lists the codes that
/// are reported here.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Damage {
    /// Code of the finding.
    pub code: Code,
    /// Severity of the finding.
    pub severity: Severity,
    /// Affected groups of measures, at least one, in the order of [`Group::ALL`].
    pub affects: Vec<Group>,
    /// Names of the affected measures.
    pub measures: Vec<String>,
}

/// Measures that are computed from the same curves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Measures of the joints of the left hand.
    LeftHand,
    /// Measures of the joints of the right hand.
    RightHand,
    /// Tracking and pinch times of the left hand.
    LeftStates,
    /// Tracking and pinch times of the right hand.
    RightStates,
    /// Measures that depend on the position or rotation of the head.
    Head,
    /// Measures that depend on the rotation of the head.
    HeadRotation,
    /// Measures of the gaze.
    Gaze,
}

reenact::named!(
    Group, "group of measures":
    LeftHand = "left_hand",
    RightHand = "right_hand",
    LeftStates = "left_states",
    RightStates = "right_states",
    Head = "head",
    HeadRotation = "head_rotation",
    Gaze = "gaze",
);

impl Group {
    /// Label, such as `left hand`.
    pub const fn label(self) -> &'static str {
        match self {
            Self::LeftHand => "left hand",
            Self::RightHand => "right hand",
            Self::LeftStates => "left tracking and pinches",
            Self::RightStates => "right tracking and pinches",
            Self::Head => "head, reach, distance to the head",
            Self::HeadRotation => "head rotation, reach, gaze to head",
            Self::Gaze => "gaze",
        }
    }
}

/// Runs the doctor and keeps the findings that affect measures of the time window, the worst first.
pub(super) fn find(recording: &Recording, window: &FrameRange, rows: &[Row]) -> Vec<Damage> {
    let report = examine_recording(recording, &doctor::Options::default());
    let mut found: Vec<Damage> = Vec::new();
    for finding in &report.findings {
        let groups = groups(recording, finding, window);
        if groups.is_empty() {
            continue;
        }
        // A code found in several tracks becomes one entry.
        let place = found.iter().position(|damage| damage.code == finding.code);
        let damage = match place.and_then(|place| found.get_mut(place)) {
            Some(damage) => damage,
            None => found.push_mut(Damage {
                code: finding.code,
                severity: finding.severity,
                affects: Vec::new(),
                measures: Vec::new(),
            }),
        };
        damage.affects.extend(groups);
    }
    for damage in &mut found {
        damage.affects.sort_unstable();
        damage.affects.dedup();
        let is_affected =
            |row: &&Row| damage.affects.iter().any(|group| row.groups.contains(group));
        damage.measures = rows.iter().filter(is_affected).map(|row| row.name.clone()).collect();
    }
    found
}

/// Groups of measures that a finding affects; empty if none.
fn groups(recording: &Recording, finding: &Finding, window: &FrameRange) -> Vec<Group> {
    match finding.code {
        // A finding names only the first affected curve, so each group is checked separately.
        Code::NonFinite | Code::ValueOutOfRange | Code::TimesDecrease | Code::TrackCollapsed => {
            let parts = [Group::LeftHand, Group::RightHand, Group::LeftStates, Group::RightStates];
            let parts = parts.into_iter().chain([Group::Head, Group::Gaze]);
            let mut groups: Vec<Group> =
                parts.filter(|&group| has(recording, group, finding.code)).collect();
            groups.extend(group_at(finding.location.at));
            groups
        }
        // Hand measures use positions only.
        Code::RotationWLost
        | Code::RotationZero
        | Code::RotationNotUnit
        | Code::RotationsMissing
        | Code::CameraUnset => {
            let is_of_head = has(recording, Group::Head, finding.code);
            is_of_head.then_some(Group::HeadRotation).into_iter().collect()
        }
        Code::TailLost => {
            let is_in = finding.location.span_secs.is_none_or(|(from_secs, to_secs)| {
                from_secs < window.to_secs && to_secs > window.from_secs
            });
            group_at(finding.location.at).filter(|_| is_in).into_iter().collect()
        }
        Code::CurvesMissing
        | Code::TrackedWithoutJoints
        | Code::Teleport
        | Code::HandsSwapped
        | Code::GazeFrozen => group_at(finding.location.at).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Whether a recording of these curves only has a finding with this code.
fn has(recording: &Recording, group: Group, code: Code) -> bool {
    let mut part = recording.clone();
    // Tracking determines which poses of a hand count.
    let tracked = match group {
        Group::LeftHand => Some(CurveId::Tracked(Side::Left)),
        Group::RightHand => Some(CurveId::Tracked(Side::Right)),
        _ => None,
    };
    let is_other = |id: &CurveId| group_of(*id) != Some(group) && Some(*id) != tracked;
    let others: Vec<CurveId> = part.curves().map(|(id, _)| id).filter(is_other).collect();
    for id in others {
        if let Some(kind) = part.curve(id).map(Curve::kind) {
            // Fails for absent curves, or curves of another kind, which is fine.
            let _ = part.set_curve(id, Curve::from_keys(kind, []));
        }
    }
    examine_recording(&part, &doctor::Options::default()).has(code)
}

/// Group of a curve.
fn group_of(id: CurveId) -> Option<Group> {
    match id {
        CurveId::Camera(_) => Some(Group::Head),
        CurveId::Tracked(Side::Left) | CurveId::Pinching(Side::Left) => Some(Group::LeftStates),
        CurveId::Tracked(Side::Right) | CurveId::Pinching(Side::Right) => Some(Group::RightStates),
        CurveId::Joint(_, Joint::None, _) => None,
        CurveId::Joint(side, ..) => Some(hand(side)),
        CurveId::Gaze(_) => Some(Group::Gaze),
    }
}

fn group_at(at: Where) -> Option<Group> {
    match at {
        Where::Track(Track::Camera) => Some(Group::Head),
        Where::Track(Track::Hand(side)) => Some(hand(side)),
        Where::Track(Track::Gaze) => Some(Group::Gaze),
        Where::Curve(id) => group_of(id),
        Where::File | Where::Markers => None,
    }
}

const fn hand(side: Side) -> Group {
    match side {
        Side::Left => Group::LeftHand,
        Side::Right => Group::RightHand,
    }
}
