//! A whole recording at a rate, curve by curve.

use super::frame::{normalized_direction, normalized_rotation};
use super::plan::{Flips, FloatKey, Lane, Plan, Tick};
use super::row::{ROW_LEN, row_index_of};
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
    /// One column after the other, in file order.
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

    /// All values, one column after the other in file order: for those who hand them on without a copy.
    pub fn into_values(self) -> Vec<f32> {
        self.values
    }

    pub(super) fn new(sampler: &Sampler<'_>, times: FrameTimes) -> Result<Self> {
        let tracks = sampler.recording.tracks();
        let total = tracks.curve_count() * times.len();
        // Asked for first, so that more than there is comes back as an error.
        if Vec::<f32>::new().try_reserve_exact(total).is_err() {
            return Err(Error::new(ErrorKind::OutOfMemory { values: total }));
        }
        let values = match &sampler.plan {
            AnyPlan::Simple(plan) => Batch::new(sampler, plan, times).columns(),
            AnyPlan::Full(plan) => Batch::new(sampler, plan, times).columns(),
        };
        Ok(Self { tracks, times, values })
    }
}

/// What all columns need: where each time is on each clock, and when each hand was tracked.
struct Batch<'b, 'r, K> {
    sampler: &'b Sampler<'r>,
    times: FrameTimes,
    ticks: Vec<Ticks>,
    /// By index in a row.
    sources: Vec<Source<'b, 'r, K>>,
    tracked: [Vec<bool>; 2],
}

/// The ticks of one clock at all times: from the key `left`, which is never the last of several, this fraction
/// of the way to the next.
struct Ticks {
    left: Vec<u32>,
    /// From 0 to 1, or one of the two below, or NaN for no value.
    fraction: Vec<f32>,
}

/// In place of a fraction: at the left key itself.
const AT_LEFT: f32 = -1.0;
/// In place of a fraction: at the key after it, which is the clock's last.
const AT_RIGHT: f32 = 2.0;

/// Where a column's values come from.
enum Source<'b, 'r, K> {
    Nothing,
    Lane(usize, &'b Lane<'r, K>, Option<&'b Flips>),
    Alone(&'r Curve<'r>),
}

/// Curves that make one thing, in file order, and what they make.
struct Group {
    ids: Vec<CurveId>,
    what: What,
}

#[derive(Clone, Copy, PartialEq)]
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
                    Tick::At(index) if index > 0 && index + 1 == clock.times.len() => {
                        (index - 1, AT_RIGHT)
                    }
                    Tick::At(index) => (index, AT_LEFT),
                    Tick::Between { left, fraction } => (left, fraction),
                    Tick::Undefined => (0, f32::NAN),
                };
                // No recording has a curve of more keys than an `i32` counts.
                ticks.left.push(u32::try_from(left).unwrap_or(u32::MAX));
                ticks.fraction.push(fraction);
            }
            ticks
        });

        let mut sources: Vec<_> = (0..ROW_LEN).map(|_| Source::Nothing).collect();
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

    fn columns(&self) -> Vec<f32> {
        let len = self.times.len();
        let total = self.sampler.recording.tracks().curve_count() * len;
        // Fresh from the system it is zero already, and each thread is the first to touch what it fills.
        let mut values = vec![0.0; total];
        if len > 0 {
            let mut columns = values.chunks_exact_mut(len);
            let groups = self.groups().into_iter().map(|group| {
                let columns: Vec<&mut [f32]> = columns.by_ref().take(group.ids.len()).collect();
                (group, columns)
            });
            for_each_in_parallel(groups.collect(), total, |(group, mut columns)| {
                for (&id, column) in group.ids.iter().zip(&mut columns) {
                    self.fill(id, column);
                }
                self.finish(group.what, &mut columns);
            });
        }
        values
    }

    fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for id in self.sampler.recording.tracks().curve_ids() {
            let what = match id {
                CurveId::Camera(_) => What::Camera,
                CurveId::Tracked(_) | CurveId::Pinching(_) => What::State(id),
                CurveId::Joint(side, joint, _) => What::Joint(side, joint),
                CurveId::Gaze(_) => What::Gaze,
            };
            match groups.last_mut() {
                Some(group) if group.what == what => group.ids.push(id),
                _ => groups.push(Group { ids: vec![id], what }),
            }
        }
        groups
    }

    /// The values of one curve as they are, into a column of zeros.
    fn fill(&self, id: CurveId, column: &mut [f32]) {
        match row_index_of(id).and_then(|row| self.sources.get(row)) {
            Some(&Source::Lane(clock, lane, flips)) => {
                let Some(ticks) = self.ticks.get(clock) else { return };
                match flips {
                    None if lane.is_calm => fill_lane(lane.keys, ticks, lerp_calm, column),
                    None => fill_lane(lane.keys, ticks, lerp, column),
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
    fn finish(&self, what: What, columns: &mut [&mut [f32]]) {
        let Sampler { mode, presence, .. } = self.sampler;
        let is_clean = *mode == Mode::Clean;
        match what {
            What::State(id) => {
                if let ([column], Some(curve)) = (&mut *columns, self.sampler.recording.curve(id)) {
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

impl Ticks {
    fn iter(&self) -> impl Iterator<Item = Tick> {
        self.left.iter().zip(&self.fraction).map(|(&left, &fraction)| {
            let left = usize::try_from(left).unwrap_or(usize::MAX);
            match fraction {
                AT_LEFT => Tick::At(left),
                AT_RIGHT => Tick::At(left + 1),
                _ if fraction.is_nan() => Tick::Undefined,
                _ => Tick::Between { left, fraction },
            }
        })
    }
}

/// Values that are computed at a time: first loaded from wherever they are, then worked on side by side.
const ABREAST: usize = 16;

/// The hot loop: a column from keys at known places.
fn fill_lane<K: FloatKey>(
    keys: &[K],
    ticks: &Ticks,
    lerp: impl Fn(f32, f32, f32) -> f32 + Copy,
    column: &mut [f32],
) {
    if let [only] = keys {
        return column.fill(only.value());
    }
    let (lefts, last_lefts) = ticks.left.as_chunks::<ABREAST>();
    let (fractions, last_fractions) = ticks.fraction.as_chunks::<ABREAST>();
    let (outs, last_outs) = column.as_chunks_mut::<ABREAST>();
    for ((left, fraction), out) in lefts.iter().zip(fractions).zip(outs) {
        *out = some_values(keys, left, fraction, lerp);
    }
    let last = some_values(keys, last_lefts, last_fractions, lerp);
    for (out, value) in last_outs.iter_mut().zip(last) {
        *out = value;
    }
}

#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "the lengths are known where it is called, and the loops unroll"
)]
fn some_values<K: FloatKey>(
    keys: &[K],
    lefts: &[u32],
    fractions: &[f32],
    lerp: impl Fn(f32, f32, f32) -> f32,
) -> [f32; ABREAST] {
    let [mut a_values, mut b_values, mut out] = [[0.0_f32; ABREAST]; 3];
    for ((a_value, b_value), &left) in a_values.iter_mut().zip(&mut b_values).zip(lefts) {
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        if let Some([a, b]) = keys.get(left..left.saturating_add(2)) {
            (*a_value, *b_value) = (a.value(), b.value());
        }
    }
    for (((out, &a), &b), &fraction) in out.iter_mut().zip(&a_values).zip(&b_values).zip(fractions)
    {
        let between = lerp(a, b, fraction);
        let at_left = if fraction < 0.0 { a } else { between };
        *out = if fraction > 1.0 { b } else { at_left };
    }
    out
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
