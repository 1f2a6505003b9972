//! Validation of Parquet metadata and page headers before decoding.
//!
//! Each page of a column has a header with its decompressed size, which a few bytes can claim to be
//! gibibytes.

use parquet::file::metadata::RowGroupMetaData;

use super::thrift::Shape::{Bool, List, Never, Plain, Struct, Structs};
use super::thrift::{Shape, Thrift, kind};
use crate::{Error, Result};

const I16: Shape = Plain(kind::I16);
const I32: Shape = Plain(kind::I32);
const I64: Shape = Plain(kind::I64);
const TEXT: Shape = Plain(kind::BINARY);

/// `FileMetaData`, as far as tables of keys use it.
const FILE: &[(i64, Shape)] = &[
    (1, I32),
    (2, Structs(SCHEMA_ELEMENT)),
    (3, I64),
    (4, Structs(ROW_GROUP)),
    (5, Structs(KEY_VALUE)),
    (6, TEXT),
    (7, Structs(&[(1, EMPTY), (2, EMPTY)])),
    (8, Never),
    (9, Never),
];
/// A struct without fields.
const EMPTY: Shape = Struct(&[]);
const SCHEMA_ELEMENT: &[(i64, Shape)] = &[
    (1, I32),
    (2, I32),
    (3, I32),
    (4, TEXT),
    (5, I32),
    (6, I32),
    (7, I32),
    (8, I32),
    (9, I32),
    (10, Struct(LOGICAL_TYPE)),
];
/// Of the logical types, only text is supported.
const LOGICAL_TYPE: &[(i64, Shape)] = &[
    (1, EMPTY),
    (2, Never),
    (3, Never),
    (4, Never),
    (5, Never),
    (6, Never),
    (7, Never),
    (8, Never),
    (10, Never),
    (11, Never),
    (12, Never),
    (13, Never),
    (14, Never),
    (15, Never),
    (16, Never),
    (17, Never),
    (18, Never),
];
const KEY_VALUE: &[(i64, Shape)] = &[(1, TEXT), (2, TEXT)];
const ROW_GROUP: &[(i64, Shape)] = &[
    (1, Structs(COLUMN_CHUNK)),
    (2, I64),
    (3, I64),
    (4, Structs(&[(1, I32), (2, Bool), (3, Bool)])),
    (5, I64),
    (6, I64),
    (7, I16),
];
const COLUMN_CHUNK: &[(i64, Shape)] = &[
    (1, TEXT),
    (2, I64),
    (3, Struct(COLUMN)),
    (4, I64),
    (5, I32),
    (6, I64),
    (7, I32),
    (8, Never),
    (9, Never),
];
const COLUMN: &[(i64, Shape)] = &[
    (1, I32),
    (2, List(kind::I32)),
    (3, List(kind::BINARY)),
    (4, I32),
    (5, I64),
    (6, I64),
    (7, I64),
    (8, Structs(KEY_VALUE)),
    (9, I64),
    (10, I64),
    (11, I64),
    (12, Struct(STATISTICS)),
    (13, Structs(&[(1, I32), (2, I32), (3, I32)])),
    (14, I64),
    (15, I32),
    (16, Struct(&[(1, I64), (2, List(kind::I64)), (3, List(kind::I64))])),
    (17, Never),
];
const STATISTICS: &[(i64, Shape)] = &[
    (1, TEXT),
    (2, TEXT),
    (3, I64),
    (4, I64),
    (5, TEXT),
    (6, TEXT),
    (7, Bool),
    (8, Bool),
    (9, I64),
];

/// `PageHeader`.
const PAGE: &[(i64, Shape)] = &[
    (1, I32),
    (UNPACKED, I32),
    (PACKED, I32),
    (4, I32),
    (5, Struct(&[(1, I32), (2, I32), (3, I32), (4, I32), (5, Struct(STATISTICS))])),
    (6, Never),
    (7, Struct(&[(1, I32), (2, I32), (3, Bool)])),
    (
        8,
        Struct(&[
            (1, I32),
            (2, I32),
            (3, I32),
            (4, I32),
            (5, I32),
            (6, I32),
            (7, Bool),
            (8, Struct(STATISTICS)),
        ]),
    ),
];
const UNPACKED: i64 = 2;
const PACKED: i64 = 3;

/// Decompressed size of a page beyond its rows: a dictionary of curve names, and overhead.
const PAGE_SLACK: u64 = 1 << 16;
/// Largest size of a row in a column: a dictionary index or name, a number and its levels.
const ROW_BYTES: u64 = 64;

/// Fails for a file with invalid metadata.
pub(super) fn check_metadata(file: &[u8]) -> Result<()> {
    let metadata = file.split_last_chunk::<8>().and_then(|(rest, [a, b, c, d, magic @ ..])| {
        let len = usize::try_from(u32::from_le_bytes([*a, *b, *c, *d])).ok()?;
        (magic == b"PAR1").then_some(rest.get(rest.len().checked_sub(len)?..)?)
    });
    let cut = || {
        Error::Malformed("the Parquet file is truncated or damaged: it has no footer".to_owned())
    };
    let mut thrift = Thrift { bytes: metadata.ok_or_else(cut)? };
    let foreign =
        || Error::Malformed("not a table of keys: the metadata is damaged or missing".to_owned());
    thrift.structure(FILE, &mut |_, _| {}).ok_or_else(foreign)
}

/// Fails for columns outside the file, and for pages that claim more bytes than their rows can need.
pub(super) fn check(file: &[u8], group: &RowGroupMetaData, columns: &[usize]) -> Result<()> {
    let wrong = |n: usize, message: &str| {
        let name = group.column(n).column_path().string();
        Error::Malformed(format!("the column {name} is damaged: {message}"))
    };
    let rows = u64::try_from(group.num_rows()).unwrap_or(0);
    let most = rows.saturating_mul(ROW_BYTES).saturating_add(PAGE_SLACK);
    for &n in columns.iter().filter(|&&n| n < group.num_columns()) {
        let column = group.column(n);
        let start = column.dictionary_page_offset().unwrap_or_else(|| column.data_page_offset());
        let range = usize::try_from(start).ok().and_then(|start| {
            let len = usize::try_from(column.compressed_size()).ok()?;
            Some(start..start.checked_add(len)?)
        });
        let mut pages = range
            .and_then(|range| file.get(range))
            .ok_or_else(|| wrong(n, "it is outside the file"))?;
        let mut unpacked = 0_u64;
        while !pages.is_empty() {
            let mut header = Thrift { bytes: pages };
            let (mut page, mut packed) = (0, 0);
            let read = header.structure(PAGE, &mut |field, number| match field {
                UNPACKED => page = number,
                PACKED => packed = number,
                _ => {}
            });
            read.ok_or_else(|| wrong(n, "the header of a page cannot be read"))?;
            // A negative size is treated as too large.
            unpacked = unpacked.saturating_add(u64::try_from(page).unwrap_or(u64::MAX));
            if unpacked > most {
                return Err(wrong(n, "its pages announce more data than its rows need"));
            }
            let len = usize::try_from(packed).unwrap_or(usize::MAX);
            pages =
                header.bytes.get(len..).ok_or_else(|| wrong(n, "a page extends beyond its end"))?;
        }
    }
    Ok(())
}
