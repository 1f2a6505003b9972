//! Keys where they lie: in the mapped file, or in the memory of an edited recording.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use reenact::KeyKind;
use reenact_file::SharedRecording;

use crate::recording::put;

/// The keys of a curve, for arrays that look at them without a copy.
///
/// An array that is made of this keeps it, and it keeps the recording. The limited API has no buffers before Python 3.11, so
/// this is the protocol of `numpy` itself.
#[pyclass(frozen, module = "reenact._reenact")]
pub(crate) struct Keys {
    #[expect(dead_code, reason = "keeps alive what the address is of")]
    owner: SharedRecording,
    address: usize,
    count: usize,
    kind: KeyKind,
}

const SIMPLE: &[(&str, &str)] = &[("time_secs", "<f4"), ("value", "<f4")];
const FULL: &[(&str, &str)] = &[
    ("time_secs", "<f4"),
    ("value", "<f4"),
    ("in_tangent", "<f4"),
    ("out_tangent", "<f4"),
    ("in_weight", "<f4"),
    ("out_weight", "<f4"),
    ("weighted_mode", "<i4"),
];

impl Keys {
    /// Keys that lie in what the owner keeps.
    pub(crate) fn new(owner: SharedRecording, keys: &reenact::Keys<'_>) -> Self {
        let (bytes, kind) = (keys.as_bytes(), keys.kind());
        let address = bytes.as_ptr().expose_provenance();
        Self { address, count: bytes.len() / kind.key_bytes(), kind, owner }
    }
}

#[pymethods]
impl Keys {
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = if self.kind == KeyKind::Full { FULL } else { SIMPLE };
        let interface = PyDict::new(py);
        put(&interface, "version", 3)?;
        put(&interface, "shape", (self.count,))?;
        put(&interface, "typestr", format!("|V{}", self.kind.key_bytes()))?;
        put(&interface, "descr", fields.to_vec())?;
        put(&interface, "data", (self.address, true))?;
        Ok(interface)
    }

    fn __len__(&self) -> usize {
        self.count
    }
}
