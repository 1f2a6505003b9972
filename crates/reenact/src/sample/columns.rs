//! A whole recording at a rate, curve by curve.

use super::frame::{normalized_direction, normalized_rotation};
use super::plan::{Flips, FloatKey, Lane, Plan, Tick};
use super::{AnyPlan, FrameTimes, Mode, Sampler};
use crate::curve::segment::{lerp, lerp_calm};
use crate::curve::{Curve, CurveId, Tracks};
use crate::error::{Error, ErrorKind, Result};
use crate::hand::{Joint, Side};
use crate::threads::{for_each_in_parallel, in_parallel};

/// Every curve of a recording at evenly spaced times; made by [`Sampler::resample`].
///
/// A column for each curve, in file order. The values are those of the frames at these times, to the bit;
/// where a frame has nothing to say of a pose, its columns are NaN. Tracked and pinching are 1 and 0.
///
/// ```
/// # let bytes = include_bytes!("../../../../testdata/recordings/v11_real_2s_asset.bin");
/// use reenact::{FrameTimes, Mode, Recording, Sampler};
///
/// let recording = Recording::parse(bytes)?;
/// let sampler = Sampler::new(&recording, Mode::Clean);
/// let columns = sampler.resample(FrameTimes::of(&recording, 60.0)?)?;
/// let heights_m = columns.column("right.IndexTip.position.y".parse().unwrap()).unwrap();
/// assert_eq!(heights_m.len(), columns.len());
/// # Ok::<(), reenact::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Columns {
    tracks: Tracks,
    times: FrameTimes,
    values: Vec<f32>,
}

impl Columns {
    /// How many frames there are.
    pub const fn len(&self) -> usize {
        self.times.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// The times of the frames.
    pub const fn times(&self) -> FrameTimes {
        self.times
    }

    /// One curve's values; `None` if its track is not there.
    pub fn column(&self, id: CurveId) -> Option<&[f32]> {
        let start = self.tracks.index_of(id)? * self.len();
        self.values.get(start..start + self.len())
    }

    /// Every curve's values, in file order.
    pub fn columns(&self) -> impl Iterator<Item = (CurveId, &[f32])> {
        self.tracks.curve_ids().filter_map(|id| Some((id, self.column(id)?)))
    }

    pub(super) fn new(sampler: &Sampler<'_>, times: FrameTimes) -> Result<Self> {
        let tracks = sampler.recording.tracks();
        let len = times.len();
        let total = tracks.curve_count() * len;
        // Asked for first, so that more than there is comes back as an error.
        if Vec::<f32>::new().try_reserve_exact(total).is_err() {
            return Err(Error::new(ErrorKind::OutOfMemory { values: total }));
        }
        let mut values = vec![0.0; total];
        if len > 0 {
            match &sampler.plan {
                AnyPlan::Simple(plan) => Batch::new(sampler, plan, times).fill(&mut values),
                AnyPlan::Full(plan) => Batch::new(sampler, plan, times).fill(&mut values),
            }
        }
        Ok(Self { tracks, times, values })
    }
}

/// What all columns need: where each time is on each clock, and when each hand was tracked.
struct Batch<'b, 'r, K> {
    sampler: &'b Sampler<'r>,
    times: FrameTimes,
    ticks: Vec<Ticks>,
    sources: Vec<Source<'b, 'r, K>>,
    tracked: [Vec<bool>; 2],
}

/// The ticks of one clock at all times: from the key `left` this fraction of the way to the next.
struct Ticks {
    left: Vec<u32>,
    /// Below 0: at the key itself. NaN: no value.
    fraction: Vec<f32>,
}

const AT_KEY: f32 = -1.0;

/// Where a column's values come from.
enum Source<'b, 'r, K> {
    Nothing,
    Lane(usize, &'b Lane<'r, K>, Option<&'b Flips>),
    Alone(&'r Curve<'r>),
}

/// The columns of one pose or ray or state, and which it is.
struct Task<'o> {
    first_row: usize,
    what: What,
    columns: Vec<&'o mut [f32]>,
}

#[derive(Clone, Copy)]
enum What {
    Camera,
    State(CurveId),
    Joint(Side, Joint),
    Gaze,
}

impl<'b, 'r, K: FloatKey> Batch<'b, 'r, K> {
    fn new(sampler: &'b Sampler<'r>, plan: &'b Plan<'r, K>, times: FrameTimes) -> Self {
        let ticks = in_parallel(&plan.clocks, plan.clocks.len() * times.len(), |_, clock| {
            let mut ticks = Ticks {
                left: Vec::with_capacity(times.len()),
                fraction: Vec::with_capacity(times.len()),
            };
            let mut hint = 0;
            for time_secs in times.iter() {
                let tick;
                (tick, hint) = clock.tick_near(time_secs, hint);
                let (left, fraction) = match tick {
                    Tick::At(index) => (index, AT_KEY),
                    Tick::Between { left, fraction } => (left, fraction),
                    Tick::Undefined => (0, f32::NAN),
                };
                // No recording has a curve of more keys than an `i32` counts.
                ticks.left.push(u32::try_from(left).unwrap_or(u32::MAX));
                ticks.fraction.push(fraction);
            }
            ticks
        });

        let mut sources: Vec<_> =
            sampler.recording.tracks().curve_ids().map(|_| Source::Nothing).collect();
        for (number, clock) in plan.clocks.iter().enumerate() {
            for lane in &clock.lanes {
                let is_flipped = |flips: &&Flips| {
                    sampler.mode == Mode::Clean && (flips.row..flips.row + 4).contains(&lane.row)
                };
                if let Some(source) = sources.get_mut(lane.row) {
                    *source = Source::Lane(number, lane, plan.flips.iter().find(is_flipped));
                }
            }
        }
        for alone in &plan.alone {
            if let Some(source) = sources.get_mut(alone.row) {
                *source = Source::Alone(alone.curve);
            }
        }

        let tracked = Side::ALL.map(|side| {
            let curve = sampler.recording.curve(CurveId::Tracked(side));
            curve.map_or_else(Vec::new, |curve| {
                times.iter().map(|time| curve.is_on_at(time)).collect()
            })
        });
        Self { sampler, times, ticks, sources, tracked }
    }

    fn fill(&self, values: &mut [f32]) {
        let total = values.len();
        for_each_in_parallel(self.tasks(values), total, |mut task| {
            for (row, column) in (task.first_row..).zip(&mut task.columns) {
                self.fill_column(row, column);
            }
            self.finish(task);
        });
    }

    fn tasks<'o>(&self, values: &'o mut [f32]) -> Vec<Task<'o>> {
        let mut columns = values.chunks_exact_mut(self.times.len());
        let mut tasks: Vec<Task<'o>> = Vec::new();
        for (row, id) in self.sampler.recording.tracks().curve_ids().enumerate() {
            let what = match id {
                CurveId::Camera(_) => What::Camera,
                CurveId::Tracked(_) | CurveId::Pinching(_) => What::State(id),
                CurveId::Joint(side, joint, _) => What::Joint(side, joint),
                CurveId::Gaze(_) => What::Gaze,
            };
            let Some(column) = columns.next() else { break };
            match tasks.last_mut() {
                Some(task) if task.what.is_same(what) => task.columns.push(column),
                _ => tasks.push(Task { first_row: row, what, columns: vec![column] }),
            }
        }
        tasks
    }

    fn fill_column(&self, row: usize, column: &mut [f32]) {
        match self.sources.get(row) {
            Some(&Source::Lane(clock, lane, flips)) => {
                let Some(ticks) = self.ticks.get(clock) else { return };
                match flips {
                    None if lane.is_calm => fill_lane(column, lane.keys, ticks, lerp_calm),
                    None => fill_lane(column, lane.keys, ticks, lerp),
                    Some(flips) => {
                        for (out, tick) in column.iter_mut().zip(ticks.iter()) {
                            *out = flips.lane_value(lane.keys, tick);
                        }
                    }
                }
            }
            Some(Source::Alone(curve)) => {
                let mut cursor = curve.cursor();
                for (out, time_secs) in column.iter_mut().zip(self.times.iter()) {
                    *out = cursor.value_at(time_secs);
                }
            }
            Some(Source::Nothing) | None => {}
        }
    }

    /// Makes of raw values what the mode says.
    fn finish(&self, mut task: Task<'_>) {
        let Sampler { mode, presence, .. } = self.sampler;
        let is_clean = *mode == Mode::Clean;
        let columns = task.columns.as_mut_slice();
        match task.what {
            What::State(id) => {
                if let ([column], Some(curve)) = (columns, self.sampler.recording.curve(id)) {
                    for (out, time_secs) in column.iter_mut().zip(self.times.iter()) {
                        *out = if curve.is_on_at(time_secs) { 1.0 } else { 0.0 };
                    }
                }
            }
            What::Camera if is_clean => clean_pose(columns, presence.camera(), None),
            What::Joint(side, joint) if is_clean => {
                let [left, right] = &self.tracked;
                let tracked = if side == Side::Left { left } else { right };
                clean_pose(columns, presence.joint(side, joint), Some(tracked));
            }
            What::Gaze => finish_ray(columns, is_clean, presence.gaze()),
            What::Camera | What::Joint(..) => {}
        }
    }
}

impl What {
    fn is_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Camera, Self::Camera) | (Self::Gaze, Self::Gaze) => true,
            (Self::Joint(a_side, a), Self::Joint(b_side, b)) => (a_side, a) == (b_side, b),
            _ => false,
        }
    }
}

impl Ticks {
    fn iter(&self) -> impl Iterator<Item = Tick> {
        self.left.iter().zip(&self.fraction).map(|(&left, &fraction)| {
            let left = usize::try_from(left).unwrap_or(usize::MAX);
            if fraction.is_nan() {
                Tick::Undefined
            } else if fraction < 0.0 {
                Tick::At(left)
            } else {
                Tick::Between { left, fraction }
            }
        })
    }
}

/// The hot loop: a column from keys at known places.
#[inline]
fn fill_lane<K: FloatKey>(
    column: &mut [f32],
    keys: &[K],
    ticks: &Ticks,
    lerp: impl Fn(f32, f32, f32) -> f32,
) {
    let Some(last) = keys.last() else { return };
    for ((out, &left), &fraction) in column.iter_mut().zip(&ticks.left).zip(&ticks.fraction) {
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        let (a, b) = match keys.get(left..) {
            Some([a, b, ..]) => (a, b),
            // At the last key, which has no next.
            _ => (last, last),
        };
        let a = a.value();
        *out = if fraction < 0.0 { a } else { lerp(a, b.value(), fraction) };
    }
}

/// Normalises the rotation and leaves NaN where there is no pose.
fn clean_pose(columns: &mut [&mut [f32]], is_there: bool, tracked: Option<&Vec<bool>>) {
    let [px, py, pz, qx, qy, qz, qw] = columns else { return };
    if !is_there {
        return columns.iter_mut().for_each(|column| column.fill(f32::NAN));
    }
    let positions = px.iter_mut().zip(py.iter_mut()).zip(pz.iter_mut());
    let rotations = qx.iter_mut().zip(qy.iter_mut()).zip(qz.iter_mut()).zip(qw.iter_mut());
    for (index, (((px, py), pz), (((qx, qy), qz), qw))) in positions.zip(rotations).enumerate() {
        let is_tracked =
            tracked.is_none_or(|tracked| tracked.get(index).copied().unwrap_or_default());
        let rotation = normalized_rotation([*qx, *qy, *qz, *qw]).filter(|_| is_tracked);
        if rotation.is_none() {
            [*px, *py, *pz] = [f32::NAN; 3];
        }
        [*qx, *qy, *qz, *qw] = rotation.unwrap_or([f32::NAN; 4]);
    }
}

/// Normalises the direction; in `clean` mode leaves NaN where there is none.
fn finish_ray(columns: &mut [&mut [f32]], is_clean: bool, is_there: bool) {
    let [ox, oy, oz, dx, dy, dz] = columns else { return };
    if !is_there {
        return columns.iter_mut().for_each(|column| column.fill(f32::NAN));
    }
    let origins = ox.iter_mut().zip(oy.iter_mut()).zip(oz.iter_mut());
    let directions = dx.iter_mut().zip(dy.iter_mut()).zip(dz.iter_mut());
    for (((ox, oy), oz), ((dx, dy), dz)) in origins.zip(directions) {
        let direction = normalized_direction([*dx, *dy, *dz]);
        [*dx, *dy, *dz] = direction;
        if is_clean && direction == [0.0; 3] {
            [*ox, *oy, *oz, *dx, *dy, *dz] = [f32::NAN; 6];
        }
    }
}
