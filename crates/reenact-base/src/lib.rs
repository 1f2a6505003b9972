//! Number conversions and threads that the crates of Reenact share.
//!
//! Not for other programs: anything may change with every version. The library is [`reenact`](https://docs.rs/reenact).

#![forbid(unsafe_code)]

pub mod number;
pub mod threads;
