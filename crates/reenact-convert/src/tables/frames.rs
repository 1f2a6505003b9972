//! Rows of the tables `frames` and `joints`, from the columns of the sampler.

use std::sync::OnceLock;

use reenact::hand::{Joint, Side};
use reenact::{Columns, CurveId, Mode, PoseComponent, PoseId, RayComponent, Sampler, Track};
use reenact_base::number::to_f32;

use super::axes::Origin;
use super::field::{Field, Kind, Source, joints};
use super::{Column, Table, TableAxes, Values};
use crate::Result;

/// Poses at several times, column by column.
#[derive(Debug)]
pub(super) struct FrameRows<'r> {
    sampler: &'r Sampler,
    /// Unrounded times: curves are evaluated at the nearest `f32`.
    times_secs: Vec<f64>,
    columns: Columns,
    axes: TableAxes,
    /// Rows of the table `joints` that have a pose, computed once for all columns.
    has_joint: OnceLock<Vec<bool>>,
}

/// Interleaves columns to one value per row.
fn interleaved<T: Copy>(columns: &[&[T]], rows: usize, missing: T) -> Vec<T> {
    let mut values = Vec::with_capacity(columns.len() * rows);
    for row in 0..rows {
        for column in columns {
            values.push(column.get(row).copied().unwrap_or(missing));
        }
    }
    values
}

fn origin(origins: &[Origin], place: usize) -> Origin {
    origins.get(place).copied().unwrap_or((place, false))
}

/// Columns that are null together, named by the field.
fn group<const N: usize>(field: &Field, parts: [Vec<f32>; N]) -> Values {
    let names = match field.kind {
        Kind::Group(names) => names,
        _ => &[],
    };
    let parts = names.iter().zip(parts).map(|(&name, values)| Column {
        name: name.to_owned(),
        values: Values::Floats(values),
        present: None,
    });
    Values::Group(parts.collect())
}

impl<'r> FrameRows<'r> {
    pub(super) fn new(sampler: &'r Sampler, times_secs: Vec<f64>) -> Result<Self> {
        let columns = sampler.resample_at(times_secs.iter().copied().map(to_f32).collect())?;
        let axes = TableAxes::Unity;
        Ok(Self { sampler, times_secs, columns, axes, has_joint: OnceLock::new() })
    }

    pub(super) const fn set_axes(&mut self, axes: TableAxes) {
        self.axes = axes;
    }

    /// Number of rows of one of the two tables.
    pub(super) fn len(&self, table: Table) -> usize {
        match table {
            Table::Joints => self.columns.len() * self.hands().len() * self.joints().len(),
            _ => self.columns.len(),
        }
    }

    /// Hands with rows in the table `joints`.
    fn hands(&self) -> &'static [Side] {
        if self.sampler.recording().tracks().hands { &Side::ALL } else { &[] }
    }

    const fn joints(&self) -> &'static [Joint] {
        joints(self.sampler.mode())
    }

    /// Values of a column, and their validity.
    pub(super) fn column(&self, table: Table, field: &Field) -> (Values, Option<Vec<bool>>) {
        match field.source {
            Source::Time if table == Table::Frames => {
                (Values::Doubles(self.times_secs.clone()), None)
            }
            Source::Pose(pose) => {
                let parts = PoseComponent::ALL.map(|component| self.pose_part(pose, component));
                (group(field, parts), Some(self.has_pose(pose)))
            }
            Source::Gaze => {
                let parts = RayComponent::ALL.map(|component| self.gaze_part(component));
                (group(field, parts), Some(self.has_gaze()))
            }
            Source::Tracked(side) => self.states(self.is_on(CurveId::Tracked(side))),
            Source::Pinching(side) => self.states(self.is_on(CurveId::Pinching(side))),
            Source::Observed(side) => self.states(self.is_observed(Track::Hand(side))),
            source => self.joint_column(source),
        }
    }

    /// State of a hand; null in a recording without hands.
    fn states(&self, is_on: Vec<bool>) -> (Values, Option<Vec<bool>>) {
        let present = vec![!self.hands().is_empty(); self.columns.len()];
        (Values::Flags(is_on), Some(present))
    }

    /// Curve of a component in the axes of the table, and whether its sign is reversed.
    fn pose_origin(&self, pose: PoseId, component: PoseComponent) -> (CurveId, bool) {
        let place = component.index();
        let (from, is_reversed) = match place.checked_sub(3) {
            None => origin(&self.axes.vector_origins(), place),
            Some(place) => {
                let (from, is_reversed) = origin(&self.axes.rotation_origins(), place);
                (3 + from, is_reversed)
            }
        };
        let component = PoseComponent::ALL.get(from).copied().unwrap_or(component);
        (pose.curve(component), is_reversed)
    }

    fn pose_part(&self, pose: PoseId, component: PoseComponent) -> Vec<f32> {
        let (id, is_reversed) = self.pose_origin(pose, component);
        self.values(id, is_reversed)
    }

    fn gaze_part(&self, component: RayComponent) -> Vec<f32> {
        // Origin first, then direction.
        let place = component.index();
        let (from, is_reversed) = origin(&self.axes.vector_origins(), place % 3);
        let component = RayComponent::ALL.get(place / 3 * 3 + from).copied().unwrap_or(component);
        self.values(CurveId::Gaze(component), is_reversed)
    }

    /// Values of a curve; NaN if the recording does not have it.
    fn values(&self, id: CurveId, is_reversed: bool) -> Vec<f32> {
        let Some(values) = self.columns.column(id) else {
            return vec![f32::NAN; self.columns.len()];
        };
        if is_reversed { values.iter().map(|value| -value).collect() } else { values.to_vec() }
    }

    /// Columns of the table `joints`: at each time the joints of the left hand, then those of the right.
    fn joint_column(&self, source: Source) -> (Values, Option<Vec<bool>>) {
        let (hands, joints, frames) = (self.hands(), self.joints(), self.columns.len());
        let by_hand = |of_hand: &dyn Fn(Side) -> Vec<bool>| {
            let states: Vec<Vec<bool>> = hands.iter().map(|&side| of_hand(side)).collect();
            let rows = (0..frames).flat_map(|row| states.iter().map(move |states| (row, states)));
            let values = rows.flat_map(|(row, states)| {
                let is_on = states.get(row).copied().unwrap_or_default();
                std::iter::repeat_n(is_on, joints.len())
            });
            Values::Flags(values.collect())
        };
        let values = match source {
            Source::Component(component) => return self.component(component),
            Source::Time => {
                let rows_a_frame = hands.len() * joints.len();
                let times = self.times_secs.iter();
                let times = times.flat_map(|&secs| std::iter::repeat_n(secs, rows_a_frame));
                Values::Doubles(times.collect())
            }
            Source::Hand => {
                let one = || (0..).take(hands.len());
                let sides = one().flat_map(|side| std::iter::repeat_n(side, joints.len()));
                let numbers: Vec<i32> = sides.collect();
                Values::Names {
                    numbers: numbers.repeat(frames),
                    names: Side::ALL.map(|side| side.name().to_owned()).to_vec(),
                }
            }
            Source::Joint => {
                let numbers: Vec<i32> = (0..).take(joints.len()).collect();
                Values::Names {
                    numbers: numbers.repeat(hands.len() * frames),
                    names: joints.iter().map(|joint| joint.name().to_owned()).collect(),
                }
            }
            Source::IsTracked => by_hand(&|side| self.is_on(CurveId::Tracked(side))),
            Source::IsPinching => by_hand(&|side| self.is_on(CurveId::Pinching(side))),
            _ => by_hand(&|side| self.is_observed(Track::Hand(side))),
        };
        (values, None)
    }

    /// One component of the poses of all joints.
    fn component(&self, component: PoseComponent) -> (Values, Option<Vec<bool>>) {
        let of_side =
            |&side: &Side| self.joints().iter().map(move |&joint| PoseId::Joint(side, joint));
        let poses: Vec<PoseId> = self.hands().iter().flat_map(of_side).collect();
        let mut reverses = false;
        let column = |&pose: &PoseId| {
            let (id, is_reversed) = self.pose_origin(pose, component);
            reverses = is_reversed;
            self.columns.column(id).unwrap_or_default()
        };
        let columns: Vec<&[f32]> = poses.iter().map(column).collect();
        let present = self.has_joint.get_or_init(|| {
            let present: Vec<Vec<bool>> = poses.iter().map(|&pose| self.has_pose(pose)).collect();
            let present: Vec<&[bool]> = present.iter().map(Vec::as_slice).collect();
            interleaved(&present, self.columns.len(), false)
        });
        let mut values = interleaved(&columns, self.columns.len(), f32::NAN);
        if reverses {
            for value in &mut values {
                *value = -*value;
            }
        }
        (Values::Floats(values), Some(present.clone()))
    }

    fn is_on(&self, id: CurveId) -> Vec<bool> {
        let off = || vec![false; self.columns.len()];
        let is_on = |states: &[f32]| states.iter().map(|&state| state > 0.5).collect();
        self.columns.column(id).map_or_else(off, is_on)
    }

    fn is_observed(&self, track: Track) -> Vec<bool> {
        let observed = self.sampler.observed();
        let times = self.columns.times_secs().iter();
        times.map(|&time_secs| observed.is_observed_at(track, time_secs)).collect()
    }

    /// Whether there is a pose in each frame. In `clean` mode a pose with a rotation is present if the rotation is not NaN, one
    /// without if it was observed.
    fn has_pose(&self, pose: PoseId) -> Vec<bool> {
        let len = self.columns.len();
        let recording = self.sampler.recording();
        let has_keys = |id: &CurveId| recording.curve(*id).is_some_and(|curve| !curve.is_empty());
        let [turn, ..] = pose.rotation();
        let Some(turns) = self.columns.column(turn) else { return vec![false; len] };
        if self.sampler.mode() == Mode::Mrtk {
            vec![true; len]
        } else if !pose.position().iter().all(has_keys) {
            vec![false; len]
        } else if pose.rotation().iter().all(has_keys) {
            turns.iter().map(|turn| !turn.is_nan()).collect()
        } else {
            self.is_observed(pose.track())
        }
    }

    fn has_gaze(&self) -> Vec<bool> {
        let len = self.columns.len();
        let columns: Vec<&[f32]> = RayComponent::ALL
            .into_iter()
            .filter_map(|component| self.columns.column(CurveId::Gaze(component)))
            .collect();
        let is_mrtk = self.sampler.mode() == Mode::Mrtk;
        let is_number = |row: usize| {
            columns.iter().any(|column| column.get(row).is_some_and(|value| !value.is_nan()))
        };
        (0..len).map(|row| !columns.is_empty() && (is_mrtk || is_number(row))).collect()
    }
}
