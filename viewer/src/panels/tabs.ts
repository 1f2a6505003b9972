// Tabs by the ARIA authoring practices: arrow keys switch, one tab is in the tab order.

import { h } from "../dom.ts";
import type { Signal } from "../signal.ts";
import { watch } from "../signal.ts";

interface Tab<K extends string> {
  id: K;
  label: string;
  panel: HTMLElement;
}

export function tabs<K extends string>(
  chosen: Signal<K>,
  all: readonly Tab<K>[],
): { list: HTMLElement; body: HTMLElement; badge(id: K, text: string): void } {
  const buttons = all.map(({ id, label }) =>
    h(
      "button",
      {
        type: "button",
        id: `tab-${id}`,
        onclick: () => {
          chosen.value = id;
        },
        attributes: { role: "tab", "aria-controls": `panel-${id}` },
      },
      label,
      h("span", { className: "badge" }),
    ),
  );
  const list = h(
    "div",
    { className: "tabs", attributes: { role: "tablist", "aria-label": "Inspector" } },
    ...buttons,
  );
  list.onkeydown = (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.stopPropagation();
    const at = all.findIndex(({ id }) => id === chosen.value);
    const next = (at + step + all.length) % all.length;
    chosen.value = (all[next] as Tab<K>).id;
    buttons[next]?.focus();
  };
  for (const { id, panel } of all) {
    panel.id = `panel-${id}`;
    panel.tabIndex = 0;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${id}`);
  }
  watch([chosen], () => {
    for (const [i, { id, panel }] of all.entries()) {
      const isChosen = id === chosen.value;
      panel.hidden = !isChosen;
      buttons[i]?.setAttribute("aria-selected", String(isChosen));
      if (buttons[i]) buttons[i].tabIndex = isChosen ? 0 : -1;
    }
  });
  const badge = (id: K, text: string) => {
    const element = list.querySelector(`#tab-${id} .badge`);
    if (element) element.textContent = text;
  };
  return {
    list,
    body: h("div", { className: "tab-body" }, ...all.map(({ panel }) => panel)),
    badge,
  };
}
