//! Recordings into files of any kind.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use pyo3::prelude::*;
use reenact::{FrameTimes, Mode, Recording as Reenact};
use reenact_convert::parquet::Table;
use reenact_convert::{
    Losses, Result, bvh, csv, frames, gltf, hololens, iwer, json, mcap, ndjson, parquet, unity, usd,
};

use crate::args::{self, choose};
use crate::error::{self, of_convert};
use crate::recording::Recording;
use crate::work::work;

/// What a format may want to know.
struct Settings {
    name: String,
    table: Table,
    mode: Mode,
    rate_hz: f32,
}

type Out<'o> = &'o mut (dyn Write + Send);

/// One format: its name, the endings of its files, and how it is written. What is lost comes back in words, of which there
/// are none where nothing is.
struct Format {
    name: &'static str,
    endings: &'static [&'static str],
    write: fn(&Reenact<'_>, &Settings, Out<'_>) -> Result<String>,
}

/// A new format is a line here.
const FORMATS: &[Format] = &[
    Format { name: "bin", endings: &["bin"], write: write_bin },
    Format {
        name: "json",
        endings: &["json"],
        write: |r, _, mut out| said(json::write(r, &mut out)),
    },
    Format {
        name: "ndjson",
        endings: &["ndjson", "jsonl"],
        write: |r, _, mut out| said(ndjson::write(r, &mut out)),
    },
    Format { name: "frames", endings: &[], write: write_frames },
    Format { name: "csv", endings: &["csv"], write: write_csv },
    Format { name: "parquet", endings: &["parquet"], write: write_parquet },
    Format {
        name: "glb",
        endings: &["glb"],
        write: |r, _, mut out| {
            Ok(gltf::write_glb(r, &gltf::Options::default(), &mut out)?.to_string())
        },
    },
    Format {
        name: "gltf",
        endings: &["gltf"],
        write: |r, _, mut out| {
            Ok(gltf::write_gltf(r, &gltf::Options::default(), &mut out)?.to_string())
        },
    },
    Format {
        name: "anim",
        endings: &["anim"],
        write: |r, settings, mut out| {
            let Settings { name, rate_hz, .. } = settings;
            let options = unity::Options { name, rate_hz: *rate_hz, ..unity::Options::default() };
            Ok(unity::write(r, &options, &mut out)?.to_string())
        },
    },
    Format {
        name: "bvh",
        endings: &["bvh"],
        write: |r, &Settings { rate_hz, .. }, mut out| {
            let options = bvh::Options { rate_hz, ..bvh::Options::default() };
            Ok(bvh::write(r, &options, &mut out)?.to_string())
        },
    },
    Format {
        name: "usda",
        endings: &["usda"],
        write: |r, &Settings { rate_hz, .. }, mut out| {
            let options = usd::Options { rate_hz, ..usd::Options::default() };
            Ok(usd::write(r, &options, &mut out)?.to_string())
        },
    },
    Format {
        name: "mcap",
        endings: &["mcap"],
        write: |r, &Settings { rate_hz, .. }, mut out| {
            let options = mcap::Options { rate_hz, ..mcap::Options::default() };
            Ok(mcap::write(r, &options, &mut out)?.to_string())
        },
    },
    Format {
        name: "iwer",
        endings: &["iwer.json"],
        write: |r, &Settings { rate_hz, .. }, mut out| {
            Ok(iwer::write(r, &iwer::Options { rate_hz }, &mut out)?.to_string())
        },
    },
    Format {
        name: "hololens",
        endings: &["head_hand_eye.csv"],
        write: |r, &Settings { rate_hz, .. }, mut out| {
            Ok(hololens::write(r, &hololens::Options { rate_hz }, &mut out)?.to_string())
        },
    },
];

fn said(losses: Result<Losses>) -> Result<String> {
    losses.map(|losses| losses.to_string())
}

fn write_bin(recording: &Reenact<'_>, _: &Settings, out: Out<'_>) -> Result<String> {
    recording.write_to(out)?;
    Ok(String::new())
}

fn write_frames(recording: &Reenact<'_>, settings: &Settings, mut out: Out<'_>) -> Result<String> {
    let times = FrameTimes::of(recording, settings.rate_hz)?;
    said(frames::write(recording, settings.mode, times.iter(), &mut out))
}

fn write_csv(recording: &Reenact<'_>, settings: &Settings, mut out: Out<'_>) -> Result<String> {
    let shape = match settings.table {
        Table::Frames => csv::Shape::Wide,
        Table::Joints => csv::Shape::Long,
        Table::Keys | Table::Markers => return said(csv::write_keys(recording, &mut out)),
    };
    let options = csv::FrameOptions { shape, mode: settings.mode, recording_name: &settings.name };
    let times = FrameTimes::of(recording, settings.rate_hz)?;
    said(csv::write_frames(recording, &options, times.iter(), &mut out))
}

fn write_parquet(recording: &Reenact<'_>, settings: &Settings, out: Out<'_>) -> Result<String> {
    let Settings { name, table, mode, rate_hz } = settings;
    let options = parquet::Options { name, mode: *mode, rate_hz: *rate_hz, name_column: true };
    table.write(recording, &options, out)?;
    Ok(String::new())
}

/// The formats there are: their names, and the endings of their files.
#[pyfunction]
pub(crate) fn formats() -> Vec<(&'static str, Vec<&'static str>)> {
    FORMATS.iter().map(|format| (format.name, format.endings.to_vec())).collect()
}

/// Writes a recording into a file as another format, and onto the disk; says what is lost.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each setting")]
pub(crate) fn convert(
    py: Python<'_>,
    recording: &Recording,
    path: PathBuf,
    format: &str,
    name: String,
    table: &str,
    mode: &str,
    rate_hz: f32,
) -> PyResult<String> {
    let formats: Vec<_> = FORMATS.iter().map(|format| (format.name, format)).collect();
    let format: &Format = choose("format", format, &formats)?;
    let tables = Table::ALL.map(|table| (table.name(), table));
    let table = choose("table", table, &tables)?;
    let settings = Settings { name, table, mode: args::mode(mode)?, rate_hz };
    let inner = recording.inner.clone();
    let written = work(py, recording.keys(), move || -> Result<String> {
        let mut out = BufWriter::with_capacity(1 << 18, File::create(&path)?);
        let lost = (format.write)(inner.recording(), &settings, &mut out)?;
        finish(out)?;
        Ok(lost)
    })?;
    written.map_err(|error| of_convert(error, None))
}

/// Writes a recording as it is into a file, and onto the disk.
#[pyfunction]
pub(crate) fn write(py: Python<'_>, recording: &Recording, path: PathBuf) -> PyResult<()> {
    let inner = recording.inner.clone();
    let written = work(py, recording.keys(), move || -> io::Result<()> {
        let mut out = BufWriter::with_capacity(1 << 18, File::create(&path)?);
        inner.recording().write_to(&mut out)?;
        finish(out)
    })?;
    written.map_err(|error| error::os(error, None))
}

fn finish(out: BufWriter<File>) -> io::Result<()> {
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}
