//! Columns of a table as cells of text.

use std::io::{self, Write};

use reenact::Mode;

use super::quoted;
use crate::out::Out;
use crate::tables::{Column, Values, is_rotation};

/// One column of text.
pub(super) struct Cells<'c> {
    values: Numbers<'c>,
    present: Option<&'c [bool]>,
    /// Whether a NaN is a number that was not recorded.
    nan_is_empty: bool,
}

enum Numbers<'c> {
    Floats(&'c [f32]),
    Integers(&'c [i32]),
    Flags(&'c [bool]),
    Names(&'c [i32], Vec<String>),
}

impl<'c> Cells<'c> {
    /// The cells of columns, groups flattened. In `clean` mode a rotation that is NaN was not recorded; in `mrtk` mode it is what MRTK
    /// would play.
    pub(super) fn of(columns: &'c [Column], mode: Mode) -> Vec<Self> {
        let mut cells = Vec::new();
        for Column { name, values, present } in columns {
            let mut add = |name: &str, values: &'c Values| {
                let nan_is_empty = mode == Mode::Clean && is_rotation(name);
                let values = match values {
                    Values::Floats(values) => Numbers::Floats(values),
                    Values::Integers(values) => Numbers::Integers(values),
                    Values::Flags(values) => Numbers::Flags(values),
                    Values::Names { numbers, names } => {
                        let names = names.iter().map(|name| quoted(name).into_owned());
                        Numbers::Names(numbers, names.collect())
                    }
                    // Groups are of numbers.
                    Values::Group(_) => return,
                };
                cells.push(Self { values, present: present.as_deref(), nan_is_empty });
            };
            match values {
                Values::Group(parts) => parts.iter().for_each(|part| add(&part.name, &part.values)),
                values => add(name, values),
            }
        }
        cells
    }

    /// Writes the cell of a row.
    pub(super) fn write<W: Write>(&self, out: &mut Out<'_, W>, row: usize) -> io::Result<()> {
        if self.present.is_some_and(|present| present.get(row) != Some(&true)) {
            return Ok(());
        }
        match &self.values {
            Numbers::Floats(values) => {
                let value = values.get(row).copied().unwrap_or(f32::NAN);
                if !(self.nan_is_empty && value.is_nan()) {
                    out.float(value, "");
                }
            }
            Numbers::Integers(values) => out.integer(values.get(row).copied().unwrap_or(0))?,
            Numbers::Flags(values) => {
                out.text(if values.get(row) == Some(&true) { "true" } else { "false" });
            }
            Numbers::Names(numbers, names) => {
                let number = numbers.get(row).and_then(|&number| usize::try_from(number).ok());
                let name = number.and_then(|number| names.get(number));
                out.text(name.map_or("", String::as_str));
            }
        }
        Ok(())
    }
}
