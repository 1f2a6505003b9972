//! concat
