// Sizes of the panels, and the scene in full screen.

import { Signal, watch } from "../signal.ts";
import type { View } from "../view.ts";
import { splitter } from "./splitter.ts";

const KEY = "reenact.panels";
/** Least width of the scene between the panels. */
const LEAST_SCENE_PX = 240;

type Part = "left" | "right" | "lanes";
const PARTS: readonly Part[] = ["left", "right", "lanes"];

/** Edges that resize the panels of the work area; the sizes are kept in the browser. */
export function resizable(work: HTMLElement, parts: Record<Part, HTMLElement>): HTMLElement[] {
  const kept = read();
  const sizes = Object.fromEntries(
    PARTS.map((part) => [part, new Signal<number | undefined>(kept[part])]),
  ) as Record<Part, Signal<number | undefined>>;
  watch(Object.values(sizes), () => {
    for (const part of PARTS) {
      const { value } = sizes[part];
      if (value === undefined) work.style.removeProperty(`--${part}-size`);
      else work.style.setProperty(`--${part}-size`, `${value}px`);
    }
    keep(Object.fromEntries(PARTS.map((part) => [part, sizes[part].value])));
  });
  const mostWide = (other: Part) => () =>
    Math.max(160, work.clientWidth - LEAST_SCENE_PX - parts[other].offsetWidth);
  return [
    splitter({
      label: "Width of the left panel",
      className: "at-left",
      size: sizes.left,
      part: parts.left,
      edge: "right",
      least: 140,
      most: mostWide("right"),
    }),
    splitter({
      label: "Width of the right panel",
      className: "at-right",
      size: sizes.right,
      part: parts.right,
      edge: "left",
      least: 220,
      most: mostWide("left"),
    }),
    splitter({
      label: "Height of the lanes",
      className: "at-bottom",
      size: sizes.lanes,
      part: parts.lanes,
      edge: "top",
      least: 30,
      most: () => Math.max(60, work.clientHeight - 180),
    }),
  ];
}

/** Shows the scene and the playback controls alone, in full screen where the browser allows it. */
export function followFullScreen(view: View, page: HTMLElement): void {
  watch([view.isFullScreen], () => {
    const { value } = view.isFullScreen;
    page.classList.toggle("full-screen", value);
    if (value)
      // Where it is refused, the scene still fills the window.
      document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement) void document.exitFullscreen();
  });
  document.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement) view.isFullScreen.value = false;
  });
}

function read(): Partial<Record<Part, number>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(
      Object.entries(Object(kept)).filter(([, size]) => typeof size === "number" && size > 0),
    );
  } catch {
    // No storage, or damaged: the usual sizes.
    return {};
  }
}

function keep(sizes: Partial<Record<Part, number | undefined>>): void {
  try {
    const text = JSON.stringify(sizes);
    if (text === "{}") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // Not kept, and nothing else is lost.
  }
}
