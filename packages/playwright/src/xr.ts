// A page with an emulated headset, of which the test is the person.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, extname, isAbsolute, join, resolve } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { make, open, type Recording } from "reenact";
import { type Locator3d, locate } from "./adapters.js";
import { framesOf } from "./frames.js";
import { FRAME, HAND, JOINT_NAMES, RADII } from "./layout.js";
import type { Place } from "./place.js";
import { type Runtime, type RuntimeConfig, type RuntimeState, runtime } from "./runtime.js";
import { recordingOf } from "./seen.js";
import { Take } from "./take.js";

export interface XrOptions {
  /** Headset of IWER: `metaQuestPro` has hands, controllers and eye tracking. */
  device?: "metaQuestPro" | "metaQuest3" | "metaQuest2" | "oculusQuest1";
  /** Frames a second: each is one step of the recording. */
  rateHz?: number;
  /**
   * `steps`: an animation frame is a step of the recording, as fast as the page can draw; `performance.now` and
   * `requestAnimationFrame` follow. `real`: the recording runs by the clock on the wall.
   */
  time?: "steps" | "real";
  /** Whether `setTimeout`, `setInterval` and `Date.now` follow the steps, too. */
  timers?: boolean;
  /** Folder of the recordings and scripts; otherwise the current one. */
  folder?: string;
  /** How long `enter` and the clock on the wall may take, in milliseconds. */
  timeoutMs?: number;
  /** Keeps something for the report of the test. */
  attach?: (name: string, body: Uint8Array, contentType: string) => Promise<void>;
}

export interface PerformOptions extends Place {
  /** What the hands of the recording drive. */
  input?: "hands" | "controllers";
  /** 2 is twice as fast. */
  speed?: number;
  /** How often it is performed. */
  repeat?: number;
  /** Keeps a screenshot of the page at every marker. */
  screenshots?: boolean;
}

export interface EnterOptions {
  /** What starts the session; otherwise the page's own button is looked for. */
  button?: Locator | string;
  /** Calls something in the page instead of clicking a button. */
  start?: () => unknown;
}

/** Frames a page gets before a take, so that it has seen the session. */
const FIRST_FRAMES = 3;
/** Size of the pieces in which a take is sent to the page. */
const PIECE_FLOATS = FRAME * 500;

/** Buttons by which pages of three.js, A-Frame, Babylon.js and others start a session. */
const BUTTONS = [
  "#VRButton", "#ARButton", "#XRButton", ".a-enter-vr-button", ".a-enter-ar-button", ".babylonVRicon",
  "button:text-matches('(enter|start|open|launch).*(vr|ar|xr|mr|immersive)', 'i')",
  "a:text-matches('(enter|start).*(vr|ar|xr|mr)', 'i')",
];

/** Installs the headset in a page, before the page's own scripts run: call it before `goto`. */
export async function installXr(page: Page, options: XrOptions = {}): Promise<Xr> {
  const iwer = dirname(createRequire(import.meta.url).resolve("iwer/package.json"));
  const { device = "metaQuestPro", rateHz = 60, time = "steps", timers = false } = options;
  if (!(rateHz > 0 && rateHz <= 1000)) throw new Error(`the rate must be from 1 to 1000 Hz, not ${rateHz}`);
  const config: RuntimeConfig = {
    device, rateHz, steps: time === "steps", timers, jointNames: JOINT_NAMES, radii: RADII, frame: FRAME, hand: HAND,
  };
  const library = await readFile(join(iwer, "build/iwer.min.js"), "utf8");
  // Wrapped, so that the page's own variables stay its own.
  const content = `if (!globalThis.__reenact) {\n${library}\n;(${runtime.toString()})(${JSON.stringify(config)});\n}`;
  await page.addInitScript({ content });
  return new Xr(page, { ...options, rateHz, time });
}

/** The headset of a page, and the person who wears it. */
export class Xr {
  /** @internal */
  constructor(
    readonly page: Page,
    readonly options: XrOptions & { rateHz: number; time: "steps" | "real" },
  ) {}

  /** Clicks the page's own button, and waits until the page draws for the headset. */
  async enter({ button, start }: EnterOptions = {}): Promise<void> {
    const deadline = Date.now() + (this.options.timeoutMs ?? 15_000);
    if (start) await this.page.evaluate(start);
    else {
      const found = button ?? (await this.#button(deadline));
      await (typeof found === "string" ? this.page.locator(found) : found).click();
    }
    for (;;) {
      const state = await this.state();
      if (state.isReady) break;
      const failed = state.attempts.find((attempt) => attempt.error !== null);
      if (failed) throw new Error(explain(failed));
      if (Date.now() > deadline) throw new Error(notEntered(state));
      await this.page.waitForTimeout(20);
    }
    await this.step(FIRST_FRAMES);
  }

  async #button(deadline: number): Promise<Locator> {
    for (;;) {
      for (const selector of BUTTONS) {
        const candidate = this.page.locator(selector).first();
        if (await candidate.isVisible()) return candidate;
      }
      if (Date.now() > deadline)
        throw new Error(
          "the page never entered a session: it has no button that says so. Give one, as in `xr.enter({ button: '#start' })`, or what starts the session, as in `xr.enter({ start: () => window.enterXr() })`",
        );
      await this.page.waitForTimeout(50);
    }
  }

  /** What the page did so far. */
  async state(): Promise<RuntimeState> {
    return this.call("state");
  }

  /** Lets the page draw frames while nothing moves. */
  async step(frames = 1): Promise<void> {
    if (this.options.time === "steps") await this.call("step", frames);
    else await this.page.waitForTimeout((frames * 1000) / this.options.rateHz);
  }

  /** Reads a recording or a script: `.toml`, or anything that `reenact` reads. */
  async open(file: string | Recording): Promise<Recording> {
    if (typeof file !== "string") return file;
    const path = isAbsolute(file) ? file : resolve(this.options.folder ?? ".", file);
    if (extname(path) !== ".toml") return open(path);
    const script = await readFile(path, "utf8");
    return make(script, { name: file }).catch((error: Error) => {
      throw new Error(`${path}: ${error.message}`);
    });
  }

  /** Starts to perform a recording or a script. Nothing moves before the take is told to go on. */
  async perform(file: string | Recording, options: PerformOptions = {}): Promise<Take> {
    const recording = await this.open(file);
    const state = await this.state();
    if (!state.isInSession) throw new Error(notEntered(state));
    const { rateHz } = this.options;
    const frames = framesOf(recording, rateHz, options);
    for (let at = 0; at < frames.length; at += PIECE_FLOATS) {
      const piece = frames.subarray(at, at + PIECE_FLOATS);
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      await this.call("send", bytes.toString("base64"), at === 0);
    }
    const { input = "hands", speed = 1, repeat = 1 } = options;
    if (!(speed > 0)) throw new Error(`the speed must be positive, not ${speed}`);
    await this.call("capture", false);
    await this.call("capture", true);
    await this.call("begin", { input, speed, repeat });
    return new Take(this, recording, { ...options, speed, repeat, input, frames: frames.length / FRAME });
  }

  /** Performs a script that is given as text. */
  async script(text: string, options: PerformOptions = {}): Promise<Take> {
    return this.perform(await make(text), options);
  }

  /** Pokes a point or an object with the index finger: the person stands before it. */
  async poke(target: Locator3d, options: ReachOptions = {}): Promise<Take> {
    return this.#reach(target, options, (hand, at) => `do = "poke"\nhand = "${hand}"\nat = ${at}\ndepth_m = ${options.depthM ?? 0.01}`);
  }

  /** Pinches at a point or an object. */
  async pinch(target: Locator3d, options: ReachOptions = {}): Promise<Take> {
    return this.#reach(target, options, (hand, at) => `do = "pinch"\nhand = "${hand}"\nat = ${at}`);
  }

  /** Pinches at a point or an object, and moves it by some metres. */
  async drag(target: Locator3d, by: readonly [number, number, number], options: ReachOptions = {}): Promise<Take> {
    return this.#reach(target, options, (hand, at, to) => `do = "drag"\nhand = "${hand}"\nfrom = ${at}\nto = ${to}`, by);
  }

  async #reach(
    target: Locator3d,
    options: ReachOptions,
    act: (hand: string, at: string, to: string) => string,
    by: readonly [number, number, number] = [0, 0, 0],
  ): Promise<Take> {
    const [x, y, z] = await locate(this.page, target);
    const { head } = await this.state();
    const [hx = 0, , hz = 0] = head;
    const { hand = "right", facingDeg = facing(x - hx, z - hz), distanceM = 0.45 } = options;
    const turn = (facingDeg * Math.PI) / 180;
    // Scripts have Unity's axes: z forward.
    const point = (px: number, py: number, pz: number) => `[${[px, py, -pz].map((one) => one.toFixed(6)).join(", ")}]`;
    const start = point(x - distanceM * Math.sin(turn), y + 0.25, z + distanceM * Math.cos(turn));
    const script = [
      'space = "world"', "noise = false", "mark_acts = true", `rate_hz = ${this.options.rateHz}`,
      "[head]", `start = ${start}`, `facing_deg = ${facingDeg.toFixed(6)}`,
      "[[act]]", act(hand, point(x, y, z), point(x + by[0], y + by[1], z + by[2])),
    ].join("\n");
    return this.perform(await make(script), { input: options.input ?? "hands" });
  }

  /** Records what the page sees from now on. */
  async record(): Promise<{ stop(): Promise<Recording> }> {
    await this.call("capture", false);
    await this.call("capture", true);
    return { stop: () => this.seen(true) };
  }

  /** What the page saw since the take or the recording began. */
  async seen(isLast = false): Promise<Recording> {
    const { text } = await this.call("captured");
    if (isLast) await this.call("capture", false);
    return recordingOf(text);
  }

  /** Calls a function of the page's side. */
  async call<Name extends keyof Runtime>(
    name: Name,
    ...args: Parameters<Runtime[Name]>
  ): Promise<Awaited<ReturnType<Runtime[Name]>>> {
    const answer = await this.page.evaluate(
      async ([called, given]) => {
        // biome-ignore lint/suspicious/noExplicitAny: the page's side has no type here
        const side = (globalThis as any).__reenact;
        return side ? { value: await side[called as string](...(given as unknown[])) } : null;
      },
      [name, args] as [string, unknown[]],
    );
    if (!answer) throw new Error("the page has no headset: install it before the page is opened, and wait for `page.goto`");
    const value = answer.value;
    return value as Awaited<ReturnType<Runtime[Name]>>;
  }
}

export interface ReachOptions {
  hand?: "left" | "right";
  /** Direction in which the person looks, in degrees to the right of −z; otherwise from the head to the target. */
  facingDeg?: number;
  /** How far before the target the person stands, in metres. */
  distanceM?: number;
  /** How far a poke goes beyond the target, in metres. */
  depthM?: number;
  input?: "hands" | "controllers";
}

/** Direction of a vector in degrees to the right of −z. */
function facing(dx: number, dz: number): number {
  return Math.hypot(dx, dz) < 1e-6 ? 0 : (Math.atan2(dx, -dz) * 180) / Math.PI;
}

function explain({ mode, lacking, error }: RuntimeState["attempts"][number]): string {
  if (lacking.length > 0) {
    const plural = lacking.length === 1 ? "a feature that the headset lacks" : "features that the headset lacks";
    return `the page asked for an ${mode} session with ${plural}: ${lacking.join(", ")}. Ask for them in optionalFeatures, or choose another headset with the option \`device\``;
  }
  return `the page asked for an ${mode} session, and it was refused: ${error}`;
}

function notEntered({ attempts, isInSession }: RuntimeState): string {
  const failed = attempts.findLast((attempt) => attempt.error !== null);
  if (failed) return explain(failed);
  if (isInSession) return "the page entered a session, but never asked for an animation frame of it: `session.requestAnimationFrame`";
  if (attempts.length === 0) return "the page never entered a session: it did not call `navigator.xr.requestSession`. Call `xr.enter()` first, or give the button that starts the session";
  return "the page is in no session: the one that it entered has ended";
}
