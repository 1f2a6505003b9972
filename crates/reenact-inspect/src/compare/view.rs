//! Poses of one recording in the reference frame of a comparison.

use glam::{DQuat, DVec3, Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::{Cursor, Frame, Pose, Ray, Sampler, Track};

use super::options::Reference;

/// A recording and its reference frame.
#[derive(Debug)]
pub(super) struct Viewpoint<'s> {
    sampler: &'s Sampler,
    stand: Stand,
}

#[derive(Debug, Clone, Copy)]
enum Stand {
    Still(Base),
    Head,
    Wrist,
}

/// Pose of a reference frame.
#[derive(Debug, Clone, Copy)]
pub(super) enum Base {
    World,
    At(DVec3, DQuat),
    /// Unknown.
    Lost,
}

/// A value in a reference frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value<T> {
    /// Not in the recording.
    Absent,
    /// In the recording, but the reference frame is unknown.
    Lost,
    Known(T),
}

impl<T> Value<T> {
    pub(super) const fn is_known(&self) -> bool {
        matches!(self, Self::Known(_))
    }
}

/// A position and a rotation in the reference frame, each known or not.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen<R> {
    pub(super) position: Value<DVec3>,
    pub(super) rotation: Value<R>,
}

impl<'s> Viewpoint<'s> {
    /// `first_secs` is the first compared time; `None` if the head is needed and unknown then.
    pub(super) fn new(sampler: &'s Sampler, reference: Reference, first_secs: f32) -> Option<Self> {
        let stand = match reference {
            Reference::AsRecorded => Stand::Still(Base::World),
            Reference::Head => Stand::Head,
            Reference::Wrist => Stand::Wrist,
            Reference::FirstFrame => {
                // First time at which the head was observed.
                let spans = sampler.observed().spans(Track::Camera);
                let next = spans.iter().find(|span| span.end_secs >= first_secs);
                let first_secs = next.map_or(first_secs, |span| span.start_secs.max(first_secs));
                match Base::of(sampler.frame_at(first_secs).camera) {
                    Base::Lost => return None,
                    base => Stand::Still(base),
                }
            }
        };
        Some(Self { sampler, stand })
    }

    /// Rotation of the world into the reference frame, if that is static.
    pub(super) fn turn(&self) -> DQuat {
        match self.stand {
            Stand::Still(Base::At(_, own)) => own.conjugate(),
            Stand::Still(Base::World | Base::Lost) | Stand::Head | Stand::Wrist => DQuat::IDENTITY,
        }
    }

    /// Reference frame, if that is static.
    pub(super) const fn base(&self) -> Option<Base> {
        match self.stand {
            Stand::Still(base) => Some(base),
            Stand::Head | Stand::Wrist => None,
        }
    }

    /// A cursor for times in order.
    pub(super) fn views(&self) -> ViewCursor<'_> {
        ViewCursor { cursor: self.sampler.cursor(), stand: self.stand }
    }
}

pub(super) struct ViewCursor<'s> {
    cursor: Cursor<'s>,
    stand: Stand,
}

impl ViewCursor<'_> {
    pub(super) fn view_at(&mut self, time_secs: f32) -> View {
        let frame = self.cursor.frame_at(time_secs);
        let base = match self.stand {
            Stand::Still(base) => base,
            Stand::Head => Base::of(frame.camera),
            Stand::Wrist => Base::Lost,
        };
        View { frame, stand: self.stand, base }
    }
}

/// All poses at one time.
pub(super) struct View {
    frame: Frame,
    stand: Stand,
    /// Base of everything except hands in a wrist frame.
    base: Base,
}

impl View {
    /// The head; `None` if the reference frame is the head or a wrist.
    pub(super) fn camera(&self) -> Option<Seen<DQuat>> {
        match self.stand {
            Stand::Still(_) => Some(self.base.pose(self.frame.camera)),
            Stand::Head | Stand::Wrist => None,
        }
    }

    /// The gaze; `None` if it is not compared.
    pub(super) fn gaze(&self) -> Option<Seen<DVec3>> {
        match self.stand {
            Stand::Still(_) | Stand::Head => Some(self.base.ray(self.frame.gaze)),
            Stand::Wrist => None,
        }
    }

    /// States of a hand.
    pub(super) fn states(&self, side: Side) -> [bool; 2] {
        self.frame.hand(side).map_or([false; 2], |hand| [hand.tracked, hand.pinching])
    }

    /// Joints of a hand; without the wrist in a wrist frame.
    pub(super) fn joints(&self, side: Side) -> impl Iterator<Item = (Joint, Seen<DQuat>)> {
        let base = self.base_of(side);
        // The wrist comes first.
        let skipped = usize::from(matches!(self.stand, Stand::Wrist));
        Joint::TRACKED
            .into_iter()
            .skip(skipped)
            .map(move |joint| (joint, base.pose(self.frame.joint(side, joint))))
    }

    /// Position of one joint.
    pub(super) fn joint(&self, side: Side, joint: Joint) -> Value<DVec3> {
        self.base_of(side).pose(self.frame.joint(side, joint)).position
    }

    /// Reference frame of a hand.
    fn base_of(&self, side: Side) -> Base {
        match self.stand {
            Stand::Wrist => Base::of(self.frame.joint(side, Joint::Wrist)),
            Stand::Still(_) | Stand::Head => self.base,
        }
    }
}

impl Base {
    pub(super) fn of(pose: Option<Pose>) -> Self {
        let known =
            pose.and_then(|pose| Some((position(pose.position)?, rotation(pose.rotation)?)));
        known.map_or(Self::Lost, |(position, rotation)| Self::At(position, rotation))
    }

    fn pose(&self, pose: Option<Pose>) -> Seen<DQuat> {
        Seen {
            position: self
                .in_reference(pose.and_then(|pose| position(pose.position)), |base, turn, at| {
                    turn * (at - base)
                }),
            rotation: self
                .in_reference(pose.and_then(|pose| rotation(pose.rotation)), |_, turn, own| {
                    turn * own
                }),
        }
    }

    fn ray(&self, ray: Option<Ray>) -> Seen<DVec3> {
        Seen {
            position: self
                .in_reference(ray.and_then(|ray| position(ray.origin)), |base, turn, at| {
                    turn * (at - base)
                }),
            rotation: self
                .in_reference(ray.and_then(|ray| direction(ray.direction)), |_, turn, way| {
                    turn * way
                }),
        }
    }

    /// Transforms a value; `turned` gets the origin and the rotation of the reference frame.
    fn in_reference<T>(
        &self,
        value: Option<T>,
        turned: impl FnOnce(DVec3, DQuat, T) -> T,
    ) -> Value<T> {
        match (value, self) {
            (None, _) => Value::Absent,
            (Some(_), Self::Lost) => Value::Lost,
            (Some(value), Self::World) => Value::Known(value),
            (Some(value), Self::At(base, own)) => {
                Value::Known(turned(*base, own.conjugate(), value))
            }
        }
    }
}

/// A finite position.
fn position(position: Vec3) -> Option<DVec3> {
    position.is_finite().then(|| position.as_dvec3())
}

/// Shortest rotation or direction that can be normalized, as in sampling.
const SHORTEST: f64 = 1e-5;

fn rotation(rotation: Quat) -> Option<DQuat> {
    let rotation = rotation.as_dquat();
    let length = rotation.length();
    (length > SHORTEST && length.is_finite()).then(|| rotation * (1.0 / length))
}

fn direction(direction: Vec3) -> Option<DVec3> {
    let direction = direction.as_dvec3();
    let length = direction.length();
    (length > SHORTEST && length.is_finite()).then(|| direction / length)
}
