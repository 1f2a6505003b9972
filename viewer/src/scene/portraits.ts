// Pictures for the start page, rendered from the demo.

import { Recording } from "../library.ts";
import type { Card } from "../panels/start.ts";
import type { Showable } from "../view.ts";
import type { Portrait, Stage } from "./stage.ts";

const WHOLE: readonly Showable[] = ["skin", "head", "gaze", "floor", "trails"];

/** What each picture shows, and how large it is in CSS pixels. */
const PORTRAITS: Record<Card["id"] | "all", Portrait & { width: number; height: number }> = {
  all: { time: 6.3, shown: WHOLE, width: 420, height: 300 },
  demo: { time: 6.3, shown: ["skin", "floor"], hands: true, width: 240, height: 130 },
  device: { time: 4, shown: ["axes", "floor"], hands: true, width: 240, height: 130 },
  compare: {
    time: 6.3,
    shown: ["skin", "floor"],
    hands: true,
    secondTime: 5.9,
    width: 240,
    height: 130,
  },
};

/** Renders all of them in the colours of the theme. */
export function portraits(stage: Stage): Map<Card["id"] | "all", HTMLCanvasElement> {
  const recording = Recording.demo();
  const pictures = new Map<Card["id"] | "all", HTMLCanvasElement>();
  for (const [id, { width, height, ...portrait }] of Object.entries(PORTRAITS))
    pictures.set(id as Card["id"] | "all", stage.portrait(recording, portrait, width, height));
  recording.free();
  return pictures;
}
