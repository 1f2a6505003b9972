//! A recording to the letter, from a short text: what a tester writes instead of putting the headset on.
//!
//! A [`crate::Script`] is acted: the person decides how fast and how exactly. A [`ScriptFile`] is carried out: every
//! length is stated or has a stated default, points are met, and nothing happens that the text does not say.
//! `docs/guide.md` has all acts and keys in a table.

mod acts;
mod direct;
mod error;
mod hand;
mod head;
mod plan;
mod settings;
mod stage;
mod table;

use reenact::number::{to_f32, to_f64};
use reenact::{Form, Marker, Recording};
use toml::de::DeTable;

pub use error::ScriptError;

use error::Fault;
use plan::Plan;
use settings::Settings;
use stage::Stage;
use table::Table;

use crate::Options;
use crate::capture::Storage;
use crate::math::floor;

/// A day.
const LONGEST_SCRIPT_SECS: f64 = 86_400.0;
/// More than an hour at 60 Hz, and some 770 MB.
const MOST_FRAMES: usize = 250_000;

/// A script that was read and understood, ready to be performed.
///
/// ```
/// use reenact::Form;
/// use reenact_make::ScriptFile;
///
/// let script = ScriptFile::parse(
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
pub struct ScriptFile {
    settings: Settings,
    plan: Plan,
    secs: f64,
}

impl ScriptFile {
    /// Reads a script: TOML, with one `[[act]]` for each thing that happens.
    ///
    /// Refuses, with the line and the column: what is no TOML, unknown keys, names and acts, numbers out of range, a
    /// hand or head that would have to do two things at once, a point out of an arm's reach, and more than 250,000
    /// frames.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        read(text).map_err(|fault| fault.locate(text))
    }

    /// How long it is.
    pub fn seconds(&self) -> f32 {
        to_f32(self.secs)
    }

    /// Frames a second.
    pub fn rate_hz(&self) -> f32 {
        self.settings.rate_hz
    }

    /// What the noise depends on.
    pub fn seed(&self) -> u64 {
        self.settings.seed
    }

    /// Whether the person sways and the sensors err.
    pub fn noise(&self) -> bool {
        self.settings.noise
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
        let refuse = |fault: Fault| fault.locate("");
        if !Options::RATES_HZ.contains(&rate_hz) {
            return Err(refuse(Fault::whole("rate_hz must be from 1 to 1000")));
        }
        self.settings.rate_hz = rate_hz;
        self.check_frames().map_err(refuse)?;
        Ok(self)
    }

    /// How many frames there will be: the first at 0 s, the last at the end or less than a frame after it.
    pub fn frames(&self) -> usize {
        // Up to the next whole frame, but for what rounding added.
        let before_end = -floor(1e-3 - self.secs * f64::from(self.settings.rate_hz));
        usize::try_from(before_end).unwrap_or(0).saturating_add(1)
    }

    /// Carries it out and films it. Forms of version 1.0 have no gaze, and published ones no markers.
    ///
    /// Takes about as much memory as the recording has bytes.
    #[must_use]
    pub fn perform(&self, form: Form) -> Recording {
        let stage = Stage::new(&self.plan, &self.settings);
        let rate_hz = f64::from(self.settings.rate_hz);
        let moments = self.plan.moments.iter();
        let markers = moments.map(|m| Marker::new(to_f32(m.time_secs), m.name.as_str()));
        let times_secs = crate::even_times(self.frames(), rate_hz);
        let frame = |time_secs, number| stage.frame(time_secs, number);
        crate::film(times_secs, Storage::EveryFrame, form, frame, |_| markers.collect())
    }

    fn check_frames(&self) -> Result<(), Fault> {
        let frames = self.frames();
        if frames <= MOST_FRAMES {
            return Ok(());
        }
        let rate_hz = self.settings.rate_hz;
        let most_secs = to_f64(MOST_FRAMES) / f64::from(rate_hz);
        Err(Fault::whole(format!(
            "{} s at {rate_hz} Hz are {frames} frames, and {MOST_FRAMES} are the most: make it shorter than {most_secs:.0} s \
             or lower rate_hz",
            self.secs
        )))
    }
}

fn read(text: &str) -> Result<ScriptFile, Fault> {
    let document = DeTable::parse(text).map_err(|error| Fault {
        offset: error.span().map(|span| span.start),
        // The first line says what is wrong; more lines show the text again.
        message: error.message().lines().next().unwrap_or("no TOML").to_owned(),
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
        cues.push(acts::read(table, &settings.space)?);
    }
    let plan = Plan::new(&settings, &cues)?;
    let mut secs = plan.end_secs;
    if let Some((wanted, offset)) = settings.secs {
        if wanted < secs {
            let message = format!("secs is {wanted}, but the acts take {secs:.3} s");
            return Err(Fault::at(offset, message));
        }
        secs = wanted;
    }
    let script = ScriptFile { settings, plan, secs };
    script.check_frames()?;
    Ok(script)
}
