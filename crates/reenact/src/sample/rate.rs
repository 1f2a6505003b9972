//! Sample rate, and the limit on the number of frames of a recording.

use std::fmt;

use super::FrameTimes;
use crate::curve::CurveId;
use crate::error::{Error, ErrorKind, Result};
use crate::recording::{Recording, finite_secs};

/// Sample rate in Hz, and the largest number of frames.
///
/// The number of frames depends on the time of the last key, so one stray key can cause millions of frames in a file of a few
/// kilobytes. All sampling of whole recordings is limited to [`DEFAULT_MAX_FRAMES`](Self::DEFAULT_MAX_FRAMES) frames, or as many
/// as the recording has keys if that is more, unless [`max_frames`](Self::max_frames) sets another limit.
///
/// ```
/// use reenact::hand::Side;
/// use reenact::{Curve, CurveId, Form, FrameRate, FrameTimes, PoseComponent, Recording, Tracks};
///
/// let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
/// for component in PoseComponent::ALL {
///     recording.set_curve(CurveId::Camera(component), Curve::simple([(0.0, 0.1), (20.5, 0.2)]))?;
/// }
/// recording.set_curve(CurveId::Pinching(Side::Left), Curve::boolean([(0.0, false), (8000.0, true)]))?;
///
/// let error = FrameTimes::of(&recording, 60.0).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "480001 frames are more than the limit of 65536: left.pinching has a key at 8000 s, all other curves end by 20.5 s; \
///      choose a lower rate or a shorter range, trim the recording, or raise the limit"
/// );
/// let rate = FrameRate { max_frames: Some(500_000), ..60.0.into() };
/// assert_eq!(FrameTimes::of(&recording, rate)?.len(), 480_001);
/// # Ok::<(), reenact::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrameRate {
    /// Sample rate in Hz.
    pub hz: f32,
    /// Largest number of frames; `None` for the default.
    pub max_frames: Option<usize>,
}

impl FrameRate {
    /// Default limit: 18 minutes at 60 Hz.
    pub const DEFAULT_MAX_FRAMES: usize = 1 << 16;

    /// Limit for a recording.
    pub fn limit(&self, recording: &Recording) -> usize {
        // A recording has many keys for each frame, even after keyframe reduction.
        let default = || recording.key_count().max(Self::DEFAULT_MAX_FRAMES);
        self.max_frames.unwrap_or_else(default)
    }

    /// Times from a start to an end. Fails as [`FrameTimes::new`] does, and above the [`limit`](Self::limit).
    pub(super) fn times(
        self,
        recording: &Recording,
        [from_secs, to_secs]: [f32; 2],
    ) -> Result<FrameTimes> {
        let limit = self.limit(recording);
        FrameTimes::limited(from_secs..=to_secs, self.hz, limit).map_err(|error| {
            let ErrorKind::TooManyFrames { frames, limit, .. } = *error.kind() else {
                return error;
            };
            let is_few = |from_secs, to_secs| {
                FrameTimes::limited(from_secs..=to_secs, self.hz, limit).is_ok()
            };
            let stretch = Stretch::find(recording, [from_secs, to_secs], is_few);
            Error::new(ErrorKind::TooManyFrames { frames, limit, stretch })
        })
    }
}

impl From<f32> for FrameRate {
    /// Rate with the default limit.
    fn from(hz: f32) -> Self {
        Self { hz, max_frames: None }
    }
}

/// Curves whose keys make a recording much longer than all others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stretch {
    /// Curve with the most distant key.
    pub curve: CurveId,
    /// Time of that key in seconds.
    pub time_secs: f32,
    /// Number of other such curves.
    pub more_curves: usize,
    /// Time of the most distant key of the remaining curves, in seconds.
    pub others_secs: f32,
}

impl Stretch {
    /// Finds the curves without which the number of frames would be within the limit, at the end of the range or at its start.
    fn find(
        recording: &Recording,
        [from_secs, to_secs]: [f32; 2],
        is_few: impl Fn(f32, f32) -> bool,
    ) -> Option<Self> {
        let ends = recording.curves().filter_map(|(id, curve)| {
            let last_secs = finite_secs(curve, (0..curve.len()).rev())?;
            Some((id, last_secs.clamp(from_secs, to_secs.max(from_secs))))
        });
        let starts = recording.curves().filter_map(|(id, curve)| {
            let first_secs = finite_secs(curve, 0..curve.len())?;
            Some((id, first_secs.clamp(from_secs, to_secs.max(from_secs))))
        });
        let after = Self::of(ends, |a, b| a > b, |end_secs| is_few(from_secs, end_secs));
        let before = Self::of(starts, |a, b| a < b, |start_secs| is_few(start_secs, to_secs));
        [after, before].into_iter().flatten().min_by_key(|stretch| stretch.more_curves)
    }

    /// Finds such curves at one end; `None` if there are none, or if they are most of the curves.
    fn of(
        keys: impl Iterator<Item = (CurveId, f32)>,
        is_farther: impl Fn(f32, f32) -> bool,
        is_fine: impl Fn(f32) -> bool,
    ) -> Option<Self> {
        let mut farthest: Option<(CurveId, f32)> = None;
        let mut others: Option<f32> = None;
        let (mut stray, mut rest) = (0_usize, 0_usize);
        for (id, secs) in keys {
            if farthest.is_none_or(|(_, so_far)| is_farther(secs, so_far)) {
                farthest = Some((id, secs));
            }
            if !is_fine(secs) {
                stray += 1;
                continue;
            }
            rest += 1;
            if others.is_none_or(|so_far| is_farther(secs, so_far)) {
                others = Some(secs);
            }
        }
        let ((curve, time_secs), others_secs) = farthest.zip(others)?;
        (0 < stray && stray < rest).then(|| Self {
            curve,
            time_secs,
            more_curves: stray - 1,
            others_secs,
        })
    }
}

impl fmt::Display for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { curve, time_secs, more_curves, others_secs } = self;
        match more_curves {
            0 => write!(f, "{curve} has a key at {time_secs} s, ")?,
            1 => write!(f, "{curve} and 1 more curve have keys up to {time_secs} s, ")?,
            more => write!(f, "{curve} and {more} more curves have keys up to {time_secs} s, ")?,
        }
        let verb = if time_secs < others_secs { "start at" } else { "end by" };
        write!(f, "all other curves {verb} {others_secs} s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::{Curve, PoseComponent, Tracks};
    use crate::hand::Side;
    use crate::recording::Form;

    const PINCHING: CurveId = CurveId::Pinching(Side::Right);

    /// The three position curves of the camera, and other curves with one key.
    fn recording(camera: [f32; 2], others: &[(CurveId, f32)]) -> Recording {
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        for id in camera_position() {
            recording.set_curve(id, Curve::simple(camera.map(|secs| (secs, 1.0)))).unwrap();
        }
        for &(id, secs) in others {
            recording.set_curve(id, Curve::boolean([(secs, true)])).unwrap();
        }
        recording
    }

    fn camera_position() -> [CurveId; 3] {
        crate::PoseId::Camera.position()
    }

    fn stretch(recording: &Recording, times: Result<FrameTimes>) -> Option<Stretch> {
        let error = times.unwrap_err();
        let ErrorKind::TooManyFrames { limit, stretch, .. } = error.kind() else {
            panic!("{error}");
        };
        assert_eq!(*limit, FrameRate::from(60.0).limit(recording));
        *stretch
    }

    #[test]
    fn too_many_frames_name_the_curve_that_stretches_the_recording() {
        let stray = recording([0.0, 20.0], &[(PINCHING, 8000.0)]);
        let expected =
            Stretch { curve: PINCHING, time_secs: 8000.0, more_curves: 0, others_secs: 20.0 };
        assert_eq!(stretch(&stray, FrameTimes::of(&stray, 60.0)), Some(expected));
        assert_eq!(stretch(&stray, FrameTimes::from_zero(&stray, 60.0)), Some(expected));
        assert_eq!(stretch(&stray, FrameTimes::within(&stray, None, None, 60.0)), Some(expected));
        let two =
            recording([0.0, 20.0], &[(PINCHING, 8000.0), (CurveId::Tracked(Side::Left), 9000.0)]);
        let found = stretch(&two, FrameTimes::of(&two, 60.0)).unwrap().to_string();
        let words =
            "left.tracked and 1 more curve have keys up to 9000 s, all other curves end by 20 s";
        assert_eq!(found, words);
    }

    #[test]
    fn a_key_long_before_the_others_is_named_too() {
        let early = recording([0.0, 20.0], &[(PINCHING, -8000.0)]);
        let found = stretch(&early, FrameTimes::over(&early, -8000.0..=20.0, 60.0)).unwrap();
        assert_eq!((found.curve, found.time_secs, found.others_secs), (PINCHING, -8000.0, 0.0));
        assert!(found.to_string().ends_with("all other curves start at 0 s"));
    }

    #[test]
    fn where_most_curves_are_as_long_none_is_named() {
        let long = recording([0.0, 8000.0], &[(PINCHING, 20.0)]);
        assert_eq!(stretch(&long, FrameTimes::of(&long, 60.0)), None);
        let error = FrameTimes::of(&long, 60.0).unwrap_err().to_string();
        let start = "480001 frames are more than the limit of 65536: choose";
        assert!(error.starts_with(start), "{error}");
    }

    #[test]
    fn as_many_frames_as_keys_are_always_allowed() {
        let mut long = recording([0.0, 8000.0], &[]);
        let keys = (0..500_000_u32).map(|n| (f32::from(u16::try_from(n / 8).unwrap()) / 8.0, 1.0));
        long.set_curve(CurveId::Camera(PoseComponent::RotationX), Curve::simple(keys)).unwrap();
        assert_eq!(FrameTimes::of(&long, 60.0).unwrap().len(), 480_001);
    }

    #[test]
    fn the_caller_sets_another_limit() {
        let short = recording([0.0, 1.0], &[]);
        let rate = FrameRate { hz: 60.0, max_frames: Some(60) };
        assert!(FrameTimes::of(&short, rate).is_err());
        let rate = FrameRate { hz: 1e6, max_frames: Some(2_000_000) };
        assert_eq!(FrameTimes::of(&short, rate).unwrap().len(), 1_000_001);
        let rate = FrameRate { hz: 3e7, max_frames: Some(usize::MAX) };
        assert_eq!(FrameTimes::of(&short, rate).unwrap().len(), 30_000_001, "no other limit");
    }
}
