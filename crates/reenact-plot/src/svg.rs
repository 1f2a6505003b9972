//! SVG writer.

use std::fmt::Write;

use crate::text::{escaped, push_px, px};

/// Common fonts, first the one used for PNG.
const FONTS: &str =
    "Inter, 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

/// SVG document under construction.
pub(crate) struct Svg {
    out: String,
}

/// Alignment of a text at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Font style of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Type {
    pub(crate) size_px: f64,
    pub(crate) colour: &'static str,
    pub(crate) bold: bool,
    pub(crate) anchor: Anchor,
}

/// Rectangle in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    pub(crate) fn right(&self) -> f64 {
        self.x + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.y + self.height
    }
}

impl Svg {
    pub(crate) fn new(width: f64, height: f64, title: &str, desc: &str) -> Self {
        let (width, height) = (px(width), px(height));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\" font-family=\"{FONTS}\">\n"
        );
        _ = writeln!(out, "<title>{}</title>", escaped(title));
        _ = writeln!(out, "<desc>{}</desc>", escaped(desc));
        Self { out }
    }

    pub(crate) fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    /// Opens a group with a class, for restyling and searching.
    pub(crate) fn group(&mut self, class: &str) {
        _ = writeln!(self.out, "<g class=\"{class}\">");
    }

    pub(crate) fn end_group(&mut self) {
        self.out.push_str("</g>\n");
    }

    /// Opens a clipped area with coordinates from its corner.
    pub(crate) fn window(&mut self, area: Area) {
        let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(px);
        _ = writeln!(
            self.out,
            "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" overflow=\"hidden\">"
        );
    }

    pub(crate) fn end_window(&mut self) {
        self.out.push_str("</svg>\n");
    }

    pub(crate) fn rect(&mut self, area: Area, colour: &str) {
        let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(px);
        _ = writeln!(
            self.out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>"
        );
    }

    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, dash: &str) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(px);
        let dash = dash_attribute(dash);
        _ = writeln!(
            self.out,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" stroke-width=\"1\"{dash}/>"
        );
    }

    /// Draws a line piece by piece; a piece of one point is a dot.
    pub(crate) fn path<'p>(
        &mut self,
        pieces: impl Iterator<Item = &'p [(f64, f64)]>,
        colour: &str,
        dash: &str,
        name: &str,
    ) {
        let mut dots = String::new();
        let start = self.out.len();
        self.out.push_str("<path d=\"");
        let empty = self.out.len();
        for piece in pieces {
            let out = if piece.len() == 1 { &mut dots } else { &mut self.out };
            for (n, &(x, y)) in piece.iter().enumerate() {
                out.push(if n == 0 { 'M' } else { 'L' });
                push_px(out, x);
                out.push(' ');
                push_px(out, y);
            }
        }
        let name = escaped(name);
        if self.out.len() == empty {
            self.out.truncate(start);
        } else {
            let dash = dash_attribute(dash);
            _ = writeln!(
                self.out,
                "\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.4\" stroke-linejoin=\"round\" \
                 stroke-linecap=\"round\"{dash}><title>{name}</title></path>"
            );
        }
        if !dots.is_empty() {
            let dots = dots.split('M').filter(|dot| !dot.is_empty()).fold(
                String::new(),
                |mut all, dot| {
                    _ = write!(all, "M{dot}h0");
                    all
                },
            );
            _ = writeln!(
                self.out,
                "<path d=\"{dots}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\" stroke-linecap=\"round\">\
                 <title>{name}</title></path>"
            );
        }
    }

    pub(crate) fn text(&mut self, at: (f64, f64), looks: Type, text: &str) {
        self.text_with_unit(at, looks, text, None);
    }

    /// Draws a text followed by a unit in a lighter colour.
    pub(crate) fn text_with_unit(
        &mut self,
        at: (f64, f64),
        looks: Type,
        text: &str,
        unit: Option<(&str, &str)>,
    ) {
        let anchor = match looks.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = if looks.bold { " font-weight=\"600\"" } else { "" };
        let (x, y, size) = (px(at.0), px(at.1), px(looks.size_px));
        let (colour, text) = (looks.colour, escaped(text));
        _ = write!(
            self.out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{anchor}{weight}>{text}"
        );
        if let Some((unit, colour)) = unit {
            let unit = escaped(unit);
            _ = write!(
                self.out,
                "<tspan dx=\"4\" font-weight=\"400\" fill=\"{colour}\">{unit}</tspan>"
            );
        }
        self.out.push_str("</text>\n");
    }
}

fn dash_attribute(dash: &str) -> String {
    if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") }
}
