//! Buffer views of keys, in the mapped file or in memory.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use reenact::Bytes;
use reenact::{Curve, KeyKind};

use crate::recording::put;

/// Keys of a curve, for arrays that view them without a copy.
///
/// An array that views this object keeps it alive, and the object keeps the memory of the keys. The limited API has no buffer
/// protocol before Python 3.11, so this implements numpy's `__array_interface__`.
#[pyclass(frozen, module = "reenact._reenact")]
pub(crate) struct Keys {
    keys: Bytes,
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
    /// Creates a view of the keys of a curve.
    pub(crate) fn new(curve: &Curve) -> Self {
        Self { keys: curve.key_bytes().clone(), kind: curve.kind() }
    }
}

#[pymethods]
impl Keys {
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = if self.kind == KeyKind::Full { FULL } else { SIMPLE };
        let interface = PyDict::new(py);
        put(&interface, "version", 3)?;
        put(&interface, "shape", (self.__len__(),))?;
        put(&interface, "typestr", format!("|V{}", self.kind.key_bytes()))?;
        put(&interface, "descr", fields.to_vec())?;
        put(&interface, "data", (self.keys.as_ptr().expose_provenance(), true))?;
        Ok(interface)
    }

    fn __len__(&self) -> usize {
        self.keys.len() / self.kind.key_bytes()
    }
}
