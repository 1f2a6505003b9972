//! Time series of recordings as pictures that people put into papers and issues: SVG, and PNG with the feature `png`.
//!
//! ```
//! use reenact::{Form, Recording, Tracks};
//! use reenact_plot::{Source, Wanted, plot};
//!
//! # let recording = Recording::new(Form::MRTK_1_1, Tracks::ALL)?;
//! let sources = [Source { label: "a.bin".to_owned(), recording: &recording }];
//! let wanted = Wanted::of(&["left.Wrist.position", "camera.rotation"])?;
//! let svg = plot(&sources, &wanted).to_svg();
//! assert!(svg.starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`Plot`] is what is drawn: [`Panel`]s under each other over one time axis, each with [`Series`] and [`Shade`]s, and
//!   [`Flag`]s (named moments) through all of them. Times and values are plain numbers, so anything can be plotted.
//! * [`plot`] makes one of the curves of recordings: x, y and z of a thing in one panel, or with several recordings one
//!   component a panel and a colour each.
//! * [`Theme`], [`Plot::width_px`] and [`Plot::height_px`] are for the page that it goes to.
//!
//! Colours are Okabe and Ito's, which people with any colour vision tell apart. Millions of points are thinned out to what a
//! picture can show, and no peak is lost. Where there is no value there is no line. Whatever the numbers, drawing never
//! panics, and a picture's size depends on its width and its panels alone, not on how many points there are.

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

pub use curves::{Source, Wanted, plot};
pub use data::{Flag, Panel, Plot, Series, Shade, Tint};
#[cfg(feature = "png")]
pub use png::PngError;
pub use theme::Theme;
