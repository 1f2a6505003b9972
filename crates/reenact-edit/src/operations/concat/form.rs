//! Common form and tracks of several recordings.

use reenact::{Form, Layout, Loss, Recording, Result, Tracks};

use crate::{Note, NoteCode};

/// Version 1.1 with tangents and markers: no writer uses it, but it can hold everything.
const EVERYTHING: Form = Form { layout: Layout::Published, ..Form::MRTK_1_1 };

/// Empty recording that can hold all of them, with notes on what it cannot.
pub(super) fn common(recordings: &[&Recording], notes: &mut Vec<Note>) -> Result<Recording> {
    let all = recordings.iter().map(|recording| recording.tracks());
    let tracks = all.fold(Tracks::NONE, Tracks::union);
    let first = recordings.first().map_or(EVERYTHING, |recording| recording.form());
    let holds_all = |form: Form| {
        let matters = |loss: &Loss| {
            !matches!(loss, Loss::MarkerList | Loss::Trailing { .. } | Loss::FlagBytes { .. })
        };
        form.can_hold(tracks)
            && !recordings.iter().any(|r| r.convert(form).losses().iter().any(matters))
    };
    let form = [first, Form::MRTK_1_1].into_iter().find(|&form| holds_all(form));
    let form = form.unwrap_or(EVERYTHING);

    if recordings.iter().any(|recording| recording.form() != form) {
        notes.push(Note::remark(
            NoteCode::FormChanged,
            format!("the recordings are joined as {form}"),
        ));
    }
    for (number, recording) in (1..).zip(recordings) {
        let Tracks { camera, hands, gaze } = recording.tracks();
        let missing = [
            (tracks.camera && !camera, "head"),
            (tracks.hands && !hands, "hands"),
            (tracks.gaze && !gaze, "gaze"),
        ];
        for (_, what) in missing.into_iter().filter(|(is_missing, _)| *is_missing) {
            let message =
                format!("recording {number} has no {what}: during it, the last pose is held");
            notes.push(Note::remark(NoteCode::TrackMissing, message));
        }
    }
    let trailing: usize = recordings.iter().map(|recording| recording.trailing().len()).sum();
    if trailing > 0 {
        let message = format!("{trailing} bytes after the marker lists were removed");
        notes.push(Note::loss(NoteCode::TrailingDropped, message));
    }
    if recordings.iter().any(|recording| recording.flags().iter().any(|&flag| flag > 1)) {
        let message =
            "flag bytes other than 0 and 1 were replaced by 1, which has the same meaning";
        notes.push(Note::remark(NoteCode::FlagBytesDropped, message));
    }
    Recording::new(form, tracks)
}
