//! The codes of findings: stable names, how bad each is, and what `repair` can do.

/// How bad a finding is.
///
/// ```
/// use reenact_inspect::doctor::Severity;
///
/// assert!(Severity::Error < Severity::Warning && Severity::Warning < Severity::Note);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Recorded data is lost, or cannot be read or played as recorded.
    Error,
    /// The file does not load or play as intended, or the motion is not that of a person.
    Warning,
    /// Worth knowing; no action is needed.
    Note,
}

reenact::named!(Severity, "severity": Error = "error", Warning = "warning", Note = "note");

/// What `repair` can do about a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mend {
    /// Back to what was meant, with nothing made up.
    Exact,
    /// As far as what is left allows.
    Partial,
    /// Not at all.
    None,
}

reenact::named!(Mend, "repair promise": Exact = "exact", Partial = "partial", None = "none");

/// Writes down the codes once: variant, name, severity, mend.
macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident $name:literal $severity:ident $mend:ident;)*) => {
        /// What a finding is about; the worst first.
        ///
        /// The names, such as `rotation-w-lost`, are stable; `docs/doctor.md` has a section for each: what it looks like, why it happens and what to do.
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
            pub const fn mend(self) -> Mend {
                match self {
                    $(Self::$variant => Mend::$mend,)*
                }
            }
        }
    };
}

codes! {
    /// The file has no bytes.
    EmptyFile "empty-file" Error None;
    /// The file does not start with the magic number.
    NotARecording "not-a-recording" Error None;
    /// The variant of ETH's "4D Holographic Tutorials", which has no version number.
    KnownFork "known-fork" Error None;
    /// A text file of the same apps.
    TextForm "text-form" Error None;
    /// A version above 1.1.
    VersionTooNew "version-too-new" Error None;
    /// The file ends before its curves and markers do.
    Truncated "truncated" Error Partial;
    /// A count, length or name in the file that cannot be.
    Damaged "damaged" Error Partial;
    /// Keys or markers with a NaN or an infinity where a number belongs.
    NonFinite "non-finite" Error Partial;
    /// Positions or times far beyond what a headset can record.
    ValueOutOfRange "value-out-of-range" Error None;
    /// Keys that are earlier than the preceding key.
    TimesDecrease "times-decrease" Error Partial;
    /// Rotations that lost their W, as MRTK 2.6.0 – 2.7.2 write them.
    RotationWLost "rotation-w-lost" Error Partial;
    /// A track that MRTK's optimiser left with its first key alone.
    TrackCollapsed "track-collapsed" Error None;
    /// Rotations of joints whose four components are the same number.
    RotationComponentsEqual "rotation-components-equal" Error None;

    /// A version below 1.1 that is not 1.0.
    OddVersion "odd-version" Warning None;
    /// A flag byte other than 0 and 1.
    OddFlagByte "odd-flag-byte" Warning Exact;
    /// 28-byte float keys in version 1.1, which MRTK cannot read.
    PublishedLayout "published-layout" Warning Exact;
    /// No marker list, without which MRTK cannot load the file.
    MissingMarkerList "missing-marker-list" Warning Exact;
    /// Bytes after the marker list.
    TrailingBytes "trailing-bytes" Warning None;
    /// A wrap mode that Unity has no name for.
    UnknownWrapMode "unknown-wrap-mode" Warning Partial;
    /// A weighted mode that Unity has no name for.
    UnknownWeightedMode "unknown-weighted-mode" Warning Exact;
    /// A draft from before version 1.0, which no release of MRTK loads.
    DraftForm "draft-form" Warning Exact;
    /// Several keys at one time.
    DuplicateTimes "duplicate-times" Warning Partial;
    /// Markers that are not in the order of their times.
    MarkersUnsorted "markers-unsorted" Warning Exact;
    /// All-zero rotations.
    RotationZero "rotation-zero" Warning None;
    /// Rotations that are not of unit length.
    RotationNotUnit "rotation-not-unit" Warning Partial;
    /// Single key times and signs that the other curves of the pose contradict.
    DamagedNumber "damaged-number" Warning Exact;
    /// The end of a track is missing.
    TailLost "tail-lost" Warning None;
    /// There are no keys, or none of a pose.
    NothingRecorded "nothing-recorded" Warning None;
    /// Curves of a recorded track that have no keys, while others of that track have.
    CurvesMissing "curves-missing" Warning None;
    /// Joints or a camera with positions but without rotations.
    RotationsMissing "rotations-missing" Warning None;
    /// The camera's rotation is zero throughout.
    CameraUnset "camera-unset" Warning None;
    /// A hand that was tracked but has no joints.
    TrackedWithoutJoints "tracked-without-joints" Warning None;
    /// A hand that pinches while it is not tracked.
    PinchingUntracked "pinching-untracked" Warning None;
    /// A jump of the head or of a hand from one key to the next.
    Teleport "teleport" Warning None;
    /// Bones that change their length by more than those of tracked hands do.
    BoneLengthsChange "bone-lengths-change" Warning None;
    /// Fingers that bend beyond the human range.
    FingersOverbent "fingers-overbent" Warning None;
    /// A left hand where the right one should be, or the other way around.
    HandsSwapped "hands-swapped" Warning None;
    /// A gaze that stays fixed in space while the head moves.
    GazeFrozen "gaze-frozen" Warning None;

    /// Keys before time 0.
    KeysBeforeZero "keys-before-zero" Note None;
    /// Neighbouring quaternions of opposite sign.
    RotationFlips "rotation-flips" Note Exact;
    /// Markers before the start or after the end.
    MarkersOutside "markers-outside" Note None;
    /// Tracks that end where MRTK's optimiser would have cut them.
    TailMayBeLost "tail-may-be-lost" Note None;
    /// Slot `None` of a hand has keys.
    SlotNoneFilled "slot-none-filled" Note None;
    /// Times between two tracked spans at which a hand was not tracked.
    TrackingGaps "tracking-gaps" Note None;
    /// A gaze that is the direction of the head.
    GazeIsHead "gaze-is-head" Note None;
    /// Few frames a second.
    LowRate "low-rate" Note None;
    /// Frames that are not evenly spaced.
    RateJitter "rate-jitter" Note None;
    /// More keys than the movement needs.
    Dense "dense" Note None;
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
