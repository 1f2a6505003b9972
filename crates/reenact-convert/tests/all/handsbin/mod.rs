//! Unity XR Hands recordings compared with files written and read by Unity's own code.

mod convert;
mod golden;
mod random;
mod unity;
mod versions;
mod write;
