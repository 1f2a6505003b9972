//! Checks of every number of every key.

use std::num::NonZero;

use reenact::{CurveGroup, CurveId, PoseComponent, PoseId, Track};
use reenact_base::threads::{cores, in_parallel};

use super::code::{Code, Fix};
use super::duplicates;
use super::exam::{Exam, count_f32};
use super::limits::VALUE_LIMIT;
use super::numbers::{self, Numbers, Tally};
use super::report::Finding;
use super::rotations::{self, Rotations};
use super::states::States;
use super::words::{any_size, plural, plural_in};

/// The camera's rotation.
const CAMERA_ROTATION: CurveGroup = CurveGroup::Rotation(PoseId::Camera);

type PickNumbers = fn(&Numbers) -> Tally;
type PickRotations = fn(&Rotations) -> Tally;

/// Number of bytes below which starting a thread takes longer than the scan.
const WORTH_A_THREAD: usize = 1 << 20;

/// Result for the curves of a group.
struct Scanned {
    group: CurveGroup,
    numbers: Vec<(CurveId, Numbers)>,
    rotations: Rotations,
    w_lost: bool,
}

/// Result for all keys.
pub(super) struct Scan {
    groups: Vec<Scanned>,
}

impl Scan {
    /// Checks every key, on all cores.
    pub(super) fn new(exam: &Exam<'_>, states: &States) -> Self {
        let groups: Vec<CurveGroup> = CurveGroup::all(exam.recording.tracks()).collect();
        let lost: Vec<CurveId> = exam.recording.lost_rotation_w().map(|(id, _)| id).collect();
        let is_little = exam.recording.encoded_len() < WORTH_A_THREAD;
        let threads = if is_little { NonZero::<usize>::MIN } else { cores() };
        let groups = in_parallel(&groups, threads, |_, &group| {
            let limit = value_limit(group);
            let curves = exam.curves_of(group);
            let numbers = curves.map(|(id, curve)| (id, numbers::check(curve, limit))).collect();
            let w_lost = group.ids().iter().any(|id| lost.contains(id));
            let rotation = match group {
                // Not checked: rotations that lost their W, and slot `None`, whose rotations are zero.
                CurveGroup::Rotation(pose) if !w_lost && !pose.is_slot_none() => {
                    exam.rotation_of(pose)
                }
                _ => None,
            };
            // The sign may change between two tracked spans.
            let is_shown =
                |from, to| group.side().is_none_or(|side| states.is_tracked(side, from, to));
            let rotations =
                rotation.map(|rotation| rotations::check(rotation, is_shown)).unwrap_or_default();
            Scanned { group, numbers, rotations, w_lost }
        });
        Self { groups }
    }

    /// Whether the rotations of a pose lost their W.
    pub(super) fn is_w_lost(&self, pose: PoseId) -> bool {
        let rotation = CurveGroup::Rotation(pose);
        self.groups.iter().any(|scanned| scanned.group == rotation && scanned.w_lost)
    }

    /// Number of poses that lost their W, and of those with changing rotations that did not.
    pub(super) fn w_lost_and_kept(&self) -> (usize, usize) {
        let lost = self.groups.iter().filter(|scanned| scanned.w_lost).count();
        let kept = self.groups.iter().filter(|scanned| scanned.rotations.keys > 2).count();
        (lost, kept)
    }

    /// Whether all keys are linear, as MRTK writes them.
    pub(super) fn is_straight(&self) -> bool {
        self.groups.iter().flat_map(|scanned| &scanned.numbers).all(|(_, numbers)| !numbers.bent)
    }

    /// Whether the camera has keys and its rotation is zero at all of them.
    pub(super) fn is_camera_unset(&self) -> bool {
        let camera = self.groups.iter().find(|scanned| scanned.group == CAMERA_ROTATION);
        camera.is_some_and(|camera| {
            camera.rotations.keys > 0 && camera.rotations.zero.count == camera.rotations.keys
        })
    }

    pub(super) fn report(&self, exam: &mut Exam<'_>) {
        self.report_numbers(exam);
        self.report_rotations(exam);
        self.report_w(exam);
        report_outliers(exam);
    }

    fn report_numbers(&self, exam: &mut Exam<'_>) {
        let before_zero = if exam.recording.version().is_1_1() {
            "before time 0, where MRTK's playback starts"
        } else {
            "before time 0, where MRTK's playback starts: normal in version 1.0, whose rolling 30 s buffer keeps one key \
             before its window"
        };
        let kinds: [(Code, PickNumbers, &str); 6] = [
            (
                Code::NonFinite,
                |n| n.non_finite,
                "a time, value, weight or tangent is NaN or infinite, which no player can show",
            ),
            (Code::ValueOutOfRange, |n| n.out_of_range, ""),
            (
                Code::TimesDecrease,
                |n| n.decreasing,
                "earlier than the preceding key; Unity sorts keys when it loads them, other players may not",
            ),
            (
                Code::DuplicateTimes,
                |n| n.duplicate,
                "at the time of the preceding key, which MRTK never records",
            ),
            (
                Code::UnknownWeightedMode,
                |n| n.unknown_mode,
                "the weighted mode is not 0, 1, 2 or 3, so how the curve bends there is undefined",
            ),
            (Code::KeysBeforeZero, |n| n.before_zero, before_zero),
        ];
        for (code, pick, what) in kinds {
            let found: Vec<(CurveId, Tally)> = (self.groups.iter())
                .flat_map(|scanned| &scanned.numbers)
                .map(|(id, numbers)| (*id, pick(numbers)))
                .filter(|(_, tally)| tally.count > 0)
                .collect();
            let keys = found.iter().map(|(_, tally)| tally.count).sum();
            let Some(&(id, first)) = found.first() else { continue };
            let Some(key) = exam.curve(id).and_then(|curve| curve.key(first.first)) else {
                continue;
            };
            let keys_in = plural_in(keys, "key", found.len(), "curve");
            let message = if code == Code::ValueOutOfRange {
                format!(
                    "{keys_in}: a value beyond ±10 km or a time beyond 1,000,000 s, such as {} at {} s",
                    any_size(key.value),
                    any_size(key.time_secs)
                )
            } else {
                format!("{keys_in}: {what}")
            };
            let at = exam.key_at(id, first.first);
            let mut finding = Finding::new(code, id, keys, message).at_byte(at);
            if code == Code::DuplicateTimes {
                finding.fix = duplicates::promise(exam.recording);
            }
            exam.find(finding.between(key.time_secs, key.time_secs));
        }
    }

    fn report_rotations(&self, exam: &mut Exam<'_>) {
        if self.is_camera_unset() {
            let id = CurveId::Camera(PoseComponent::RotationX);
            let keys = exam.curve(id).map_or(0, reenact::Curve::len);
            let message = format!(
                "{}: the camera's rotation is zero at all of them, because there was no camera",
                plural(keys, "key")
            );
            let finding = Finding::new(Code::CameraUnset, Track::Camera, keys, message);
            let at = exam.head_at(id);
            exam.find(finding.at_byte(at));
        }
        let kinds: [(Code, PickRotations); 3] = [
            (Code::RotationZero, |r| r.zero),
            (Code::RotationNotUnit, |r| r.not_unit),
            (Code::RotationFlips, |r| r.flips),
        ];
        for (code, pick) in kinds {
            let is_excused = |group| {
                code == Code::RotationZero && group == CAMERA_ROTATION && self.is_camera_unset()
            };
            let found: Vec<(&Scanned, Tally)> = (self.groups.iter())
                .map(|scanned| (scanned, pick(&scanned.rotations)))
                .filter(|(scanned, tally)| tally.count > 0 && !is_excused(scanned.group))
                .collect();
            let keys: usize = found.iter().map(|(_, tally)| tally.count).sum();
            let Some(&(scanned, tally)) = found.first() else { continue };
            let of = |what| plural_in(keys, what, found.len(), "pose");
            let (component, message) = match code {
                Code::RotationZero => {
                    (0, format!("{}: all four components are zero", of("rotation")))
                }
                Code::RotationNotUnit => {
                    let worst = found.iter().map(|(scanned, _)| scanned.rotations.worst);
                    let message = format!(
                        "{}: {}; MRTK does not normalize them when it plays",
                        of("rotation"),
                        not_unit(worst.fold(0.0, f64::max))
                    );
                    (scanned.rotations.not_unit_in, message)
                }
                _ => (
                    0,
                    format!(
                        "{}: normal for a hand tracker, since q and −q are the same rotation; in MRTK the hand tumbles at each, in `clean` mode it does not",
                        of("sign flip")
                    ),
                ),
            };
            let Some(&id) = scanned.group.ids().get(component) else { continue };
            let at = exam.key_at(id, tally.first);
            let time = exam.curve(id).and_then(|curve| curve.time_secs(tally.first));
            let time = time.unwrap_or(f32::NAN);
            let mut finding = Finding::new(code, id, keys, message);
            // Components with different key times form no quaternions that could be normalized.
            if !found.iter().any(|(scanned, _)| scanned.rotations.keys > 0) {
                finding.fix = Fix::None;
            }
            exam.find(finding.at_byte(at).between(time, time));
        }
    }

    fn report_w(&self, exam: &mut Exam<'_>) {
        let (lost, _) = self.w_lost_and_kept();
        let first = self.groups.iter().find(|scanned| scanned.w_lost);
        let Some(id) = first.and_then(|scanned| scanned.group.ids().last().copied()) else {
            return;
        };
        let all = self.groups.iter().filter(|scanned| scanned.w_lost || scanned.rotations.keys > 0);
        let share = 100.0 * count_f32(lost) / count_f32(all.count().max(1));
        let message = format!(
            "{} ({share:.0} % of those with keys): x, y and z have keys, but w has none after the first, so that poses are \
             twisted: a defect of MRTK 2.6.0 – 2.7.2",
            plural(lost, "rotation")
        );
        let at = exam.head_at(id);
        exam.find(Finding::new(Code::RotationWLost, id, lost, message).at_byte(at));
    }
}

/// Reports keys with one number that the other curves of their pose contradict.
fn report_outliers(exam: &mut Exam<'_>) {
    let outliers = exam.recording.outliers();
    let Some(first) = outliers.first() else { return };
    let mut curves: Vec<CurveId> = outliers.iter().map(|outlier| outlier.id).collect();
    curves.sort_unstable();
    curves.dedup();
    let message = format!(
        "{}: the time differs from that of the other curves of the pose, which share theirs, or the sign from that of the \
         rotations before and after",
        plural_in(outliers.len(), "key", curves.len(), "curve")
    );
    let time = exam.curve(first.id).and_then(|curve| curve.time_secs(first.index));
    let time = time.unwrap_or(f32::NAN);
    let at = exam.key_at(first.id, first.index);
    let finding = Finding::new(Code::DamagedNumber, first.id, outliers.len(), message);
    exam.find(finding.at_byte(at).between(time, time));
}

/// Largest value of a curve. Components of rotations are checked together.
const fn value_limit(group: CurveGroup) -> f32 {
    match group {
        CurveGroup::Rotation(_) => f32::MAX,
        _ => VALUE_LIMIT,
    }
}

/// Describes the length of rotations that deviate from 1 by up to `worst`.
fn not_unit(worst: f64) -> String {
    if worst < 10.0 {
        format!("length differs from 1 by up to {:.1} %", 100.0 * worst)
    } else {
        format!("length is up to {worst:.1e} instead of 1")
    }
}
