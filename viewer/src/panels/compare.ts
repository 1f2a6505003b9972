// Bar over the scene while two recordings are compared: view, and how the second is laid on the first.

import { REFERENCES, type Reference } from "../alignment.ts";
import type { Analysis } from "../analysis.ts";
import { h } from "../dom.ts";
import { icon } from "../icons.ts";
import type { CompareMode, Session } from "../session.ts";
import { watch } from "../signal.ts";

const MODES: Record<CompareMode, string> = { overlay: "Overlaid", side: "Side by side" };

export function compareBar(session: Session, analysis: Analysis): HTMLElement {
  const modes = h("div", {
    className: "segmented",
    attributes: { role: "group", "aria-label": "Comparison view" },
  });
  for (const [mode, textContent] of Object.entries(MODES) as [CompareMode, string][]) {
    const button = h("button", {
      type: "button",
      textContent,
      onclick: () => {
        session.compareMode.value = mode;
      },
    });
    watch([session.compareMode], () =>
      button.setAttribute("aria-pressed", String(session.compareMode.value === mode)),
    );
    modes.append(button);
  }

  const reference = h(
    "select",
    { title: "Reference frame in which B is laid on A" },
    ...Object.entries(REFERENCES).map(([value, textContent]) =>
      h("option", { value, textContent }),
    ),
  );
  reference.onchange = () => {
    session.alignment.value = {
      ...session.alignment.value,
      reference: reference.value as Reference,
    };
  };
  const offset = h("input", {
    type: "number",
    step: "0.01",
    title: "What happens in A happens so much later in B, in seconds",
  });
  offset.onchange = () => {
    const given = Number(offset.value);
    session.alignment.value = {
      ...session.alignment.value,
      offset: Number.isFinite(given) ? given : 0,
    };
  };
  // Then keys are shortcuts again.
  offset.onkeydown = ({ key }) => {
    if (key === "Enter" || key === "Escape") offset.blur();
  };
  const find = h("button", {
    type: "button",
    className: "text",
    textContent: "Find",
    title: "Find the offset at which both move alike, within 5 s",
    onclick: () => {
      session.alignment.value = { ...session.alignment.value, offset: "find" };
    },
  });
  const stop = h(
    "button",
    {
      type: "button",
      className: "icon small",
      title: "Stop comparing",
      onclick: () => session.compareWith(undefined),
      attributes: { "aria-label": "Stop comparing" },
    },
    icon("close"),
  );
  const problem = h("p", { className: "compare-problem", attributes: { role: "status" } });
  watch([session.alignment, session.offsetSecs], () => {
    const { alignment, offsetSecs } = session;
    reference.value = alignment.value.reference;
    offset.value = String(Number(offsetSecs.value.toFixed(4)));
    find.setAttribute("aria-pressed", String(alignment.value.offset === "find"));
  });
  watch([analysis.compare], () => {
    const { value } = analysis.compare;
    problem.hidden = value.kind !== "failed";
    problem.textContent = value.kind === "failed" ? `Not aligned: ${value.problem.message}` : "";
    find.disabled = value.kind === "busy";
  });
  const bar = h(
    "div",
    { className: "compare-bar", attributes: { role: "group", "aria-label": "Compare" } },
    modes,
    h("label", { className: "choice" }, h("span", { textContent: "Align" }), reference),
    h("label", { className: "choice" }, h("span", { textContent: "Offset, s" }), offset),
    find,
    stop,
    problem,
  );
  watch([session.other], () => {
    bar.hidden = session.other.value === undefined;
  });
  return bar;
}
