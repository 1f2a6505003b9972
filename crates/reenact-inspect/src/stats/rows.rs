//! All measures in one list: the columns of every table.

use std::borrow::Cow;

use reenact::hand::Side;
use reenact::number::to_f64;

use super::{HandStats, LookStats, Stats};
use crate::measure::Spread;

/// One measure.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Row {
    /// Its name with the unit at its end, such as `left_path_length_m`. The same in every table and at every edge.
    pub name: Cow<'static, str>,
    /// In words, such as `left path length`.
    pub label: Cow<'static, str>,
    /// Its unit, such as `m`; empty where it has none.
    pub unit: &'static str,
    /// Its value, which is finite, if there is one.
    pub value: Option<f64>,
}

impl Stats {
    /// All measures, always the same ones in the same order, whatever the recording has: the columns of a table with
    /// a row for each recording.
    ///
    /// ```
    /// use reenact_inspect::stats::Stats;
    ///
    /// // The columns alone.
    /// let names: Vec<_> = Stats::default().rows().into_iter().map(|row| row.name).collect();
    /// assert!(names.iter().any(|name| name == "left_path_length_m"));
    /// ```
    pub fn rows(&self) -> Vec<Row> {
        let mut rows = vec![row("duration_secs", "duration", "s", self.duration_secs)];
        for side in Side::ALL {
            rows.extend(hand_rows(self.hand(side)).into_iter().map(|row| Row {
                name: format!("{side}_{}", row.name).into(),
                label: format!("{side} {}", row.label).into(),
                ..row
            }));
        }
        let hands = self.hands_distance_m;
        rows.extend([
            row("hands_distance_mean_m", "hand to hand, mean", "m", mean(hands)),
            row("hands_distance_min_m", "hand to hand, least", "m", min(hands)),
            row("hands_distance_max_m", "hand to hand, most", "m", max(hands)),
        ]);
        let head = &self.head;
        rows.extend([
            row("head_path_length_m", "head path length", "m", head.path_length_m),
            row("head_speed_mean_m_s", "head speed, mean", "m/s", mean(head.speed_m_s)),
            row("head_speed_peak_m_s", "head speed, peak", "m/s", max(head.speed_m_s)),
            row("head_rotation_deg", "head rotation in all", "°", head.rotation_deg),
            row("head_turn_mean_deg_s", "head turning, mean", "°/s", mean(head.turn_deg_s)),
            row("head_turn_peak_deg_s", "head turning, peak", "°/s", max(head.turn_deg_s)),
        ]);
        let angle = self.gaze.head_angle_deg;
        rows.extend([
            row("gaze_head_mean_deg", "gaze to head, mean", "°", mean(angle)),
            row("gaze_head_max_deg", "gaze to head, most", "°", max(angle)),
        ]);
        for (prefix, by, looks) in [
            ("ivt", "by velocity", &self.gaze.by_velocity),
            ("idt", "by dispersion", &self.gaze.by_dispersion),
        ] {
            rows.extend(look_rows(looks).into_iter().map(|row| Row {
                name: format!("gaze_{prefix}_{}", row.name).into(),
                label: format!("{} {by}", row.label).into(),
                ..row
            }));
        }
        rows
    }
}

fn hand_rows(hand: &HandStats) -> Vec<Row> {
    let pinch = hand.pinch_secs;
    let reach = |n: usize| hand.reach_m.and_then(|sides| sides.get(n).copied());
    let [thumb, index, middle, ring, pinky] = hand.finger_curl_deg.map(mean);
    vec![
        row("tracked_secs", "time tracked", "s", hand.tracked_secs),
        row("observed_secs", "time with joints", "s", hand.observed_secs),
        row("gaps", "tracking gaps", "", count(hand.gaps)),
        row("gap_longest_secs", "longest tracking gap", "s", hand.longest_gap_secs),
        row("pinches", "pinches", "", count(hand.pinches)),
        row("pinch_mean_secs", "pinch, mean", "s", mean(pinch)),
        row("pinch_median_secs", "pinch, median", "s", pinch.map(|pinch| pinch.median)),
        row("pinch_min_secs", "pinch, shortest", "s", min(pinch)),
        row("pinch_max_secs", "pinch, longest", "s", max(pinch)),
        row(
            "pinched_aperture_mean_m",
            "thumb to index in pinches, mean",
            "m",
            hand.pinched_aperture_m,
        ),
        row("pinch_aperture_mean_m", "thumb to index, mean", "m", mean(hand.pinch_aperture_m)),
        row("pinch_aperture_min_m", "thumb to index, least", "m", min(hand.pinch_aperture_m)),
        row("pinch_aperture_max_m", "thumb to index, most", "m", max(hand.pinch_aperture_m)),
        row("grasp_aperture_mean_m", "thumb to fingers, mean", "m", mean(hand.grasp_aperture_m)),
        row("grasp_aperture_min_m", "thumb to fingers, least", "m", min(hand.grasp_aperture_m)),
        row("grasp_aperture_max_m", "thumb to fingers, most", "m", max(hand.grasp_aperture_m)),
        row("path_length_m", "path length", "m", hand.path_length_m),
        row("speed_mean_m_s", "speed, mean", "m/s", mean(hand.speed_m_s)),
        row("speed_peak_m_s", "speed, peak", "m/s", max(hand.speed_m_s)),
        row("acceleration_mean_m_s2", "acceleration, mean", "m/s²", mean(hand.acceleration_m_s2)),
        row("acceleration_peak_m_s2", "acceleration, peak", "m/s²", max(hand.acceleration_m_s2)),
        row("jerk_mean_m_s3", "jerk, mean", "m/s³", mean(hand.jerk_m_s3)),
        row("jerk_peak_m_s3", "jerk, peak", "m/s³", max(hand.jerk_m_s3)),
        row("movements", "movements", "", count(hand.movements)),
        row("movement_mean_secs", "movement, mean", "s", mean(hand.movement_secs)),
        row("log_dimensionless_jerk", "log dimensionless jerk", "", hand.log_dimensionless_jerk),
        row("sparc", "spectral arc length", "", hand.sparc),
        row("curl_mean_deg", "finger curl, mean", "°", mean(hand.curl_deg)),
        row("curl_max_deg", "finger curl, most", "°", max(hand.curl_deg)),
        row("thumb_curl_mean_deg", "thumb curl, mean", "°", thumb),
        row("index_curl_mean_deg", "index curl, mean", "°", index),
        row("middle_curl_mean_deg", "middle finger curl, mean", "°", middle),
        row("ring_curl_mean_deg", "ring finger curl, mean", "°", ring),
        row("pinky_curl_mean_deg", "pinky curl, mean", "°", pinky),
        row("splay_mean_deg", "finger splay, mean", "°", mean(hand.splay_deg)),
        row("splay_max_deg", "finger splay, most", "°", max(hand.splay_deg)),
        row("reach_width_m", "reach, right to left", "m", reach(0)),
        row("reach_height_m", "reach, up and down", "m", reach(1)),
        row("reach_depth_m", "reach, near to far", "m", reach(2)),
        row("reach_volume_m3", "reach, volume", "m³", hand.reach_volume_m3),
        row("head_distance_mean_m", "distance to the head, mean", "m", mean(hand.head_distance_m)),
        row("head_distance_min_m", "distance to the head, least", "m", min(hand.head_distance_m)),
        row("head_distance_max_m", "distance to the head, most", "m", max(hand.head_distance_m)),
    ]
}

fn look_rows(looks: &LookStats) -> Vec<Row> {
    vec![
        row("fixations", "fixations", "", count(looks.fixations)),
        row("fixation_mean_secs", "fixation, mean,", "s", mean(looks.fixation_secs)),
        row("saccades", "saccades", "", count(looks.saccades)),
        row("saccade_mean_deg", "saccade, mean,", "°", looks.saccade_deg),
        row("saccade_peak_deg_s", "saccade, peak speed,", "°/s", looks.saccade_peak_deg_s),
    ]
}

const fn row(
    name: &'static str,
    label: &'static str,
    unit: &'static str,
    value: Option<f64>,
) -> Row {
    Row { name: Cow::Borrowed(name), label: Cow::Borrowed(label), unit, value }
}

fn count(count: Option<usize>) -> Option<f64> {
    count.map(to_f64)
}

fn mean(spread: Option<Spread>) -> Option<f64> {
    spread.map(|spread| spread.mean)
}

fn min(spread: Option<Spread>) -> Option<f64> {
    spread.map(|spread| spread.min)
}

fn max(spread: Option<Spread>) -> Option<f64> {
    spread.map(|spread| spread.max)
}
