//! Checks of the structure of a file: version, flags, layout, wrap modes, marker list, trailing bytes.

use reenact::{CurveGroup, Field, Layout, Origin, PoseId, Version};

use super::code::{Code, Fix};
use super::exam::Exam;
use super::report::{Finding, Where};
use super::scan::Scan;
use super::words::plural;

pub(super) fn check(exam: &mut Exam<'_>, scan: &Scan) {
    header(exam, scan);
    wraps(exam);
    slot_none(exam);
    equal_components(exam);
    marker_list(exam);
    markers(exam);
}

fn header(exam: &mut Exam<'_>, scan: &Scan) {
    let recording = exam.recording;
    if let Some(origin) = recording.origin() {
        let finding = origin_finding(origin, recording.version());
        exam.find(finding);
    }
    let version = recording.version();
    if !version.is_1_1() && version != Version::V1_0 {
        let message = format!(
            "version {version} was never released; MRTK 2.6 and later read it as 1.0, earlier releases refuse it"
        );
        let finding = Finding::new(Code::OddVersion, Where::File, 1, message);
        exam.find(finding.at_byte(exam.offset_of(Field::MajorVersion)));
    }

    let flags = recording.flags();
    let odd = flags.iter().filter(|&&flag| flag > 1).count();
    let fields = [Field::CameraFlag, Field::HandsFlag, Field::GazeFlag];
    if let Some((_, field)) = flags.iter().zip(fields).find(|&(&flag, _)| flag > 1) {
        let [camera, hands, gaze] = flags;
        let message = format!(
            "the flags for camera, hands and gaze are {camera}, {hands}, {gaze}; MRTK writes 0 or 1, and reads any other value as 1"
        );
        let finding = Finding::new(Code::OddFlagByte, Where::File, odd, message);
        exam.find(finding.at_byte(exam.offset_of(field)));
    }

    if version.is_1_1() && recording.layout() == Layout::Published {
        let message = "float keys have 28 bytes, as in Microsoft's documentation; MRTK writes and expects 8, and misreads this file or fails to load it";
        let mut finding = Finding::new(Code::PublishedLayout, Where::File, 1, message);
        // MRTK's keys have no tangents.
        if !scan.is_straight() {
            finding.fix = Fix::Partial;
        }
        exam.find(finding);
    }
}

/// Findings on a file in a read-only form.
fn origin_finding(origin: &Origin, version: Version) -> Finding {
    let variant = origin.variant();
    let (code, mut message) = if variant.is_fork() {
        let message = format!(
            "{variant}, which MRTK cannot load: poses of joints are local, relative to their parents in a rig, and not to the world; stored as version {version} it loads, with these poses"
        );
        (Code::KnownFork, message)
    } else {
        let message = format!(
            "{variant}: MRTK wrote this form before it had a version number, and no release loads it; stored as version {version} it does"
        );
        (Code::DraftForm, message)
    };
    for loss in origin.losses() {
        message += "; not kept: ";
        message += &loss.to_string();
    }
    let mut finding = Finding::new(code, Where::File, 1, message).at_byte(Some(0));
    finding.fix = match (variant.is_fork(), origin.losses()) {
        (false, []) => Fix::Exact,
        _ => Fix::Partial,
    };
    finding
}

fn wraps(exam: &mut Exam<'_>) {
    let mut found = exam
        .recording
        .curves()
        .filter(|(_, curve)| !curve.pre_wrap.is_known() || !curve.post_wrap.is_known());
    let Some((id, curve)) = found.next() else { return };
    let count = 1 + found.count();
    let (wrap, field) = if curve.pre_wrap.is_known() {
        (curve.post_wrap, Field::PostWrap(id))
    } else {
        (curve.pre_wrap, Field::PreWrap(id))
    };
    let message = format!(
        "{}: the wrap mode, such as {}, is none of Unity's, so what happens outside the keys is undefined",
        plural(count, "curve"),
        wrap.0
    );
    let at = exam.offset_of(field);
    exam.find(Finding::new(Code::UnknownWrapMode, id, count, message).at_byte(at));
}

/// Reports keys of slot `None`, which is not a joint.
fn slot_none(exam: &mut Exam<'_>) {
    let mut found = (exam.recording.curves())
        .filter(|(id, curve)| CurveGroup::of(*id).is_slot_none() && !curve.is_empty());
    let Some((id, _)) = found.next() else { return };
    let count = 1 + found.count();
    let message = format!(
        "slot None has keys in {}: normal for simulated and Leap hands; it is not a joint and is not shown",
        plural(count, "curve")
    );
    let at = exam.head_at(id);
    exam.find(Finding::new(Code::SlotNoneFilled, id, count, message).at_byte(at));
}

/// Reports rotations whose x, y, z and w have the same keys, as drafts A and B of MRTK wrote them.
fn equal_components(exam: &mut Exam<'_>) {
    let (mut equal, mut others) = (0, 0);
    for joint in PoseId::all(exam.recording.tracks()) {
        let is_joint = joint != PoseId::Camera && !joint.is_slot_none();
        let Some(curves) = exam.rotation_of(joint).filter(|_| is_joint) else { continue };
        let [x, others_of_it @ ..] = curves;
        if x.is_empty() {
            continue;
        }
        let is_equal = others_of_it.iter().all(|curve| curve.raw_keys() == x.raw_keys());
        *(if is_equal { &mut equal } else { &mut others }) += 1;
    }
    if equal == 0 || others > 0 {
        return;
    }
    let message = format!(
        "x, y, z and w of every joint's rotation are the same number, in {}: a defect of MRTK's drafts A and B; the rotations of joints are lost, their positions are not",
        plural(equal, "joint")
    );
    exam.find(Finding::new(Code::RotationComponentsEqual, Where::File, equal, message));
}

fn marker_list(exam: &mut Exam<'_>) {
    let recording = exam.recording;
    let at = exam.offset_of(Field::MarkerCount);
    if recording.marker_list().is_none() {
        let message =
            "the file has no marker list, not even an empty one, without which MRTK's loader fails";
        let finding = Finding::new(Code::MissingMarkerList, Where::Markers, 1, message);
        exam.find(finding.at_byte(at));
    }
    let trailing = recording.trailing().len();
    if trailing > 0 {
        let mut message =
            format!("{} after the marker list, which MRTK ignores", plural(trailing, "byte"));
        let has_other_flags = recording.with_fitting_flags().is_some();
        if has_other_flags {
            message += "; with other flags they are curves";
        }
        let mut finding = Finding::new(Code::TrailingBytes, Where::Markers, trailing, message);
        if has_other_flags {
            finding.fix = Fix::Partial;
        }
        exam.find(finding.at_byte(exam.offset_of(Field::Trailing)));
    }
}

fn markers(exam: &mut Exam<'_>) {
    let at = exam.offset_of(Field::MarkerCount);
    let (start, end) =
        (exam.recording.first_key_secs().unwrap_or(0.0).min(0.0), exam.recording.end_secs());
    let times: Vec<f32> = exam.recording.markers().map(|marker| marker.time_secs).collect();

    let markers = || exam.recording.markers();
    let pairs = markers().zip(markers().skip(1));
    let unsorted = pairs.filter(|(a, b)| b.cmp_by_time(a).is_lt()).count();
    if unsorted > 0 {
        let message = format!(
            "{}: earlier than the preceding marker; MRTK writes the list sorted by time",
            plural(unsorted, "marker")
        );
        exam.find(
            Finding::new(Code::MarkersUnsorted, Where::Markers, unsorted, message).at_byte(at),
        );
    }

    let not_numbers = times.iter().filter(|time| !time.is_finite()).count();
    if not_numbers > 0 {
        let message = format!("{}: the time is NaN or infinite", plural(not_numbers, "marker"));
        let mut finding = Finding::new(Code::NonFinite, Where::Markers, not_numbers, message);
        // The time of such a key is unknown.
        finding.fix = Fix::None;
        exam.find(finding.at_byte(at));
    }

    let outside: Vec<f32> = times
        .into_iter()
        .filter(|time| time.is_finite() && (*time < start || *time > end))
        .collect();
    if !outside.is_empty() {
        let count = outside.len();
        let message = format!(
            "{}: outside the recording ({start:.2} to {end:.2} s), where playback does not reach",
            plural(count, "marker")
        );
        let (from, to) =
            outside.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(from, to), time| {
                (from.min(*time), to.max(*time))
            });
        let finding = Finding::new(Code::MarkersOutside, Where::Markers, count, message);
        exam.find(finding.at_byte(at).between(from, to));
    }
}
