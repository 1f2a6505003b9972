//! How a file is put together: version, flags, layout, wrap modes, marker list, and what follows it.

use reenact::number::len_u64;
use reenact::{CurveId, Layout, Version};

use super::code::{Code, Mend};
use super::exam::Exam;
use super::report::{Finding, Where};
use super::scan::Scan;
use super::words::plural;

pub(super) fn check(exam: &mut Exam<'_>, scan: &Scan) {
    header(exam, scan);
    wraps(exam);
    slot_none(exam);
    marker_list(exam);
    markers(exam);
    if exam.recording.key_count() == 0 {
        let message = "there is not one key in it: nothing was recorded, or by code that still uses MRTK's obsolete Add…Key methods";
        exam.find(Finding::new(Code::NothingRecorded, Where::File, 1, message));
    }
}

/// Where the version and the first flag stand.
const VERSION_AT: u64 = 8;
const FLAGS_AT: u64 = 16;

fn header(exam: &mut Exam<'_>, scan: &Scan) {
    let recording = exam.recording;
    let version = recording.version();
    if !version.is_1_1() && version != Version::V1_0 {
        let message = format!(
            "version {version} was never released: MRTK 2.6 and later read it as 1.0, earlier ones refuse it"
        );
        let finding = Finding::new(Code::OddVersion, Where::File, 1, message);
        exam.find(finding.at_byte(Some(VERSION_AT)));
    }

    let flags = recording.flags();
    let odd = flags.iter().filter(|&&flag| flag > 1).count();
    if let Some(first) = flags.iter().position(|&flag| flag > 1) {
        let [camera, hands, gaze] = flags;
        let message = format!(
            "the flags for camera, hands and gaze are {camera}, {hands}, {gaze}; what is not 0 counts as 1, yet no MRTK writes it"
        );
        let finding = Finding::new(Code::OddFlagByte, Where::File, odd, message);
        exam.find(finding.at_byte(Some(FLAGS_AT + len_u64(first))));
    }

    if version.is_1_1() && recording.layout() == Layout::Published {
        let message = "its float keys have 28 bytes, as Microsoft's page has it; MRTK writes and expects 8 and reads nonsense from this file";
        let mut finding = Finding::new(Code::PublishedLayout, Where::File, 1, message);
        // MRTK's keys have no tangents.
        if !scan.is_straight() {
            finding.mend = Mend::Partial;
        }
        exam.find(finding);
    }
}

fn wraps(exam: &mut Exam<'_>) {
    let mut found = exam
        .recording
        .curves()
        .filter(|(_, curve)| !curve.pre_wrap.is_known() || !curve.post_wrap.is_known());
    let Some((id, curve)) = found.next() else { return };
    let count = 1 + found.count();
    let (wrap, at) =
        if curve.pre_wrap.is_known() { (curve.post_wrap, 4) } else { (curve.pre_wrap, 0) };
    let message = format!(
        "the wrap modes of {}, such as {}, are none that Unity knows, and nobody can say what happens outside the keys",
        plural(count, "curve"),
        wrap.0
    );
    let at = exam.head_at(id).map(|head| head + at);
    exam.find(Finding::new(Code::UnknownWrapMode, id, count, message).at_byte(at));
}

/// Slot `None` of each hand, which is no joint.
fn slot_none(exam: &mut Exam<'_>) {
    use reenact::hand::Joint;
    let is_slot = |id: &CurveId| matches!(id, CurveId::Joint(_, Joint::None, _));
    let mut found = exam.recording.curves().filter(|(id, curve)| is_slot(id) && !curve.is_empty());
    let Some((id, _)) = found.next() else { return };
    let count = 1 + found.count();
    let message = format!(
        "slot None has keys in {}, as simulated and Leap hands write them; it is no joint, and nothing shows it",
        plural(count, "curve")
    );
    let at = exam.head_at(id);
    exam.find(Finding::new(Code::SlotNoneFilled, id, count, message).at_byte(at));
}

fn marker_list(exam: &mut Exam<'_>) {
    let recording = exam.recording;
    let at = Some(exam.markers_at);
    if recording.marker_list().is_none() {
        let message = "there is no marker list at the end, not even an empty one, and MRTK's loader fails without";
        let finding = Finding::new(Code::MissingMarkerList, Where::Markers, 1, message);
        exam.find(finding.at_byte(at));
    }
    let trailing = recording.trailing().len();
    if trailing > 0 {
        let message = format!(
            "the marker list is followed by {}, which MRTK ignores",
            plural(trailing, "byte")
        );
        let finding = Finding::new(Code::TrailingBytes, Where::Markers, trailing, message);
        let end = len_u64(recording.encoded_len().saturating_sub(trailing));
        exam.find(finding.at_byte(Some(end)));
    }
}

fn markers(exam: &mut Exam<'_>) {
    let at = Some(exam.markers_at);
    let (start, end) = (exam.recording.start_secs().min(0.0), exam.recording.duration_secs());
    let times: Vec<f32> = exam.recording.markers().map(|marker| marker.time_secs).collect();

    let unsorted = times.windows(2).filter(|pair| matches!(pair, [a, b] if b < a)).count();
    if unsorted > 0 {
        let message = format!(
            "the list has {} of an earlier time than the one before; MRTK keeps its list in order, and what looks for the next one passes these by",
            plural(unsorted, "marker")
        );
        exam.find(
            Finding::new(Code::MarkersUnsorted, Where::Markers, unsorted, message).at_byte(at),
        );
    }

    let not_numbers = times.iter().filter(|time| !time.is_finite()).count();
    if not_numbers > 0 {
        let message =
            format!("the list has {} at a time that is no number", plural(not_numbers, "marker"));
        exam.find(Finding::new(Code::NonFinite, Where::Markers, not_numbers, message).at_byte(at));
    }

    let outside: Vec<f32> = times
        .into_iter()
        .filter(|time| time.is_finite() && (*time < start || *time > end))
        .collect();
    if !outside.is_empty() {
        let count = outside.len();
        let message = format!(
            "the list has {} outside the recording, which goes from {start:.2} to {end:.2} s: playback never gets there",
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
