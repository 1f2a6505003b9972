// Words over the scene: left and right, who is who, and what is under the mouse.

import { Vector3 } from "three";
import { h, setText } from "../dom.ts";
import { frame, HAND_HEAD, JOINT_FLOATS, SIDES, type Side } from "../library.ts";
import type { CompareMode } from "../session.ts";
import { hand } from "./anatomy.ts";
import type { Pane, Stage } from "./stage.ts";

const NEAR_PX = 16;

/** A joint that is under the mouse. */
interface Hit {
  pane: Pane;
  side: Side;
  joint: number;
}

export class Overlay {
  readonly element = h("div", { className: "overlay" });
  readonly #names: HTMLElement[] = [];
  readonly #tip = h("div", {
    className: "joint-tip",
    hidden: true,
    attributes: { role: "status" },
  });
  readonly #dot = h("div", { className: "joint-dot", hidden: true });
  readonly #panes = h("div", { className: "pane-names" });
  #pointer: { x: number; y: number } | undefined;

  constructor(readonly stage: Stage) {
    for (let i = 0; i < 4; i++) {
      const name = h("span", {
        className: `hand-name ${SIDES[i % 2]}`,
        textContent: SIDES[i % 2] === "left" ? "Left" : "Right",
      });
      this.#names.push(name);
      this.element.append(name);
    }
    this.element.append(this.#dot, this.#tip, this.#panes);
    const { canvas } = stage;
    canvas.addEventListener("pointermove", ({ offsetX, offsetY, buttons }) => {
      this.#pointer = buttons === 0 ? { x: offsetX, y: offsetY } : undefined;
      this.update();
    });
    canvas.addEventListener("pointerleave", () => {
      this.#pointer = undefined;
      this.update();
    });
    let pressed: { x: number; y: number } | undefined;
    canvas.addEventListener("pointerdown", ({ offsetX: x, offsetY: y }) => {
      pressed = { x, y };
    });
    canvas.addEventListener("pointerup", ({ offsetX: x, offsetY: y }) => {
      // A click, and not the end of a turn of the camera.
      if (pressed && Math.hypot(x - pressed.x, y - pressed.y) < 4) {
        const hit = this.hit(x, y);
        if (hit) stage.view.toggleTrail(`${hit.side}.${frame().joints[hit.joint]}`);
      }
    });
  }

  /** Shows who is who when there are two. */
  setPaneNames(names: readonly string[], mode: CompareMode): void {
    this.#panes.className = mode === "side" ? "pane-names split" : "pane-names";
    this.#panes.hidden = names.length === 0;
    this.#panes.replaceChildren(
      ...names.map((name, i) =>
        h("span", {}, h("b", { textContent: i === 0 ? "A" : "B" }), ` ${name}`),
      ),
    );
  }

  /** The joint nearest to a place on the canvas. */
  hit(x: number, y: number): Hit | undefined {
    let best: Hit | undefined;
    let nearest = NEAR_PX;
    for (const pane of this.stage.panes) {
      for (const side of SIDES) {
        for (let joint = 0; joint < frame().joints.length; joint++) {
          if (!this.stage.project(pane, side, joint, place)) continue;
          const far = Math.hypot(place.x - x, place.y - y) + place.z * 0.01;
          if (far < nearest) {
            nearest = far;
            best = { pane, side, joint };
          }
        }
      }
    }
    return best;
  }

  /** Follows the picture. */
  update(): void {
    this.#placeNames();
    const hit = this.#pointer && this.hit(this.#pointer.x, this.#pointer.y);
    this.#tip.hidden = !hit;
    this.#dot.hidden = !hit;
    if (!hit || !this.stage.project(hit.pane, hit.side, hit.joint, place)) return;
    moveTo(this.#dot, place.x, place.y);
    this.#dot.dataset.side = hit.side;
    const { hands, joints } = frame();
    const at = hands[hit.side === "left" ? 0 : 1] + HAND_HEAD + hit.joint * JOINT_FLOATS;
    const { floats } = hit.pane.person;
    // In the recording's own axes: its z is forward.
    const metres = [floats[at], floats[at + 1], -(floats[at + 2] as number)].map((value) =>
      format(value as number),
    );
    setText(this.#tip, `${hit.side} ${joints[hit.joint]}\n${metres.join("  ")} m`);
    const isRight = place.x > hit.pane.x + hit.pane.width - 200;
    moveTo(this.#tip, place.x + (isRight ? -190 : 14), Math.max(8, place.y - 18));
  }

  #placeNames(): void {
    const isShown =
      this.stage.view.shows("labels") && this.stage.view.camera.value !== "first-person";
    const { panes } = this.stage;
    for (const [i, name] of this.#names.entries()) {
      const pane = panes[i >> 1];
      const side = SIDES[i % 2] as Side;
      const isThere =
        isShown &&
        !!pane &&
        pane.person.hands[side].presence > 0 &&
        this.stage.project(pane, side, hand().wrist, place);
      name.hidden = !isThere;
      if (!isThere || !pane) continue;
      name.style.opacity = String(pane.person.hands[side].presence);
      moveTo(name, place.x, place.y + 18);
    }
  }
}

const place = new Vector3();

function moveTo(element: HTMLElement, x: number, y: number): void {
  element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
}

const format = (metres: number) => metres.toFixed(3).padStart(7, "\u2007");
