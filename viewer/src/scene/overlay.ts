// Labels over the scene: hands, recordings, and the joint under the mouse.

import { Vector3 } from "three";
import { h, setText } from "../dom.ts";
import { frame, SIDES, type Side } from "../library.ts";
import type { CompareMode } from "../session.ts";
import type { Label } from "./picture.ts";
import type { Pane, Stage } from "./stage.ts";

const NEAR_PX = 16;
/** Width and height of the label of a hand. */
const NAME_PX = [40, 16] as const;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A joint under the mouse. */
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
  /** Note that explains why something is not visible. */
  readonly #note = h("p", { className: "scene-note", attributes: { role: "status" } });
  /** Labels of hands in the rendered frame. */
  #placed: Label[] = [];
  #pointer: { x: number; y: number } | undefined;
  /** Joint selected by keyboard, as an index over both hands. */
  #picked: number | undefined;

  constructor(readonly stage: Stage) {
    for (let i = 0; i < 4; i++) {
      const name = h("span", {
        className: `hand-name ${SIDES[i % 2]}`,
        textContent: SIDES[i % 2] === "left" ? "Left" : "Right",
      });
      this.#names.push(name);
      this.element.append(name);
    }
    this.element.append(this.#dot, this.#tip, this.#panes, this.#note);
    const { canvas } = stage;
    canvas.addEventListener("pointermove", ({ offsetX, offsetY, buttons }) => {
      this.#pointer = buttons === 0 ? { x: offsetX, y: offsetY } : undefined;
      this.update();
    });
    canvas.addEventListener("pointerleave", () => {
      this.#pointer = undefined;
      this.update();
    });
    canvas.addEventListener("dblclick", ({ offsetX, offsetY }) => this.#focus(offsetX, offsetY));
    let pressed: { x: number; y: number } | undefined;
    canvas.addEventListener("pointerdown", ({ offsetX: x, offsetY: y }) => {
      pressed = { x, y };
    });
    canvas.addEventListener("pointerup", ({ offsetX: x, offsetY: y }) => {
      // A click, not the end of a camera drag.
      if (pressed && Math.hypot(x - pressed.x, y - pressed.y) < 4) {
        this.#pointer = { x, y };
        this.toggleTrail();
      }
    });
  }

  /** Labels the recordings if there are two. */
  setPaneNames(names: readonly string[], mode: CompareMode): void {
    this.#panes.className = mode === "side" ? "pane-names split" : "pane-names";
    this.#panes.hidden = names.length === 0;
    const { apartM } = this.stage;
    const facts = [
      "",
      apartM > 0 ? ` · ${apartM.toFixed(1)} m away, shown at its own position` : "",
    ];
    this.#panes.replaceChildren(
      ...names.map((name, i) =>
        h("span", {}, h("b", { textContent: i === 0 ? "A" : "B" }), ` ${name}${facts[i]}`),
      ),
    );
  }

  /** Visible labels of the rendered frame, for pictures and films. */
  get labels(): Label[] {
    const panes = this.stage.panes;
    const [first] = panes;
    const names = [...this.#panes.children].map((element, i) => ({
      text: element.textContent ?? "",
      x: (panes[i] ?? first)?.x ?? 0,
      y: ((panes[i] ?? first)?.height ?? 0) - 22 - (panes[i] ? 0 : 22 * i),
      align: "left" as const,
      element: element as HTMLElement,
    }));
    return [...this.#placed, ...names.map((name) => ({ ...name, x: name.x + 20 }))];
  }

  /** Selects the next or previous visible joint, like hovering; after the last one, none. */
  pick(step: 1 | -1): void {
    const count = SIDES.length * frame().joints.length;
    this.#pointer = undefined;
    // One index more than joints: no selection.
    let at = this.#picked ?? count;
    do at = (at + step + count + 1) % (count + 1);
    while (at < count && !this.#hitOf(at));
    this.#picked = at < count ? at : undefined;
    this.update();
  }

  /** Toggles the trail of the selected joint. */
  toggleTrail(): void {
    const hit = this.#pointed;
    if (hit) this.stage.view.toggleTrail(`${hit.side}.${frame().joints[hit.joint]}`);
  }

  #hitOf(picked: number): Hit | undefined {
    const [pane] = this.stage.people;
    const { length } = frame().joints;
    const side = SIDES[Math.floor(picked / length)];
    const joint = picked % length;
    return pane && side && this.stage.project(pane, side, joint, place)
      ? { pane, side, joint }
      : undefined;
  }

  get #pointed(): Hit | undefined {
    if (this.#pointer) return this.hit(this.#pointer.x, this.#pointer.y);
    return this.#picked === undefined ? undefined : this.#hitOf(this.#picked);
  }

  /** Joint nearest to a point on the canvas. */
  hit(x: number, y: number): Hit | undefined {
    let best: Hit | undefined;
    let nearest = NEAR_PX;
    for (const pane of this.stage.people) {
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

  /** Updates the labels for the rendered frame. */
  update(): void {
    this.#placeNames();
    this.#explain();
    const hit = this.#pointed;
    this.#tip.hidden = !hit;
    this.#dot.hidden = !hit;
    if (!hit || !this.stage.project(hit.pane, hit.side, hit.joint, place)) return;
    moveTo(this.#dot, place.x, place.y);
    this.#dot.dataset.side = hit.side;
    const { person } = hit.pane;
    // Displayed position: a fading hand is where it was last observed. In the recording's axes, z is forward.
    const { x, y, z } = person.hands[hit.side].joints[hit.joint] as Vector3;
    const who = this.stage.second ? (person === this.stage.first ? "A: " : "B: ") : "";
    const what = `${who}${hit.side} ${frame().joints[hit.joint]}`;
    setText(this.#tip, `${what}\n${[x, y, -z].map(format).join("  ")} m`);
    const isRight = place.x > hit.pane.x + hit.pane.width - 200;
    moveTo(this.#tip, place.x + (isRight ? -190 : 14), Math.max(8, place.y - 18));
  }

  #explain(): void {
    const { stage } = this;
    const isBlind = stage.view.camera.value === "first-person" && !stage.first.hasHead;
    const text = stage.isLost.value
      ? "The graphics context was lost: the browser or the graphics driver was reset. If the picture does not come back, save your edits and reload the page."
      : stage.isEmpty
        ? "This recording has no head and no hands"
        : isBlind
          ? "No head pose at this time: orbit view"
          : "";
    this.#note.hidden = text === "";
    setText(this.#note, text);
  }

  #placeNames(): void {
    const { view, first } = this.stage;
    const isShown =
      view.shows("labels") && !(view.camera.value === "first-person" && first.hasHead);
    const { panes } = this.stage;
    this.#placed = [];
    for (const [i, name] of this.#names.entries()) {
      const pane = panes[i >> 1];
      const side = SIDES[i % 2] as Side;
      const box = isShown && pane && this.#boxOf(pane, side);
      name.hidden = !box;
      if (!box) continue;
      const beside = this.#besideOf(pane, side, box);
      name.style.opacity = String(pane.person.hands[side].presence);
      moveTo(name, beside.x, beside.y - NAME_PX[1] / 2);
      const text = name.textContent ?? "";
      this.#placed.push({ text, ...beside, align: "center", element: name });
    }
  }

  /** Bounding box of a hand on screen. */
  #boxOf(pane: Pane, side: Side): Box | undefined {
    if (pane.person.hands[side].presence <= 0) return undefined;
    let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let [top, bottom] = [left, right];
    for (const joint of frame().joints.keys()) {
      if (!this.stage.project(pane, side, joint, place)) continue;
      left = Math.min(left, place.x);
      right = Math.max(right, place.x);
      top = Math.min(top, place.y);
      bottom = Math.max(bottom, place.y);
    }
    return left <= right ? { left, right, top, bottom } : undefined;
  }

  /** Centre of the label of a hand: beside it, away from the other hand, and inside of the pane. */
  #besideOf(pane: Pane, side: Side, { left, right, top, bottom }: Box): { x: number; y: number } {
    const other = this.#boxOf(pane, side === "left" ? "right" : "left");
    const isOnLeft = other
      ? left + right < other.left + other.right
      : left + right > 2 * pane.x + pane.width;
    const [half, tall] = [NAME_PX[0] / 2, NAME_PX[1] / 2];
    // Fingers are thicker than their joints.
    const apart = half + Math.min(40, 10 + (bottom - top) * 0.12);
    const y = Math.min(Math.max((top + bottom) / 2, tall), pane.height - tall);
    const [outside, inside] = isOnLeft
      ? [left - apart, right + apart]
      : [right + apart, left - apart];
    const fits = (x: number) => x >= pane.x + half && x <= pane.x + pane.width - half;
    if (fits(outside)) return { x: outside, y };
    if (fits(inside)) return { x: inside, y };
    return { x: (left + right) / 2, y: Math.min(bottom + 16, pane.height - tall) };
  }

  /** Frames the hand at a point on the canvas; elsewhere, the recording. */
  #focus(x: number, y: number): void {
    const { stage } = this;
    for (const pane of stage.people)
      for (const side of SIDES) {
        const box = this.#boxOf(pane, side);
        const isIn =
          box &&
          x > box.left - NEAR_PX &&
          x < box.right + NEAR_PX &&
          y > box.top - NEAR_PX &&
          y < box.bottom + NEAR_PX;
        if (!isIn) continue;
        stage.view.camera.value = "orbit";
        stage.cameras.focus(pane.person.hands[side].joints);
        return;
      }
    stage.fit();
  }
}

const place = new Vector3();

function moveTo(element: HTMLElement, x: number, y: number): void {
  element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
}

const format = (metres: number) =>
  metres
    .toFixed(3)
    .replace(/^-(?=0\.000$)/, "")
    .padStart(7, "\u2007");
