//! Tables are structured as documented, keys round-trip byte for byte, and damage is an error.

use std::fs;

use parquet::basic::{Compression, Encoding, Type};
use parquet::file::reader::{FileReader, SerializedFileReader};
use proptest::prelude::*;
use reenact::Bytes;
use reenact::{Mode, Recording};
use reenact_convert::parquet::{self as parquet_file, Dataset, Options, partition_name, read_keys};
use reenact_convert::tables::Table;

use crate::arbitrary::recording;
use crate::common::{recordings, testdata_file};

fn table(table: Table, recording: &Recording, options: &Options<'_>) -> Vec<u8> {
    let mut file = Vec::new();
    let _ = parquet_file::write(recording, table, options, &mut file).unwrap();
    file
}

fn open(file: Vec<u8>) -> SerializedFileReader<Bytes> {
    SerializedFileReader::new(Bytes::from(file)).unwrap()
}

fn columns(reader: &SerializedFileReader<Bytes>) -> Vec<String> {
    let schema = reader.metadata().file_metadata().schema_descr();
    schema.columns().iter().map(|column| column.path().string()).collect()
}

#[test]
fn every_recording_in_testdata_comes_back_byte_for_byte() {
    for (name, bytes) in recordings() {
        let recording = Recording::from_slice(&bytes).unwrap();
        for name_column in [true, false] {
            let options = Options { name: &name, name_column, ..Options::default() };
            let file = table(Table::Keys, &recording, &options);
            assert!(read_keys(file).unwrap().to_bytes() == bytes, "{name}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn any_recording_comes_back_with_the_bits_of_its_nans(recording in recording()) {
        let file = table(Table::Keys, &recording, &Options::default());
        prop_assert_eq!(read_keys(file).unwrap().to_bytes(), recording.to_bytes());
    }

    #[test]
    fn damage_is_refused_or_harmless(
        recording in recording(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut file = table(Table::Keys, &recording, &Options::default());
        for (index, byte) in damage {
            let at = index.index(file.len());
            file[at] = byte;
        }
        let _ = read_keys(file);
    }

    #[test]
    fn any_bytes_are_refused(bytes in any::<Vec<u8>>()) {
        prop_assert!(read_keys(bytes).is_err());
    }
}

#[test]
fn every_proper_prefix_is_refused() {
    let bytes = testdata_file("published/one_key.bin");
    let file = table(Table::Keys, &Recording::from_slice(&bytes).unwrap(), &Options::default());
    for end in 0..file.len() {
        assert!(read_keys(file[..end].to_vec()).is_err(), "{end} of {}", file.len());
    }
}

#[test]
fn a_table_that_is_not_of_keys_is_refused_by_name() {
    let recording = reenact_make::demo();
    let error = read_keys(table(Table::Joints, &recording, &Options::default())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "not a table of keys written by reenact: the metadata of the recording is missing"
    );
}

#[test]
fn columns_are_the_same_whatever_the_recording_has() {
    let options = Options { name: "a", ..Options::default() };
    let all = reenact_make::demo();
    let camera_bytes = testdata_file("recordings/v11_sub_camera.bin");
    let camera = Recording::from_slice(&camera_bytes).unwrap();
    let none_bytes = testdata_file("recordings/v11_sub_none.bin");
    let none = Recording::from_slice(&none_bytes).unwrap();
    for kind in Table::ALL {
        let expected = columns(&open(table(kind, &all, &options)));
        for other in [&camera, &none] {
            assert_eq!(columns(&open(table(kind, other, &options))), expected, "{}", kind.name());
        }
    }
    let frames = columns(&open(table(Table::Frames, &all, &options)));
    assert_eq!(frames.len(), 2 + 7 + 2 * (3 + 26 * 7) + 6);
    assert_eq!(frames[..3], ["recording", "time_secs", "camera.position_x_m"]);
    assert!(frames.contains(&"left_Wrist.rotation_w".to_owned()));
    let mrtk = Options { mode: Mode::Mrtk, ..options };
    assert_eq!(columns(&open(table(Table::Frames, &all, &mrtk))).len(), frames.len() + 2 * 7);
    assert_eq!(
        columns(&open(table(Table::Joints, &all, &options)))[..6],
        ["recording", "time_secs", "hand", "joint", "tracked", "observed"]
    );
    assert_eq!(
        columns(&open(table(Table::Markers, &all, &Options { name_column: false, ..options }))),
        ["index", "time_secs", "name"]
    );
}

#[test]
fn floats_are_split_and_compressed_and_have_statistics() {
    let recording = reenact_make::demo();
    for kind in Table::ALL {
        let reader = open(table(kind, &recording, &Options { name: "a", ..Options::default() }));
        for group in reader.metadata().row_groups() {
            for column in group.columns() {
                let path = column.column_path().string();
                assert!(matches!(column.compression(), Compression::ZSTD(_)), "{path}");
                let encodings: Vec<Encoding> = column.encodings().collect();
                let is_split = encodings.contains(&Encoding::BYTE_STREAM_SPLIT);
                let is_float = matches!(column.column_type(), Type::FLOAT | Type::DOUBLE);
                assert_eq!(is_split, is_float, "{path}: {encodings:?}");
                assert!(!(is_float && encodings.contains(&Encoding::RLE_DICTIONARY)), "{path}");
                let statistics = column.statistics().unwrap_or_else(|| panic!("{path}"));
                assert!(statistics.null_count_opt().is_some(), "{path}");
                if path == "time_secs" {
                    assert!(statistics.min_bytes_opt().is_some(), "{path}");
                }
            }
        }
    }
}

#[test]
fn the_metadata_says_what_it_is_and_where_it_is_from() {
    let bytes = testdata_file("published/markers.bin");
    let recording = Recording::from_slice(&bytes).unwrap();
    let options = Options { name: "markers", rate_hz: 30.0, ..Options::default() };
    let reader = open(table(Table::Frames, &recording, &options));
    let entries = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let entry = |name: &str| {
        let entry = entries.iter().find(|entry| entry.key == name);
        entry.unwrap_or_else(|| panic!("{name}")).value.clone().unwrap()
    };
    assert_eq!(entry("table"), "frames");
    assert_eq!(entry("recording.name"), "markers");
    assert_eq!(entry("recording.version"), "1.1");
    assert_eq!(entry("recording.layout"), "published");
    assert_eq!(entry("mode"), "clean");
    assert_eq!(entry("rate_hz"), "30");
    assert!(entry("units").contains("metres"));
    assert!(entry("axes").contains("left-handed"));
    let json: serde_json::Value =
        serde_json::from_slice(&testdata_file("published/markers.json")).unwrap();
    assert_eq!(entry("recording.sha256"), json["sha256"].as_str().unwrap());
}

#[test]
fn an_endless_recording_is_refused_with_advice() {
    let mut recording = reenact_make::demo();
    let id = "left.tracked".parse().unwrap();
    recording.set_curve(id, reenact::Curve::boolean([(0.0, true), (1e30, false)])).unwrap();
    for kind in [Table::Frames, Table::Joints] {
        let error =
            parquet_file::write(&recording, kind, &Options::default(), Vec::new()).unwrap_err();
        assert!(error.to_string().contains("choose a lower rate or a shorter range"), "{error}");
    }
    // Its keys can be written nevertheless.
    assert_eq!(read_keys(table(Table::Keys, &recording, &Options::default())).unwrap(), recording);
}

#[test]
fn a_long_curve_is_cut_into_row_groups_and_comes_back() {
    let mut recording = Recording::new(
        reenact::Form::MRTK_1_1,
        reenact::Tracks { gaze: true, ..reenact::Tracks::NONE },
    )
    .unwrap();
    let keys = (0..1_500_000_u32).map(|n| (n as f32 / 60.0, n as f32));
    recording.set_curve("gaze.origin.y".parse().unwrap(), reenact::Curve::simple(keys)).unwrap();
    recording
        .set_curve("gaze.origin.z".parse().unwrap(), reenact::Curve::simple([(0.0, 1.0)]))
        .unwrap();
    let mut file = Vec::new();
    let _ = parquet_file::write(&recording, Table::Keys, &Options::default(), &mut file).unwrap();
    assert_eq!(open(file.clone()).num_row_groups(), 2);
    assert_eq!(read_keys(file).unwrap(), recording);
}

#[test]
fn a_dataset_has_a_folder_for_each_recording_and_leaves_nothing_else() {
    let folder = std::env::temp_dir().join(format!("reenact-dataset-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let dataset = Dataset::new(&folder, [Table::Joints, Table::Keys]);
    let recording = reenact_make::demo();
    let mut paths = Vec::new();
    for name in ["a", "b=1/c"] {
        paths.extend(
            dataset.add(&recording, &Options { name, rate_hz: 5.0, ..Options::default() }).unwrap(),
        );
    }
    // Adding it again replaces it.
    let options = Options { name: "a", rate_hz: 5.0, ..Options::default() };
    assert_eq!(dataset.add(&recording, &options).unwrap(), paths[..2]);
    let relative: Vec<_> = paths
        .iter()
        .map(|path| path.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/"))
        .collect();
    assert_eq!(
        relative,
        [
            "joints/recording=a/joints.parquet",
            "keys/recording=a/keys.parquet",
            "joints/recording=b%3D1%2Fc/joints.parquet",
            "keys/recording=b%3D1%2Fc/keys.parquet",
        ]
    );
    for path in &paths {
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "{}", path.display());
    }
    assert_eq!(read_keys(fs::read(&paths[1]).unwrap()).unwrap(), recording);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_partition_name_is_a_file_name() {
    assert_eq!(partition_name("InputAnimation-20240101-120000"), "InputAnimation-20240101-120000");
    assert_eq!(partition_name("a/b\\c:d%e=f"), "a%2Fb%5Cc%3Ad%25e%3Df");
    assert_eq!(partition_name("é"), "é");
    assert_eq!(partition_name(""), "__HIVE_DEFAULT_PARTITION__");
}
