//! Plots of MRTK input animations over time, as SVG or PNG.
//!
//! ```
//! use reenact_plot::{Source, Wanted, plot};
//!
//! let recording = reenact_make::demo();
//! let sources = [Source { label: "demo.bin".to_owned(), recording: &recording }];
//! let wanted = Wanted::of(&["left.Wrist.position", "left_speed_m_s"])?;
//! let svg = plot(&sources, &wanted)?.to_svg();
//! assert!(svg.starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The main types:
//!
//! * [`Wanted`] selects curves and measures, and [`plot`] builds a [`Plot`] from them: x, y and z of a position in one
//!   panel, or with several recordings one panel per component and one colour per recording.
//! * [`Plot`] is plain data, so it can show any data: [`Panel`]s above each other with a common time axis, each with [`Series`]
//!   and
//!   [`Shade`]s, and [`Flag`]s (named times) through all of them.
//! * [`Theme`], [`Plot::width_px`] and [`Plot::height_px`] set the appearance.
//!
//! The palette is that of Okabe and Ito, which is distinguishable with any colour vision. Millions of points are decimated to the
//! resolution of the picture without losing peaks. Missing values are gaps. Drawing never panics, whatever the numbers, and the
//! size of a picture depends on its width and panels only, not on the number of points.
//!
//! This crate does not draw poses in space (the viewer does); it draws lines over time only.
//!
//! Features: `png` adds `Plot::to_png`, with a built-in font. It is not on by default.

#![forbid(unsafe_code)]

mod curves;
mod data;
mod draw;
mod layout;
mod legend;
#[cfg(feature = "png")]
mod png;
mod points;
mod scale;
mod svg;
mod text;
mod theme;
mod thin;

pub use curves::{PlotError, Source, Wanted, plot};
pub use data::{Flag, Panel, Plot, Series, Shade, Tint};
#[cfg(feature = "png")]
pub use png::PngError;
pub use theme::Theme;
