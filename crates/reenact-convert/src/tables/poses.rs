//! Poses over time.

use reenact::hand::Side;
use reenact::{HandFrame, Sampler};

use super::{Column, Values};
use crate::columns::{POSE_COLUMNS, RAY_COLUMNS, joints as joints_of, pose_numbers, ray_numbers};

/// The table `joints` at some times: a row for each joint of each hand; none where the recording has no hands.
pub fn joints(
    sampler: &Sampler,
    times_secs: impl ExactSizeIterator<Item = f32>,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Vec<Column> {
    let names = joints_of(sampler.mode());
    let mut times = Wanted::new(is_wanted("time_secs"));
    let mut hands = Wanted::new(is_wanted("hand"));
    let mut joints = Wanted::new(is_wanted("joint"));
    let mut tracked = Wanted::new(is_wanted("tracked"));
    let mut observed = Wanted::new(is_wanted("observed"));
    let mut numbers = POSE_COLUMNS.map(|name| Wanted::new(is_wanted(name)));
    let has_poses = numbers.iter().any(|column| column.is_wanted);
    let mut present = Wanted::new(has_poses);

    let mut cursor = sampler.cursor();
    let rows_a_hand = names.len();
    for time_secs in times_secs {
        let frame = cursor.frame_at(time_secs);
        for (side, side_number) in Side::ALL.into_iter().zip(0..) {
            let Some(hand) = frame.hand(side) else { continue };
            times.repeat(time_secs, rows_a_hand);
            hands.repeat(side_number, rows_a_hand);
            joints.extend((0..).take(rows_a_hand));
            tracked.repeat(hand.tracked, rows_a_hand);
            observed.repeat(hand.observed, rows_a_hand);
            if has_poses {
                push_poses(hand, names, &mut present, &mut numbers);
            }
        }
    }

    let text = |names: Vec<String>| move |numbers| Values::Names { numbers, names };
    let sides = Side::ALL.map(|side| side.name().to_owned()).to_vec();
    let joint_names = names.iter().map(|joint| joint.name().to_owned()).collect();
    let mut columns = Vec::new();
    columns.extend(times.column("time_secs", Values::Floats));
    columns.extend(hands.column("hand", text(sides)));
    columns.extend(joints.column("joint", text(joint_names)));
    columns.extend(tracked.column("tracked", Values::Flags));
    columns.extend(observed.column("observed", Values::Flags));
    let present = present.values;
    columns.extend(
        numbers
            .into_iter()
            .zip(POSE_COLUMNS)
            .filter_map(|(numbers, name)| numbers.column(name, Values::Floats))
            .map(|column| Column { present: Some(present.clone()), ..column }),
    );
    columns
}

fn push_poses(
    hand: &HandFrame,
    names: &[reenact::hand::Joint],
    present: &mut Wanted<bool>,
    numbers: &mut [Wanted<f32>; 7],
) {
    for &joint in names {
        let pose = hand.joint(joint);
        present.repeat(pose.is_some(), 1);
        let pose = pose.map_or([f32::NAN; 7], pose_numbers);
        for (column, number) in numbers.iter_mut().zip(pose) {
            column.repeat(number, 1);
        }
    }
}

/// The table `frames` at some times: a row a time, and the same columns whatever the recording has.
pub fn frames(
    sampler: &Sampler,
    times_secs: impl ExactSizeIterator<Item = f32>,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Vec<Column> {
    let names = joints_of(sampler.mode());
    let mut times = Wanted::new(is_wanted("time_secs"));
    let mut camera = Group::new(is_wanted, "camera".to_owned());
    let mut hands = Side::ALL.map(|side| Hand {
        tracked: Wanted::new(is_wanted(&format!("{side}_tracked"))),
        observed: Wanted::new(is_wanted(&format!("{side}_observed"))),
        pinching: Wanted::new(is_wanted(&format!("{side}_pinching"))),
        present: Vec::new(),
        joints: names
            .iter()
            .map(|joint| Group::new(is_wanted, format!("{side}_{joint}")))
            .collect(),
    });
    let mut gaze = Group::new(is_wanted, "gaze".to_owned());

    let mut cursor = sampler.cursor();
    for time_secs in times_secs {
        let frame = cursor.frame_at(time_secs);
        times.repeat(time_secs, 1);
        camera.push(frame.camera.map(pose_numbers));
        for (side, hand) in Side::ALL.into_iter().zip(&mut hands) {
            let now = frame.hand(side);
            hand.present.push(now.is_some());
            hand.tracked.repeat(now.is_some_and(|now| now.tracked), 1);
            hand.observed.repeat(now.is_some_and(|now| now.observed), 1);
            hand.pinching.repeat(now.is_some_and(|now| now.pinching), 1);
            for (group, &joint) in hand.joints.iter_mut().zip(names) {
                group.push(now.and_then(|now| now.joint(joint)).map(pose_numbers));
            }
        }
        gaze.push(frame.gaze.map(ray_numbers));
    }

    let mut columns = Vec::new();
    columns.extend(times.column("time_secs", Values::Floats));
    columns.extend(camera.column(&POSE_COLUMNS));
    for (side, hand) in Side::ALL.into_iter().zip(hands) {
        let states =
            [("tracked", hand.tracked), ("observed", hand.observed), ("pinching", hand.pinching)];
        for (name, states) in states {
            columns.extend(
                states
                    .column(format!("{side}_{name}"), Values::Flags)
                    .map(|column| Column { present: Some(hand.present.clone()), ..column }),
            );
        }
        columns.extend(hand.joints.into_iter().filter_map(|joint| joint.column(&POSE_COLUMNS)));
    }
    columns.extend(gaze.column(&RAY_COLUMNS));
    columns
}

struct Hand {
    tracked: Wanted<bool>,
    observed: Wanted<bool>,
    pinching: Wanted<bool>,
    present: Vec<bool>,
    joints: Vec<Group<7>>,
}

/// A column that costs nothing unless it is wanted.
struct Wanted<T> {
    is_wanted: bool,
    values: Vec<T>,
}

impl<T: Copy> Wanted<T> {
    const fn new(is_wanted: bool) -> Self {
        Self { is_wanted, values: Vec::new() }
    }

    fn repeat(&mut self, value: T, count: usize) {
        if self.is_wanted {
            self.values.extend(std::iter::repeat_n(value, count));
        }
    }

    fn extend(&mut self, values: impl Iterator<Item = T>) {
        if self.is_wanted {
            self.values.extend(values);
        }
    }

    fn column(
        self,
        name: impl Into<String>,
        values: impl FnOnce(Vec<T>) -> Values,
    ) -> Option<Column> {
        self.is_wanted.then(|| Column::new(name, values(self.values)))
    }
}

/// Numbers that are there or not together.
struct Group<const N: usize> {
    name: String,
    is_wanted: bool,
    present: Vec<bool>,
    columns: [Vec<f32>; N],
}

impl<const N: usize> Group<N> {
    fn new(is_wanted: &dyn Fn(&str) -> bool, name: String) -> Self {
        let is_wanted = is_wanted(&name);
        Self { name, is_wanted, present: Vec::new(), columns: [const { Vec::new() }; N] }
    }

    fn push(&mut self, numbers: Option<[f32; N]>) {
        if self.is_wanted {
            self.present.push(numbers.is_some());
            for (column, number) in self.columns.iter_mut().zip(numbers.unwrap_or([f32::NAN; N])) {
                column.push(number);
            }
        }
    }

    fn column(self, names: &[&str; N]) -> Option<Column> {
        let columns = names.iter().zip(self.columns);
        let columns = columns.map(|(name, values)| Column::new(*name, Values::Floats(values)));
        let columns = Values::Group(columns.collect());
        self.is_wanted.then(|| Column::optional(self.name, columns, self.present))
    }
}
