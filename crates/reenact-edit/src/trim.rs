//! trim
