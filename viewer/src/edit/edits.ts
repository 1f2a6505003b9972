// Edits of a recording, each with undo.

import { ofBlob, takeIn } from "../bytes.ts";
import type { Range } from "../clock.ts";
import type { Document } from "../document.ts";
import { clockTime } from "../format.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { type Marker, type Note, Problem, type Recording } from "../library.ts";

/** Result of an edit in the library. */
type Edited = ReturnType<Recording["trim"]>;

function take(document: Document, edited: Edited, label: string, part?: Range): void {
  document.apply(edited.recording(), label, edited.notes(), part);
  edited.free();
}

/** Reads the result of an edit in the worker, which is a file. */
async function takeFile(document: Document, file: Blob, label: string, notes: Note[]) {
  const { revision } = document;
  const recording = (await takeIn(ofBlob(file))).read(document.name);
  recording.keep_read_notes(document.recording);
  if (document.revision === revision) document.apply(recording, label, notes);
  else recording.free();
}

export function trim(document: Document, { from, to }: Range): void {
  const { start_secs, end_secs } = document.recording;
  // Next to a longer recording, in and out may be after the end of this one.
  if (from >= end_secs || to <= start_secs)
    throw new Problem(
      `the selection is outside ${document.name}, which goes from ${clockTime(start_secs)} to ${clockTime(end_secs)}`,
    );
  take(document, document.recording.trim(from, to, true), "trim", { from, to });
}

export function mirror(document: Document): void {
  take(document, document.recording.mirror("world"), "mirror");
}

export function addMarker(document: Document, time_secs: number, name: string): void {
  take(document, document.recording.add_marker(time_secs, name), "add marker");
}

export function changeMarker(document: Document, index: number, change: Partial<Marker>): void {
  const marker = document.recording.markers()[index];
  if (!marker) return;
  const { name = marker.name, time_secs = marker.time_secs } = change;
  if (name !== marker.name)
    take(document, document.recording.rename_marker(index, name), "rename marker");
  else if (time_secs !== marker.time_secs)
    take(document, document.recording.move_marker(index, time_secs), "move marker");
}

export function removeMarker(document: Document, index: number): void {
  take(document, document.recording.remove_marker(index), "delete marker");
}

/** Repairs the findings of the doctor; returns the number of changes in the report. */
export async function repair(document: Document, jobs: Jobs): Promise<number> {
  const { file, notes, report } = await jobs.repair(document);
  if (file) await takeFile(document, file, "repair", notes);
  return report.changes.length;
}

export interface Bounds {
  positionMm: number;
  rotationDeg: number;
}

export async function optimize(document: Document, bounds: Bounds, jobs: Jobs): Promise<void> {
  const { file, notes } = await jobs.optimize(document, bounds, true);
  if (file) await takeFile(document, file, "optimize", notes);
}
