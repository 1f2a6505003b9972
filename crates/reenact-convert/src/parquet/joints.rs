//! Poses of hands, one row a joint in a frame.

use std::io::Write;

use parquet::basic::Type as Physical;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, FloatType};
use reenact::hand::Side;
use reenact::{Frame, FrameTimes, Recording, Sampler};

use super::table::{RowGroup, TableWriter, plain, text};
use super::{Options, Table};
use crate::Result;
use crate::columns::{POSE_COLUMNS, joints, pose_numbers};

/// A row group ends with the first frame that reaches this.
const GROUP_ROWS: usize = 1 << 20;

/// Writes the table `joints`: from the start of the recording to its end at a rate; no rows where there are no hands.
///
/// Fails where the rate makes no sense, or the recording claims to be too long for it.
pub fn write_joints(
    recording: &Recording,
    options: &Options<'_>,
    writer: impl Write + Send,
) -> Result<()> {
    let times = FrameTimes::of(recording, options.rate_hz)?;
    let mut columns = vec![
        plain("time_secs", Physical::FLOAT, false)?,
        text("hand")?,
        text("joint")?,
        plain("tracked", Physical::BOOLEAN, false)?,
        plain("observed", Physical::BOOLEAN, false)?,
    ];
    for name in POSE_COLUMNS {
        columns.push(plain(name, Physical::FLOAT, true)?);
    }
    let mut table =
        TableWriter::new(Table::Joints, recording, options, columns, Vec::new(), writer)?;

    let names = joints(options.mode).iter().map(|joint| ByteArray::from(joint.name())).collect();
    let sides = Side::ALL.map(|side| ByteArray::from(side.name()));
    let sampler = Sampler::new(recording, options.mode);
    let mut cursor = sampler.cursor();
    let mut block = Block { names, sides, ..Block::default() };
    for time_secs in times.iter() {
        block.push(&cursor.frame_at(time_secs), options);
        if block.times.len() >= GROUP_ROWS {
            table.row_group(block.times.len(), |group| block.write(group))?;
            block.clear();
        }
    }
    if !block.times.is_empty() {
        table.row_group(block.times.len(), |group| block.write(group))?;
    }
    table.finish()
}

/// Some rows, column by column.
#[derive(Default)]
struct Block {
    names: Vec<ByteArray>,
    sides: [ByteArray; 2],
    times: Vec<f32>,
    hand: Vec<ByteArray>,
    joint: Vec<ByteArray>,
    tracked: Vec<bool>,
    observed: Vec<bool>,
    levels: Vec<i16>,
    columns: [Vec<f32>; 7],
}

impl Block {
    fn push(&mut self, frame: &Frame, options: &Options<'_>) {
        for (side, side_name) in Side::ALL.into_iter().zip(&self.sides) {
            let Some(hand) = frame.hand(side) else { continue };
            for (&joint, name) in joints(options.mode).iter().zip(&self.names) {
                self.times.push(frame.time_secs);
                self.hand.push(side_name.clone());
                self.joint.push(name.clone());
                self.tracked.push(hand.tracked);
                self.observed.push(hand.observed);
                let pose = hand.joint(joint);
                self.levels.push(i16::from(pose.is_some()));
                for (column, number) in
                    self.columns.iter_mut().zip(pose.map(pose_numbers).into_iter().flatten())
                {
                    column.push(number);
                }
            }
        }
    }

    fn write<W: Write + Send>(&self, group: &mut RowGroup<'_, W>) -> Result<()> {
        group.values::<FloatType>(&self.times, None)?;
        group.values::<ByteArrayType>(&self.hand, None)?;
        group.values::<ByteArrayType>(&self.joint, None)?;
        group.values::<BoolType>(&self.tracked, None)?;
        group.values::<BoolType>(&self.observed, None)?;
        self.columns
            .iter()
            .try_for_each(|column| group.values::<FloatType>(column, Some(&self.levels)))
    }

    fn clear(&mut self) {
        self.times.clear();
        self.hand.clear();
        self.joint.clear();
        self.tracked.clear();
        self.observed.clear();
        self.levels.clear();
        self.columns.iter_mut().for_each(Vec::clear);
    }
}
