//! The codes of findings: stable names, how bad each is, and what `repair` can do.

use reenact::ErrorCode;

/// How bad a finding is. Warnings and errors fail by default.
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
    /// Back to what was meant, with nothing made up.
    Exact,
    /// As far as what is left allows.
    Partial,
    /// Not at all.
    None,
}

reenact::named!(Fix, "repair promise": Exact = "exact", Partial = "partial", None = "none");

/// Writes down the codes once: variant, severity, fix, name. What reading fails with has the name that the error has.
macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident $severity:ident $fix:ident $name:expr;)*) => {
        /// What a finding is about; the worst first.
        ///
        /// The names, such as `rotation-w-lost`, are stable; `docs/reference/doctor.md` has a section for each: what it looks like, why it happens and what to do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$doc])* $variant,)*
        }

        reenact::named!(Code, "finding code": $($variant = $name,)*);

        impl Code {
            /// How bad a finding of this code is.
            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$variant => Severity::$severity,)*
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
    EmptyFile Error None ErrorCode::EmptyFile.name();
    /// The file does not start with the magic number.
    NotARecording Error None ErrorCode::NotARecording.name();
    /// The variant of ETH's "4D Holographic Tutorials", which has no version number.
    KnownFork Error None ErrorCode::KnownFork.name();
    /// A text file of the same apps.
    TextForm Error None ErrorCode::TextForm.name();
    /// A version above 1.1.
    VersionTooNew Error None ErrorCode::VersionTooNew.name();
    /// The file ends before its curves and markers do.
    Truncated Error Partial ErrorCode::Truncated.name();
    /// A count, length or name in the file that cannot be.
    Damaged Error Partial ErrorCode::Damaged.name();
    /// Keys or markers with a NaN or an infinity where a number belongs.
    NonFinite Error Partial "non-finite";
    /// Positions or times far beyond what a headset can record.
    ValueOutOfRange Error None "value-out-of-range";
    /// Keys that are earlier than the preceding key.
    TimesDecrease Error Partial "times-decrease";
    /// Rotations that lost their W, as MRTK 2.6.0 – 2.7.2 write them.
    RotationWLost Error Partial "rotation-w-lost";
    /// A track that MRTK's optimizer left with its first key alone.
    TrackCollapsed Error None "track-collapsed";
    /// Rotations of joints whose four components are the same number.
    RotationComponentsEqual Error None "rotation-components-equal";

    /// A version below 1.1 that is not 1.0.
    OddVersion Warning None "odd-version";
    /// A flag byte other than 0 and 1.
    OddFlagByte Warning Exact "odd-flag-byte";
    /// 28-byte float keys in version 1.1, which MRTK cannot read.
    PublishedLayout Warning Exact "published-layout";
    /// No marker list, without which MRTK cannot load the file.
    MissingMarkerList Warning Exact "missing-marker-list";
    /// Bytes after the marker list.
    TrailingBytes Warning None "trailing-bytes";
    /// A wrap mode that Unity has no name for.
    UnknownWrapMode Warning Partial "unknown-wrap-mode";
    /// A weighted mode that Unity has no name for.
    UnknownWeightedMode Warning Exact "unknown-weighted-mode";
    /// A draft from before version 1.0, which no release of MRTK loads.
    DraftForm Warning Exact "draft-form";
    /// Several keys at one time.
    DuplicateTimes Warning Partial "duplicate-times";
    /// Markers that are not in the order of their times.
    MarkersUnsorted Warning Exact "markers-unsorted";
    /// All-zero rotations.
    RotationZero Warning None "rotation-zero";
    /// Rotations that are not of unit length.
    RotationNotUnit Warning Partial "rotation-not-unit";
    /// Single key times and signs that the other curves of the pose contradict.
    DamagedNumber Warning Exact "damaged-number";
    /// The end of a track is missing.
    TailLost Warning None "tail-lost";
    /// There are no keys, or none of a pose.
    NothingRecorded Warning None "nothing-recorded";
    /// Curves of a recorded track that have no keys, while others of that track have.
    CurvesMissing Warning None "curves-missing";
    /// Joints or a camera with positions but without rotations.
    RotationsMissing Warning None "rotations-missing";
    /// The camera's rotation is zero throughout.
    CameraUnset Warning None "camera-unset";
    /// A hand that was tracked but has no joints.
    TrackedWithoutJoints Warning None "tracked-without-joints";
    /// A hand that pinches while it is not tracked.
    PinchingUntracked Warning None "pinching-untracked";
    /// A jump of the head or of a hand from one key to the next.
    Teleport Warning None "teleport";
    /// Bones that change their length by more than those of tracked hands do.
    BoneLengthsChange Warning None "bone-lengths-change";
    /// Fingers that bend beyond the human range.
    FingersOverbent Warning None "fingers-overbent";
    /// A left hand where the right one should be, or the other way around.
    HandsSwapped Warning None "hands-swapped";
    /// A gaze that stays constant while the head moves.
    GazeFrozen Warning None "gaze-frozen";

    /// Keys before time 0.
    KeysBeforeZero Note None "keys-before-zero";
    /// Neighbouring quaternions of opposite sign.
    RotationFlips Note Exact "rotation-flips";
    /// Markers before the start or after the end.
    MarkersOutside Note None "markers-outside";
    /// Tracks that end where MRTK's optimizer would have cut them.
    TailMayBeLost Note None "tail-may-be-lost";
    /// Slot `None` of a hand has keys.
    SlotNoneFilled Note None "slot-none-filled";
    /// Times between two tracked spans at which a hand was not tracked.
    TrackingGaps Note None "tracking-gaps";
    /// A gaze that is the direction of the head.
    GazeIsHead Note None "gaze-is-head";
    /// Few frames a second.
    LowRate Note None "low-rate";
    /// Frames that are not evenly spaced.
    RateJitter Note None "rate-jitter";
    /// More keys than the movement needs.
    Dense Note None "dense";
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
    }
}
