//! PNG output.

use std::fmt;
use std::sync::Arc;

use reenact_base::number::to_count;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

use crate::Plot;

const REGULAR: &[u8] = include_bytes!("../fonts/inter-regular.ttf");
const SEMIBOLD: &[u8] = include_bytes!("../fonts/inter-semibold.ttf");
/// Largest number of pixels: 400 MB while rendering.
const MOST_PIXELS: f64 = 1e8;

/// Error of PNG output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PngError {
    message: String,
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PngError {}

impl Plot {
    /// Renders the plot as PNG with `scale` pixels for each pixel of the plot; use 2 for print and high-density screens.
    ///
    /// Requires no installed fonts: text is drawn with the built-in Inter, which has the letters of Western European languages.
    /// Other characters are dropped; an SVG keeps them. Fails if the scale is not a number above 0, and for more than 100 million
    /// pixels.
    pub fn to_png(&self, scale: f32) -> Result<Vec<u8>, PngError> {
        let mut fonts = Database::new();
        fonts.load_font_data(REGULAR.to_vec());
        fonts.load_font_data(SEMIBOLD.to_vec());
        fonts.set_sans_serif_family("Inter");
        let options = Options {
            fontdb: Arc::new(fonts),
            font_family: "Inter".to_owned(),
            ..Options::default()
        };
        let tree = Tree::from_str(&self.to_svg(), &options).map_err(refused)?;
        let size = tree.size();
        let pixels = [size.width(), size.height()].map(|side| (side * scale).ceil());
        let [width, height] = pixels.map(f64::from);
        if !(scale > 0.0 && width * height <= MOST_PIXELS) {
            let message = format!("{width} × {height} pixels cannot be drawn");
            return Err(PngError { message });
        }
        let [width, height] =
            pixels.map(|side| u32::try_from(to_count(side.into())).unwrap_or(u32::MAX));
        let mut picture = Pixmap::new(width, height)
            .ok_or_else(|| PngError { message: "there is nothing to draw".to_owned() })?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
        picture.encode_png().map_err(refused)
    }
}

fn refused(error: impl fmt::Display) -> PngError {
    PngError { message: format!("cannot draw: {error}") }
}
