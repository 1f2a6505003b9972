//! smooth
