//! Colours and line styles.

/// Colour theme.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark lines on white.
    #[default]
    Light,
    /// Light lines on nearly black.
    Dark,
}

reenact::named!(Theme, "theme": Light = "light", Dark = "dark");

/// Colours of everything except the lines.
pub(crate) struct Inks {
    pub(crate) page: &'static str,
    pub(crate) text: &'static str,
    /// Secondary text: ticks, units.
    pub(crate) quiet: &'static str,
    pub(crate) axis: &'static str,
    pub(crate) grid: &'static str,
    pub(crate) flag: &'static str,
    pub(crate) tracked: &'static str,
    pub(crate) pinching: &'static str,
}

impl Theme {
    pub(crate) const fn inks(self) -> Inks {
        match self {
            Self::Light => Inks {
                page: "#ffffff",
                text: "#1a1a1a",
                quiet: "#555555",
                axis: "#777777",
                grid: "#e4e4e4",
                flag: "#666666",
                tracked: "#e9eff4",
                pinching: "#fbdca6",
            },
            Self::Dark => Inks {
                page: "#15181c",
                text: "#f0f0f0",
                quiet: "#b4b8bd",
                axis: "#878d94",
                grid: "#30353b",
                flag: "#9aa0a6",
                tracked: "#20262d",
                pinching: "#5a4520",
            },
        }
    }

    /// Palette of Okabe and Ito, in order of contrast with the background.
    pub(crate) const fn palette(self) -> [&'static str; 7] {
        match self {
            Self::Light => {
                ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"]
            }
            Self::Dark => {
                ["#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#ffffff"]
            }
        }
    }

    /// Style of the `n`th line: each colour repeats with another dash, and no pair repeats before all are
    /// used.
    pub(crate) fn stroke(self, colour: usize, dash: usize) -> Stroke {
        let palette = self.palette();
        let rounds = colour / palette.len();
        Stroke {
            colour: palette.get(colour % palette.len()).copied().unwrap_or("#888888"),
            dash: DASHES.get((dash + rounds) % DASHES.len()).copied().unwrap_or(""),
        }
    }
}

/// Dash patterns in pixels: solid, dashed, dotted, dash-dotted, long dashes.
const DASHES: [&str; 5] = ["", "6 3", "1.5 2.5", "8 3 1.5 3", "12 4"];

/// Line style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stroke {
    pub(crate) colour: &'static str,
    /// Dash pattern; empty for a solid line.
    pub(crate) dash: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_35_lines_all_look_different() {
        for theme in [Theme::Light, Theme::Dark] {
            let strokes: Vec<Stroke> = (0..35).map(|n| theme.stroke(n, 0)).collect();
            for (i, a) in strokes.iter().enumerate() {
                assert!(strokes[..i].iter().all(|b| a != b), "{theme:?} {i}");
            }
        }
    }
}
