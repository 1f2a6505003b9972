//! Units of measures: as the end of a name and as a symbol.

/// Unit of a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Dimensionless number that is not a count.
    None,
    /// Count.
    Count,
    Seconds,
    Metres,
    CubicMetres,
    MetresPerSecond,
    MetresPerSecond2,
    MetresPerSecond3,
    Degrees,
    DegreesPerSecond,
}

impl Unit {
    /// Symbol, such as `m/s`; empty without a unit.
    pub(crate) const fn symbol(self) -> &'static str {
        match self {
            Self::None | Self::Count => "",
            Self::Seconds => "s",
            Self::Metres => "m",
            Self::CubicMetres => "m³",
            Self::MetresPerSecond => "m/s",
            Self::MetresPerSecond2 => "m/s²",
            Self::MetresPerSecond3 => "m/s³",
            Self::Degrees => "°",
            Self::DegreesPerSecond => "°/s",
        }
    }

    /// Suffix of a measure's name, such as `_m_s`.
    pub(crate) const fn suffix(self) -> &'static str {
        match self {
            Self::None | Self::Count => "",
            Self::Seconds => "_secs",
            Self::Metres => "_m",
            Self::CubicMetres => "_m3",
            Self::MetresPerSecond => "_m_s",
            Self::MetresPerSecond2 => "_m_s2",
            Self::MetresPerSecond3 => "_m_s3",
            Self::Degrees => "_deg",
            Self::DegreesPerSecond => "_deg_s",
        }
    }
}
