//! Jumps of the head, of the wrists and of single joints from one key to the next.

use glam::Vec3;
use reenact::hand::{Joint, Side};
use reenact::{CurveGroup, PoseId, Track};

use super::code::Code;
use super::exam::{Exam, Path, main_pose_of};
use super::limits::{
    HAND_SPEED_M_PER_S, HEAD_SPEED_M_PER_S, JOINT_JUMP_M, JUMP_UNEXPLAINED_SHARE, TELEPORT_M,
};
use super::report::Finding;
use super::states::States;
use super::words::{plural, the};

/// Checks every step of the head and of all joints.
pub(super) fn check(exam: &mut Exam<'_>, states: &States) {
    for track in Track::ALL {
        let limit = match track {
            Track::Camera => HEAD_SPEED_M_PER_S,
            Track::Hand(_) => HAND_SPEED_M_PER_S,
            Track::Gaze => continue,
        };
        let [position, _] = main_pose_of(track);
        let Some(path) = exam.path_of(position) else { continue };
        let (mut count, mut worst) = (0, None::<Step>);
        for step in (1..path.len()).filter_map(|index| Step::between_keys(&path, index)) {
            if step.is_fast(limit)
                && step.is_followed(states, track)
                && step.is_unexplained(&path, states, track)
            {
                count += 1;
                if worst.is_none_or(|worst| step.speed() > worst.speed()) {
                    worst = Some(step);
                }
            }
        }
        if let Some(worst) = worst {
            let message = format!(
                "{}: {} moves faster than {limit} m/s from one key to the next, at up to {:.0} m/s",
                plural(count, "jump"),
                the(track),
                worst.speed()
            );
            let finding = Finding::new(Code::Teleport, track, count, message);
            exam.find(finding.between(worst.from_secs, worst.to_secs));
        }
        if let Track::Hand(side) = track {
            check_joints(exam, states, side, &path);
        }
    }
}

/// Finds joints of a hand that jump away from it.
fn check_joints(exam: &mut Exam<'_>, states: &States, side: Side, wrist: &Path<'_>) {
    let track = Track::Hand(side);
    let (mut count, mut worst) = (0, None::<(Joint, Step)>);
    for joint in Joint::TRACKED.into_iter().filter(|&joint| joint != Joint::Wrist) {
        let position = CurveGroup::Position(PoseId::Joint(side, joint));
        let Some(path) = exam.path_of(position) else { continue };
        if !path.has_step_of(JOINT_JUMP_M * 0.5) {
            continue;
        }
        // Nearly all steps are short, so the length is checked first, and state and wrist for long steps only.
        let steps = (1..path.len()).filter_map(|index| Step::between_keys(&path, index));
        for step in steps.filter(|step| step.moved.length_squared() > JOINT_JUMP_M * JOINT_JUMP_M) {
            let moved = step.moved.length();
            let with_hand =
                || (wrist.at(step.to_secs) - wrist.at(step.from_secs)).length() < 0.5 * moved;
            if step.is_followed(states, track) && with_hand() {
                count += 1;
                if worst.is_none_or(|(_, worst)| moved > worst.moved.length()) {
                    worst = Some((joint, step));
                }
            }
        }
    }
    if let Some((joint, worst)) = worst {
        let message = format!(
            "{}: {}.{} moves by up to {:.1} m from one key to the next, and the wrist does not",
            plural(count, "jump"),
            side,
            joint,
            worst.moved.length()
        );
        let finding = Finding::new(Code::Teleport, track, count, message);
        exam.find(finding.between(worst.from_secs, worst.to_secs));
    }
}

/// Movement from one key to the next.
#[derive(Clone, Copy)]
struct Step {
    /// Index of the second key.
    index: usize,
    from_secs: f32,
    to_secs: f32,
    moved: Vec3,
}

impl Step {
    /// Step to a key; `None` if its duration is 0, or tracking was lost in between.
    fn to(path: &Path<'_>, states: &States, track: Track, index: usize) -> Option<Self> {
        Self::between_keys(path, index).filter(|step| step.is_followed(states, track))
    }

    /// Step to a key, tracked or not; `None` if its duration is 0.
    fn between_keys(path: &Path<'_>, index: usize) -> Option<Self> {
        let (from_secs, from) = path.key(index.checked_sub(1)?)?;
        let (to_secs, to) = path.key(index)?;
        let step = Self { index, from_secs, to_secs, moved: to - from };
        (to_secs > from_secs && step.speed().is_finite()).then_some(step)
    }

    /// Whether the hand was tracked for the whole step.
    fn is_followed(self, states: &States, track: Track) -> bool {
        match track {
            Track::Hand(side) => states.is_tracked(side, self.from_secs, self.to_secs),
            Track::Camera | Track::Gaze => true,
        }
    }

    fn secs(self) -> f32 {
        self.to_secs - self.from_secs
    }

    fn speed(self) -> f32 {
        self.moved.length() / self.secs()
    }

    fn is_fast(self, limit: f32) -> bool {
        self.moved.length() > TELEPORT_M && self.speed() > limit
    }

    /// Whether the steps before and after it move differently. A camera moved by the keyboard in Unity's editor is fast for many
    /// steps; a jump is fast for one.
    fn is_unexplained(self, path: &Path<'_>, states: &States, track: Track) -> bool {
        let neighbours = [self.index.checked_sub(1), self.index.checked_add(1)];
        neighbours.into_iter().flatten().all(|index| {
            Self::to(path, states, track, index).is_none_or(|neighbour| {
                let expected = neighbour.moved * (self.secs() / neighbour.secs());
                (self.moved - expected).length() > JUMP_UNEXPLAINED_SHARE * self.moved.length()
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact::{Curve, CurveId, Form, PoseComponent, Recording, Tracks};

    /// Number of jumps found in a camera at these positions at 100 Hz.
    fn jumps(places_m: &[f32]) -> usize {
        let tracks = Tracks { camera: true, hands: false, gaze: false };
        let mut recording = Recording::new(Form::MRTK_1_1, tracks).unwrap();
        for component in PoseComponent::ALL {
            let times = (0_u16..).map(|frame| f32::from(frame) / 100.0);
            let is_x = component == PoseComponent::PositionX;
            let keys =
                times.zip(places_m).map(|(time, place)| (time, if is_x { *place } else { 0.0 }));
            recording.set_curve(CurveId::Camera(component), Curve::simple(keys)).unwrap();
        }
        let mut exam = Exam::new(&recording);
        let states = States::new(&exam);
        check(&mut exam, &states);
        exam.findings.first().map_or(0, |finding| finding.count)
    }

    #[test]
    fn a_jump_is_one_step_and_a_fast_movement_is_many() {
        assert_eq!(jumps(&[0.0, 0.0, 0.5, 0.5, 0.5]), 1, "there");
        assert_eq!(jumps(&[0.0, 0.0, 0.5, 0.0, 0.0]), 2, "there and back");
        assert_eq!(jumps(&[0.0, 0.5, 0.0, 0.5, 0.0]), 4, "there and back again");
        assert_eq!(jumps(&[0.0, 0.0, 0.2, 0.4, 0.6, 0.8, 0.8]), 0, "the editor's camera at 20 m/s");
        assert_eq!(jumps(&[0.0, 0.5]), 1, "nothing before or after");
        assert_eq!(jumps(&[0.0, 0.0, 0.09, 0.09]), 0, "9 m/s, but less than 10 cm");
    }
}
