//! What repair fixes, how well, and what it leaves alone.

#[path = "../../../../../fuzz/edit_checks.rs"]
mod edit_checks;
mod fixes;
mod harmless;
mod lost_w;
mod salvage;
mod testdata;
mod twice;
