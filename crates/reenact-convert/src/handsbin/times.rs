//! Correction of frame times written by Unity.

/// Corrected times of the frames of a version 2 file; `None` if the stored times are correct.
///
/// Unity's recorder stores each frame with the time of the previous frame, so the first two are both 0. Such a file has `time[0]
/// == time[1] == 0` and a duration after its last time. The correct times are `time[i + 1]`, and the duration for the last frame.
///
/// ```
/// use reenact_convert::handsbin::true_times;
///
/// assert_eq!(true_times(&[0.0, 0.0, 0.1], 0.2), Some(vec![0.0, 0.1, 0.2]));
/// assert_eq!(true_times(&[0.0, 0.1, 0.2], 0.2), None);
/// ```
pub fn true_times(times_secs: &[f32], duration_secs: f32) -> Option<Vec<f32>> {
    let [0.0, 0.0, ..] = times_secs else { return None };
    let last = times_secs.last().copied().unwrap_or(f32::NAN);
    let later = times_secs.iter().skip(1).copied();
    (duration_secs > last).then(|| later.chain([duration_secs]).collect())
}
