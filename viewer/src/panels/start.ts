// Start screen without an open recording.

import { h } from "../dom.ts";
import { ENDINGS, PACKED } from "../files.ts";
import { clockTime } from "../format.ts";
import { type Signal, watch } from "../signal.ts";

/** Recording and time that the address asks for and that is not open. */
export type Wanted = Signal<{ name: string; time: number | undefined } | undefined>;

export function emptyState(actions: { open(): void; demo(): void }, wanted: Wanted): HTMLElement {
  const asked = h("p", { className: "wanted", attributes: { role: "status" } });
  watch([wanted], () => {
    const { value } = wanted;
    asked.hidden = !value;
    const time = value?.time === undefined ? "" : ` at ${clockTime(value.time)}`;
    asked.replaceChildren(
      "This link shows ",
      h("b", { textContent: value?.name ?? "" }),
      `${time}. A link does not contain the recording: open or drop that file.`,
    );
  });
  const hands = document.createElementNS(SVG, "svg");
  hands.setAttribute("viewBox", "0 0 220 130");
  hands.setAttribute("aria-hidden", "true");
  for (const side of ["left", "right"]) {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", side);
    if (side === "right") group.setAttribute("transform", "translate(220 0) scale(-1 1)");
    for (const finger of FINGERS) {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", `M${finger.map((joint) => joint.join(" ")).join(" L")}`);
      group.append(path);
      for (const [x, y] of finger) {
        const joint = document.createElementNS(SVG, "circle");
        for (const [name, value] of Object.entries({ cx: x, cy: y, r: 3.1 }))
          joint.setAttribute(name, String(value));
        group.append(joint);
      }
    }
    hands.append(group);
  }
  return h(
    "div",
    { className: "empty" },
    h(
      "div",
      { className: "drop-zone" },
      hands,
      h("h1", { textContent: "Drop recordings here" }),
      h("p", { textContent: "Head, hands and gaze of an MRTK input animation." }),
      asked,
      h(
        "p",
        { className: "endings" },
        "Supported files: ",
        ...[...ENDINGS, ...PACKED].flatMap((ending, i) => [
          i > 0 ? " " : "",
          h("code", { textContent: ending }),
        ]),
      ),
      h(
        "div",
        { className: "choices" },
        h("button", {
          type: "button",
          className: "action",
          textContent: "Open files…",
          onclick: actions.open,
        }),
        h("button", {
          type: "button",
          className: "action quiet",
          textContent: "Open the demo",
          onclick: actions.demo,
        }),
      ),
      h("p", {
        className: "hint",
        textContent: "Files are read and edited in your browser. Nothing is uploaded.",
      }),
    ),
  );
}

const SVG = "http://www.w3.org/2000/svg";

/** Finger joints of a left hand seen from its back, thumb last. */
const FINGERS: readonly (readonly (readonly [number, number])[])[] = [
  [
    [58, 122],
    [30, 84],
    [20, 66],
    [13, 52],
  ],
  [
    [58, 122],
    [43, 76],
    [36, 50],
    [32, 32],
  ],
  [
    [58, 122],
    [57, 72],
    [56, 42],
    [55, 20],
  ],
  [
    [58, 122],
    [71, 75],
    [76, 48],
    [79, 28],
  ],
  [
    [58, 122],
    [80, 104],
    [93, 88],
    [102, 74],
  ],
];
