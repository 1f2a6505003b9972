// Start page without an open recording: what this is, a picture of it, and recordings to try.

import { h } from "../dom.ts";
import { ENDINGS, PACKED } from "../files.ts";
import { clockTime } from "../format.ts";
import { version } from "../library.ts";
import type { Sample } from "../samples.ts";
import { type Signal, watch } from "../signal.ts";

/** Recording and time that the address asks for and that is not open. */
export type Wanted = Signal<{ name: string; time: number | undefined } | undefined>;

/** Samples on the start page. */
export interface Card {
  id: "demo" | "device" | "compare";
  title: string;
  text: string;
  samples: readonly Sample[];
}

const CARDS: readonly Card[] = [
  {
    id: "demo",
    title: "Both hands",
    text: "Reach, pinch, grab and point: 20 s",
    samples: ["ideal"],
  },
  {
    id: "device",
    title: "As a HoloLens 2 records",
    text: "The same with its noise and its defects",
    samples: ["hololens2"],
  },
  {
    id: "compare",
    title: "Two takes compared",
    text: "Both, laid over each other",
    samples: ["ideal", "hololens2"],
  },
];

/** Folder of the documentation beside the page; a page in one file has none. */
const GUIDE = "guide.html";

interface StartActions {
  open(): void;
  samples(samples: readonly Sample[]): void;
  help(): void;
}

export interface StartPage {
  element: HTMLElement;
  /** Shows pictures: one of the whole, and one for each card. */
  show(pictures: Map<Card["id"] | "all", HTMLCanvasElement>): void;
}

export function startPage(actions: StartActions, wanted: Wanted): StartPage {
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
  const all = h("div", { className: "start-picture", attributes: { "aria-hidden": "true" } });
  const places = new Map<Card["id"] | "all", HTMLElement>([["all", all]]);
  const cards = CARDS.map(({ id, title, text, samples }) => {
    const picture = h("span", {
      className: "sample-picture",
      attributes: { "aria-hidden": "true" },
    });
    places.set(id, picture);
    return h(
      "button",
      { type: "button", className: "sample", onclick: () => actions.samples(samples) },
      picture,
      h("span", { className: "sample-title", textContent: title }),
      h("span", { className: "sample-text", textContent: text }),
    );
  });
  const isOneFile = import.meta.env.MODE === "single";
  const element = h(
    "div",
    { className: "empty" },
    h(
      "div",
      { className: "start" },
      h(
        "div",
        { className: "drop-zone" },
        all,
        h(
          "div",
          { className: "start-words" },
          h("h1", { textContent: "Drop recordings here" }),
          h("p", {
            className: "lead",
            textContent:
              "See what a person's head, hands and eyes did: this page plays, checks, compares and edits MRTK input animations.",
          }),
          asked,
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
              onclick: () => actions.samples(["ideal"]),
            }),
          ),
          h("p", {
            className: "hint",
            textContent: "Files are read and edited in your browser. Nothing is uploaded.",
          }),
        ),
      ),
      h("h2", { textContent: "No recording at hand? Try one of these" }),
      h("div", { className: "samples" }, ...cards),
      h(
        "footer",
        { className: "start-foot" },
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
          "p",
          {},
          `Version ${version()} · `,
          !isOneFile && h("a", { href: GUIDE, target: "_blank", textContent: "Documentation" }),
          !isOneFile && " · ",
          h("button", {
            type: "button",
            className: "link",
            textContent: "Keyboard shortcuts",
            onclick: actions.help,
          }),
        ),
      ),
    ),
  );
  return {
    element,
    show: (pictures) => {
      for (const [id, picture] of pictures) places.get(id)?.replaceChildren(picture);
    },
  };
}
