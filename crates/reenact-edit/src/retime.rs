//! retime
