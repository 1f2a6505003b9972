//! reanchor
