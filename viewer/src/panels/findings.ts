// Findings of the doctor: jump to their time, and repair.

import type { Analysis } from "../analysis.ts";
import { h } from "../dom.ts";
import { bytes, seconds } from "../format.ts";
import type { Finding } from "../library.ts";
import type { Session } from "../session.ts";
import { type Signal, watch } from "../signal.ts";

interface FindingActions {
  /** Finding that was selected last. */
  shown: Signal<Finding | undefined>;
  show(finding: Finding): void;
  repair(): void;
}

export function findingsPanel(
  session: Session,
  analysis: Analysis,
  actions: FindingActions,
): HTMLElement {
  const panel = h("div", { className: "panel-body" });
  watch([analysis.doctor], () => {
    const state = analysis.doctor.value;
    if (state.kind === "busy") {
      panel.replaceChildren(h("p", { className: "busy", textContent: "Checking…" }));
    } else if (state.kind === "failed") {
      panel.replaceChildren(h("p", { className: "note loss", textContent: state.problem.message }));
    } else if (state.kind === "asks") {
      const size = bytes(session.recording?.file_bytes ?? 0);
      panel.replaceChildren(
        h("p", {
          textContent: `Checking needs a second copy of this recording in memory: ${size}.`,
        }),
        h("button", {
          type: "button",
          className: "action",
          textContent: "Check recording",
          onclick: () => analysis.examine(),
        }),
      );
    } else if (state.kind === "done") {
      panel.replaceChildren(...report(state.report.findings, actions));
    } else {
      panel.replaceChildren();
    }
  });
  watch([actions.shown, analysis.doctor], () => {
    const { value } = analysis.doctor;
    const at =
      value.kind === "done" && actions.shown.value
        ? value.report.findings.indexOf(actions.shown.value)
        : -1;
    for (const [i, row] of panel.querySelectorAll(".finding").entries()) {
      row.setAttribute("aria-current", String(i === at));
      if (i === at) row.scrollIntoView({ block: "nearest" });
    }
  });
  return panel;
}

function report(findings: readonly Finding[], actions: FindingActions): HTMLElement[] {
  if (findings.length === 0) return [h("p", { textContent: "No defects found." })];
  const rows = findings.map((finding) => {
    const { code, title, severity, where, message, from_secs: from } = finding;
    const place = where === "file" ? "" : where;
    const facts = [place, typeof from === "number" ? `at ${seconds(from)}` : ""]
      .filter(Boolean)
      .join(" · ");
    const inside = [
      h(
        "span",
        { className: "finding-title" },
        h("span", { className: `shape ${severity}`, attributes: { "aria-hidden": "true" } }),
        h("span", { textContent: title }),
        h("span", { className: "finding-code", textContent: `${severity} · ${code}` }),
      ),
      h("span", { className: "finding-text", textContent: message }),
      facts ? h("span", { className: "finding-where", textContent: facts }) : null,
    ];
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", className: "finding", onclick: () => actions.show(finding) },
        ...inside,
      ),
    );
  });
  const canRepair = findings.some(({ repair }) => repair !== "none");
  const isHarmless = findings.every(({ severity }) => severity === "note");
  return [
    h("ul", { className: "finding-list" }, ...rows),
    canRepair
      ? h("button", {
          type: "button",
          className: "action",
          textContent: "Repair",
          onclick: actions.repair,
        })
      : h("p", {
          className: "hint",
          textContent: isHarmless ? "No repair is needed." : "These findings cannot be repaired.",
        }),
  ];
}
