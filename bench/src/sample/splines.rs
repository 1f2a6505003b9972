//! The `splines` crate: one spline per curve.

use reenact::Recording;
use splines::{Interpolation, Key, Spline};

use super::{FLOATS, Row};

pub(super) struct Curves {
    floats: Vec<Spline<f32, f32>>,
}

impl Curves {
    pub(super) fn new(recording: &Recording) -> Self {
        let mut floats = Vec::with_capacity(FLOATS);
        for (_, curve) in recording.curves().filter(|(id, _)| !id.is_boolean()) {
            let key = |key: reenact::Key| Key::new(key.time_secs, key.value, Interpolation::Linear);
            floats.push(Spline::from_vec(curve.iter().map(key).collect()));
        }
        Self { floats }
    }

    /// Samples every float curve at a time.
    pub(super) fn fill(&self, time_secs: f32, row: &mut Row) {
        for (out, spline) in row.iter_mut().zip(&self.floats) {
            *out = spline.clamped_sample(time_secs).unwrap_or(0.0);
        }
    }
}
