// List of markers: jump, rename, move, delete.

import type { Clock } from "../clock.ts";
import type { Document } from "../document.ts";
import { h, rebuild } from "../dom.ts";
import * as edits from "../edit/edits.ts";
import { clockTime } from "../format.ts";
import { icon } from "../icons.ts";
import type { Marker } from "../library.ts";
import type { Session } from "../session.ts";
import { watch } from "../signal.ts";

interface MarkerActions {
  add(): void;
  /** Edits the recording, and shows an error message if that fails. */
  edit(change: (document: Document) => void): void;
}

export class MarkersPanel {
  readonly element = h("div", { className: "panel-body" });
  readonly #list = h("ul", { className: "marker-list" });

  constructor(
    readonly session: Session,
    readonly clock: Clock,
    readonly actions: MarkerActions,
  ) {
    this.element.append(
      h(
        "button",
        { type: "button", className: "action", onclick: () => actions.add() },
        "Add a marker at this time",
      ),
      this.#list,
    );
    watch([session.changed], () => this.#update());
  }

  /** Focuses the name of a marker. */
  focus(index: number): void {
    const input = this.#list.children[index]?.querySelector<HTMLInputElement>("input.marker-name");
    input?.focus();
    input?.select();
  }

  #update(): void {
    const markers = this.session.recording?.markers() ?? [];
    const change = (index: number, to: Partial<Marker>) =>
      this.actions.edit((document) => edits.changeMarker(document, index, to));
    rebuild(
      this.#list,
      markers.map(({ name, time_secs }, index) => {
        const label = name || "marker without a name";
        const jump = h("button", {
          type: "button",
          className: "marker-time",
          textContent: clockTime(time_secs),
          onclick: () => this.clock.seek(time_secs),
          attributes: { "aria-label": `Jump to ${label} at ${clockTime(time_secs)}` },
        });
        const input = h("input", {
          className: "marker-name",
          value: name,
          attributes: { "aria-label": `Name of the marker at ${clockTime(time_secs)}` },
          onchange: () => change(index, { name: input.value }),
        });
        input.onkeydown = ({ key }) => {
          if (key === "Enter") input.blur();
          if (key === "Escape") {
            input.value = name;
            input.blur();
          }
        };
        const move = h(
          "button",
          {
            type: "button",
            className: "icon small",
            title: "Move to current time",
            onclick: () => change(index, { time_secs: this.clock.time }),
            attributes: { "aria-label": `Move ${label} to current time` },
          },
          icon("marker"),
        );
        const remove = h(
          "button",
          {
            type: "button",
            className: "icon small",
            title: "Delete",
            onclick: () => this.actions.edit((document) => edits.removeMarker(document, index)),
            attributes: { "aria-label": `Delete ${label}` },
          },
          icon("trash"),
        );
        return h("li", {}, jump, input, move, remove);
      }),
    );
  }
}
