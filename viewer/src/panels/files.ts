// List of open recordings: switch, compare, close.

import type { Document } from "../document.ts";
import { h, rebuild } from "../dom.ts";
import { bytes, seconds } from "../format.ts";
import { icon } from "../icons.ts";
import type { Session } from "../session.ts";
import { type Listenable, watch } from "../signal.ts";

export function filesPanel(
  session: Session,
  actions: { waiting(): string[]; open(name: string): void; close(document: Document): void },
  changed: Listenable,
): HTMLElement {
  const list = h("ul", { className: "files" });
  const update = () => {
    const rows = session.documents.value.map((document) => {
      const isActive = document === session.active.value;
      const isOther = document === session.other.value;
      const { recording, name } = document;
      const length = recording.end_secs - recording.start_secs;
      const show = h(
        "button",
        {
          type: "button",
          className: "file",
          title: name,
          onclick: () => session.show(document),
          attributes: isActive ? { "aria-current": "true" } : {},
        },
        h(
          "span",
          { className: "file-name" },
          session.other.value && (isActive || isOther)
            ? h("b", { textContent: isActive ? "A " : "B " })
            : null,
          document.hasUnsavedEdits
            ? h("span", {
                className: "unsaved",
                textContent: "• ",
                title: "Unsaved edits",
                attributes: { role: "img", "aria-label": "Unsaved edits" },
              })
            : null,
          ...middleEllipsis(name),
        ),
        h("span", {
          className: "file-facts",
          textContent: `${seconds(length)} · ${bytes(recording.file_bytes)}${document.losses.length > 0 ? " · incomplete" : ""}`,
        }),
      );
      const compare = h(
        "button",
        {
          type: "button",
          className: "icon small",
          title: isOther ? "Stop comparing" : `Compare with ${name}`,
          onclick: () => session.compareWith(isOther ? undefined : document),
          attributes: { "aria-label": `Compare with ${name}`, "aria-pressed": String(isOther) },
        },
        icon("compare"),
      );
      const close = h(
        "button",
        {
          type: "button",
          className: "icon small",
          title: "Close",
          onclick: () => actions.close(document),
          attributes: { "aria-label": `Close ${name}` },
        },
        icon("close"),
      );
      return h(
        "li",
        { className: isActive ? "active" : isOther ? "other" : "" },
        show,
        !isActive && compare,
        close,
      );
    });
    const later = actions
      .waiting()
      .map((name) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", className: "file", onclick: () => actions.open(name) },
            h("span", { className: "file-name" }, ...middleEllipsis(name)),
            h("span", { className: "file-facts", textContent: "not opened yet" }),
          ),
        ),
      );
    rebuild(list, [...rows, ...later]);
  };
  watch([session.documents, session.changed, changed], update);
  return list;
}

/** Characters at the end of a name that are always shown: names of takes differ in the time at their end. */
const END_CHARACTERS = 10;

/** A name in two parts: the first is shortened with an ellipsis, the second is always shown. */
function middleEllipsis(name: string): HTMLElement[] {
  const characters = [...name];
  const at = characters.length > 2.5 * END_CHARACTERS ? -END_CHARACTERS : characters.length;
  const [start, end] = [characters.slice(0, at), characters.slice(at)].map((part) => part.join(""));
  const parts = [h("span", { className: "name-start", textContent: start ?? "" })];
  if (end) parts.push(h("span", { className: "name-end", textContent: end }));
  return parts;
}
