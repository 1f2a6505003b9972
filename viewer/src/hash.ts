// View state in the address: time, camera and display, so that a link restores the view.

import type { Range } from "./clock.ts";
import type { CameraPlace } from "./scene/cameras.ts";
import type { CompareMode } from "./session.ts";
import { type CameraMode, GHOST_STEPS, SHOWABLE, type Showable } from "./view.ts";

export interface Moment {
  isDemo?: boolean;
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
}

const CAMERAS: readonly CameraMode[] = ["orbit", "first-person", "follow"];

const short = (value: number) => String(Number(value.toFixed(3)));

export function encode(moment: Moment): string {
  const parts: string[] = [];
  const add = (key: string, value: string | undefined) => {
    if (value !== undefined)
      parts.push(
        `${key}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%20", "+")}`,
      );
  };
  if (moment.isDemo) parts.push("demo");
  add("file", moment.file);
  add("t", moment.time === undefined ? undefined : short(moment.time));
  add("range", moment.range && [moment.range.from, moment.range.to].map(short).join(","));
  add("camera", moment.camera);
  add("from", moment.place?.position.map(short).join(","));
  add("at", moment.place?.target.map(short).join(","));
  add("show", moment.shown?.join(","));
  add("plots", moment.plots?.join(","));
  add("trails", moment.trails?.join(","));
  add("ghosts", moment.ghostStepSecs === undefined ? undefined : short(moment.ghostStepSecs));
  add("zoom", moment.zoom && [moment.zoom.from, moment.zoom.to].map(short).join(","));
  add("compare", moment.compare?.name);
  add("as", moment.compare?.mode);
  return `#${parts.join("&")}`;
}

/** Decodes an address. Invalid parameters are ignored. */
export function decode(hash: string): Moment {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const moment: Moment = {};
  if (given.has("demo")) moment.isDemo = true;
  const file = given.get("file");
  if (file) moment.file = file;
  const time = given.get("t");
  if (time && Number.isFinite(Number(time))) moment.time = Number(time);
  for (const part of ["range", "zoom"] as const) {
    const [from, to] = numbers(given.get(part), 2) ?? [];
    if (from !== undefined && to !== undefined && from < to) moment[part] = { from, to };
  }
  const camera = CAMERAS.find((mode) => mode === given.get("camera"));
  if (camera) moment.camera = camera;
  const position = numbers(given.get("from"), 3);
  const target = numbers(given.get("at"), 3);
  if (position && target) moment.place = { position, target } as unknown as CameraPlace;
  const shown = given.get("show");
  if (shown !== null)
    moment.shown = shown
      .split(",")
      .filter((what): what is Showable => Object.hasOwn(SHOWABLE, what));
  const plots = given.get("plots");
  if (plots !== null) moment.plots = plots.split(",").filter(Boolean);
  const trails = given.get("trails");
  if (trails !== null)
    moment.trails = trails.split(",").filter((joint) => /^(left|right)\.\w+$/.test(joint));
  const step = GHOST_STEPS.find((secs) => String(secs) === given.get("ghosts"));
  if (step) moment.ghostStepSecs = step;
  const compare = given.get("compare");
  if (compare)
    moment.compare = { name: compare, mode: given.get("as") === "side" ? "side" : "overlay" };
  return moment;
}

function numbers(text: string | null, count: number): number[] | undefined {
  const values = text?.split(",").map(Number) ?? [];
  return values.length === count && values.every(Number.isFinite) ? values : undefined;
}
