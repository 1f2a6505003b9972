// Read-only view of the page state, for tests and scripts in the console.

import { Vector3 } from "three";
import type { Actions } from "./actions.ts";
import type { Address } from "./address.ts";
import {
  type Finding,
  frame,
  HAND_HEAD,
  JOINT_FLOATS,
  type Marker,
  memoryBytes,
  type Side,
} from "./library.ts";
import type { Loop } from "./loop.ts";
import type { Model } from "./model.ts";
import type { Stage } from "./scene/stage.ts";
import type { Timeline } from "./timeline/timeline.ts";

declare global {
  interface Window {
    reenact?: Inspect;
  }
}

interface Parts {
  model: Model;
  stage: Stage;
  timeline: Timeline;
  address: Address;
  actions: Actions;
  loop: Loop;
}

export class Inspect {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get state() {
    const { model, stage, timeline, actions, loop } = this.#parts;
    const { session, clock, view, analysis } = model;
    const { left, right } = stage.first.hands;
    return {
      time: clock.time,
      duration: clock.bounds.to - clock.bounds.from,
      isPlaying: clock.isPlaying.value,
      range: clock.range.value,
      visible: { from: timeline.axis.from, to: timeline.axis.to },
      file: session.active.value?.name,
      other: session.other.value?.name,
      bytes: session.recording?.file_bytes,
      doctor: analysis.doctor.value.kind,
      compare: analysis.compare.value.kind,
      alignment: session.alignment.value,
      offset: session.offsetSecs.value,
      shown: [...view.shown.value],
      plots: view.plots.value,
      trails: view.trails.value,
      camera: stage.cameras.camera.position.toArray(),
      presence: { left: left.presence, right: right.presence },
      ...stage.cost,
      workedMs: loop.workedMs,
      isWorking: model.jobs.running.value > 0,
      hasWorker: model.jobs.hasWorker,
      memoryBytes: { page: memoryBytes(), worker: model.jobs.workerBytes },
      openedMs: actions.openedMs,
    };
  }

  get markers(): Marker[] {
    return this.#parts.model.session.recording?.markers() ?? [];
  }

  get findings(): Finding[] {
    const { value } = this.#parts.model.analysis.doctor;
    return value.kind === "done" ? value.report.findings : [];
  }

  /** Link to the current view. */
  get link(): string {
    return this.#parts.address.link;
  }

  /** Rendered frame. */
  get shownFrame(): number[] {
    return [...this.#parts.stage.first.floats];
  }

  /** Frame at a time, sampled by the library. */
  frameAt(time: number): number[] {
    const floats = new Float32Array(frame().len);
    this.#parts.model.session.recording?.frame_at(time, floats);
    return [...floats];
  }

  /** Frame of the compared recording as it is shown at a time, computed by the library. */
  otherFrameAt(time: number): number[] {
    const floats = new Float32Array(frame().len);
    this.#parts.model.session.placed?.frame_at(time, floats);
    return [...floats];
  }

  /** Rendered frame of the compared recording. */
  get otherShownFrame(): number[] {
    return [...(this.#parts.stage.second?.floats ?? [])];
  }

  /** End of the gaze ray, in scene axes. */
  get gazeEnd(): number[] {
    return this.#parts.stage.first.gazeEnd;
  }

  valueAt(channel: string, time: number): number | undefined {
    return this.#parts.model.session.recording?.value_at(channel, time);
  }

  spans(side: Side, what: "tracked" | "observed" | "pinching"): number[] {
    return [...(this.#parts.model.session.recording?.spans(side, what) ?? [])];
  }

  /** Position of a joint in the rendered frame, in scene axes. */
  joint(side: Side, joint: string): number[] {
    const at =
      frame().hands[side === "left" ? 0 : 1] +
      HAND_HEAD +
      frame().joints.indexOf(joint) * JOINT_FLOATS;
    return this.shownFrame.slice(at, at + 3);
  }

  /** The session of a headset, if there is one. */
  get immersion(): Stage["immersion"] {
    return this.#parts.stage.immersion;
  }

  /** Positions in the scene of the bones of a hand's mesh, by joint. */
  handInScene(side: Side): Record<string, number[]> {
    const { bones } = this.#parts.stage.first.hands[side];
    return Object.fromEntries(
      bones.map((place, joint) => [frame().joints[joint] ?? "", place.toArray()]),
    );
  }

  /** Position of a joint on the canvas, in CSS pixels: of the active recording, or of the other one. */
  project(side: Side, joint: string, which = 0): { x: number; y: number } | undefined {
    const { stage } = this.#parts;
    const shown = stage.people[which];
    const place = new Vector3();
    const isThere = shown && stage.project(shown, side, frame().joints.indexOf(joint), place);
    return isThere ? { x: place.x, y: place.y } : undefined;
  }
}
