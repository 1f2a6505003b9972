//! Scripts: recordings from a short text, for tests without a headset.
//!
//! Every duration is given or has a documented default, points are reached exactly, and nothing happens that the text does not
//! request. `docs/reference/scripts.md` lists all acts and keys.

mod read;
mod settings;
mod table;

use reenact::{Form, Marker, Recording};
use reenact_base::number::to_f32;
use toml::de::DeTable;

use self::settings::Settings;
use self::table::Table;
use crate::capture::{self, Signs, even_times};
use crate::device::Device;
use crate::error::{Fault, ScriptError};
use crate::manner::Manner;
use crate::math::floor;
use crate::options;
use crate::plan::Plan;
use crate::stage::Stage;

/// Largest number of frames: more than an hour at 60 Hz, and about 770 MB.
const MAX_FRAMES: usize = 250_000;

/// Script: acts of a person, which are followed exactly, and recording settings.
///
/// ```
/// use reenact::Form;
/// use reenact_make::Script;
///
/// let script = Script::parse(
///     r#"
///     [[act]]
///     do = "poke"                # the index fingertip
///     hand = "right"
///     at = [0.1, -0.15, 0.45]    # metres right, up and forward of where the head starts
///
///     [[act]]
///     do = "marker"
///     name = "pressed"
///     "#,
/// )?;
/// let recording = script.perform(Form::MRTK_1_1);
/// assert_eq!(recording.markers().next().unwrap().name, "pressed");
/// # Ok::<(), reenact_make::ScriptError>(())
/// ```
///
/// The same text gives the same bytes on every platform. A script cannot have more than 250,000 frames, which is checked before
/// the recording is made.
#[derive(Debug, Clone)]
pub struct Script {
    settings: Settings,
    plan: Plan,
    secs: f64,
}

impl Script {
    /// Parses a script: TOML, with one `[[act]]` for each action.
    ///
    /// Fails, with line and column, for text that is not TOML, unknown keys, names and acts, numbers out of range, a hand or head
    /// with two acts at once, a point out of reach, and more than 250,000 frames.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        parse(text).map_err(|fault| fault.locate(text))
    }

    /// Returns the script with another seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }

    /// Returns the script with or without noise.
    #[must_use]
    pub fn with_noise(mut self, noise: bool) -> Self {
        self.settings.noise = noise;
        self
    }

    /// Returns the script with another frame rate, from 1 to 1,000 Hz.
    pub fn with_rate_hz(mut self, rate_hz: f32) -> Result<Self, ScriptError> {
        self.settings.rate_hz = rate_hz;
        self.check().map_err(|fault| fault.locate(""))?;
        Ok(self)
    }

    /// Number of frames: the first at 0 s, the last at the end or less than a frame after it.
    pub fn frames(&self) -> usize {
        // Rounded up to whole frames, with a tolerance for rounding errors.
        let before_end = -floor(1e-3 - self.secs * f64::from(self.settings.rate_hz));
        usize::try_from(before_end).unwrap_or(0).saturating_add(1)
    }

    /// Runs the script and records it. Forms of version 1.0 have no gaze, and published ones no markers.
    ///
    /// Needs about as much memory as the recording has bytes.
    #[must_use]
    pub fn perform(&self, form: Form) -> Recording {
        let manner = if self.settings.noise { Manner::STEADY } else { Manner::EXACT };
        let stage = Stage::new(&self.plan, manner, Device::Ideal, self.settings.seed, self.secs);
        let times_secs = even_times(self.frames(), f64::from(self.settings.rate_hz));
        let record = || {
            let mut recording = capture::record(&stage, times_secs, Signs::Continuous, form)?;
            let markers = self.plan.markers.iter();
            let markers = markers.map(|m| Marker::new(to_f32(m.time_secs), m.name.as_str()));
            capture::set_markers(&mut recording, markers)?;
            Ok(recording)
        };
        capture::counted(record())
    }

    fn check(&self) -> Result<(), Fault> {
        let Settings { rate_hz, .. } = self.settings;
        options::check(self.secs, rate_hz, self.frames(), MAX_FRAMES)
            .map_err(Fault::without_position)
    }
}

fn parse(text: &str) -> Result<Script, Fault> {
    let document = DeTable::parse(text).map_err(|error| Fault {
        offset: error.span().map(|span| span.start),
        // The first line is the message; further lines repeat the text.
        message: error.message().lines().next().unwrap_or("not TOML").to_owned(),
    })?;
    let mut top = Table::new("the script", 0, document.get_ref());
    let settings = Settings::read(&mut top)?;
    let acts = match top.get("act") {
        None => Vec::new(),
        Some(entry) => {
            entry.items().ok_or_else(|| Fault::at(entry.offset, "act must be a list: [[act]]"))?
        }
    };
    top.finish()?;
    let mut cues = Vec::with_capacity(acts.len());
    for act in acts {
        let offset = act.offset;
        let table = act.table("an act");
        let table = table.ok_or_else(|| Fault::at(offset, "an act must be a table: [[act]]"))?;
        cues.push(read::read(table, &settings.space)?);
    }
    let plan = Plan::new(&settings.opening, &cues)?;
    let mut secs = plan.end_secs;
    if let Some((wanted, offset)) = settings.secs {
        if wanted < secs {
            let message = format!("secs is {wanted}, but the acts take {secs:.3} s");
            return Err(Fault::at(offset, message));
        }
        secs = wanted;
    }
    let script = Script { settings, plan, secs };
    script.check()?;
    Ok(script)
}
