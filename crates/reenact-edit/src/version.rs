//! Another version or layout.

use reenact::{Error, Form, Loss, Recording, Result};

use crate::bake::{bake, is_bent};
use crate::{Edited, Note};

/// Which form, and at what price.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// The form to store it in.
    pub form: Form,
    /// How far a bent curve may be from the lines that take its place, where the form has no room for tangents: in
    /// metres for positions, and for rotations and directions in their components.
    pub max_error: f32,
    /// Whether it is fine to lose what the form has no room for. What is lost is in the notes either way.
    pub allow_loss: bool,
}

impl Default for Options {
    /// What MRTK 2.8 writes, to a tenth of a millimetre, without loss.
    fn default() -> Self {
        Self { form: Form::MRTK_1_1, max_error: 1e-4, allow_loss: false }
    }
}

/// Stores a recording in another form.
///
/// `1.0`, a cubic from `(0, 0)` to `(1, 1)` → `1.1`, lines `(0, 0) (0.125, 0.04) (0.25, 0.16) … (1, 1)`
///
/// Straight keys change form without loss. Where the form has room for time and value only, bent curves become straight
/// lines between as many keys as it takes to stay within [`max_error`](Options::max_error), and a note says how many
/// and how near they are. Wrap modes stay as they are. Curves whose keys are stored alike in both forms stay
/// borrowed.
///
/// Fails with [`ErrorKind::WouldLose`](reenact::ErrorKind::WouldLose) if the form has no room for something else (the gaze, markers, bytes after them)
/// or the bound cannot be held or bent keys are out of order, unless [`allow_loss`](Options::allow_loss) says that this is fine; and if the bound is
/// not a positive number. Tangents that bend nothing and an empty marker list go in either case, with a note.
pub fn version(recording: &Recording, options: &Options) -> Result<Edited> {
    let Options { form, max_error, allow_loss } = *options;
    if !(max_error > 0.0 && max_error.is_finite()) {
        return Err(Error::wrong_option(format!(
            "the largest error must be a positive number, not {max_error}"
        )));
    }
    let conversion = recording.convert(form);
    let refused = |loss: &&Loss| {
        !matches!(loss, Loss::Shape { .. } | Loss::UnusedTangents { .. } | Loss::MarkerList)
    };
    let refused: Vec<Loss> = conversion.losses().iter().filter(refused).copied().collect();
    if !(refused.is_empty() || allow_loss) {
        return Err(Error::would_lose(refused));
    }

    let mut edited = Edited::new(conversion.to_recording_lossy());
    for &loss in conversion.losses() {
        let note = match loss {
            Loss::Shape { .. } => {
                let (note, is_kept) = bake_all(recording, &mut edited, max_error)?;
                if !(is_kept || allow_loss) {
                    return Err(Error::would_lose(vec![loss]));
                }
                note
            }
            Loss::UnusedTangents { .. } | Loss::MarkerList => {
                Note::remark(code(loss), format!("{form} has no room for {loss}"))
            }
            _ => Note::loss(code(loss), format!("{form} has no room for {loss}")),
        };
        edited.notes.push(note);
    }
    Ok(edited)
}

/// Puts lines in the place of all bent curves; says so, and whether nothing is lost: all are as near as asked, and none
/// had keys out of order.
fn bake_all(from: &Recording, edited: &mut Edited, max_error: f32) -> Result<(Note, bool)> {
    let to = &mut edited.recording;
    let kind = to.form().float_kind();
    let (mut curves, mut keys_before, mut keys_after, mut unsorted) = (0, 0, 0, 0);
    let mut worst = 0.0_f32;
    for (id, curve) in from.curves().filter(|(_, curve)| is_bent(curve)) {
        let baked = bake(curve, kind, max_error);
        curves += 1;
        keys_before += curve.len();
        keys_after += baked.curve.len();
        worst = worst.max(baked.error);
        unsorted += usize::from(baked.was_unsorted);
        if to.curve(id).is_some() {
            to.set_curve(id, baked.curve)?;
        }
    }
    edited.notes.extend(Note::keys_sorted(unsorted));
    let message = format!(
        "{curves} bent curves are now straight lines between {keys_after} keys instead of {keys_before}, at most {worst} away"
    );
    let within = worst <= max_error;
    let note = if within {
        Note::remark("curves-baked", message)
    } else {
        Note::loss("curves-baked", format!("{message}, which is more than {max_error}"))
    };
    Ok((note, within && unsorted == 0))
}

fn code(loss: Loss) -> &'static str {
    match loss {
        Loss::Shape { .. } => "curves-baked",
        Loss::UnusedTangents { .. } => "unused-tangents-dropped",
        Loss::Gaze { .. } => "gaze-dropped",
        Loss::Absence { .. } => "absence-dropped",
        Loss::Markers { .. } => "markers-dropped",
        Loss::MarkerList => "marker-list-dropped",
        Loss::Trailing { .. } => "trailing-dropped",
        Loss::FlagBytes { .. } => "flag-bytes-dropped",
        _ => "dropped",
    }
}
