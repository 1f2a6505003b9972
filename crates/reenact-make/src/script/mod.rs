//! Scripts: recordings from a short text, for tests without a headset.
//!
//! Every length is stated or has a stated default, points are met, and nothing happens that the text does not say.
//! `docs/reference/scripts.md` has all acts and keys in a table.

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

/// The longest script in frames: more than an hour at 60 Hz, and some 770 MB.
const MAX_FRAMES: usize = 250_000;

/// A script: what a person does, to the letter, and how it is recorded.
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
/// The same text gives the same bytes on every platform. A script cannot ask for more than 250,000 frames: that is
/// checked before anything is made.
#[derive(Debug, Clone)]
pub struct Script {
    settings: Settings,
    plan: Plan,
    secs: f64,
}

impl Script {
    /// Reads a script: TOML, with one `[[act]]` for each thing that happens.
    ///
    /// Refuses, with the line and the column: text that is not TOML, unknown keys, names and acts, numbers out of range, a
    /// hand or head that would have to do two things at once, a point out of an arm's reach, and more than 250,000
    /// frames.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        parse(text).map_err(|fault| fault.locate(text))
    }

    /// The same script with another seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }

    /// The same script with noise, or without.
    #[must_use]
    pub fn with_noise(mut self, noise: bool) -> Self {
        self.settings.noise = noise;
        self
    }

    /// The same script at another rate, from 1 to 1,000 frames a second.
    pub fn with_rate_hz(mut self, rate_hz: f32) -> Result<Self, ScriptError> {
        self.settings.rate_hz = rate_hz;
        self.check().map_err(|fault| fault.locate(""))?;
        Ok(self)
    }

    /// Number of frames: the first at 0 s, the last at the end or less than a frame after it.
    pub fn frames(&self) -> usize {
        // Up to the next whole frame, but for what rounding added.
        let before_end = -floor(1e-3 - self.secs * f64::from(self.settings.rate_hz));
        usize::try_from(before_end).unwrap_or(0).saturating_add(1)
    }

    /// Performs the script and records it. Forms of version 1.0 have no gaze, and published ones no markers.
    ///
    /// Takes about as much memory as the recording has bytes.
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
        // The first line says what is wrong; more lines show the text again.
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
