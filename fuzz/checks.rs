//! Properties of the library for arbitrary bytes: one check per fuzz target.
//!
//! The targets in `fuzz_targets/` call these with inputs of the fuzzer; the test `fuzz_regressions` of the library calls them
//! with earlier failures (`regressions/TARGET/`).

use std::io::{self, Read};

use reenact::{
    CurveId, ErrorKind, Form, FrameTimes, Index, JournalWriter, KeyKind, Layout, Markers, Mode,
    ReadAt, ReadOptions, RecordOptions, Recording, Result, Sampler, Tracks, Variant, read_journal,
};

/// A check that panics on failure.
#[allow(dead_code, reason = "the regression test uses it, the targets do not")]
pub(crate) type Check = fn(&[u8]);

/// All targets by name.
#[allow(dead_code, reason = "the regression test uses it, the targets do not")]
pub(crate) const TARGETS: [(&str, Check); 6] = [
    ("view", view),
    ("stream", stream),
    ("round_trip", round_trip),
    ("sample", sample),
    ("foreign", foreign),
    ("journal", journal),
];

/// Automatic layout detection, and each of the two layouts.
const LAYOUTS: [Option<Layout>; 3] = [None, Some(Layout::Mrtk), Some(Layout::Published)];

/// Parsing: no panic, all counted elements are present, and errors point into the file.
pub(crate) fn view(data: &[u8]) {
    for layout in LAYOUTS {
        let options = ReadOptions { layout, ..ReadOptions::default() };
        let index = Index::of(data, &options);
        let read = Index::read(data, &options);
        match (&index, &read) {
            (Ok(index), Ok(read)) => {
                assert_eq!(index, read, "index through positioned reads, {layout:?}");
            }
            (Err(index), Err(read)) => {
                assert_eq!(index.to_string(), read.to_string(), "{layout:?}");
            }
            _ => panic!("in memory {index:?}, through positioned reads {read:?}, {layout:?}"),
        }
        let recording = match Recording::from_slice_with(data, &options) {
            Ok(recording) => recording,
            Err(error) => {
                let offset = error.offset().unwrap_or(0);
                assert!(offset <= ReadAt::len(data), "{error} is behind the end");
                assert!(!format!("{error:?}").is_empty());
                continue;
            }
        };
        look_at_everything(&recording);
        if let Some(forced) =
            layout.filter(|_| recording.version().is_1_1() && recording.origin().is_none())
        {
            assert_eq!(recording.layout(), forced);
        }

        // An index of other bytes is a caller's mistake, but must not panic.
        if let Ok(index) = &index {
            let mut other = data.to_vec();
            other.reverse();
            if let Ok(recording) = Recording::from_index(other, index.clone()) {
                look_at_keys(&recording);
                recording.markers().for_each(drop);
            }
        }
    }
}

fn look_at_everything(recording: &Recording) {
    let keys = look_at_keys(recording);
    assert_eq!(keys, recording.key_count());
    assert_eq!(recording.curves().len(), recording.tracks().curve_count());
    for (id, curve) in recording.curves() {
        assert_eq!(recording.curve(id), Some(curve), "{id}");
        assert_eq!(id.is_boolean(), curve.kind() == KeyKind::Boolean, "{id}");
    }
    let names: usize = recording.markers().map(|marker| marker.name.chars().count()).sum();
    assert!(names <= recording.encoded_len());
    let markers = recording.marker_list().map_or(0, Markers::len);
    assert_eq!(recording.markers().count(), markers);
    assert!(recording.end_secs() >= 0.0);
    assert!(recording.marker_list().is_some() || recording.trailing().is_empty());
    assert!(!format!("{recording:?}").is_empty());
}

/// Decodes every key and returns their number.
fn look_at_keys(recording: &Recording) -> usize {
    let mut count = 0;
    for (id, curve) in recording.curves() {
        assert_eq!(curve.first(), curve.iter().next(), "{id}");
        assert_eq!(curve.last(), curve.iter().next_back(), "{id}");
        assert_eq!(curve.key(curve.len()), None, "{id}");
        count += curve.iter().map(std::hint::black_box).count();
    }
    count
}

/// Reading a stream in any chunks gives the same result as parsing the whole.
pub(crate) fn stream(data: &[u8]) {
    let len = ReadAt::len(data);
    for layout in LAYOUTS {
        let unlimited = ReadOptions { layout, ..ReadOptions::default() };
        let parsed = Recording::from_slice_with(data, &unlimited);
        same(&parsed, &Recording::read_with(Pieces::of(data), &unlimited), "stream", layout);

        let enough = ReadOptions { max_bytes: Some(len), ..unlimited };
        same(
            &parsed,
            &Recording::read_with(Pieces::of(data), &enough),
            "stream of just the allowed length",
            layout,
        );

        // One byte too few, and a position derived from the bytes.
        let anywhere = data.iter().rev().take(2).fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        for limit in [len.saturating_sub(1), anywhere] {
            if limit >= len {
                continue;
            }
            let options = ReadOptions { max_bytes: Some(limit), ..unlimited };
            let read = Recording::read_with(Pieces::of(data), &options);
            match &read {
                Err(error) if matches!(error.kind(), ErrorKind::TooLarge { limit: l } if *l == limit) =>
                    {}
                // An error before the limit may be found first.
                Err(_) => same(&parsed, &read, "limited stream", layout),
                Ok(_) => panic!("read {len} bytes where {limit} are allowed, {layout:?}"),
            }
        }
    }
}

fn same(parsed: &Result<Recording>, read: &Result<Recording>, what: &str, layout: Option<Layout>) {
    match (parsed, read) {
        (Ok(parsed), Ok(read)) => assert_eq!(parsed, read, "{what}, {layout:?}"),
        (Err(parsed), Err(read)) => {
            assert_eq!(parsed.to_string(), read.to_string(), "{what}, {layout:?}");
        }
        _ => panic!("parsed {parsed:?}, {what} {read:?}, {layout:?}"),
    }
}

/// Writing returns the bytes that were read, and a lossless conversion can be undone.
pub(crate) fn round_trip(data: &[u8]) {
    for layout in LAYOUTS {
        let options = ReadOptions { layout, ..ReadOptions::default() };
        let Ok(recording) = Recording::from_slice_with(data, &options) else { continue };
        let written = recording.to_bytes();
        if recording.origin().is_none() {
            assert!(written == data, "written otherwise than read, {layout:?}");
        } else if let Ok(()) = recording.check_reads_back() {
            // Drafts and forks are written as another form, which reads as the same recording.
            let read = Recording::from_slice(&written);
            assert_eq!(read.as_ref().ok(), Some(&recording), "{layout:?}");
            assert!(read.is_ok_and(|read| read.origin().is_none()), "{layout:?}");
        }
        assert_eq!(recording.encoded_len(), written.len(), "{layout:?}");
        assert_eq!(recording.clone().into_unshared(), recording, "{layout:?}");
        for form in [Form::MRTK_1_0, Form::MRTK_1_1, Form::PUBLISHED_1_0, Form::PUBLISHED_1_1] {
            convert(&recording, form);
        }
        // Converting to the same form changes nothing and is lossless.
        let same = recording.convert(recording.form());
        assert_eq!(same.losses(), []);
        assert_eq!(same.to_recording_lossy(), recording);
    }
}

fn convert(recording: &Recording, form: Form) {
    let conversion = recording.convert(form);
    let converted = conversion.to_recording_lossy();
    assert_eq!(converted.form(), form);

    let mut written = Vec::new();
    let write = conversion.write_lossy_to(&mut written);
    assert!(write.is_ok(), "to {form}: {write:?}");
    assert!(
        written == converted.to_bytes(),
        "to {form}: written directly and by way of a recording differ"
    );
    let options = ReadOptions { layout: Some(form.layout), ..ReadOptions::default() };
    match Recording::from_slice_with(&written, &options) {
        Ok(read) => assert_eq!(read, converted, "to {form}"),
        Err(error) => panic!("to {form}: written but not read: {error}"),
    }

    if conversion.losses().is_empty() {
        match conversion.to_recording() {
            Ok(lossless) => assert_eq!(lossless, converted, "to {form}"),
            Err(error) => panic!("to {form}: {error}"),
        }
        let back = converted.convert(recording.form());
        if back.losses().is_empty() {
            assert_eq!(&back.to_recording_lossy(), recording, "to {form} and back");
        }
    } else {
        match conversion.to_recording() {
            Err(error) if matches!(error.kind(), ErrorKind::WouldLose(_)) => {
                assert!(!error.to_string().is_empty());
            }
            other => panic!("to {form}: lost in silence: {other:?}"),
        }
    }
}

/// Read-only forms: bytes after the start of a draft or a fork's file have the properties of any file, and a recording of version
/// 1.0 and the same bytes without the header are never read as different recordings.
pub(crate) fn foreign(data: &[u8]) {
    let [first, rest @ ..] = data else { return };
    let wraps = [8, 0, 0, 0, 8, 0, 0, 0];
    let flag_bytes = [first & 1, first >> 1 & 1, first >> 2 & 1];
    for file in [
        [&wraps, rest].concat(),
        [&reenact::MAGIC, &flag_bytes[..], rest].concat(),
        [&reenact::MAGIC, &flag_bytes[..], &wraps, rest].concat(),
    ] {
        view(&file);
        stream(&file);
        round_trip(&file);
    }
    let header = Recording::new(Form::MRTK_1_0, Tracks::V1_0).map(|empty| empty.to_bytes());
    let header = header.ok().and_then(|bytes| bytes.get(..16).map(<[u8]>::to_vec));
    let (Some(header), body) = (header, data.get(16..).unwrap_or_default()) else { return };
    // With the header as it is, and with the missing one.
    for (whole, bare) in [([&header, body].concat(), body), ([&header, data].concat(), data)] {
        let Ok(draft) = Recording::from_slice(bare) else { continue };
        if draft.origin().is_some_and(|origin| origin.variant() == Variant::DraftC) {
            match Recording::from_slice(&whole) {
                Ok(whole) => assert_eq!(whole, draft, "with and without its header"),
                Err(error) => panic!("draft C is read, and not with a header: {error}"),
            }
            view(bare);
        }
    }
}

/// Every readable recording can be sampled at any time, and all sampling paths return the same bits.
pub(crate) fn sample(data: &[u8]) {
    let Ok(recording) = Recording::from_slice(data) else { return };
    // Times from the file itself, so that the fuzzer can find interesting ones, and special values.
    let of_file = data.rchunks_exact(4).take(6).map(|bytes| match bytes {
        &[a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
        _ => 0.0,
    });
    let odd = [0.0, -0.0, 0.5, -1e30, 1e30, f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    let of_keys =
        recording.curves().filter_map(|(_, curve)| curve.time_secs(curve.len() / 2)).take(4);
    let times: Vec<f32> = of_file.chain(odd).chain(of_keys).collect();
    for mode in [Mode::Mrtk, Mode::Clean] {
        let sampler = Sampler::new(&recording, mode);
        let mut cursor = sampler.cursor();
        for &time in &times {
            let frame = format!("{:?}", sampler.frame_at(time));
            assert_eq!(frame, format!("{:?}", cursor.frame_at(time)), "cursor at {time}, {mode}");
            let Ok(once) = FrameTimes::new(time..=time, 60.0) else { continue };
            let Ok(columns) = sampler.resample(once) else { panic!("no memory for one frame") };
            assert_eq!(columns.len(), 1);
            for (id, column) in columns.columns() {
                assert_eq!(column.len(), 1, "{id}");
                // In `mrtk` mode all columns except gaze and states equal the curve.
                let curve = recording.curve(id).filter(|_| mode == Mode::Mrtk);
                if let (Some(curve), [value]) = (curve, column)
                    && !id.is_boolean()
                    && !matches!(id, CurveId::Gaze(_))
                {
                    let alone = curve.value_at(time);
                    let is_same =
                        value.to_bits() == alone.to_bits() || (value.is_nan() && alone.is_nan());
                    assert!(is_same, "{id} at {time}: {value} in a column, {alone} alone");
                }
            }
        }
    }
}

/// Reader that returns chunks of sizes derived from the bytes, with occasional interruptions.
struct Pieces<'d> {
    rest: &'d [u8],
    was_interrupted: bool,
}

impl<'d> Pieces<'d> {
    fn of(rest: &'d [u8]) -> Self {
        Self { rest, was_interrupted: false }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let first = usize::from(self.rest.first().copied().unwrap_or(0));
        if first % 7 == 3 && !self.was_interrupted {
            self.was_interrupted = true;
            return Err(io::ErrorKind::Interrupted.into());
        }
        self.was_interrupted = false;
        let len = (1 + first * first % 1021).min(buffer.len()).min(self.rest.len());
        let (piece, rest) = self.rest.split_at(len);
        buffer.iter_mut().zip(piece).for_each(|(to, from)| *to = *from);
        self.rest = rest;
        Ok(len)
    }
}

/// A journal of any bytes, and of any entries in an intact chunk: no panic, and cut anywhere it holds the same frames or
/// fewer.
pub(crate) fn journal(data: &[u8]) {
    if let Ok(contents) = read_journal(data) {
        look_at_everything(&contents.recording);
    }
    let Ok(header) = JournalWriter::new(Vec::new(), RecordOptions::default(), 0.5) else { return };
    let mut bytes = header.sink().clone();
    // Two chunks, cut where the first byte says.
    let at = data.first().map_or(0, |&byte| usize::from(byte).min(data.len()));
    let (first, second) = data.split_at(at);
    for (number, entries) in [(0_u32, first), (1, second)] {
        let len = u32::try_from(entries.len()).unwrap_or(u32::MAX);
        let start = [len.to_le_bytes(), number.to_le_bytes()].concat();
        let checksum = crc32(start.iter().chain(entries));
        bytes.extend(start);
        bytes.extend(checksum.to_le_bytes());
        bytes.extend(entries);
    }
    let Ok(whole) = read_journal(&bytes) else { panic!("the header is intact") };
    look_at_everything(&whole.recording);
    for len in [bytes.len().saturating_sub(1), bytes.len() / 2] {
        if let Ok(cut) = bytes.get(..len).ok_or(()).and_then(|cut| read_journal(cut).map_err(drop))
        {
            assert!(cut.frames <= whole.frames);
            look_at_everything(&cut.recording);
        }
    }
}

/// CRC-32, bit by bit.
fn crc32<'b>(bytes: impl Iterator<Item = &'b u8>) -> u32 {
    !bytes.fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            crc >> 1 ^ (0xedb8_8320 & 0_u32.wrapping_sub(crc & 1))
        })
    })
}
