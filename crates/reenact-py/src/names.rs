//! Names known to the library, by the type of the package that lists them.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use reenact::hand::{Joint, Side};
use reenact::{Layout, Mode, Named, Track};
use reenact_convert::tables::{Table, TableAxes};
use reenact_inspect::doctor::Severity;
use reenact_inspect::events::EventKind;
use reenact_inspect::measure::{FixationBy, PinchBy, Setting};

/// Most similar name to an unknown one, if one is similar.
#[pyfunction]
pub(crate) fn nearest(name: &str, names: Vec<String>) -> Option<String> {
    reenact::nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
}

/// Tuple of names for each type: those of its values, or of its options.
pub(crate) fn names(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let names = PyDict::new(py);
    let put = |name: &str, values: Vec<&str>| names.set_item(name, PyTuple::new(py, values)?);
    put("JointName", Joint::TRACKED.iter().map(|joint| joint.name()).collect())?;
    put("TrackName", Track::ALL.iter().map(|track| track.name()).collect())?;
    put("Mode", all::<Mode>())?;
    put("Layout", all::<Layout>())?;
    put("Side", all::<Side>())?;
    put("TableName", all::<Table>())?;
    put("Axes", all::<TableAxes>())?;
    put("EventKind", all::<EventKind>())?;
    put("Severity", all::<Severity>())?;
    put("PinchBy", all::<PinchBy>())?;
    put("FixationBy", all::<FixationBy>())?;
    put("Measuring", all::<Setting>())?;
    put("Writing", all::<reenact_convert::Setting>())?;
    put("Tolerances", crate::compare::TOLERANCES.to_vec())?;
    put("Bounds", crate::edit::BOUNDS.to_vec())?;
    Ok(names)
}

fn all<T: Named>() -> Vec<&'static str> {
    T::VALUES.iter().map(|value| value.name()).collect()
}
