//! Stores a recording in another version or layout.

use reenact::{Curve, CurveGroup, Error, Form, KeyKind, Loss, Recording, Result, WrapMode};
use reenact_base::number::to_f32;

use crate::helpers::groups::{Readers, component, numbered, rows, share_times};
use crate::helpers::keys::{in_order, times};
use crate::helpers::lines::Baker;
use crate::helpers::tolerance::Measure;
use crate::{Edited, Note, NoteCode};

/// Target form, and the losses to permit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Target form; `None` for a form that MRTK 2.8 loads without loss: the form of the recording, that form with a marker list,
    /// 1.1 or 1.0, in this order. If none of them can hold the recording, it is not changed, with a note.
    pub form: Option<Form>,
    /// Largest error of linear curves that replace curves with tangents, if the form cannot hold tangents: in metres for
    /// positions, in components for rotations and directions.
    pub max_error: f32,
    /// Whether to permit the loss of data that the form cannot hold. The notes list losses either way.
    pub allow_loss: bool,
}

impl Options {
    /// A form that MRTK 2.8 loads, without loss.
    pub const LOADABLE: Self = Self { form: None, max_error: 1e-4, allow_loss: false };
}

impl Default for Options {
    /// The form of MRTK 2.8, within 0.1 mm, without loss.
    fn default() -> Self {
        Self { form: Some(Form::MRTK_1_1), ..Self::LOADABLE }
    }
}

/// Stores a recording in another form.
///
/// `1.0`, a cubic from `(0, 0)` to `(1, 1)` → `1.1`, linear keys `(0, 0) (0.125, 0.04) (0.25, 0.16) … (1, 1)`
///
/// Linear keys are converted without loss. If the form stores only time and value, curves with tangents become linear, with as
/// many keys as are needed to stay within [`max_error`](Options::max_error); a note has the number of curves and the error. Wrap
/// modes are kept. Curves with the same encoding in both forms stay shared.
///
/// Fails with [`ErrorKind::WouldLose`](reenact::ErrorKind::WouldLose) if the form cannot hold the gaze, the markers or the bytes
/// after them, if the error bound cannot be met, or if curves with tangents have unsorted keys, unless
/// [`allow_loss`](Options::allow_loss) permits it; and if the bound is not a positive number. Tangents without effect and an
/// empty marker list are dropped in either case, with a note.
pub fn version(recording: &Recording, options: &Options) -> Result<Edited> {
    let Options { form, max_error, allow_loss } = *options;
    if !(max_error > 0.0 && max_error.is_finite()) {
        return Err(Error::wrong_option(format!(
            "the largest error must be a positive number, not {max_error}"
        )));
    }
    let Some(form) = form else { return loadable(recording) };
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
            loss => note_on(form, loss),
        };
        edited.notes.push(note);
    }
    Ok(edited)
}

/// Converts a recording to a form that MRTK 2.8 loads, if one can hold it.
fn loadable(recording: &Recording) -> Result<Edited> {
    let mut edited = Edited::new(recording.clone());
    let form = recording.form();
    if form.loads_in_mrtk() {
        return Ok(edited);
    }
    let listed = Form { marker_list: true, ..form };
    if listed.loads_in_mrtk() {
        edited.recording.set_markers([])?;
        let message = "the recording had no marker list, which MRTK needs: an empty one was added";
        edited.notes.push(Note::remark(NoteCode::MarkerListAdded, message));
        return Ok(edited);
    }
    for form in [Form::MRTK_1_1, Form::MRTK_1_0] {
        let conversion = recording.convert(form);
        if conversion.losses().iter().all(|loss| matches!(loss, Loss::UnusedTangents { .. })) {
            edited.notes.extend(conversion.losses().iter().map(|&loss| note_on(form, loss)));
            edited.recording = conversion.to_recording_lossy();
            let message = format!("the recording is now stored as {form}, which MRTK loads");
            edited.notes.push(Note::remark(NoteCode::FormChanged, message));
            return Ok(edited);
        }
    }
    let message =
        format!("MRTK cannot load {form}, and no form that it loads can hold all of this");
    edited.notes.push(Note::remark(NoteCode::NotForMrtk, message));
    Ok(edited)
}

/// Converts all curves with tangents to linear ones. Returns a note, and whether nothing is lost: all errors are within the
/// bound, and no keys had to be sorted.
///
/// The curves of a position, rotation or ray that share their key times still share them afterwards.
fn bake_all(from: &Recording, edited: &mut Edited, max_error: f32) -> Result<(Note, bool)> {
    let to = &mut edited.recording;
    let mut baked = Baked::new(to.form().float_kind(), max_error);
    let is_bent = |curve: &Curve| curve.kind() == KeyKind::Full && !curve.is_straight();
    for ids in CurveGroup::all(from.tracks()).map(CurveGroup::ids) {
        let curves: Vec<&Curve> = ids.iter().filter_map(|&id| from.curve(id)).collect();
        if !curves.iter().any(|curve| is_bent(curve)) {
            continue;
        }
        let straight: Vec<Option<Curve>> = match *curves {
            [x, y, z] if share_times(&curves) => baked.straighten([x, y, z]).map(Some).into(),
            [x, y, z, w] if share_times(&curves) => baked.straighten([x, y, z, w]).map(Some).into(),
            _ => {
                let alone = |curve: &&Curve| {
                    let [curve] = is_bent(curve).then(|| baked.straighten([*curve]))?;
                    Some(curve)
                };
                curves.iter().map(alone).collect()
            }
        };
        for (&id, curve) in ids.iter().zip(straight) {
            if let (Some(_), Some(curve)) = (to.curve(id), curve) {
                to.set_curve(id, curve)?;
            }
        }
    }
    let Baked { curves, keys_before, keys_after, worst, unsorted, .. } = baked;
    edited.notes.extend(crate::note::keys_sorted(unsorted));
    let message = format!(
        "{curves} curves with tangents are now linear, with {keys_after} keys in place of {keys_before} and an error of at most {worst}"
    );
    let within = worst <= max_error;
    let note = if within {
        Note::remark(NoteCode::CurvesBaked, message)
    } else {
        Note::loss(NoteCode::CurvesBaked, format!("{message}, more than the bound of {max_error}"))
    };
    Ok((note, within && unsorted == 0))
}

/// Fraction of the tolerance that is used, because the error between the tested times may be slightly larger.
const SHARE: f32 = 0.9;
const EIGHTHS: &[f64] = &[0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875];

/// Counts of curves with tangents that became linear.
struct Baked {
    /// Kind of the new keys.
    kind: KeyKind,
    max_error: f32,
    curves: usize,
    keys_before: usize,
    keys_after: usize,
    /// Largest error of a linear curve.
    worst: f32,
    unsorted: usize,
}

impl Baked {
    const fn new(kind: KeyKind, max_error: f32) -> Self {
        let [curves, keys_before, keys_after, unsorted] = [0; 4];
        Self { kind, max_error, curves, keys_before, keys_after, worst: 0.0, unsorted }
    }

    /// Converts curves that share their key times to linear ones that share theirs. All keys are kept, without their tangents; a
    /// step becomes a line from the last float before it. Unsorted keys are sorted.
    fn straighten<const N: usize>(&mut self, bent: [&Curve; N]) -> [Curve; N] {
        // Clamped, so that the value at the ends is that of the segments as well.
        let clamped = |curve: &Curve| {
            in_order(curve).with_wraps(WrapMode::CLAMP_FOREVER, WrapMode::CLAMP_FOREVER)
        };
        let sorted = bent.map(clamped);
        let mut readers = Readers::new(sorted.each_ref());
        let mut value_at = |time_secs| Some(readers.at(time_secs));
        let distance = |a: [f64; N], b: [f64; N]| {
            a.into_iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
        };
        let most = f64::from(self.max_error * SHARE);
        let measure = Measure { distance, most, probes: EIGHTHS };
        let rows = rows(sorted.each_ref());
        let mut baker = Baker::new(&mut value_at, measure, rows.len());
        let [first, ..] = sorted.as_slice() else { return sorted };
        for (time_secs, row) in times(first).zip(rows) {
            baker.add(Some((time_secs, row.map(f64::from))));
        }
        let lines = baker.lines;
        for curve in bent.iter().filter(|curve| !curve.is_straight()) {
            self.curves += 1;
            self.keys_before += curve.len();
            self.keys_after += lines.keys.len();
            self.unsorted += usize::from(!curve.is_sorted());
        }
        self.worst = self.worst.max(to_f32(lines.farthest));
        let keys: Vec<_> =
            lines.keys.into_iter().map(|(time, values)| (time, values.map(to_f32))).collect();
        numbered(bent, |place, curve| {
            let keys = component(&keys, place).map(|key| (key.time_secs, key.value));
            Curve::linear(self.kind, keys).with_wraps(curve.pre_wrap, curve.post_wrap)
        })
    }
}

/// Note on data that a form cannot hold.
fn note_on(form: Form, loss: Loss) -> Note {
    let code = match loss {
        Loss::Shape { .. } => NoteCode::CurvesBaked,
        Loss::UnusedTangents { .. } => NoteCode::UnusedTangentsDropped,
        Loss::Gaze { .. } => NoteCode::GazeDropped,
        Loss::Absence { .. } => NoteCode::AbsenceDropped,
        Loss::Markers { .. } => NoteCode::MarkersDropped,
        Loss::MarkerList => NoteCode::MarkerListDropped,
        Loss::Trailing { .. } => NoteCode::TrailingDropped,
        Loss::FlagBytes { .. } => NoteCode::FlagBytesDropped,
        _ => NoteCode::Dropped,
    };
    let is_loss = !matches!(loss, Loss::UnusedTangents { .. } | Loss::MarkerList);
    Note { code, is_loss, message: format!("{form} cannot store {loss}") }
}
