// View state in the address: time, camera and display, so that a link restores the view.

import { type Alignment, decodeAlignment, encodeAlignment } from "./alignment.ts";
import type { Range } from "./clock.ts";
import type { Sample } from "./samples.ts";
import type { CameraPlace } from "./scene/cameras.ts";
import type { CompareMode } from "./session.ts";
import { type CameraMode, GHOST_STEPS, SHOWABLE, type Showable } from "./view.ts";

export interface ViewState {
  sample?: Sample;
  file?: string;
  time?: number;
  range?: Range;
  camera?: CameraMode;
  place?: CameraPlace;
  shown?: Showable[];
  plots?: string[];
  trails?: string[];
  ghostStepSecs?: number;
  /** Visible time range, if it is not the whole recording. */
  zoom?: Range;
  compare?: { name: string; mode: CompareMode };
  /** Alignment of the compared recording, if there is one. */
  align?: Alignment;
}

const SAMPLES: readonly Sample[] = ["ideal", "hololens2"];
const CAMERAS: readonly CameraMode[] = ["orbit", "first-person", "follow"];

const short = (value: number) => String(Number(value.toFixed(3)));

export function encode(state: ViewState): string {
  const parts: string[] = [];
  const add = (key: string, value: string | undefined) => {
    if (value !== undefined)
      parts.push(
        `${key}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%20", "+")}`,
      );
  };
  if (state.sample) parts.push(state.sample === "ideal" ? "demo" : `demo=${state.sample}`);
  add("file", state.file);
  add("t", state.time === undefined ? undefined : short(state.time));
  add("range", state.range && [state.range.from, state.range.to].map(short).join(","));
  add("camera", state.camera);
  add("from", state.place?.position.map(short).join(","));
  add("at", state.place?.target.map(short).join(","));
  add("show", state.shown?.join(","));
  add("plots", state.plots?.join(","));
  add("trails", state.trails?.join(","));
  add("ghosts", state.ghostStepSecs === undefined ? undefined : short(state.ghostStepSecs));
  add("zoom", state.zoom && [state.zoom.from, state.zoom.to].map(short).join(","));
  add("compare", state.compare?.name);
  add("as", state.compare?.mode);
  add("align", state.align && encodeAlignment(state.align));
  return `#${parts.join("&")}`;
}

/** Decodes an address. Invalid parameters are ignored. */
export function decode(hash: string): ViewState {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const state: ViewState = {};
  const sample = given.get("demo");
  if (sample !== null) state.sample = SAMPLES.find((name) => name === sample) ?? "ideal";
  const file = given.get("file");
  if (file) state.file = file;
  const time = given.get("t");
  if (time && Number.isFinite(Number(time))) state.time = Number(time);
  for (const part of ["range", "zoom"] as const) {
    const [from, to] = numbers(given.get(part), 2) ?? [];
    if (from !== undefined && to !== undefined && from < to) state[part] = { from, to };
  }
  const camera = CAMERAS.find((mode) => mode === given.get("camera"));
  if (camera) state.camera = camera;
  const position = numbers(given.get("from"), 3);
  const target = numbers(given.get("at"), 3);
  if (position && target) state.place = { position, target } as unknown as CameraPlace;
  const shown = given.get("show");
  if (shown !== null)
    state.shown = shown
      .split(",")
      .filter((what): what is Showable => Object.hasOwn(SHOWABLE, what));
  const plots = given.get("plots");
  if (plots !== null) state.plots = plots.split(",").filter(Boolean);
  const trails = given.get("trails");
  if (trails !== null)
    state.trails = trails.split(",").filter((joint) => /^(left|right)\.\w+$/.test(joint));
  const step = GHOST_STEPS.find((secs) => String(secs) === given.get("ghosts"));
  if (step) state.ghostStepSecs = step;
  const compare = given.get("compare");
  if (compare)
    state.compare = { name: compare, mode: given.get("as") === "side" ? "side" : "overlay" };
  const align = decodeAlignment(given.get("align") ?? "");
  if (align) state.align = align;
  return state;
}

function numbers(text: string | null, count: number): number[] | undefined {
  const values = text?.split(",").map(Number) ?? [];
  return values.length === count && values.every(Number.isFinite) ? values : undefined;
}
