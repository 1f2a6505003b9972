//! The tables of `parquet` in memory, column by column: for those who hand them to Arrow, pandas or Spark.
//!
//! The same names, types and rows, so that a query does not care which it is given. Only the columns that are wanted are made,
//! and only the rows that are asked for: a table larger than memory is taken in pieces.
//!
//! ```
//! use reenact::{FrameTimes, Mode, Sampler};
//! use reenact_convert::tables::{self, Values};
//!
//! let recording = reenact_make::demo();
//! let sampler = Sampler::new(&recording, Mode::Clean);
//! let times = FrameTimes::of(&recording, 30.0)?;
//! let columns = tables::joints(&sampler, times.iter(), &|name| name == "position_y_m");
//! let [heights] = columns.as_slice() else { unreachable!("one column was wanted") };
//! let Values::Floats(heights_m) = &heights.values else { unreachable!("metres are floats") };
//! assert_eq!(heights_m.len(), times.len() * 2 * 26);
//! # Ok::<(), reenact::Error>(())
//! ```

mod keys;
mod poses;

pub use keys::{keys, markers};
pub use poses::{frames, joints};

/// One column of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// What it is called.
    pub name: String,
    /// What is in it: one for each row, whether there is something or not.
    pub values: Values,
    /// Where there is something, in a column that may have rows without; where there is not, floats are NaN and others 0.
    pub present: Option<Vec<bool>>,
}

/// What is in a column.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Numbers.
    Floats(Vec<f32>),
    /// Whole numbers.
    Integers(Vec<i32>),
    /// Truth values.
    Flags(Vec<bool>),
    /// Names, of which there are few.
    Names {
        /// Which one each row has.
        numbers: Vec<i32>,
        /// All of them.
        names: Vec<String>,
    },
    /// Columns that are there or not together.
    Group(Vec<Column>),
}

impl Column {
    fn new(name: impl Into<String>, values: Values) -> Self {
        Self { name: name.into(), values, present: None }
    }

    fn optional(name: impl Into<String>, values: Values, present: Vec<bool>) -> Self {
        Self { name: name.into(), values, present: Some(present) }
    }
}
