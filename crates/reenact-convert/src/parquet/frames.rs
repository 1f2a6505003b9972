//! Poses, one row a frame.

use std::io::Write;

use parquet::basic::Type as Physical;
use parquet::data_type::{BoolType, FloatType};
use reenact::hand::Side;
use reenact::{Frame, FrameTimes, Mode, Recording, Sampler};

use super::table::{RowGroup, TableWriter, group, plain};
use super::{Options, Table};
use crate::Result;
use crate::columns::{POSE_COLUMNS, RAY_COLUMNS, joints, pose_numbers, ray_numbers};

/// The most rows of a row group: with some 370 columns, 48 MB.
const GROUP_ROWS: usize = 1 << 15;

/// Writes the table `frames`: from the start of the recording to its end at a rate.
///
/// Fails where the rate makes no sense, or the recording claims to be too long for it.
pub fn write_frames(
    recording: &Recording,
    options: &Options<'_>,
    writer: impl Write + Send,
) -> Result<()> {
    let times = FrameTimes::of(recording, options.rate_hz)?;
    let mut columns =
        vec![plain("time_secs", Physical::FLOAT, false)?, group("camera", &POSE_COLUMNS)?];
    for side in Side::ALL {
        for state in ["tracked", "observed", "pinching"] {
            columns.push(plain(&format!("{side}_{state}"), Physical::BOOLEAN, true)?);
        }
        for joint in joints(options.mode) {
            columns.push(group(&format!("{side}_{joint}"), &POSE_COLUMNS)?);
        }
    }
    columns.push(group("gaze", &RAY_COLUMNS)?);
    let mut table =
        TableWriter::new(Table::Frames, recording, options, columns, Vec::new(), writer)?;

    let sampler = Sampler::new(recording, options.mode);
    let mut cursor = sampler.cursor();
    let mut block = Block::new(options.mode);
    for time_secs in times.iter() {
        block.push(&cursor.frame_at(time_secs));
        if block.times.len() == GROUP_ROWS {
            table.row_group(GROUP_ROWS, |group| block.write(group))?;
            block = Block::new(options.mode);
        }
    }
    if !block.times.is_empty() {
        table.row_group(block.times.len(), |group| block.write(group))?;
    }
    table.finish()
}

/// Some frames, column by column.
struct Block {
    mode: Mode,
    times: Vec<f32>,
    camera: Things<7>,
    hands: [Hand; 2],
    gaze: Things<6>,
}

/// Poses or rays: where there is one, and the numbers of those that are there.
#[derive(Clone)]
struct Things<const N: usize> {
    levels: Vec<i16>,
    columns: [Vec<f32>; N],
}

struct Hand {
    levels: Vec<i16>,
    tracked: Vec<bool>,
    observed: Vec<bool>,
    pinching: Vec<bool>,
    joints: Vec<Things<7>>,
}

impl<const N: usize> Things<N> {
    fn new() -> Self {
        Self { levels: Vec::new(), columns: [const { Vec::new() }; N] }
    }

    fn push(&mut self, numbers: Option<[f32; N]>) {
        self.levels.push(i16::from(numbers.is_some()));
        for (column, number) in self.columns.iter_mut().zip(numbers.into_iter().flatten()) {
            column.push(number);
        }
    }

    fn write<W: Write + Send>(&self, group: &mut RowGroup<'_, W>) -> Result<()> {
        self.columns
            .iter()
            .try_for_each(|column| group.values::<FloatType>(column, Some(&self.levels)))
    }
}

impl Block {
    fn new(mode: Mode) -> Self {
        let hand = |_| Hand {
            levels: Vec::new(),
            tracked: Vec::new(),
            observed: Vec::new(),
            pinching: Vec::new(),
            joints: vec![Things::new(); joints(mode).len()],
        };
        Self {
            mode,
            times: Vec::new(),
            camera: Things::new(),
            hands: Side::ALL.map(hand),
            gaze: Things::new(),
        }
    }

    fn push(&mut self, frame: &Frame) {
        self.times.push(frame.time_secs);
        self.camera.push(frame.camera.map(pose_numbers));
        for (hand, side) in self.hands.iter_mut().zip(Side::ALL) {
            let now = frame.hand(side);
            hand.levels.push(i16::from(now.is_some()));
            hand.tracked.extend(now.map(|now| now.tracked));
            hand.observed.extend(now.map(|now| now.observed));
            hand.pinching.extend(now.map(|now| now.pinching));
            for (things, &joint) in hand.joints.iter_mut().zip(joints(self.mode)) {
                things.push(frame.joint(side, joint).map(pose_numbers));
            }
        }
        self.gaze.push(frame.gaze.map(ray_numbers));
    }

    fn write<W: Write + Send>(&self, group: &mut RowGroup<'_, W>) -> Result<()> {
        group.values::<FloatType>(&self.times, None)?;
        self.camera.write(group)?;
        for hand in &self.hands {
            group.values::<BoolType>(&hand.tracked, Some(&hand.levels))?;
            group.values::<BoolType>(&hand.observed, Some(&hand.levels))?;
            group.values::<BoolType>(&hand.pinching, Some(&hand.levels))?;
            hand.joints.iter().try_for_each(|joint| joint.write(group))?;
        }
        self.gaze.write(group)
    }
}
