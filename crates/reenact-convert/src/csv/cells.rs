//! Formats table columns as CSV cells.

use std::io::Write;

use reenact::Mode;
use reenact_base::number::to_f32;

use super::quoted;
use crate::out::Out;
use crate::tables::{Column, Table, Values, is_rotation};

/// Column of text cells.
pub(super) struct Cells<'c> {
    /// Commas before the cell, including those of preceding empty columns. Names that are never null contain them already.
    before: String,
    values: Numbers<'c>,
    /// Validity of each row, if there are nulls.
    present: Option<&'c [bool]>,
    /// Whether NaN means a missing value.
    nan_is_empty: bool,
}

enum Numbers<'c> {
    Floats(&'c [f32]),
    /// Times, some of which are `f32` in the file.
    Times(&'c [f64]),
    Doubles(&'c [f64]),
    Integers(&'c [i32]),
    Flags(&'c [bool]),
    Names(&'c [i32], Vec<String>),
}

impl<'c> Cells<'c> {
    /// Cells of columns, with flattened groups, and the end of each row. In `clean` mode a NaN rotation was not recorded; in
    /// `mrtk` mode it is MRTK's value.
    pub(super) fn of(columns: &'c [Column], mode: Mode, table: Table) -> (Vec<Self>, String) {
        // Durations among the measures are computed in 64 bits.
        let has_times = table != Table::Stats;
        let mut cells = Vec::new();
        let mut before = String::new();
        for Column { name, values, present } in columns {
            let present = present.as_deref();
            let is_null = present.is_some_and(|present| !present.contains(&true));
            let present = present.filter(|present| present.contains(&false));
            let mut add = |name: &str, values: &'c Values| {
                if is_null {
                    return before.push(',');
                }
                let mut before = std::mem::replace(&mut before, ",".to_owned());
                let values = match values {
                    Values::Floats(values) => Numbers::Floats(values),
                    Values::Doubles(values) if has_times && name.ends_with("_secs") => {
                        Numbers::Times(values)
                    }
                    Values::Doubles(values) => Numbers::Doubles(values),
                    Values::Integers(values) => Numbers::Integers(values),
                    Values::Flags(values) => Numbers::Flags(values),
                    Values::Names { numbers, names } => {
                        // Written together with the preceding commas.
                        let before = match present {
                            None => std::mem::take(&mut before),
                            Some(_) => String::new(),
                        };
                        let names = names.iter().map(|name| format!("{before}{}", quoted(name)));
                        Numbers::Names(numbers, names.collect())
                    }
                    // Groups contain numbers only.
                    Values::Group(_) => return,
                };
                let nan_is_empty = mode == Mode::Clean && is_rotation(name);
                cells.push(Self { before, values, present, nan_is_empty });
            };
            match values {
                Values::Group(parts) => parts.iter().for_each(|part| add(&part.name, &part.values)),
                values => add(name, values),
            }
        }
        // No comma after the last cell.
        before.pop();
        before.push('\n');
        (cells, before)
    }

    /// Writes the cell of a row.
    #[inline]
    pub(super) fn write<W: Write>(&self, out: &mut Out<'_, W>, row: usize) {
        match self.before.len() {
            0 => {}
            1 => out.byte(b','),
            _ => out.text(&self.before),
        }
        if self.present.is_some_and(|present| present.get(row) != Some(&true)) {
            return;
        }
        match &self.values {
            Numbers::Floats(values) => {
                let value = values.get(row).copied().unwrap_or(f32::NAN);
                if !(self.nan_is_empty && value.is_nan()) {
                    out.float(value, "");
                }
            }
            Numbers::Times(values) => {
                let secs = values.get(row).copied().unwrap_or(f64::NAN);
                let short = to_f32(secs);
                if f64::from(short) == secs { out.float(short, "") } else { double(out, secs) }
            }
            Numbers::Doubles(values) => double(out, values.get(row).copied().unwrap_or(f64::NAN)),
            Numbers::Integers(values) => out.i32(values.get(row).copied().unwrap_or(0)),
            Numbers::Flags(values) => {
                // Strings of constant length are copied without a call.
                if values.get(row) == Some(&true) { out.text("true") } else { out.text("false") }
            }
            Numbers::Names(numbers, names) => {
                let number = numbers.get(row).and_then(|&number| usize::try_from(number).ok());
                let name = number.and_then(|number| names.get(number));
                out.text(name.map_or("", String::as_str));
            }
        }
    }
}

fn double<W: Write>(out: &mut Out<'_, W>, value: f64) {
    if value.is_finite() {
        out.double(value);
    } else {
        out.float(to_f32(value), "");
    }
}
