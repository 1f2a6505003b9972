//! Parses the acts of a script from their tables.

use glam::DVec3;
use reenact::hand::Side;

use super::settings::Space;
use super::table::{Entry, Table};
use crate::act::{
    Act, Cue, Facing, Grab, HandAct, HeadAct, PINCH_CLOSE_SECS, PINCH_OPEN_SECS, Poke, Spot, Turn,
    Way, When,
};
use crate::error::{Fault, no_such};
use crate::grip::Grip;
use crate::hand_model::HandPart;
use crate::options::Options;

/// Longest act.
const LONGEST_SECS: f64 = 3600.0;

/// Names of all acts.
const NAMES: [&str; 14] = [
    "wait", "marker", "look", "turn", "walk", "move", "pose", "pinch", "drag", "grab", "poke",
    "rest", "hide", "show",
];

const SIDES: [(&str, Side); 2] = [("left", Side::Left), ("right", Side::Right)];
const PARTS: [(&str, HandPart); 5] = [
    ("palm", HandPart::Palm),
    ("wrist", HandPart::Wrist),
    ("index-tip", HandPart::IndexTip),
    ("pinch", HandPart::Pinch),
    ("grasp", HandPart::Grasp),
];

/// Parses one `[[act]]`.
pub(super) fn read(mut table: Table<'_>, space: &Space) -> Result<Cue, Fault> {
    let name_entry = table.need("do")?;
    let name = name_entry.text("do")?;
    if NAMES.contains(&name) {
        table.what = format!("act {name:?}");
    }
    let act = match name {
        "wait" => Act::Wait { secs: table.need("secs")?.number("secs", SECS)? },
        "marker" => Act::Marker { name: marker_name(table.need("name")?)? },
        "look" => Act::Head(HeadAct::Look {
            at: space.point(table.need("at")?.point("at")?),
            secs: table.number("secs", SECS, 0.5)?,
        }),
        "turn" => Act::Head(HeadAct::Turn {
            yaw_deg: space.yaw(table.need("yaw_deg")?.number("yaw_deg", TURN)?),
            pitch_deg: table.number("pitch_deg", -89.0..=89.0, 0.0)?,
            secs: table.number("secs", SECS, 0.8)?,
        }),
        "walk" => Act::Head(walk(&mut table, space)?),
        _ if NAMES.contains(&name) => {
            let side = table.need("hand")?.choice("hand", &SIDES)?;
            let act = hand_act(name, &mut table, space)?;
            let turn = match act {
                HandAct::Rest { .. } | HandAct::Hide | HandAct::Show => None,
                _ => turn(&mut table, space)?,
            };
            if let Some(turn) = turn
                && matches!(
                    act,
                    HandAct::Pinch { at: None, .. } | HandAct::Grab(Grab { at: None, .. })
                )
            {
                let message =
                    format!("{} sets the rotation at the target, but at is missing", table.what);
                return Err(Fault::at(turn.offset, message));
            }
            Act::Hand { side, act, turn }
        }
        _ => return Err(Fault::at(name_entry.offset, no_such("act", name, &NAMES))),
    };
    let when = when(&mut table)?;
    let offset = table.offset;
    table.finish()?;
    Ok(Cue { offset, when, act })
}

/// Largest length of a marker's name in bytes.
const LONGEST_NAME: usize = 1000;

fn marker_name(entry: Entry<'_>) -> Result<String, Fault> {
    let name = entry.text("name")?;
    if name.len() > LONGEST_NAME {
        let message = format!("name must be at most {LONGEST_NAME} bytes long");
        return Err(Fault::at(entry.offset, message));
    }
    Ok(name.to_owned())
}

const APPROACH: &str = "approach_secs";
const SECS: std::ops::RangeInclusive<f64> = 0.0..=LONGEST_SECS;
const TURN: std::ops::RangeInclusive<f64> = -3600.0..=3600.0;

fn when(table: &mut Table<'_>) -> Result<When, Fault> {
    let start = table.get("start_secs");
    let meanwhile = table.get("meanwhile");
    match (start, meanwhile) {
        (Some(_), Some(both)) => {
            Err(Fault::at(both.offset, "start_secs and meanwhile cannot be combined"))
        }
        (Some(start), None) => {
            Ok(When::At(start.number("start_secs", 0.0..=Options::MAX_SECONDS.into())?))
        }
        (None, Some(flag)) if flag.flag("meanwhile")? => Ok(When::Meanwhile),
        _ => Ok(When::Then),
    }
}

fn walk(table: &mut Table<'_>, space: &Space) -> Result<HeadAct, Fault> {
    let to = space.point(table.need("to")?.point("to")?);
    let facing = table.get("facing_deg").map(|facing| facing.number("facing_deg", TURN));
    let secs = table.get("secs").map(|secs| secs.number("secs", SECS));
    let yaw_deg = facing.transpose()?.map(|yaw_deg| space.yaw(yaw_deg));
    Ok(HeadAct::Walk { to, yaw_deg, secs: secs.transpose()? })
}

fn hand_act(name: &str, table: &mut Table<'_>, space: &Space) -> Result<HandAct, Fault> {
    let maybe = |table: &mut Table<'_>, key: &'static str| {
        table.get(key).map(|entry| spot(entry, key, space)).transpose()
    };
    Ok(match name {
        "move" => HandAct::Move {
            to: spot(table.need("to")?, "to", space)?,
            part: table
                .get("part")
                .map_or(Ok(HandPart::Palm), |part| part.choice("part", &PARTS))?,
            pose: table.get("pose").map(grip).transpose()?,
            secs: table.number("secs", SECS, 0.6)?,
        },
        "pose" => HandAct::Pose {
            pose: grip(table.need("pose")?)?,
            secs: table.number("secs", SECS, 0.3)?,
        },
        "pinch" => HandAct::Pinch {
            at: maybe(table, "at")?,
            approach_secs: table.number(APPROACH, SECS, 0.6)?,
            close_secs: PINCH_CLOSE_SECS,
            hold_secs: table.number("hold_secs", SECS, 0.3)?,
            open_secs: PINCH_OPEN_SECS,
        },
        "drag" => HandAct::Drag {
            from: maybe(table, "from")?,
            path: path(table, space)?,
            approach_secs: table.number(APPROACH, SECS, 0.6)?,
            secs: table.number("secs", SECS, 1.0)?,
            hold_secs: table.number("hold_secs", SECS, 0.1)?,
        },
        "grab" => HandAct::Grab(Grab {
            at: maybe(table, "at")?,
            to: maybe(table, "to")?,
            approach_secs: table.number(APPROACH, SECS, 0.6)?,
            secs: table.number("secs", SECS, 1.0)?,
            hold_secs: table.number("hold_secs", SECS, 0.3)?,
            pinching: table.flag("pinching")?.unwrap_or(true),
        }),
        "poke" => HandAct::Poke(Poke {
            at: spot(table.need("at")?, "at", space)?,
            along: table.get("along").map(|entry| along(entry, space)).transpose()?,
            depth_m: table.number("depth_m", 0.0..=0.2, 0.0)?,
            approach_secs: table.number(APPROACH, SECS, 0.6)?,
            hold_secs: table.number("hold_secs", SECS, 0.1)?,
        }),
        "rest" => HandAct::Rest { secs: table.number("secs", SECS, 0.6)? },
        "hide" => HandAct::Hide,
        _ => HandAct::Show,
    })
}

/// Parses a point of the room.
pub(super) fn spot(entry: Entry<'_>, key: &str, space: &Space) -> Result<Spot, Fault> {
    Ok(Spot { offset: entry.offset, in_world: space.point(entry.point(key)?) })
}

/// Named directions, relative to the person.
const WAYS: [(&str, Way); 7] = [
    ("up", Way::Body(DVec3::Y)),
    ("down", Way::Body(DVec3::NEG_Y)),
    ("forward", Way::Body(DVec3::Z)),
    ("back", Way::Body(DVec3::NEG_Z)),
    ("left", Way::Body(DVec3::NEG_X)),
    ("right", Way::Body(DVec3::X)),
    ("head", Way::Head),
];

/// Parses `palm` and `fingers`, or `rotation_deg`.
pub(super) fn turn(table: &mut Table<'_>, space: &Space) -> Result<Option<Turn>, Fault> {
    let way = |entry: Entry<'_>, key: &str| match entry.items() {
        Some(_) => Ok(Way::Point(space.point(entry.point(key)?))),
        None => entry.choice(key, &WAYS),
    };
    let (palm, fingers) = (table.get("palm"), table.get("fingers"));
    if let Some(rotation) = table.get("rotation_deg") {
        if palm.or(fingers).is_some() {
            let message = "rotation_deg cannot be combined with palm and fingers";
            return Err(Fault::at(rotation.offset, message));
        }
        let rotation_in_room = space.rotation(rotation.angles("rotation_deg")?);
        let facing = Facing::Rotation(rotation_in_room);
        return Ok(Some(Turn { offset: rotation.offset, facing }));
    }
    let Some(first) = palm.or(fingers) else { return Ok(None) };
    let palm = palm.map(|entry| way(entry, "palm")).transpose()?;
    let fingers = fingers.map(|entry| way(entry, "fingers")).transpose()?;
    Ok(Some(Turn { offset: first.offset, facing: Facing::Ways { palm, fingers } }))
}

/// Parses the name of a hand shape.
pub(super) fn grip(entry: Entry<'_>) -> Result<Grip, Fault> {
    entry.choice("pose", &Grip::NAMED)
}

/// Parses `to = POINT`, or `path = [POINT, …]`.
fn path(table: &mut Table<'_>, space: &Space) -> Result<Vec<Spot>, Fault> {
    let (to, path) = (table.get("to"), table.get("path"));
    match (to, path) {
        (Some(to), None) => Ok(vec![spot(to, "to", space)?]),
        (None, Some(path)) => {
            let wrong = || Fault::at(path.offset, "path must be a list of points");
            let points = path.items().filter(|points| !points.is_empty()).ok_or_else(wrong)?;
            points.into_iter().map(|point| spot(point, "a point of path", space)).collect()
        }
        (Some(_), Some(path)) => Err(Fault::at(path.offset, "to and path cannot be combined")),
        (None, None) => Err(Fault::at(table.offset, format!("{} needs to or path", table.what))),
    }
}

fn along(entry: Entry<'_>, space: &Space) -> Result<DVec3, Fault> {
    let way = entry.point("along")?;
    let way = way.try_normalize().ok_or_else(|| {
        Fault::at(entry.offset, "along must be a direction, such as [0, 0, 1] for straight ahead")
    })?;
    Ok(space.direction(way))
}
