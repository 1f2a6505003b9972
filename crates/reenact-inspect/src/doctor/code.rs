//! The codes of findings: stable names, how bad each is, and what `repair` can do.

use std::fmt;

/// How bad a finding is.
///
/// ```
/// use reenact_inspect::doctor::Severity;
///
/// assert!(Severity::Error < Severity::Warning && Severity::Warning < Severity::Note);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something of what was recorded is gone, or cannot be read or played as it was.
    Error,
    /// It will not load or not look as it was meant, or it is not what a person does.
    Warning,
    /// Worth knowing; nothing needs to be done.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Whether `repair` can mend it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mend {
    /// Back to what was meant, with nothing made up.
    Exact,
    /// As far as what is left allows.
    Partial,
    /// Not at all.
    None,
}

impl Mend {
    /// `exact`, `partial` or `none`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Partial => "partial",
            Self::None => "none",
        }
    }
}

impl fmt::Display for Mend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Writes down the codes once: variant, name, severity, mend.
macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident $name:literal $severity:ident $mend:ident;)*) => {
        /// What a finding is about.
        ///
        /// The names are stable; `docs/doctor.md` has a section for each: what it looks like, why it happens and what to do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$doc])* $variant,)*
        }

        impl Code {
            /// All of them, the worst first.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Its stable name, such as `rotation-w-lost`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

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
    /// A version above 1.1.
    VersionTooNew "version-too-new" Error None;
    /// The file ends before its curves and markers do.
    Truncated "truncated" Error Partial;
    /// A count, length or name in the file that cannot be.
    Damaged "damaged" Error Partial;
    /// Keys with a NaN or an infinity where a number belongs.
    NonFinite "non-finite" Error Partial;
    /// Keys that come before the key before them.
    TimesDecrease "times-decrease" Error Exact;
    /// Rotations that lost their W, as MRTK 2.6.0 – 2.7.2 write them.
    RotationWLost "rotation-w-lost" Error Partial;
    /// A track that MRTK's optimiser left with its first key alone.
    TrackCollapsed "track-collapsed" Error None;

    /// A version below 1.1 that is not 1.0.
    OddVersion "odd-version" Warning None;
    /// A flag byte other than 0 and 1.
    OddFlagByte "odd-flag-byte" Warning Exact;
    /// 28-byte float keys in version 1.1, which MRTK cannot read.
    PublishedLayout "published-layout" Warning Exact;
    /// No marker list, without which MRTK cannot load the file.
    MissingMarkerList "missing-marker-list" Warning Exact;
    /// Bytes after the marker list.
    TrailingBytes "trailing-bytes" Warning Exact;
    /// A wrap mode that Unity has no name for.
    UnknownWrapMode "unknown-wrap-mode" Warning Partial;
    /// A weighted mode that Unity has no name for.
    UnknownWeightedMode "unknown-weighted-mode" Warning None;
    /// Several keys at one time.
    DuplicateTimes "duplicate-times" Warning Exact;
    /// Markers that are not in the order of their times.
    MarkersUnsorted "markers-unsorted" Warning Exact;
    /// All-zero rotations.
    RotationZero "rotation-zero" Warning None;
    /// Rotations that are not of unit length.
    RotationNotUnit "rotation-not-unit" Warning Exact;
    /// Neighbouring rotations of opposite sign.
    RotationFlips "rotation-flips" Warning Exact;
    /// The end of a track is missing.
    TailLost "tail-lost" Warning None;
    /// The camera's rotation is zero throughout.
    CameraUnset "camera-unset" Warning None;
    /// A hand that was tracked but has no joints.
    TrackedWithoutJoints "tracked-without-joints" Warning None;
    /// A hand that pinches while it is not tracked.
    PinchingUntracked "pinching-untracked" Warning None;
    /// A head or hand that moves faster than people do.
    Teleport "teleport" Warning None;
    /// Bones that change their length.
    BoneLengthsChange "bone-lengths-change" Warning None;
    /// Fingers bent further than fingers bend.
    FingersOverbent "fingers-overbent" Warning None;
    /// A left hand where the right one should be, or the other way around.
    HandsSwapped "hands-swapped" Warning None;
    /// A gaze that stands still while the head moves.
    GazeFrozen "gaze-frozen" Warning None;

    /// There are no keys.
    NothingRecorded "nothing-recorded" Note None;
    /// Keys before time 0.
    KeysBeforeZero "keys-before-zero" Note None;
    /// Markers before the start or after the end.
    MarkersOutside "markers-outside" Note None;
    /// Tracks that end where MRTK's optimiser would have cut them.
    TailMayBeLost "tail-may-be-lost" Note None;
    /// Slot `None` of a hand has keys.
    SlotNoneFilled "slot-none-filled" Note None;
    /// Times at which a hand was not tracked in between.
    TrackingGaps "tracking-gaps" Note None;
    /// A gaze that is only where the head points.
    GazeIsHead "gaze-is-head" Note None;
    /// Few frames a second.
    LowRate "low-rate" Note None;
    /// Frames that are not evenly spaced.
    RateJitter "rate-jitter" Note None;
    /// More keys than the movement needs.
    Dense "dense" Note None;
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_kebab_case_differ_and_stand_worst_first() {
        let mut names: Vec<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        for name in &names {
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{name}");
        }
        assert!(Code::ALL.is_sorted_by_key(|code| code.severity()));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
    }
}
