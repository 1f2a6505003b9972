//! Terminal text: number formatting, bars, colours, wrapping.

pub(crate) mod bar;
pub(crate) mod escape;
pub(crate) mod fold;
pub(crate) mod people;
pub(crate) mod style;
pub(crate) mod timeline;
pub(crate) mod width;
pub(crate) mod wrap;
