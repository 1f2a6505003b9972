//! Repairs, their accuracy, and the data that they do not change.

#[path = "../../../../../fuzz/edit_checks.rs"]
mod edit_checks;
mod fixes;
mod harmless;
mod lost_w;
mod salvage;
mod testdata;
mod twice;
