//! Every format of the registry with every option: a format in the registry is tested automatically.

use std::path::Path;

use reenact::Recording;
use reenact::hand::{Joint, Side};
use reenact_convert::tables::Table;
use reenact_convert::{
    Axes, Error, Format, HandsbinVersion, LossCode, Origin, Profile, Rig, Setting, Unit,
    WriteOptions, files, read, write, write_file,
};

fn short() -> Recording {
    reenact_make::make(&reenact_make::Options { seconds: 1.0, ..Default::default() }).unwrap()
}

/// Options with which every format can be written.
fn options() -> WriteOptions {
    let observed = reenact::ObservedSpans::of(&short());
    let span = observed.spans(reenact::Track::Hand(Side::Right))[0];
    WriteOptions { name: "p01".to_owned(), at_secs: Some(span.start_secs), ..Default::default() }
}

/// Concatenation of all files of a conversion.
fn bytes(recording: &Recording, format: Format, options: &WriteOptions) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = write(recording, format, options, |file, fill| {
        bytes.extend(format!("{:?}\n", file.name).into_bytes());
        fill(&mut bytes)
    })
    .unwrap();
    bytes
}

/// Options with one option set to another value.
fn with_other(setting: Setting, options: &WriteOptions) -> WriteOptions {
    let mut other = options.clone();
    match setting {
        Setting::Table => other.table = Table::Frames,
        Setting::Mode => other.mode = reenact::Mode::Mrtk,
        Setting::Rate => other.rate_hz = 30.0,
        Setting::MaxFrames => other.max_frames = Some(1),
        Setting::Axes => other.axes = Axes::Unity,
        Setting::Profile => other.profile = Profile::Flat,
        Setting::Rig => other.rig = Rig::Mrtk,
        Setting::Unit => other.unit = Unit::Centimetres,
        Setting::Hand => other.hand = Side::Left,
        Setting::At => other.at_secs = options.at_secs.map(|secs| secs + 0.25),
        Setting::Reference => other.reference = Joint::Wrist,
        Setting::Subject => other.subject = Some("x".to_owned()),
        Setting::Session => other.session = Some("x".to_owned()),
        Setting::Task => other.task = "x".to_owned(),
        Setting::HandsbinVersion => other.handsbin_version = HandsbinVersion::V1,
        Setting::KeyTimes => other.key_times = true,
        Setting::Origin => other.origin = Origin::Head,
        other => panic!("no other value of {other}"),
    }
    other
}

#[test]
fn a_format_looks_at_the_options_that_it_lists_and_at_no_others() {
    let (recording, options) = (short(), options());
    // With poses, so that mode and rate have an effect.
    let posed = WriteOptions { table: Table::Joints, ..options.clone() };
    // At a rate other than that of the keys.
    let clip = WriteOptions { rig: Rig::Mrtk, rate_hz: 50.0, ..options.clone() };
    for format in Format::ALL {
        for setting in Setting::ALL {
            let variants = [&options, &posed, &clip].map(|options| {
                let other = with_other(setting, options);
                let [before, after] = [options, &other].map(|options| {
                    let mut bytes = Vec::new();
                    let written = write(&recording, format, options, |file, fill| {
                        bytes.extend(format!("{:?}\n", file.name).into_bytes());
                        fill(&mut bytes)
                    });
                    // A hand that is not observed has no pose.
                    written.map(|_| bytes).map_err(|error| error.to_string())
                });
                before != after
            });
            // Curves without tangents need no rate.
            let is_unused_here =
                matches!(format, Format::Glb | Format::Gltf) && setting == Setting::Rate;
            let is_listed = format.options().contains(&setting) && !is_unused_here;
            assert_eq!(variants.contains(&true), is_listed, "{format} {setting}");
        }
    }
}

#[test]
fn what_is_written_as_a_format_that_is_read_is_known_again_and_read() {
    let (recording, options) = (short(), options());
    for format in Format::ALL.into_iter().filter(|format| format.is_read()) {
        let file = &files(&recording, format, &options).unwrap()[0];
        let mut bytes = Vec::new();
        let _ = write_file(&recording, format, &options, file, &mut bytes).unwrap();
        let expected = match format {
            Format::Bin => None,
            Format::Ndjson => Some(Format::Json),
            other => Some(other),
        };
        assert_eq!(Format::of_content(&bytes), expected, "{format}");
        let again = read(bytes).unwrap();
        assert!(again.key_count() > 1000, "{format}");
        if matches!(format, Format::Bin | Format::Json | Format::Ndjson | Format::Parquet) {
            assert_eq!(again, recording, "{format}");
        }
    }
}

#[test]
fn what_a_format_needs_and_lacks_is_refused_before_anything_is_written() {
    let recording = short();
    let refused = |format, options: &WriteOptions| match files(&recording, format, options) {
        Err(Error::Option { option, .. }) => Some(option),
        _ => None,
    };
    assert_eq!(refused(Format::HandPose, &WriteOptions::default()), Some(Setting::At));
    for setting in [Setting::Subject, Setting::Session, Setting::Task] {
        let mut wrong = options();
        match setting {
            Setting::Subject => wrong.subject = Some("a-b".to_owned()),
            Setting::Session => wrong.session = Some("a-b".to_owned()),
            _ => wrong.task = "a-b".to_owned(),
        }
        assert_eq!(refused(Format::Bids, &wrong), Some(setting));
    }
}

/// Table of formats in `docs/reference/formats.md`.
fn table_of_formats() -> String {
    let mut table = String::from(
        "| `--to` | extensions | media type | read | options | what it cannot hold |\n|---|---|---|---|---|---|\n",
    );
    for format in Format::ALL {
        let ticked = |list: Vec<String>| match list.as_slice() {
            [] => "–".to_owned(),
            list => list.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
        };
        let options = format.options().iter().map(|option| option.name().to_owned()).collect();
        let row = format!(
            "| `{format}` | {} | {} | {} | {} | {} |\n",
            ticked(format.endings_with_dots().collect()),
            ticked(format.media_type().map(str::to_owned).into_iter().collect()),
            if format.is_read() { "yes" } else { "no" },
            ticked(options),
            format.lacks(),
        );
        table.push_str(&row);
    }
    table
}

#[test]
fn the_documentation_lists_every_format_and_every_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/formats.md");
    let text = std::fs::read_to_string(path).unwrap();
    let table = table_of_formats();
    assert!(text.contains(&table), "docs/reference/formats.md should have this table:\n{table}");
    for code in LossCode::ALL {
        let kind = if code.is_loss() { "loss" } else { "note" };
        assert!(text.contains(&format!("`{code}`")), "{kind} {code}");
    }
}

#[test]
fn a_clip_has_its_meta_beside_it_and_a_dataset_is_a_folder() {
    let (recording, options) = (short(), options());
    let text = String::from_utf8(bytes(&recording, Format::Anim, &options)).unwrap();
    assert!(
        text.starts_with("Given\n%YAML") && text.contains("Beside(\".meta\")\nfileFormatVersion")
    );
    let text = String::from_utf8(bytes(&recording, Format::Bids, &options)).unwrap();
    assert!(text.starts_with("Within(\"sub-p01/motion/"));
    assert!(
        files(&recording, Format::Bids, &options).unwrap().iter().any(|file| file.keeps_existing)
    );
}
