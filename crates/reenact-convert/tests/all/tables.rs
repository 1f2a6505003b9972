//! Tables in memory equal those in files, as a whole and in ranges.

use parquet::file::reader::{FileReader, SerializedFileReader};
use reenact::Bytes;
use reenact::{Curve, CurveId, FrameTimes, Mode, Recording, Sampler};
use reenact_convert::tables::{Column, Rows, Table, Values};
use reenact_convert::{csv, parquet as parquet_file};
use reenact_inspect::events::events;
use reenact_inspect::stats::{Options, stats};

use crate::common::recordings;

/// Columns of a file: paths, and whether they may be null.
fn stored(table: Table, recording: &Recording, mode: Mode) -> Vec<(String, bool)> {
    let mut file = Vec::new();
    let options =
        parquet_file::Options { name_column: false, mode, rate_hz: 5.0, ..Default::default() };
    let _ = parquet_file::write(recording, table, &options, &mut file).unwrap();
    let reader = SerializedFileReader::new(Bytes::from(file)).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr();
    schema.columns().iter().map(|c| (c.path().string(), c.max_def_level() > 0)).collect()
}

fn made(columns: &[Column]) -> Vec<(String, bool)> {
    let mut names = Vec::new();
    for column in columns {
        match &column.values {
            Values::Group(parts) => names.extend(
                parts
                    .iter()
                    .map(|p| (format!("{}.{}", column.name, p.name), column.present.is_some())),
            ),
            _ => names.push((column.name.clone(), column.present.is_some())),
        }
    }
    names
}

#[test]
fn columns_are_those_of_parquet_whatever_the_recording_has() {
    for (name, bytes) in recordings() {
        let recording = Recording::from_slice(&bytes).unwrap();
        for mode in [Mode::Clean, Mode::Mrtk] {
            let sampler = Sampler::new(&recording, mode);
            let times = || FrameTimes::of(&recording, 5.0).unwrap().iter_exact().collect();
            let measuring = Options { mode, rate_hz: 5.0, ..Options::default() };
            let all = |_: &str| true;
            let tables = [
                (Table::Frames, Rows::frames(&sampler, times()).unwrap()),
                (Table::Joints, Rows::joints(&sampler, times()).unwrap()),
                (Table::Keys, Rows::keys(&recording, 0..recording.key_count())),
                (Table::Markers, Rows::markers(&recording)),
                (Table::Events, Rows::events(events(&recording, &measuring).unwrap())),
                (Table::Stats, Rows::stats(&stats(&recording, &measuring).unwrap())),
            ];
            for (table, rows) in tables {
                assert_eq!(
                    made(&rows.columns(&all)),
                    stored(table, &recording, mode),
                    "{name} {table:?}"
                );
            }
        }
    }
}

#[test]
fn pieces_of_keys_make_the_whole() {
    let recording = reenact_make::demo();
    let values = |columns: &[Column]| match &columns[0].values {
        Values::Floats(values) => values.clone(),
        other => panic!("{other:?} are no floats"),
    };
    let is_wanted = |name: &str| name == "value";
    let count = recording.key_count();
    let keys = |rows| values(&Rows::keys(&recording, rows).columns(&is_wanted));
    let whole = keys(0..count);
    assert_eq!(whole.len(), count);
    let pieces: Vec<f32> =
        (0..count).step_by(10_007).flat_map(|at| keys(at..at + 10_007)).collect();
    assert_eq!(pieces, whole);
    assert!(keys(count..count + 5).is_empty());
}

#[test]
fn times_of_frames_are_exact_and_those_of_keys_have_the_bits_of_the_file() {
    let recording = reenact_make::demo();
    let sampler = Sampler::new(&recording, Mode::Clean);
    let times = FrameTimes::of(&recording, 60.0).unwrap();
    let is_time = |name: &str| name == "time_secs";
    let frames = Rows::frames(&sampler, times.iter_exact().collect()).unwrap().columns(&is_time);
    let exact: Vec<f64> = times.iter_exact().collect();
    assert_eq!(frames[0].values, Values::Doubles(exact));
    let keys = Rows::keys(&recording, 0..recording.key_count()).columns(&is_time);
    let key_times = |(_, curve): (CurveId, &Curve)| -> Vec<f32> {
        (0..curve.len()).map(|index| curve.key(index).unwrap().time_secs).collect()
    };
    let stored = recording.curves().flat_map(key_times);
    assert_eq!(keys[0].values, Values::Floats(stored.collect()));
}

#[test]
fn cells_of_events_are_empty_where_an_event_has_no_such_thing() {
    let recording = reenact_make::demo();
    let mut text = Vec::new();
    let options = csv::Options { name: "P01", ..csv::Options::default() };
    let _ = csv::write(&recording, Table::Events, &options, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let mut lines = text.lines();
    let columns = lines.next().unwrap().split(',').count();
    let found = events(&recording, &Options::default()).unwrap();
    assert_eq!(lines.clone().count(), found.len());
    for (line, event) in lines.zip(found) {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), columns, "{line}");
        assert_eq!(cells[..2], ["P01", event.kind.name()]);
        assert_eq!(cells[2], event.hand.map_or("", |hand| hand.name()));
        // The shortest decimal of 32 bits.
        assert_eq!(cells[3].parse(), Ok(event.from_secs));
        assert!(cells[3].len() <= 10, "{line}");
        assert_eq!(cells[6].is_empty(), event.position_m.is_none());
        assert_eq!(cells[12].is_empty(), event.value.is_none());
    }
}
