//! What repair mends, how well, and what it leaves alone.

#[path = "../../../../../fuzz/edit_checks.rs"]
mod edit_checks;
mod harmless;
mod lost_w;
mod mends;
mod salvage;
mod testdata;
mod twice;
