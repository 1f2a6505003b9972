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
  const lanes: Lane[] = [];
  const { tracks } = document.recording.info() as { tracks: { hands: boolean } };
  for (const side of SIDES) {
    const name = side === "left" ? "Left hand" : "Right hand";
    if (tracks.hands) lanes.push(new Spans(side, document.recording, name, false));
    if (other) lanes.push(new Spans(side, other.recording, `${name}, B`, true));
  }
  if (other) lanes.push(distanceOf(document, other));
  const channels = new Map(document.recording.channels().map((channel) => [channel.name, channel]));
  for (const name of view.plots.value) {
    const channel = channels.get(name);
    if (channel)
      lanes.push(
        new Plot(channel, document.recording, other?.recording, () => view.togglePlot(name)),
      );
  }
  return lanes;

  function distanceOf(a: Document, b: Document): Lane {
    const ask = (from: number, to: number, columns: number) =>
      jobs.distance(a, b, from, to, columns);
    return new Distance(ask, () => timeline.redraw());
  }
}
