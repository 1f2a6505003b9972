//! Parsing of rendered plots for tests.

use reenact_plot::Plot;
use roxmltree::{Document, Node};

/// Renders a plot and parses the SVG.
pub(crate) fn with_svg<T>(plot: &Plot, look: impl FnOnce(&Document<'_>) -> T) -> T {
    let svg = plot.to_svg();
    let document = Document::parse(&svg).unwrap_or_else(|e| panic!("{e}\n{svg}"));
    look(&document)
}

pub(crate) fn number(node: Node<'_, '_>, attribute: &str) -> f64 {
    let text = node.attribute(attribute).unwrap_or_else(|| panic!("no {attribute}"));
    let value: f64 = text.parse().unwrap_or_else(|_| panic!("{attribute}={text}"));
    assert!(value.is_finite(), "{attribute}={text}");
    value
}

pub(crate) fn of_class<'d>(document: &'d Document<'d>, class: &str) -> Vec<Node<'d, 'd>> {
    document.descendants().filter(|node| node.attribute("class") == Some(class)).collect()
}

/// Title of a line and its points in pieces.
pub(crate) type Line = (String, Vec<Vec<(f64, f64)>>);

/// Lines in the clipped areas of panels.
pub(crate) fn lines(document: &Document<'_>) -> Vec<Line> {
    let windows = document.descendants().filter(|n| n.has_tag_name("svg")).skip(1);
    windows
        .flat_map(|window| window.children().filter(|n| n.has_tag_name("path")).collect::<Vec<_>>())
        .map(|path| {
            let title =
                path.children().find(|n| n.has_tag_name("title")).unwrap().text().unwrap_or("");
            let d = path.attribute("d").unwrap();
            let piece = |piece: &str| {
                let points = piece.trim_end_matches("h0").split('L').map(|point| {
                    let (x, y) = point.split_once(' ').unwrap();
                    (x.parse().unwrap(), y.parse().unwrap())
                });
                points.collect()
            };
            (title.to_owned(), d.split('M').skip(1).map(piece).collect())
        })
        .collect()
}

pub(crate) fn texts(document: &Document<'_>) -> Vec<String> {
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts
        .map(|node| node.descendants().filter_map(|n| n.is_text().then(|| n.text())?).collect())
        .collect()
}
