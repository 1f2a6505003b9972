//! Codes of findings: names, titles, severities, and what `repair` can do.

use reenact::ErrorCode;

/// Severity of a finding. By default, warnings and errors fail.
///
/// ```
/// use reenact_inspect::doctor::Severity;
///
/// assert!(Severity::Error < Severity::Warning && Severity::Warning < Severity::Note);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Severity {
    /// Recorded data is lost, or cannot be read or played as recorded.
    Error,
    /// The file does not load or play as intended, or the motion is not that of a person.
    #[default]
    Warning,
    /// Worth knowing; no action is needed.
    Note,
}

reenact::named!(Severity, "severity": Error = "error", Warning = "warning", Note = "note");

/// What `repair` can do about a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fix {
    /// Restores the original.
    Exact,
    /// Restores as much as the remaining data allows.
    Partial,
    /// Changes nothing.
    None,
}

reenact::named!(Fix, "repair promise": Exact = "exact", Partial = "partial", None = "none");

/// Defines the codes: variant, severity, fix, name, title. Codes of files that cannot be read have the names of the errors.
macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident $severity:ident $fix:ident $name:expr, $title:literal;)*) => {
        /// Code of a finding, most severe first.
        ///
        /// The names, such as `rotation-w-lost`, are stable; `docs/reference/doctor.md` has a section for each: what it looks like, why it happens and what to do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$doc])* $variant,)*
        }

        reenact::named!(Code, "finding code": $($variant = $name,)*);

        impl Code {
            /// Severity of findings with this code.
            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$variant => Severity::$severity,)*
                }
            }

            /// Short sentence that names the defect, without a full stop.
            ///
            /// ```
            /// use reenact_inspect::doctor::Code;
            ///
            /// assert_eq!(Code::TailLost.title(), "The end of a track is missing");
            /// ```
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$variant => $title,)*
                }
            }

            /// What `repair` can do about it.
            pub const fn fix(self) -> Fix {
                match self {
                    $(Self::$variant => Fix::$fix,)*
                }
            }
        }
    };
}

codes! {
    /// The file has no bytes.
    EmptyFile Error None ErrorCode::EmptyFile.name(), "The file is empty";
    /// The file does not start with the magic number.
    NotARecording Error None ErrorCode::NotARecording.name(), "The file is not an MRTK input animation";
    /// The variant of ETH's "4D Holographic Tutorials", which has no version number.
    KnownFork Error None ErrorCode::KnownFork.name(), "The file comes from a fork of MRTK";
    /// A text file of the same apps.
    TextForm Error None ErrorCode::TextForm.name(), "The file is text from a fork of MRTK";
    /// A version above 1.1.
    VersionTooNew Error None ErrorCode::VersionTooNew.name(), "The version is unknown";
    /// The file ends before its curves and markers do.
    Truncated Error Partial ErrorCode::Truncated.name(), "The file is truncated";
    /// An impossible count, length or name in the file.
    Damaged Error Partial ErrorCode::Damaged.name(), "The file is damaged";
    /// Keys or markers with NaN or infinite numbers.
    NonFinite Error Partial "non-finite", "Values or times are NaN or infinite";
    /// Positions or times far beyond what a headset can record.
    ValueOutOfRange Error None "value-out-of-range", "Values or times are out of range";
    /// Keys that are earlier than the preceding key.
    TimesDecrease Error Partial "times-decrease", "Keys are not sorted by time";
    /// Rotations that lost their W, as MRTK 2.6.0 – 2.7.2 write them.
    RotationWLost Error Partial "rotation-w-lost", "Rotations have lost their w component";
    /// A track of which MRTK's optimizer left only the first key.
    TrackCollapsed Error None "track-collapsed", "A track has only its first key";
    /// Rotations of joints whose four components are the same number.
    RotationComponentsEqual Error None "rotation-components-equal", "Rotations of joints were not stored";

    /// A version below 1.1 that is not 1.0.
    OddVersion Warning None "odd-version", "The version was never released";
    /// A flag byte other than 0 and 1.
    OddFlagByte Warning Exact "odd-flag-byte", "A flag is neither 0 nor 1";
    /// 28-byte float keys in version 1.1, which MRTK cannot read.
    PublishedLayout Warning Exact "published-layout", "MRTK cannot load this key layout";
    /// No marker list, without which MRTK cannot load the file.
    MissingMarkerList Warning Exact "missing-marker-list", "The marker list is missing";
    /// Bytes after the marker list.
    TrailingBytes Warning None "trailing-bytes", "Bytes follow the marker list";
    /// A wrap mode that Unity has no name for.
    UnknownWrapMode Warning Partial "unknown-wrap-mode", "A wrap mode is unknown";
    /// A weighted mode that Unity has no name for.
    UnknownWeightedMode Warning Exact "unknown-weighted-mode", "A weighted mode is unknown";
    /// A draft from before version 1.0, which no release of MRTK loads.
    DraftForm Warning Exact "draft-form", "The file is a draft of the format from 2019";
    /// Several keys at one time.
    DuplicateTimes Warning Partial "duplicate-times", "Several keys have the same time";
    /// Markers that are not in the order of their times.
    MarkersUnsorted Warning Exact "markers-unsorted", "Markers are not sorted by time";
    /// All-zero rotations.
    RotationZero Warning None "rotation-zero", "Rotations are zero";
    /// Rotations that are not of unit length.
    RotationNotUnit Warning Partial "rotation-not-unit", "Rotations are not of unit length";
    /// Single key times and signs that the other curves of the pose contradict.
    DamagedNumber Warning Exact "damaged-number", "Single times or signs are damaged";
    /// The end of a track is missing.
    TailLost Warning None "tail-lost", "The end of a track is missing";
    /// No keys, or no keys of poses.
    NothingRecorded Warning None "nothing-recorded", "Nothing was recorded";
    /// Curves of a recorded track that have no keys, while others of that track have.
    CurvesMissing Warning None "curves-missing", "Curves of a track are empty";
    /// Joints or a camera with positions but without rotations.
    RotationsMissing Warning None "rotations-missing", "Poses have no rotation";
    /// The camera's rotation is zero throughout.
    CameraUnset Warning None "camera-unset", "The camera's rotation is zero throughout";
    /// A hand that was tracked but has no joints.
    TrackedWithoutJoints Warning None "tracked-without-joints", "A tracked hand has no joints";
    /// A hand that pinches while it is not tracked.
    PinchingUntracked Warning None "pinching-untracked", "A hand pinches while it is not tracked";
    /// A jump of the head or of a hand from one key to the next.
    Teleport Warning None "teleport", "The head or a hand jumps";
    /// Bones that change their length by more than those of tracked hands do.
    BoneLengthsChange Warning None "bone-lengths-change", "Bones change their length";
    /// Fingers that bend beyond the human range.
    FingersOverbent Warning None "fingers-overbent", "Fingers bend beyond the human range";
    /// A left hand where the right one should be, or the other way around.
    HandsSwapped Warning None "hands-swapped", "Left and right hand are swapped";
    /// A gaze that stays constant while the head moves.
    GazeFrozen Warning None "gaze-frozen", "The gaze is frozen";

    /// Keys before time 0.
    KeysBeforeZero Note None "keys-before-zero", "Keys are before time 0";
    /// Neighbouring quaternions of opposite sign.
    RotationFlips Note Exact "rotation-flips", "Quaternions change their sign";
    /// Markers before the start or after the end.
    MarkersOutside Note None "markers-outside", "Markers are outside the recording";
    /// Tracks that end where MRTK's optimizer would have cut them.
    TailMayBeLost Note None "tail-may-be-lost", "The end of a track may be missing";
    /// Slot `None` of a hand has keys.
    SlotNoneFilled Note None "slot-none-filled", "Slot None has keys";
    /// Times between two tracked spans at which a hand was not tracked.
    TrackingGaps Note None "tracking-gaps", "Tracking of a hand was interrupted";
    /// A gaze that is the direction of the head.
    GazeIsHead Note None "gaze-is-head", "The gaze is the direction of the head";
    /// Low frame rate.
    LowRate Note None "low-rate", "The frame rate is low";
    /// Frames that are not evenly spaced.
    RateJitter Note None "rate-jitter", "The frame rate is uneven";
    /// More keys than the movement needs.
    Dense Note None "dense", "There are more keys than needed";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_kebab_case_differ_and_stand_worst_first() {
        let mut names: Vec<_> = Code::ALL.map(Code::name).into();
        for name in &names {
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{name}");
        }
        assert!(Code::ALL.is_sorted_by_key(|code| code.severity()));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
        for title in Code::ALL.map(Code::title) {
            assert!(title.starts_with(char::is_uppercase) && !title.ends_with('.'), "{title}");
        }
    }
}
