//! Every number of every key, and what that says of the file.

use std::num::NonZero;

use reenact::hand::Joint;
use reenact::threads::{cores, in_parallel};
use reenact::{CurveId, PoseComponent};

use super::code::Code;
use super::exam::{Exam, Part, count_f32};
use super::numbers::{self, Numbers, Tally};
use super::report::Finding;
use super::rotations::{self, Rotations};
use super::states::States;
use super::words::{often, plural};

type PickNumbers = fn(&Numbers) -> Tally;
type PickRotations = fn(&Rotations) -> Tally;

/// Fewer bytes are looked at before a second thread has started.
const WORTH_A_THREAD: usize = 1 << 20;

/// What one part's keys are like.
struct Scanned {
    part: Part,
    numbers: Vec<(CurveId, Numbers)>,
    rotations: Rotations,
    w_lost: bool,
}

/// What all keys are like.
pub(super) struct Scan {
    parts: Vec<Scanned>,
}

impl Scan {
    /// Looks at every key, on all cores.
    pub(super) fn new(exam: &Exam<'_>, states: &States) -> Self {
        let parts: Vec<Part> = Part::all().collect();
        let lost: Vec<CurveId> = exam.recording.lost_rotation_w().map(|(id, _)| id).collect();
        let is_little = exam.recording.encoded_len() < WORTH_A_THREAD;
        let threads = if is_little { NonZero::<usize>::MIN } else { cores() };
        let parts = in_parallel(&parts, threads, |_, &part| {
            let curves = exam.curves_of(part);
            let numbers = curves.map(|(id, curve)| (id, numbers::check(curve))).collect();
            let rotation = exam.rotation_of(part);
            let w = part.component(PoseComponent::RotationW);
            let w_lost = w.is_some_and(|w| lost.contains(&w));
            // A rotation that lost its W is nothing to judge, nor is slot `None`, which turns nowhere.
            let rotation =
                rotation.filter(|_| !w_lost && !matches!(part, Part::Joint(_, Joint::None)));
            // A hand that is lost and found again may come back with the other sign.
            let is_shown = |from, to| match part {
                Part::Joint(side, _) => states.is_tracked(side, from, to),
                _ => true,
            };
            let rotations =
                rotation.map(|rotation| rotations::check(rotation, is_shown)).unwrap_or_default();
            Scanned { part, numbers, rotations, w_lost }
        });
        Self { parts }
    }

    /// Whether a part's rotations lost their W.
    pub(super) fn is_w_lost(&self, part: Part) -> bool {
        self.parts.iter().any(|scanned| scanned.part == part && scanned.w_lost)
    }

    /// How many poses lost their W, and how many have rotations that move and did not.
    pub(super) fn w_lost_and_kept(&self) -> (usize, usize) {
        let lost = self.parts.iter().filter(|scanned| scanned.w_lost).count();
        let kept = self.parts.iter().filter(|scanned| scanned.rotations.keys > 2).count();
        (lost, kept)
    }

    /// Whether every key is the straight line that MRTK makes.
    pub(super) fn is_straight(&self) -> bool {
        self.parts.iter().flat_map(|scanned| &scanned.numbers).all(|(_, numbers)| !numbers.bent)
    }

    /// Whether the camera has keys and its rotation is zero at all of them.
    pub(super) fn is_camera_unset(&self) -> bool {
        let camera = self.parts.iter().find(|scanned| scanned.part == Part::Camera);
        camera.is_some_and(|camera| {
            camera.rotations.keys > 0 && camera.rotations.zero.count == camera.rotations.keys
        })
    }

    pub(super) fn report(&self, exam: &mut Exam<'_>) {
        self.report_numbers(exam);
        self.report_rotations(exam);
        self.report_w(exam);
    }

    fn report_numbers(&self, exam: &mut Exam<'_>) {
        let kinds: [(Code, PickNumbers, &str); 5] = [
            (
                Code::NonFinite,
                |n| n.non_finite,
                "a NaN or an infinity stands where a number belongs, which no player can show",
            ),
            (
                Code::TimesDecrease,
                |n| n.decreasing,
                "a key comes before the key before it, so players disagree on what was when",
            ),
            (
                Code::DuplicateTimes,
                |n| n.duplicate,
                "a key is at the time of the key before it: a jump, which MRTK never records",
            ),
            (
                Code::UnknownWeightedMode,
                |n| n.unknown_mode,
                "the weighted mode is none that Unity knows, and nobody can say how the curve bends there",
            ),
            (
                Code::KeysBeforeZero,
                |n| n.before_zero,
                "a key is before time 0, where MRTK does not play: what a rolling buffer keeps before its window",
            ),
        ];
        for (code, pick, what) in kinds {
            let found: Vec<(CurveId, Tally)> = (self.parts.iter())
                .flat_map(|scanned| &scanned.numbers)
                .map(|(id, numbers)| (*id, pick(numbers)))
                .filter(|(_, tally)| tally.count > 0)
                .collect();
            let keys = found.iter().map(|(_, tally)| tally.count).sum();
            if let Some(&(id, first)) = found.first() {
                let at = exam.key_at(id, first.first);
                let (count, curves) = (often(keys), plural(found.len(), "curve"));
                let message = format!("{what} ({count}, in {curves})");
                let finding = Finding::new(code, id, keys, message).at_byte(at);
                let time = exam.curve(id).and_then(|curve| curve.time_secs(first.first));
                let time = time.unwrap_or(f32::NAN);
                exam.find(finding.between(time, time));
            }
        }
    }

    fn report_rotations(&self, exam: &mut Exam<'_>) {
        if self.is_camera_unset() {
            let id = CurveId::Camera(PoseComponent::RotationX);
            let keys = exam.curve(id).map_or(0, reenact::Curve::len);
            let message = format!(
                "the camera's rotation is zero at each of its keys ({keys}): no camera was there when it was recorded"
            );
            let finding = Finding::new(Code::CameraUnset, super::Where::Camera, keys, message);
            let at = exam.head_at(id);
            exam.find(finding.at_byte(at));
        }
        let kinds: [(Code, PickRotations); 3] = [
            (Code::RotationZero, |r| r.zero),
            (Code::RotationNotUnit, |r| r.not_unit),
            (Code::RotationFlips, |r| r.flips),
        ];
        for (code, pick) in kinds {
            let is_excused =
                |part| code == Code::RotationZero && part == Part::Camera && self.is_camera_unset();
            let found: Vec<(&Scanned, Tally)> = (self.parts.iter())
                .map(|scanned| (scanned, pick(&scanned.rotations)))
                .filter(|(scanned, tally)| tally.count > 0 && !is_excused(scanned.part))
                .collect();
            let keys: usize = found.iter().map(|(_, tally)| tally.count).sum();
            let how_often = format!("({}, in {})", often(keys), plural(found.len(), "pose"));
            let Some(&(scanned, tally)) = found.first() else { continue };
            let Some(id) = scanned.part.component(PoseComponent::RotationX) else { continue };
            let message = match code {
                Code::RotationZero => {
                    format!("a rotation is all zero, which turns nothing anywhere {how_often}")
                }
                Code::RotationNotUnit => {
                    let worst = found.iter().map(|(scanned, _)| scanned.rotations.worst);
                    let worst = worst.fold(0.0, f32::max) * 100.0;
                    format!(
                        "a rotation is not of unit length but off by up to {worst:.1} %, and MRTK plays it as it is {how_often}"
                    )
                }
                _ => format!(
                    "a rotation changes its sign from one key to the next, and MRTK plays a tumble where the person made none {how_often}"
                ),
            };
            let at = exam.key_at(id, tally.first);
            let time = exam.curve(id).and_then(|curve| curve.time_secs(tally.first));
            let time = time.unwrap_or(f32::NAN);
            exam.find(Finding::new(code, id, keys, message).at_byte(at).between(time, time));
        }
    }

    fn report_w(&self, exam: &mut Exam<'_>) {
        let (lost, _) = self.w_lost_and_kept();
        let first = self.parts.iter().find(|scanned| scanned.w_lost);
        let id = first.and_then(|scanned| scanned.part.component(PoseComponent::RotationW));
        let Some(id) = id else { return };
        let all = self.parts.iter().filter(|scanned| scanned.w_lost || scanned.rotations.keys > 0);
        let share = 100.0 * count_f32(lost) / count_f32(all.count().max(1));
        let message = format!(
            "{} ({share:.0} % of those with keys) kept x, y and z but lost their w after the first key, so \
             everything turns wrongly: a defect of MRTK 2.6.0 – 2.7.2",
            plural(lost, "rotation")
        );
        let at = exam.head_at(id);
        exam.find(Finding::new(Code::RotationWLost, id, lost, message).at_byte(at));
    }
}
