//! Number conversions and threads shared by the crates of Reenact.
//!
//! Internal: anything may change with every version. The public library is [`reenact`](https://docs.rs/reenact).

#![forbid(unsafe_code)]

pub mod number;
pub mod threads;
