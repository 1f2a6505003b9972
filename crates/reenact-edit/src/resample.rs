//! resample
