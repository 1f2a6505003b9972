//! Extension module `reenact._reenact` of the Python package `reenact`.
//!
//! Contains no logic: each function takes plain values, releases the GIL while a library crate does the work, and returns arrays
//! and plain values. The public classes, their documentation and their types are in `python/reenact`.

#![expect(
    clippy::needless_pass_by_value,
    reason = "what Python gives has an owner, and that is the function"
)]

mod args;
mod compare;
mod convert;
mod edit;
mod error;
mod inspect;
mod keys;
mod make;
mod measure;
mod memory;
mod names;
mod opened;
mod player;
mod recorder;
mod recording;
mod rows;
mod sample;
mod stream;
mod tables;
mod work;

use pyo3::prelude::*;

/// Extension module of the package `reenact`.
#[pymodule]
mod _reenact {
    #[pymodule_export]
    use crate::compare::compare;
    #[pymodule_export]
    use crate::convert::{convert, convert_files, format_of, formats, other_kind, write};
    #[pymodule_export]
    use crate::edit::{
        concat, edit_markers, fill, mark_events, mirror, optimize, reanchor, repair, repair_file,
        resample, retime, smooth, strip, trim, version,
    };
    #[pymodule_export]
    use crate::inspect::{doctor, doctor_file, info, plot_svg};
    #[pymodule_export]
    use crate::keys::Keys;
    #[pymodule_export]
    use crate::make::{demo, make, make_script};
    #[pymodule_export]
    use crate::measure::{events, series, series_names, stats};
    #[pymodule_export]
    use crate::names::nearest;
    #[pymodule_export]
    use crate::player::Player;
    #[pymodule_export]
    use crate::recorder::Recorder;
    #[pymodule_export]
    use crate::recording::{Recording, from_bytes, is_recording_file, open, recording_name};
    #[pymodule_export]
    use crate::sample::{frame_times, frames_at, observed_at, sample, value_at};
    #[pymodule_export]
    use crate::tables::{Batches, Table, dataset_add, table_rows};

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        use pyo3::prelude::*;
        use reenact::hand::Joint;

        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        let joints: Vec<&str> = Joint::TRACKED.iter().map(|joint| joint.name()).collect();
        module.add("JOINTS", pyo3::types::PyTuple::new(module.py(), joints)?)?;
        module.add("NAMES", crate::names::names(module.py())?)
    }
}
