//! BIDS Motion for movement research: files of one recording in a dataset of the Brain Imaging Data
//! Structure.
//!
//! ```text
//! dataset_description.json
//! sub-01/ses-1/motion/
//!   sub-01_ses-1_task-reach_tracksys-MRTK_motion.tsv      one row per frame, no header
//!   sub-01_ses-1_task-reach_tracksys-MRTK_motion.json
//!   sub-01_ses-1_task-reach_tracksys-MRTK_channels.tsv    one row for each column of motion.tsv
//!   sub-01_ses-1_task-reach_tracksys-MRTK_channels.json
//!   sub-01_ses-1_task-reach_tracksys-MRTK_events.tsv      markers, if there are any
//!   sub-01_ses-1_task-reach_tracksys-MRTK_events.json
//! ```
//!
//! Columns: the head (`camera`); for each hand tracked and pinching (1 or 0) and 26 joints; then the gaze.
//! Positions are in metres (`POS`), rotations are quaternions (`ORNT`, `quat_x` … `quat_w`), the rest is
//! `MISC`. Absent tracks have no columns. Missing values, such as those of a hand that was not tracked, are
//! `n/a`. The first row is at 0 s, and event onsets are relative to it. Axes are right-handed: right, up and
//! back (`RSP`), or left, up and forward (`LSA`) for [`Axes::Unity`](crate::Axes::Unity).

mod channels;
mod names;
mod sidecars;
mod table;

pub use names::{Label, Names};
pub use table::{File, Options};
