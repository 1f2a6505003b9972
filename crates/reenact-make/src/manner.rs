//! Amplitudes of all deviations from the plan: sway, tremor and sensor noise.

use glam::DVec3;

/// Amplitudes of all deviations from the plan. Angles are in degrees, lengths in metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Manner {
    /// Largest difference of the body height from the mean.
    pub(crate) taller_m: f64,
    pub(crate) sway_m: DVec3,
    /// Whether the head starts exactly at the planned position, and sways from there.
    pub(crate) starts_in_place: bool,
    pub(crate) shiver_m: f64,
    pub(crate) breath_m: f64,
    /// Scale of the gait.
    pub(crate) gait: f64,
    /// Idle pitch, yaw and roll of the head.
    pub(crate) restless_deg: DVec3,
    /// Roll of the head per degree of yaw.
    pub(crate) lean: f64,
    /// Scale of the headset's movement around the neck when the head turns.
    pub(crate) neck: f64,
    /// Fraction of the trunk's sway that moves the hands.
    pub(crate) hands_sway: f64,
    pub(crate) hand_drift_m: f64,
    pub(crate) hand_quiver_m: f64,
    pub(crate) hand_turn_deg: f64,
    /// Scale of the fidgeting of fingers.
    pub(crate) fidget: f64,
    /// Scale of the noise of head, eye and hand trackers.
    pub(crate) sensors: f64,
    /// Whether the eyes scan around their target, with fixations and saccades.
    pub(crate) scans: bool,
    /// Whether the headset loses hands outside its field of view, and sometimes at random.
    pub(crate) loses_hands: bool,
}

impl Manner {
    /// Free movement.
    pub(crate) const LIVELY: Self = Self {
        taller_m: 0.03,
        sway_m: DVec3::new(0.012, 0.002, 0.014),
        starts_in_place: false,
        shiver_m: 0.001,
        breath_m: 0.0015,
        gait: 1.0,
        restless_deg: DVec3::new(1.5, 2.0, 1.2),
        lean: 0.05,
        neck: 1.0,
        hands_sway: 0.6,
        hand_drift_m: 0.007,
        hand_quiver_m: 0.000_25,
        hand_turn_deg: 3.0,
        fidget: 1.0,
        sensors: 1.0,
        scans: true,
        loses_hands: true,
    };

    /// Movement within 5 mm and 1° of the script.
    pub(crate) const STEADY: Self = Self {
        sway_m: DVec3::new(0.008, 0.002, 0.009),
        restless_deg: DVec3::splat(0.25),
        hand_drift_m: 0.001_2,
        fidget: 1.0,
        sensors: 1.0,
        ..Self::EXACT
    };

    /// Exactly the plan.
    pub(crate) const EXACT: Self = Self {
        taller_m: 0.0,
        sway_m: DVec3::ZERO,
        starts_in_place: true,
        shiver_m: 0.0,
        breath_m: 0.0,
        gait: 0.0,
        restless_deg: DVec3::ZERO,
        lean: 0.0,
        neck: 0.0,
        hands_sway: 0.0,
        hand_drift_m: 0.0,
        hand_quiver_m: 0.0,
        hand_turn_deg: 0.0,
        fidget: 0.0,
        sensors: 0.0,
        scans: false,
        loses_hands: false,
    };
}
