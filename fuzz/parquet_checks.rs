//! Properties of the reader of Parquet key tables for arbitrary bytes.
//!
//! The target in `fuzz_targets/` calls this with inputs of the fuzzer; a test of `reenact-convert` calls it with earlier failures
//! (`regressions/parquet/`).

use reenact_convert::parquet::{Options, read_keys, write};
use reenact_convert::tables::Table;

/// Any bytes are read or an error; a recording that is read round-trips.
pub(crate) fn parquet(data: &[u8]) {
    match read_keys(data.to_vec()) {
        Ok(recording) => {
            let mut file = Vec::new();
            let written = write(&recording, Table::Keys, &Options::default(), &mut file);
            assert!(written.is_ok(), "{written:?}");
            assert!(read_keys(file).is_ok_and(|read| read == recording), "read as something else");
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && message.len() < 10_000, "{} bytes", message.len());
        }
    }
}
