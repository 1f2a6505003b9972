//! A recording laid on another one, in time and space, as a comparison sees both.

use glam::{DQuat, DVec3};
use reenact::hand::{Joint, Side};
use reenact::{Error, Frame, HandFrame, Pose, Ray, Result, Sampler};

use super::number::to_f32;
use super::options::{Alignment, Options, Reference};
use super::pair::Pair;
use super::timeline::later;
use super::view::Base;

/// How a second recording is laid on the first, to show what [`compare`](super::compare) measures: its times are shifted by the
/// offset, and its poses are moved to where the reference frame of the first is.
///
/// ```
/// use reenact::{Mode, Sampler};
/// use reenact_inspect::compare::{Alignment, Options, Placement};
///
/// let recording = reenact_make::demo();
/// let sampler = Sampler::new(&recording, Mode::Clean);
/// let options = Options { alignment: Alignment::Offset(1.5), ..Options::default() };
/// let placement = Placement::of(&sampler, &sampler, &options)?;
/// assert_eq!(placement.second_secs(2.0), 3.5);
/// # Ok::<(), reenact::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Placement {
    offset_secs: f64,
    space: Space,
}

#[derive(Debug, Clone, Copy)]
enum Space {
    AsRecorded,
    Head,
    Wrist,
    FirstFrame(Move),
}

/// A rotation about one point, and a translation of that point to another.
#[derive(Debug, Clone, Copy)]
struct Move {
    turn: DQuat,
    from: DVec3,
    to: DVec3,
}

impl Placement {
    /// Both as recorded.
    pub const AS_RECORDED: Self = Self { offset_secs: 0.0, space: Space::AsRecorded };

    /// Placement of `b` on `a` by the alignment and the reference of a comparison with these options.
    ///
    /// Fails if [`compare`](super::compare) fails, if the recordings have no time in common although the first frame is the
    /// reference, and for [`Alignment::Warp`].
    pub fn of(a: &Sampler, b: &Sampler, options: &Options) -> Result<Self> {
        options.check()?;
        if let Alignment::Warp { .. } = options.alignment {
            return Err(Error::wrong_option(
                "a warped recording cannot be placed: choose an offset",
            ));
        }
        let samplers = [a, b];
        let recordings = samplers.map(Sampler::recording);
        super::check_reference(recordings.map(reenact::Recording::tracks), options.reference)?;
        let pair = Pair { recordings, samplers, options, before_zero: None };
        let offset_secs = pair.offset_secs()?;
        let space = match options.reference {
            Reference::AsRecorded => Space::AsRecorded,
            Reference::Head => Space::Head,
            Reference::Wrist => Space::Wrist,
            Reference::FirstFrame => {
                let [from, _] = pair.overlap(offset_secs).ok_or_else(|| {
                    Error::wrong_option(
                        "the recordings have no time in common: choose another offset or reference",
                    )
                })?;
                let [a, b] = pair.viewpoints([from, later(from, offset_secs)])?;
                let between = a.base().zip(b.base()).and_then(|(a, b)| Move::between(a, b));
                between.map_or(Space::AsRecorded, Space::FirstFrame)
            }
        };
        Ok(Self { offset_secs, space })
    }

    /// What happens in the first recording happens so much later in the second, in seconds.
    pub fn offset_secs(&self) -> f32 {
        to_f32(self.offset_secs)
    }

    /// Time in the second recording for a time in the first.
    pub fn second_secs(&self, time_secs: f32) -> f32 {
        later(time_secs, self.offset_secs)
    }

    /// Time in the first recording for a time in the second.
    pub fn first_secs(&self, time_secs: f32) -> f32 {
        later(time_secs, -self.offset_secs)
    }

    /// A frame of the second recording, moved to the place that it has beside one of the first at the same time.
    ///
    /// What is not compared, because it defines the reference frame, has no pose: head and gaze where the wrists are the reference. Nor has
    /// anything else whose reference frame is unknown at that time.
    pub fn place(&self, first: &Frame, second: &Frame) -> Frame {
        match self.space {
            Space::AsRecorded => second.clone(),
            Space::FirstFrame(by) => moved(second, Some(by), [Some(by); 2]),
            Space::Head => {
                let by = Move::between(Base::of(first.camera), Base::of(second.camera));
                moved(second, by, [by; 2])
            }
            Space::Wrist => {
                let by = Side::ALL.map(|side| {
                    let wrists = [first, second].map(|frame| frame.joint(side, Joint::Wrist));
                    let [a, b] = wrists.map(Base::of);
                    Move::between(a, b)
                });
                moved(second, None, by)
            }
        }
    }
}

impl Move {
    /// From the reference frame of the second recording to that of the first; `None` if one is unknown.
    fn between(first: Base, second: Base) -> Option<Self> {
        let (Base::At(to, to_turn), Base::At(from, from_turn)) = (first, second) else {
            return None;
        };
        Some(Self { turn: to_turn * from_turn.conjugate(), from, to })
    }

    fn pose(&self, Pose { position, rotation }: Pose) -> Pose {
        Pose {
            position: (self.to + self.turn * (position.as_dvec3() - self.from)).as_vec3(),
            rotation: (self.turn * rotation.as_dquat()).as_quat(),
        }
    }

    fn ray(&self, Ray { origin, direction }: Ray) -> Ray {
        Ray {
            origin: (self.to + self.turn * (origin.as_dvec3() - self.from)).as_vec3(),
            direction: (self.turn * direction.as_dvec3()).as_vec3(),
        }
    }
}

/// A frame whose parts are moved; those without a move have no poses.
fn moved(frame: &Frame, head: Option<Move>, hands: [Option<Move>; 2]) -> Frame {
    let [left, right] = hands;
    let hand = |hand: Option<&HandFrame>, by: Option<Move>| {
        hand.map(|hand| {
            let pose = |joint| Some(by?.pose(hand.joint(joint)?));
            let mut placed = HandFrame::new(hand.tracked, hand.pinching, pose);
            placed.observed = hand.observed && by.is_some();
            placed
        })
    };
    Frame {
        time_secs: frame.time_secs,
        camera: head.zip(frame.camera).map(|(by, pose)| by.pose(pose)),
        left: hand(frame.left.as_ref(), left),
        right: hand(frame.right.as_ref(), right),
        gaze: head.zip(frame.gaze).map(|(by, ray)| by.ray(ray)),
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};
    use reenact::{Mode, Recording, Track};
    use reenact_edit::reanchor::{self, reanchor};
    use reenact_edit::trim::{self, trim};

    use super::*;
    use crate::compare::{compare, distance_at, distances};

    /// The demo from 2 s on, somewhere else and turned.
    fn elsewhere(recording: &Recording) -> Recording {
        let options = trim::Options { from_secs: Some(2.0), ..trim::Options::default() };
        let later = trim(recording, &options).unwrap().recording;
        let options = reanchor::Options {
            translation: Vec3::new(3.0, 0.1, -2.0),
            rotation: Quat::from_rotation_y(1.1),
            ..reanchor::Options::default()
        };
        reanchor(&later, &options).unwrap().recording
    }

    fn options(alignment: Alignment, reference: Reference) -> Options {
        Options { alignment, reference, ..Options::default() }
    }

    #[test]
    fn a_take_made_later_and_elsewhere_lies_on_the_first_by_every_reference() {
        let recording = reenact_make::demo();
        let moved = elsewhere(&recording);
        let [a, b] = [&recording, &moved].map(|recording| Sampler::new(recording, Mode::Clean));
        for reference in [Reference::Head, Reference::Wrist, Reference::FirstFrame] {
            for alignment in [Alignment::Offset(-2.0), Alignment::FindOffset { max_secs: 3.0 }] {
                let placement = Placement::of(&a, &b, &options(alignment, reference)).unwrap();
                // Found to a few milliseconds, in which hands move by a few millimetres.
                let (secs, metres) = match alignment {
                    Alignment::FindOffset { .. } => (5e-3, 2e-2),
                    _ => (0.0, 1e-3),
                };
                assert!((placement.offset_secs() + 2.0).abs() <= secs, "{placement:?}");
                let far = distances(&a, &b, &placement, [3.0, 15.0], 40).unwrap();
                let largest = far.into_iter().filter(|far| far.is_finite()).fold(0.0, f32::max);
                assert!(largest < metres, "{largest} m by {reference:?}");
            }
        }
        let as_recorded = distance_at(&a, &b, &Placement::AS_RECORDED, 5.0).unwrap();
        assert!(as_recorded > 1.0, "{as_recorded} m");
    }

    #[test]
    fn the_largest_distance_is_that_of_the_comparison() {
        let recording = reenact_make::demo();
        let another = reenact_make::Options::demo(reenact_make::Device::Ideal, 5);
        let other = elsewhere(&reenact_make::make(&another).unwrap());
        let [a, b] = [&recording, &other].map(|recording| Sampler::new(recording, Mode::Clean));
        for reference in [Reference::Head, Reference::Wrist, Reference::FirstFrame] {
            let options = options(Alignment::Offset(-1.5), reference);
            let report = compare(&recording, &other, &options).unwrap();
            let placement = Placement::of(&a, &b, &options).unwrap();
            let positions = report.tracks.iter().filter(|found| found.track != Track::Gaze);
            let found = positions.filter_map(|found| found.position_m);
            let worst = found.reduce(|a, b| if a.max < b.max { b } else { a }).unwrap();
            let shown = distance_at(&a, &b, &placement, worst.time_secs).unwrap();
            let error = (shown - worst.max).abs();
            assert!(error < 1e-5, "{shown} m and {} m by {reference:?}", worst.max);
        }
    }

    #[test]
    fn what_defines_the_reference_is_not_there_and_a_warp_is_refused() {
        let recording = reenact_make::demo();
        let sampler = Sampler::new(&recording, Mode::Clean);
        let by_wrist = options(Alignment::None, Reference::Wrist);
        let placement = Placement::of(&sampler, &sampler, &by_wrist).unwrap();
        let frame = sampler.frame_at(6.0);
        let placed = placement.place(&frame, &frame);
        assert!(placed.camera.is_none() && placed.gaze.is_none() && placed.left.is_some());
        let headless = Frame { camera: None, ..frame.clone() };
        let by_head = options(Alignment::None, Reference::Head);
        let placed = Placement::of(&sampler, &sampler, &by_head).unwrap().place(&headless, &frame);
        let hand = placed.left.unwrap();
        assert!(hand.tracked && !hand.observed && hand.joint(Joint::Wrist).is_none());

        let warp = options(Alignment::Warp { max_secs: 1.0 }, Reference::AsRecorded);
        let error = Placement::of(&sampler, &sampler, &warp).unwrap_err();
        assert_eq!(error.to_string(), "a warped recording cannot be placed: choose an offset");
        let apart = options(Alignment::Offset(100.0), Reference::FirstFrame);
        let error = Placement::of(&sampler, &sampler, &apart).unwrap_err();
        assert!(error.to_string().starts_with("the recordings have no time in common"), "{error}");
    }
}
