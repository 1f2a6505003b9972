//! Reads a recording from a table of keys.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, FloatType, Int32Type};
use parquet::file::reader::{FileReader, RowGroupReader};
use parquet::file::serialized_reader::SerializedFileReader;
use reenact::Bytes;
use reenact::{Curve, CurveId, Key, KeyKind, Layout, ReadOptions, Recording, Tracks, WeightedMode};

use super::pages;
use super::table::BATCH_ROWS;
use super::write::BARE;
use crate::tables::FULL_COLUMNS;
use crate::{Error, Result};

/// Most keys per byte of the file. Recordings have about 0.5, and one without motion 12.
const KEYS_PER_BYTE: u64 = 64;
/// Number of keys that is permitted for any file size, since a repeated short curve compresses to almost
/// nothing: about 100 MB of memory.
const FEW_KEYS: u64 = 1 << 22;

/// Reads a recording from a table of keys written by [`write`](super::write).
///
/// Fails for tables written by other programs, which lack the metadata, and for damaged files. A file may not claim more than 64
/// keys per byte and more than four million keys.
pub fn read_keys(file: Vec<u8>) -> Result<Recording> {
    let file = Bytes::from(file);
    // Pages are checked before they are decompressed, but their contents are decoded by the Parquet library, which may panic on
    // invalid data.
    let read = std::panic::catch_unwind(|| read_checked(&file));
    read.unwrap_or_else(|_| Err(Error::Malformed("the Parquet file is damaged".to_owned())))
}

fn read_checked(file: &Bytes) -> Result<Recording> {
    let len = u64::try_from(file.len()).unwrap_or(u64::MAX);
    let most_keys = len.saturating_mul(KEYS_PER_BYTE).max(FEW_KEYS);
    pages::check_metadata(file)?;
    let reader = SerializedFileReader::new(file.clone())?;
    let metadata = reader.metadata().file_metadata();
    let entry = |name: &str| {
        let entry = metadata.key_value_metadata()?.iter().find(|entry| entry.key == name)?;
        entry.value.as_deref()
    };
    let wrong = |message: &str| Error::Malformed(message.to_owned());
    let bare = entry(BARE).ok_or_else(|| {
        wrong("not a table of keys written by reenact: the metadata of the recording is missing")
    })?;
    let bare =
        BASE64_STANDARD.decode(bare).map_err(|_| wrong("the metadata is damaged: not base64"))?;
    let layout = match entry("recording.layout") {
        Some("published") => Layout::Published,
        _ => Layout::Mrtk,
    };
    let options = ReadOptions { layout: Some(layout), ..ReadOptions::default() };
    let mut recording = Recording::from_slice_with(&bare, &options)?;
    if recording.key_count() > 0 {
        return Err(wrong("the metadata is damaged: it contains keys"));
    }
    let rows = u64::try_from(metadata.num_rows()).unwrap_or(u64::MAX);
    if rows > most_keys {
        return Err(Error::Malformed(format!(
            "{rows} keys are more than a file of {len} bytes can hold"
        )));
    }

    let columns = Columns::find(&reader)?;
    let mut keys: Vec<Vec<Key>> = vec![Vec::new(); Tracks::ALL.curve_count()];
    let is_full = recording.form().float_kind() == KeyKind::Full;
    let mut left = rows;
    for n in 0..reader.num_row_groups() {
        let group = reader.metadata().row_group(n);
        let rows = u64::try_from(group.num_rows()).unwrap_or(u64::MAX);
        left = left
            .checked_sub(rows)
            .ok_or_else(|| wrong("its row groups have more rows than the file announces"))?;
        pages::check(file, group, &columns.all(is_full))?;
        read_group(&*reader.get_row_group(n)?, rows, &columns, is_full, &recording, &mut keys)?;
    }
    for (id, keys) in Tracks::ALL.curve_ids().zip(keys) {
        let Some(empty) = recording.curve(id).filter(|_| !keys.is_empty()) else { continue };
        let mut curve = Curve::from_keys(empty.kind(), keys);
        (curve.pre_wrap, curve.post_wrap) = (empty.pre_wrap, empty.post_wrap);
        recording.set_curve(id, curve)?;
    }
    Ok(recording)
}

/// Indices of the columns.
struct Columns {
    curve: usize,
    index: usize,
    time_secs: usize,
    value: usize,
    full: [usize; 4],
    weighted_mode: usize,
}

impl Columns {
    /// Indices of the columns that are read.
    fn all(&self, is_full: bool) -> Vec<usize> {
        let mut columns = vec![self.curve, self.index, self.time_secs, self.value];
        if is_full {
            columns.extend(self.full);
        }
        columns.push(self.weighted_mode);
        columns
    }

    fn find(reader: &impl FileReader) -> Result<Self> {
        use parquet::basic::Type as Physical;
        let schema = reader.metadata().file_metadata().schema_descr();
        let find = |name: &str, physical: Physical, levels: i16| {
            let is_it = |column: &parquet::schema::types::ColumnDescPtr| {
                column.path().parts() == [name]
                    && column.physical_type() == physical
                    && column.max_def_level() == levels
                    && column.max_rep_level() == 0
            };
            let missing = || {
                Error::Malformed(format!(
                    "the column {name} of the table of keys is missing or has another type"
                ))
            };
            schema.columns().iter().position(is_it).ok_or_else(missing)
        };
        let [a, b, c, d] = FULL_COLUMNS;
        Ok(Self {
            curve: find("curve", Physical::BYTE_ARRAY, 0)?,
            index: find("index", Physical::INT32, 0)?,
            time_secs: find("time_secs", Physical::FLOAT, 0)?,
            value: find("value", Physical::FLOAT, 0)?,
            full: [
                find(a, Physical::FLOAT, 1)?,
                find(b, Physical::FLOAT, 1)?,
                find(c, Physical::FLOAT, 1)?,
                find(d, Physical::FLOAT, 1)?,
            ],
            weighted_mode: find("weighted_mode", Physical::INT32, 1)?,
        })
    }
}

/// Reader of one column, batch by batch.
struct Column<T: DataType> {
    reader: parquet::column::reader::ColumnReaderImpl<T>,
    values: Vec<T::T>,
    levels: Vec<i16>,
}

impl<T: DataType> Column<T> {
    fn open(group: &dyn RowGroupReader, index: usize) -> Result<Self> {
        let reader = get_typed_column_reader(group.get_column_reader(index)?);
        Ok(Self { reader, values: Vec::new(), levels: Vec::new() })
    }

    /// Reads the next values of a column without nulls.
    fn next(&mut self) -> Result<&[T::T]> {
        self.values.clear();
        self.reader.read_records(BATCH_ROWS, None, None, &mut self.values)?;
        Ok(&self.values)
    }

    /// Reads the next values, and the definition level of each row.
    fn next_optional(&mut self) -> Result<(&[T::T], &[i16])> {
        self.values.clear();
        self.levels.clear();
        self.reader.read_records(BATCH_ROWS, Some(&mut self.levels), None, &mut self.values)?;
        Ok((&self.values, &self.levels))
    }
}

fn read_group(
    group: &dyn RowGroupReader,
    mut left: u64,
    columns: &Columns,
    is_full: bool,
    recording: &Recording,
    keys: &mut [Vec<Key>],
) -> Result<()> {
    let mut curve = Column::<ByteArrayType>::open(group, columns.curve)?;
    let mut index = Column::<Int32Type>::open(group, columns.index)?;
    let mut time_secs = Column::<FloatType>::open(group, columns.time_secs)?;
    let mut value = Column::<FloatType>::open(group, columns.value)?;
    let mut full = Vec::new();
    for at in columns.full.into_iter().filter(|_| is_full) {
        full.push(Column::<FloatType>::open(group, at)?);
    }
    let mut modes = Column::<Int32Type>::open(group, columns.weighted_mode)?;
    let mut names = Names::default();
    loop {
        let curves = curve.next()?;
        let rows = curves.len();
        if rows == 0 {
            return Ok(());
        }
        let more = || Error::Malformed("there are more keys than the table announces".to_owned());
        left = u64::try_from(rows).ok().and_then(|rows| left.checked_sub(rows)).ok_or_else(more)?;
        let (indices, times, values) = (index.next()?, time_secs.next()?, value.next()?);
        let mut rest = [const { Vec::new() }; 4];
        for (numbers, column) in rest.iter_mut().zip(&mut full) {
            *numbers = spread(column.next_optional()?, 0.0);
        }
        let modes = if is_full { spread(modes.next_optional()?, 0) } else { Vec::new() };
        let is_whole = |len: usize| len == rows;
        let [a, b, c, d] = &rest;
        if ![indices.len(), times.len(), values.len()].into_iter().all(is_whole)
            || (is_full
                && ![a.len(), b.len(), c.len(), d.len(), modes.len()].into_iter().all(is_whole))
        {
            return Err(Error::Malformed("columns of different lengths".to_owned()));
        }
        let number = |list: &[f32], row: usize| list.get(row).copied().unwrap_or(0.0);
        for (row, name) in curves.iter().enumerate() {
            let (slot, id) = names.slot(name)?;
            let Some(keys) = keys.get_mut(slot).filter(|_| recording.curve(id).is_some()) else {
                return Err(Error::Malformed(format!(
                    "keys of {id}, a track that the recording does not have"
                )));
            };
            let place = indices.get(row).and_then(|&index| usize::try_from(index).ok());
            if place != Some(keys.len()) {
                return Err(Error::Malformed(format!(
                    "key {} of {id} is out of order",
                    keys.len()
                )));
            }
            let mut key = Key::linear(number(times, row), number(values, row));
            if is_full && !id.is_boolean() {
                key = Key {
                    in_tangent: number(a, row),
                    out_tangent: number(b, row),
                    in_weight: number(c, row),
                    out_weight: number(d, row),
                    weighted_mode: WeightedMode(modes.get(row).copied().unwrap_or(0)),
                    ..key
                };
            }
            keys.push(key);
        }
    }
}

/// One value for each row, with a default for nulls.
fn spread<T: Copy>((values, levels): (&[T], &[i16]), null: T) -> Vec<T> {
    let mut values = values.iter();
    levels
        .iter()
        .map(|&level| if level > 0 { values.next().copied().unwrap_or(null) } else { null })
        .collect()
}

/// Caches the last name, because names come in runs.
#[derive(Default)]
struct Names {
    last: Option<(ByteArray, usize, CurveId)>,
}

impl Names {
    /// Curve with a name, and its index among all possible curves.
    fn slot(&mut self, name: &ByteArray) -> Result<(usize, CurveId)> {
        if let Some((last, slot, id)) = &self.last
            && last.data() == name.data()
        {
            return Ok((*slot, *id));
        }
        let unknown = || Error::Malformed("a key of an unknown curve".to_owned());
        let id: CurveId =
            name.as_utf8().ok().and_then(|name| name.parse().ok()).ok_or_else(unknown)?;
        let slot = Tracks::ALL.index_of(id).ok_or_else(unknown)?;
        self.last = Some((name.clone(), slot, id));
        Ok((slot, id))
    }
}
