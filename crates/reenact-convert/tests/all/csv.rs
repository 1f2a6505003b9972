//! Tables contain the values of the library, in columns with documented names.

use reenact::hand::{Joint, Side};
use reenact::{CurveId, FrameTimes, KeyKind, Mode, Recording, Sampler};
use reenact_convert::csv::{Options, write, write_at};
use reenact_convert::tables::Table;

use crate::common::recordings;

/// Header and rows.
fn table(text: Vec<u8>) -> (Vec<String>, Vec<Vec<String>>) {
    let text = String::from_utf8(text).unwrap();
    assert!(text.ends_with('\n'));
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let rows: Vec<Vec<String>> = lines.collect();
    for row in &rows {
        assert_eq!(row.len(), header.len());
    }
    (header, rows)
}

fn frames(
    recording: &Recording,
    kind: Table,
    options: &Options<'_>,
    times: FrameTimes,
) -> (Vec<String>, Vec<Vec<String>>) {
    let mut text = Vec::new();
    let _ = write_at(recording, kind, options, times.iter_exact(), &mut text).unwrap();
    table(text)
}

/// A cell; empty is NaN, as in the library's columns.
fn number(cell: &str) -> f32 {
    if cell.is_empty() { f32::NAN } else { cell.parse().unwrap() }
}

fn is_same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

/// `left.Wrist.position.x` is `left_Wrist_position_x_m`.
fn column_name(id: CurveId) -> String {
    let name = id.to_string().replace('.', "_");
    if name.contains("position") || name.contains("origin") { name + "_m" } else { name }
}

#[test]
fn the_wide_table_is_the_librarys_columns_to_the_bit() {
    for (name, bytes) in recordings() {
        let recording = Recording::from_slice(&bytes).unwrap();
        let Ok(times) = FrameTimes::of(&recording, 10.0) else { continue };
        for mode in [Mode::Clean, Mode::Mrtk] {
            let columns = Sampler::new(&recording, mode).resample(times).unwrap();
            let options = Options { mode, ..Options::default() };
            let (header, rows) = frames(&recording, Table::Frames, &options, times);
            assert_eq!(rows.len(), times.len(), "{name}");
            assert_eq!(header[0], "time_secs");
            let mut seen = 1;
            for (id, column) in columns.columns() {
                if mode == Mode::Clean && matches!(id, CurveId::Joint(_, Joint::None, _)) {
                    continue;
                }
                let wanted = column_name(id);
                let index = header
                    .iter()
                    .position(|name| *name == wanted)
                    .unwrap_or_else(|| panic!("{wanted}"));
                seen += 1;
                for ((row, &value), time) in rows.iter().zip(column).zip(times.iter()) {
                    assert!(is_same(number(&row[0]), time));
                    if id.is_boolean() {
                        assert_eq!(
                            row[index],
                            if value == 1.0 { "true" } else { "false" },
                            "{name} {id}"
                        );
                    } else {
                        assert!(is_same(number(&row[index]), value), "{name} {id} {mode}");
                    }
                }
            }
            let sampler = Sampler::new(&recording, mode);
            let frames: Vec<_> = times.iter().map(|time| sampler.frame_at(time)).collect();
            for side in Side::ALL {
                let wanted = format!("{side}_observed");
                let Some(index) = header.iter().position(|name| *name == wanted) else { continue };
                seen += 1;
                for (row, frame) in rows.iter().zip(&frames) {
                    let hand = frame.hand(side).unwrap();
                    assert_eq!(row[index], hand.observed.to_string(), "{name} {wanted}");
                }
            }
            assert_eq!(seen, header.len(), "{name}: no other columns");
        }
    }
}

#[test]
fn cells_are_empty_while_a_hand_is_untracked_and_only_then() {
    let recording =
        reenact_make::make(&reenact_make::Options { seconds: 30.0, ..Default::default() }).unwrap();
    let times = FrameTimes::of(&recording, 20.0).unwrap();
    let (header, rows) = frames(&recording, Table::Frames, &Options::default(), times);
    let at = |name: &str| header.iter().position(|column| column == name).unwrap();
    let mut counts = [0, 0];
    for row in &rows {
        for side in Side::ALL {
            let tracked = row[at(&format!("{side}_tracked"))] == "true";
            counts[usize::from(tracked)] += 1;
            for joint in Joint::TRACKED {
                let cell = &row[at(&format!("{side}_{joint}_rotation_w"))];
                assert_eq!(cell.is_empty(), !tracked, "{side} {joint}");
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 10), "both happen: {counts:?}");
}

#[test]
fn the_long_table_has_a_row_for_each_joint_and_says_the_same() {
    let recording = reenact_make::demo();
    let times = FrameTimes::of(&recording, 5.0).unwrap();
    let (wide_header, wide) = frames(&recording, Table::Frames, &Options::default(), times);
    let options = Options { name: "demo", ..Options::default() };
    let (header, rows) = frames(&recording, Table::Joints, &options, times);
    assert_eq!(
        header.join(","),
        "recording,time_secs,hand,joint,tracked,observed,pinching,position_x_m,position_y_m,position_z_m,rotation_x,rotation_y,rotation_z,rotation_w"
    );
    assert_eq!(rows.len(), times.len() * 2 * 26);
    for (n, row) in rows.iter().enumerate() {
        let frame = &wide[n / 52];
        assert_eq!((&*row[0], &row[1]), ("demo", &frame[0]));
        let at = |name: &str| wide_header.iter().position(|column| column == name).unwrap();
        for (cell, state) in row[4..].iter().zip(["tracked", "observed", "pinching"]) {
            assert_eq!(cell, &frame[at(&format!("{}_{state}", row[2]))]);
        }
        for (part, cell) in header.iter().zip(row).skip(7) {
            assert_eq!(cell, &frame[at(&format!("{}_{}_{part}", row[2], row[3]))]);
        }
    }
}

#[test]
fn a_name_with_commas_and_quotes_stays_one_cell() {
    let recording = reenact_make::demo();
    let options = Options { name: "a, \"b\"", ..Options::default() };
    let mut text = Vec::new();
    let _ = write_at(&recording, Table::Joints, &options, [0.0], &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.lines().nth(1).unwrap().starts_with("\"a, \"\"b\"\"\",0.0,left,Wrist,"));
}

#[test]
fn the_table_of_keys_has_every_key_to_the_bit() {
    for (name, bytes) in recordings() {
        let recording = Recording::from_slice(&bytes).unwrap();
        let mut text = Vec::new();
        let _ = write(&recording, Table::Keys, &Options::default(), &mut text).unwrap();
        let (_, rows) = table(text);
        assert_eq!(rows.len(), recording.key_count(), "{name}");
        let mut rows = rows.iter();
        for (id, curve) in recording.curves() {
            for (index, key) in curve.iter().enumerate() {
                let row = rows.next().unwrap();
                assert_eq!(
                    (&*row[0], &*row[1], &*row[9]),
                    (&*id.to_string(), &*index.to_string(), curve.kind().name())
                );
                assert!(is_same(number(&row[2]), key.time_secs), "{name} {id} {index}");
                assert!(is_same(number(&row[3]), key.value), "{name} {id} {index}");
                if curve.kind() == KeyKind::Full {
                    let rest = [key.in_tangent, key.out_tangent, key.in_weight, key.out_weight];
                    for (cell, value) in row[4..8].iter().zip(rest) {
                        assert!(is_same(number(cell), value), "{name} {id} {index}");
                    }
                    assert_eq!(row[8], key.weighted_mode.0.to_string());
                } else {
                    assert!(row[4..9].iter().all(String::is_empty));
                }
            }
        }
    }
}
