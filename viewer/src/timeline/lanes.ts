// Lanes of the timeline: hand spans, distance to another recording, and selected plots.

import type { Document } from "../document.ts";
import { SIDES } from "../library.ts";
import type { Model } from "../model.ts";
import { Distance } from "./distance.ts";
import type { Lane } from "./lane.ts";
import { Plot } from "./plot.ts";
import { Spans } from "./spans.ts";
import type { Timeline } from "./timeline.ts";

export function lanesFor(model: Model, timeline: Timeline): Lane[] {
  const { session, view, jobs } = model;
  const document = session.active.value;
  if (!document) return [];
  const other = session.other.value;
  const placed = session.placed;
  const lanes: Lane[] = [];
  const { tracks } = document.recording.info() as { tracks: { hands: boolean } };
  for (const side of SIDES) {
    const name = side === "left" ? "Left hand" : "Right hand";
    if (tracks.hands) lanes.push(new Spans(side, document.recording, name, false));
    if (placed) lanes.push(new Spans(side, placed, `${name}, B`, true));
  }
  if (other) lanes.push(distanceOf(document, other));
  const second = other && { recording: other.recording, offsetSecs: session.offsetSecs.value };
  const channels = new Map(document.recording.channels().map((channel) => [channel.name, channel]));
  for (const name of view.plots.value) {
    const channel = channels.get(name);
    if (channel)
      lanes.push(new Plot(channel, document.recording, second, () => view.togglePlot(name)));
  }
  return lanes;

  function distanceOf(a: Document, b: Document): Lane {
    const ask = (from: number, to: number, columns: number) =>
      jobs.distance(a, b, session.shownAlignment, { from, to }, columns);
    return new Distance(ask, () => timeline.redraw());
  }
}
