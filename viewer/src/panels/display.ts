// Display options of the scene.

import { h } from "../dom.ts";
import type { InfoReport } from "../library.ts";
import type { Session } from "../session.ts";
import { watch } from "../signal.ts";
import { GHOST_STEPS, SHOWABLE, type Showable, type View } from "../view.ts";

/** Options that need a track of the recording. */
const NEEDS: Partial<Record<Showable, readonly (keyof InfoReport["observed"])[]>> = {
  skin: ["left", "right"],
  head: ["camera"],
  gaze: ["gaze"],
};

export function displayPanel(view: View, session: Session): HTMLElement {
  const list = h("div", { className: "checks" });
  for (const [what, label] of Object.entries(SHOWABLE) as [Showable, string][]) {
    const box = h("input", { type: "checkbox", onchange: () => view.toggle(what) });
    const row = h("label", { className: "check" }, box, h("span", { textContent: label }));
    if (what === "ghosts") row.append(ghostStep(view));
    watch([view.shown, session.changed], () => {
      const isThere = has(session, what);
      box.disabled = !isThere;
      box.checked = isThere && view.shows(what);
      row.title = isThere ? "" : "Not in this recording";
    });
    list.append(row);
  }
  return list;
}

/** Whether a shown recording has the track of an option. */
function has(session: Session, what: Showable): boolean {
  const tracks = NEEDS[what];
  const shown = [session.active.value, session.other.value].filter((document) => !!document);
  if (!tracks || shown.length === 0) return true;
  return shown.some((document) => {
    const { observed } = document.recording.info() as InfoReport;
    return tracks.some((track) => observed[track].length > 0);
  });
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
