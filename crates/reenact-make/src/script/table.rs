//! Reads the keys of one TOML table, and reports unknown ones.

use std::ops::RangeInclusive;

use glam::DVec3;
use toml::de::{DeTable, DeValue};

use crate::error::{Fault, no_such};
use crate::options::Options;

/// Largest distance from the origin in metres.
const FURTHEST_M: f64 = 1000.0;

/// Table with the keys that were read.
pub(super) struct Table<'t> {
    entries: Vec<(&'t str, usize, Entry<'t>)>,
    /// Name for messages: `act "poke"`.
    pub(super) what: String,
    /// Byte offset.
    pub(super) offset: usize,
    asked: Vec<&'static str>,
}

/// Value with its byte offset.
#[derive(Clone, Copy)]
pub(super) struct Entry<'t> {
    value: &'t DeValue<'t>,
    pub(super) offset: usize,
}

impl<'t> Table<'t> {
    pub(super) fn new(what: &str, offset: usize, table: &'t DeTable<'t>) -> Self {
        let entries = table
            .iter()
            .map(|(key, value)| {
                let entry = Entry { value: value.get_ref(), offset: value.span().start };
                (key.get_ref().as_ref(), key.span().start, entry)
            })
            .collect();
        Self { entries, what: what.to_owned(), offset, asked: Vec::new() }
    }

    pub(super) fn get(&mut self, key: &'static str) -> Option<Entry<'t>> {
        self.asked.push(key);
        self.entries.iter().find(|(name, ..)| *name == key).map(|(.., entry)| *entry)
    }

    pub(super) fn need(&mut self, key: &'static str) -> Result<Entry<'t>, Fault> {
        let missing = format!("{} needs {key}", self.what);
        self.get(key).ok_or_else(|| Fault::at(self.offset, missing))
    }

    /// Number within `range`, or `otherwise` if it is missing.
    pub(super) fn number(
        &mut self,
        key: &'static str,
        range: RangeInclusive<f64>,
        otherwise: f64,
    ) -> Result<f64, Fault> {
        self.get(key).map_or(Ok(otherwise), |entry| entry.number(key, range))
    }

    pub(super) fn flag(&mut self, key: &'static str) -> Result<Option<bool>, Fault> {
        self.get(key).map(|entry| entry.flag(key)).transpose()
    }

    /// Fails for the first key that was not read.
    pub(super) fn finish(self) -> Result<(), Fault> {
        let first = self.entries.iter().filter(|(key, ..)| !self.asked.contains(key));
        match first.min_by_key(|(_, offset, _)| *offset) {
            None => Ok(()),
            Some((key, offset, _)) => {
                let what = format!("key in {}", self.what);
                Err(Fault::at(*offset, no_such(&what, key, &self.asked)))
            }
        }
    }
}

impl<'t> Entry<'t> {
    pub(super) fn number(self, key: &str, range: RangeInclusive<f64>) -> Result<f64, Fault> {
        let (least, most) = (range.start(), range.end());
        self.checked(key, |number| {
            let wrong = || format!("{key} must be from {least} to {most}");
            range.contains(&number).then_some(()).ok_or_else(wrong)
        })
    }

    /// Number that passes a check.
    pub(super) fn checked(
        self,
        key: &str,
        check: impl FnOnce(f64) -> Result<(), String>,
    ) -> Result<f64, Fault> {
        let number = self.as_number().ok_or_else(|| format!("{key} must be a number"));
        let fault = |message: String| Fault::at(self.offset, message);
        let number = number.map_err(fault)?;
        check(number).map_err(fault)?;
        Ok(number)
    }

    fn as_number(self) -> Option<f64> {
        match self.value {
            DeValue::Float(float) => float.as_str().parse().ok(),
            DeValue::Integer(_) => {
                let whole = i32::try_from(self.as_integer()?).ok()?;
                Some(f64::from(whole))
            }
            _ => None,
        }
    }

    fn as_integer(self) -> Option<i128> {
        match self.value {
            DeValue::Integer(integer) => {
                i128::from_str_radix(integer.as_str(), integer.radix()).ok()
            }
            _ => None,
        }
    }

    pub(super) fn seed(self, key: &str) -> Result<u64, Fault> {
        let fault = |message: String| Fault::at(self.offset, message);
        let whole = self.as_integer().ok_or_else(|| fault(format!("{key} must be a number")))?;
        Options::parse_seed(&whole.to_string()).map_err(|error| fault(error.to_string()))
    }

    pub(super) fn flag(self, key: &str) -> Result<bool, Fault> {
        match self.value {
            DeValue::Boolean(flag) => Ok(*flag),
            _ => Err(Fault::at(self.offset, format!("{key} must be true or false"))),
        }
    }

    pub(super) fn text(self, key: &str) -> Result<&'t str, Fault> {
        match self.value {
            DeValue::String(text) => Ok(text),
            _ => Err(Fault::at(self.offset, format!("{key} must be a text in quotes"))),
        }
    }

    /// One of the names in `choices`.
    pub(super) fn choice<T: Copy>(self, key: &str, choices: &[(&str, T)]) -> Result<T, Fault> {
        let name = self.text(key)?;
        choices.iter().find(|(other, _)| *other == name).map(|(_, chosen)| *chosen).ok_or_else(
            || {
                let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
                Fault::at(self.offset, no_such(key, name, &names))
            },
        )
    }

    /// Three numbers in metres.
    pub(super) fn point(self, key: &str) -> Result<DVec3, Fault> {
        self.three(key, "a point: [right, up, forward] in metres", FURTHEST_M)
    }

    /// Three angles in degrees.
    pub(super) fn angles(self, key: &str) -> Result<DVec3, Fault> {
        self.three(key, "three angles: [pitch, yaw, roll] in degrees", 360.0)
    }

    fn three(self, key: &str, what: &str, most: f64) -> Result<DVec3, Fault> {
        let items = self
            .items()
            .filter(|items| items.len() == 3)
            .ok_or_else(|| Fault::at(self.offset, format!("{key} must be {what}")))?;
        let mut numbers = [0.0; 3];
        for (slot, item) in numbers.iter_mut().zip(items) {
            *slot = item.number(&format!("each number of {key}"), -most..=most)?;
        }
        Ok(DVec3::from_array(numbers))
    }

    /// Items of a list.
    pub(super) fn items(self) -> Option<Vec<Self>> {
        let DeValue::Array(array) = self.value else { return None };
        let items =
            array.iter().map(|item| Self { value: item.get_ref(), offset: item.span().start });
        Some(items.collect())
    }

    pub(super) fn table(self, what: &str) -> Option<Table<'t>> {
        match self.value {
            DeValue::Table(table) => Some(Table::new(what, self.offset, table)),
            _ => None,
        }
    }
}
