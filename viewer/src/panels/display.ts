// Display options of the scene.

import { h } from "../dom.ts";
import { watch } from "../signal.ts";
import { GHOST_STEPS, SHOWABLE, type Showable, type View } from "../view.ts";

export function displayPanel(view: View): HTMLElement {
  const list = h("div", { className: "checks" });
  for (const [what, label] of Object.entries(SHOWABLE) as [Showable, string][]) {
    const box = h("input", { type: "checkbox", onchange: () => view.toggle(what) });
    const row = h("label", { className: "check" }, box, h("span", { textContent: label }));
    if (what === "ghosts") row.append(ghostStep(view));
    watch([view.shown], () => {
      box.checked = view.shows(what);
    });
    list.append(row);
  }
  return list;
}

function ghostStep(view: View): HTMLElement {
  const select = h(
    "select",
    {
      className: "quiet",
      title: "Seconds between ghosts",
      attributes: { "aria-label": "Seconds between ghosts" },
    },
    ...GHOST_STEPS.map((step) => h("option", { value: String(step), textContent: `${step} s` })),
  );
  select.onchange = () => {
    view.ghostStepSecs.value = Number(select.value);
  };
  watch([view.ghostStepSecs], () => {
    select.value = String(view.ghostStepSecs.value);
  });
  return select;
}
