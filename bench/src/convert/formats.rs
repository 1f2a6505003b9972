//! Measured formats, one per line.

use std::io::{self, Write};

use reenact::hand::Side;
use reenact::{CurveId, FrameTimes, Mode, Recording};
use reenact_convert::csv;
use reenact_convert::gltf::Profile;
use reenact_convert::parquet::{self, Options, read_keys};
use reenact_convert::tables::Table;
use reenact_convert::{
    Axes, Error, Result, bids, bvh, frames, gltf, hand_pose, handsbin, hololens, iwer, json, mcap,
    ndjson, unity, usd,
};

/// Sample rate in Hz for formats with frames.
pub(super) const RATE_HZ: f32 = 60.0;

type Writer = fn(&Recording, &mut dyn Sink) -> Result<()>;
type Reader = fn(Vec<u8>) -> Result<Recording>;

/// Formats that are written.
pub(super) const WRITERS: &[(&str, Writer)] = &[
    ("JSON", |r, mut out| json::write(r, &mut out).map(|_| ())),
    ("NDJSON", |r, mut out| ndjson::write(r, &mut out).map(|_| ())),
    ("CSV of keys", |r, out| table(r, Table::Keys, out)),
    ("CSV of frames, wide", |r, out| table(r, Table::Frames, out)),
    ("CSV of frames, long", |r, out| table(r, Table::Joints, out)),
    ("JSON lines of frames", |r, mut out| {
        frames::write(r, Mode::Clean, times(r)?.iter(), &mut out).map(|_| ())
    }),
    ("Parquet `keys`", |r, out| parquet_table(r, Table::Keys, out)),
    ("Parquet `frames`", |r, out| parquet_table(r, Table::Frames, out)),
    ("Parquet `joints`", |r, out| parquet_table(r, Table::Joints, out)),
    ("glTF, `skeleton`, binary", |r, out| scene(r, Profile::Skeleton, out)),
    ("glTF, `flat`, binary", |r, out| scene(r, Profile::Flat, out)),
    ("WebXR recording (IWER)", |r, mut out| {
        iwer::write(r, &iwer::Options::default(), &mut out).map(|_| ())
    }),
    ("Unity XR Hands (`.handsbin`)", |r, mut out| {
        handsbin::write(r, &handsbin::Options::default(), &mut out).map(|_| ())
    }),
    ("`head_hand_eye.csv`", |r, mut out| {
        hololens::write(r, &hololens::Options::default(), &mut out).map(|_| ())
    }),
    ("Unity clip, rig `reenact`", |r, out| clip(r, unity::Rig::Reenact, out)),
    ("Unity clip, rig `mrtk`", |r, out| clip(r, unity::Rig::Mrtk, out)),
    ("BVH", |r, mut out| bvh::write(r, &bvh::Options::default(), &mut out).map(|_| ())),
    ("USD", |r, mut out| usd::write(r, &usd::Options::default(), &mut out).map(|_| ())),
    ("MCAP", |r, mut out| mcap::write(r, &mcap::Options::default(), &mut out).map(|_| ())),
    ("BIDS Motion, all files", study),
    ("MRTK hand pose", pose),
];

/// Formats that are read, and the name under which they are written.
pub(super) const READERS: &[(&str, Reader)] = &[
    ("JSON", |file| json::read(&file)),
    ("NDJSON", |file| ndjson::read(&*file)),
    ("Parquet `keys`", read_keys),
    ("glTF, `skeleton`, binary", |file| gltf::read(&file)),
    ("glTF, `flat`, binary", |file| gltf::read(&file)),
    ("WebXR recording (IWER)", |file| iwer::read(&file)),
    ("Unity XR Hands (`.handsbin`)", |file| handsbin::read(&file)),
    ("`head_hand_eye.csv`", |file| hololens::read(&file)),
];

/// Lossless formats.
pub(super) const LOSSLESS: [&str; 3] = ["JSON", "NDJSON", "Parquet `keys`"];

pub(super) fn times(recording: &Recording) -> Result<FrameTimes> {
    Ok(FrameTimes::of(recording, RATE_HZ)?)
}

fn table(recording: &Recording, table: Table, mut out: &mut dyn Sink) -> Result<()> {
    let options = csv::Options { name: "a", rate_hz: RATE_HZ, ..csv::Options::default() };
    csv::write(recording, table, &options, &mut out).map(|_| ())
}

fn parquet_table(recording: &Recording, table: Table, out: &mut dyn Sink) -> Result<()> {
    parquet::write(recording, table, &Options::default(), out).map(|_| ())
}

fn scene(recording: &Recording, profile: Profile, mut out: &mut dyn Sink) -> Result<()> {
    let options = gltf::Options { profile, ..gltf::Options::default() };
    gltf::write_glb(recording, &options, &mut out).map(|_| ())
}

fn clip(recording: &Recording, rig: unity::Rig, mut out: &mut dyn Sink) -> Result<()> {
    let options = unity::Options { rig, ..unity::Options::default() };
    unity::write(recording, &options, &mut out).map(|_| ())
}

fn study(recording: &Recording, mut out: &mut dyn Sink) -> Result<()> {
    let [subject, task] = [bids::Label::new("01")?, bids::Label::new("demo")?];
    let names = bids::Names { subject, session: None, task };
    let options =
        bids::Options { names, axes: Axes::default(), rate_hz: RATE_HZ, max_frames: None };
    bids::File::of(recording)
        .into_iter()
        .try_for_each(|file| file.write(recording, &options, &mut out).map(|_| ()))
}

/// Hand pose at the first time at which the right hand is tracked.
fn pose(recording: &Recording, mut out: &mut dyn Sink) -> Result<()> {
    let is_tracked = recording.curve(CurveId::Tracked(Side::Right));
    let start = is_tracked.and_then(|curve| curve.iter().find(|key| key.value > 0.5));
    let start = start.ok_or_else(|| Error::Impossible("there is no right hand".to_owned()))?;
    let options = hand_pose::Options::new(Side::Right, start.time_secs);
    hand_pose::write(recording, &options, &mut out).map(|_| ())
}

/// Output of a format.
pub(super) trait Sink: Write + Send {}

impl<T: Write + Send> Sink for T {}

/// Output that counts bytes and discards them.
#[derive(Default)]
pub(super) struct Count(pub(super) usize);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
