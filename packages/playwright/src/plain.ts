// Functions for any runner that drives a page with Playwright.

export { aframe, babylon, type Locator3d, type SceneObject, three } from "./adapters.js";
export { type Match, matchRecording, type Tolerances, viewerPage } from "./golden.js";
export type { Place } from "./place.js";
export type { SeenEvent } from "./runtime.js";
export { Take, type UntilOptions } from "./take.js";
export { type EnterOptions, installXr, type PerformOptions, type ReachOptions, Xr, type XrOptions } from "./xr.js";
