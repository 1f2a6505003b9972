// Selection of plotted curves and measures, with search.

import { h } from "../dom.ts";
import { count } from "../format.ts";
import type { Channel } from "../library.ts";
import type { Session } from "../session.ts";
import type { View } from "../view.ts";

const MOST_SHOWN = 80;

export class PlotChooser {
  readonly dialog: HTMLDialogElement;
  readonly #list = h("ul", { className: "channel-list" });
  readonly #search = h("input", {
    // Not of type search: there, the first Escape would clear it instead of closing the list.
    type: "text",
    placeholder: "Search: speed, IndexTip position, gaze …",
    attributes: { "aria-label": "Search for a curve or a measure" },
  });

  constructor(
    readonly session: Session,
    readonly view: View,
  ) {
    this.dialog = h(
      "dialog",
      { className: "chooser", attributes: { "aria-label": "Add a plot" } },
      h(
        "header",
        {},
        this.#search,
        h("button", {
          type: "button",
          className: "text",
          textContent: "Done",
          onclick: () => this.dialog.close(),
        }),
      ),
      this.#list,
    );
    this.#search.oninput = () => this.#update();
    this.#search.onkeydown = ({ key }) => {
      if (key === "Enter") this.#list.querySelector("button")?.click();
    };
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }

  open(): void {
    this.#update();
    this.dialog.showModal();
    this.#search.select();
  }

  #update(): void {
    const words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const all = this.session.recording?.channels() ?? [];
    const found = all.filter(({ name, label }) => {
      const text = `${name} ${label}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const rows = found.slice(0, MOST_SHOWN).map((channel) => this.#row(channel));
    const left = found.length - rows.length;
    if (left > 0)
      rows.push(h("li", { className: "hint", textContent: `${left} more: type to filter` }));
    if (found.length === 0)
      rows.push(h("li", { className: "hint", textContent: "No curve or measure matches." }));
    this.#list.replaceChildren(...rows);
  }

  #row({ name, label, unit, is_measure, keys }: Channel): HTMLLIElement {
    const isShown = this.view.plots.value.includes(name);
    const button = h(
      "button",
      {
        type: "button",
        className: "channel",
        attributes: { "aria-pressed": String(isShown) },
        onclick: () => {
          this.view.togglePlot(name);
          button.setAttribute("aria-pressed", String(this.view.plots.value.includes(name)));
        },
      },
      h("span", { className: "channel-label", textContent: label }),
      h("span", {
        className: "channel-facts",
        textContent: is_measure ? unit : `${count(keys)} keys${unit ? ` · ${unit}` : ""}`,
      }),
    );
    return h("li", {}, button);
  }
}
