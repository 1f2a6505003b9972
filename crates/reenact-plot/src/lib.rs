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
//! The types to know:
//!
//! * [`Wanted`] names the curves and measures to plot, and [`plot`] makes a [`Plot`] of them: x, y and z of a position in one
//!   panel, or with several recordings one component a panel and a colour each.
//! * [`Plot`] is plain data, so anything can be plotted: [`Panel`]s under each other over one time axis, each with [`Series`] and
//!   [`Shade`]s, and [`Flag`]s (named moments) through all of them.
//! * [`Theme`], [`Plot::width_px`] and [`Plot::height_px`] are for the page that it goes to.
//!
//! Colours are Okabe and Ito's, which people with any colour vision tell apart. Millions of points are thinned out to what a
//! picture can show, and no peak is lost. Where there is no value there is no line. Whatever the numbers, drawing never
//! panics, and a picture's size depends on its width and its panels alone, not on how many points there are.
//!
//! It does not draw poses in space (the viewer does), nor anything but lines over time.
//!
//! Features: `png` adds `Plot::to_png`, with fonts that are built in. It is not on by default.

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
