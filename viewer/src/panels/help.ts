// Panel of keyboard shortcuts.

import { type Command, type Commands, keyName } from "../commands/command.ts";
import { h } from "../dom.ts";
import { notices } from "./notices.ts";

export function helpSheet(commands: Commands): HTMLDialogElement {
  const groups = new Map<string, Command[]>();
  for (const command of Object.values(commands)) {
    if (command.keys.length > 0)
      groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
  }
  const sections = [...groups].map(([group, members]) =>
    h(
      "section",
      {},
      h("h3", { textContent: group }),
      h(
        "dl",
        {},
        ...members.flatMap(({ label, keys }) => [
          h("dt", { textContent: label }),
          h("dd", {}, ...keys.slice(0, 2).map((key) => h("kbd", { textContent: keyName(key) }))),
        ]),
      ),
    ),
  );
  const mouse = h(
    "section",
    {},
    h("h3", { textContent: "Mouse" }),
    h(
      "dl",
      {},
      ...[
        ["Scene: rotate, pan, zoom", "drag, right drag, wheel"],
        ["Joint: name and position", "hover"],
        ["Joint: toggle trail", "click"],
        ["Scene: frame a hand, or all", "double click"],
        ["Timeline: scrub", "drag"],
        ["Timeline: zoom, pan", "wheel, Shift wheel"],
        ["Marker: move, rename", "drag, double click"],
      ].flatMap(([what, how]) => [
        h("dt", { textContent: what ?? "" }),
        h("dd", { textContent: how ?? "" }),
      ]),
    ),
  );
  const dialog: HTMLDialogElement = h(
    "dialog",
    { className: "help", attributes: { "aria-label": "Keyboard shortcuts" } },
    h(
      "header",
      {},
      h("h2", { textContent: "Keyboard shortcuts" }),
      h("button", {
        type: "button",
        textContent: "Close",
        className: "text",
        onclick: () => dialog.close(),
      }),
    ),
    h("div", { className: "sheet" }, ...sections, mouse),
    notices(),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
