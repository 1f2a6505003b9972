// Display settings: theme, camera, visible objects and plots.

import { Signal } from "./signal.ts";

export type CameraMode = "orbit" | "first-person" | "follow";
export type Theme = "light" | "dark";

/** Objects of the scene that can be shown or hidden. */
export const SHOWABLE = {
  skin: "Hand mesh",
  head: "Head",
  gaze: "Gaze",
  labels: "Labels",
  axes: "Joint axes",
  trails: "Trails",
  ghosts: "Ghosts",
  floor: "Floor",
} as const;
export type Showable = keyof typeof SHOWABLE;

const SHOWN_AT_FIRST: readonly Showable[] = ["skin", "head", "gaze", "labels", "floor"];
/** Default plots. */
const FIRST_PLOTS: readonly string[] = ["left_speed_m_s", "right_speed_m_s"];
/** Seconds between two ghosts. */
export const GHOST_STEPS = [0.1, 0.2, 0.5, 1] as const;

export class View {
  readonly theme = new Signal<Theme>(firstTheme());
  readonly camera = new Signal<CameraMode>("orbit");
  readonly shown = new Signal<ReadonlySet<Showable>>(new Set(SHOWN_AT_FIRST));
  readonly ghostStepSecs = new Signal<number>(0.2);
  /** Joints with a trail of their own, as `left.IndexTip`. */
  readonly trails = new Signal<readonly string[]>(["left.IndexTip", "right.IndexTip"]);
  /** Names of the plotted channels. */
  readonly plots = new Signal<readonly string[]>(FIRST_PLOTS);
  readonly hasLeftPanel = new Signal(isWide());
  readonly hasRightPanel = new Signal(isWide());
  /** Whether the scene fills the screen. */
  readonly isFullScreen = new Signal(false);
  readonly tab = new Signal<"info" | "findings" | "markers" | "edit">("info");

  /** `isRemembered`: whether the browser keeps the theme for the next visit. */
  constructor({ isRemembered = true } = {}) {
    if (isRemembered) this.theme.on(() => keepTheme(this.theme.value));
  }

  shows(what: Showable): boolean {
    return this.shown.value.has(what);
  }

  toggle(what: Showable): void {
    const shown = new Set(this.shown.value);
    if (!shown.delete(what)) shown.add(what);
    this.shown.value = shown;
  }

  togglePlot(channel: string): void {
    const plots = this.plots.value;
    this.plots.value = plots.includes(channel)
      ? plots.filter((other) => other !== channel)
      : [...plots, channel];
  }

  /** Removes the default plots, unless the user changed them. */
  clearFirstPlots(): void {
    if (this.plots.value === FIRST_PLOTS) this.plots.value = [];
  }

  toggleTrail(joint: string): void {
    const trails = this.trails.value;
    if (!this.shows("trails")) {
      this.trails.value = trails.includes(joint) ? trails : [...trails, joint];
      this.toggle("trails");
      return;
    }
    this.trails.value = trails.includes(joint)
      ? trails.filter((other) => other !== joint)
      : [...trails, joint];
  }
}

/** Where panels have room beside the scene; narrow.css and landscape.css have the same sizes. */
const isWide = () => matchMedia("(min-width: 761px) and (min-height: 481px)").matches;

const THEME_KEY = "reenact.theme";

function firstTheme(): Theme {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(THEME_KEY);
  } catch {
    // A page from a disk may have no storage: then the system decides.
  }
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

function keepTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Not kept, and nothing else is lost.
  }
}
