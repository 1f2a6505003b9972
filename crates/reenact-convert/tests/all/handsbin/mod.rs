//! Unity XR Hands recordings, held against files that Unity's own code wrote and read.

mod convert;
mod golden;
mod random;
mod unity;
mod versions;
mod write;
