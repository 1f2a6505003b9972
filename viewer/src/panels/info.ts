// Contents of the recording, and its distance from the compared one.

import { type Alignment, REFERENCES } from "../alignment.ts";
import type { Analysis } from "../analysis.ts";
import { h, rebuild } from "../dom.ts";
import { bytes, count, seconds } from "../format.ts";
import type { InfoReport, Side } from "../library.ts";
import { SIDES } from "../library.ts";
import type { Session } from "../session.ts";
import { watch } from "../signal.ts";

export function infoPanel(
  session: Session,
  analysis: Analysis,
  seek: (time: number) => void,
): HTMLElement {
  const panel = h("div", { className: "panel-body" });
  watch([session.changed, analysis.compare, analysis.doctor], () => {
    const document = session.active.value;
    if (!document) {
      panel.replaceChildren();
      return;
    }
    const info = document.recording.info() as InfoReport;
    const doctor = analysis.doctor.value;
    const rows: [string, string][] = [
      ["Length", length(info)],
      ...early(info),
      ["Size", bytes(info.bytes)],
      ["File format", `${info.version}, ${info.layout} layout`],
      ["Tracks", tracks(info)],
      ["Curves", count(info.curves)],
      ["Keys", count(info.keys)],
      ...SIDES.flatMap((side) => handRow(info, side)),
    ];
    if (doctor.kind === "done" && doctor.report.writer)
      rows.push(["Writer", doctor.report.writer.name]);
    const facts = h(
      "dl",
      { className: "facts" },
      ...rows.flatMap(([name, value]) => [
        h("dt", { textContent: name }),
        h("dd", { textContent: value }),
      ]),
    );
    const notes = document.notes.map(({ message, is_loss }) =>
      h("p", { className: is_loss ? "note loss" : "note", textContent: message }),
    );
    rebuild(panel, [
      h("h3", { className: "file-title", textContent: document.name }),
      facts,
      ...notes,
      ...comparison(session, analysis, seek),
    ]);
  });
  return panel;
}

/** How long it is, and where it starts if that is not 0. */
function length(info: InfoReport): string {
  const duration = seconds(Number(info.duration_secs));
  const start = Number(info.start_secs);
  if (start === 0 && early(info).length === 0) return duration;
  return `${duration}, from ${seconds(start)} to ${seconds(Number(info.end_secs))}`;
}

/** Keys before 0, which are not played. */
function early({ first_key_secs: first }: InfoReport): [string, string][] {
  if (first === null || !(Number(first) < 0)) return [];
  return [["Keys before 0", `from −${seconds(-Number(first))}, not played`]];
}

function tracks({ tracks: { camera, hands, gaze } }: InfoReport): string {
  const there = [camera && "head", hands && "hands", gaze && "gaze"].filter(Boolean);
  return there.length > 0 ? there.join(", ") : "none";
}

function handRow({ hands }: InfoReport, side: Side): [string, string][] {
  const hand = hands?.[side];
  if (!hand) return [];
  const pinches = hand.pinching.length === 1 ? "1 pinch" : `${hand.pinching.length} pinches`;
  const tracked = seconds(Number(hand.tracked_secs));
  const observed = seconds(Number(hand.observed_secs));
  return [
    [
      side === "left" ? "Left hand" : "Right hand",
      `${tracked} tracked, ${observed} observed, ${pinches}`,
    ],
  ];
}

function comparison(
  session: Session,
  analysis: Analysis,
  seek: (time: number) => void,
): HTMLElement[] {
  const other = session.other.value;
  if (!other) return [];
  const head = [
    h("h3", { textContent: "Compared with" }),
    h("p", { className: "file-title", textContent: other.name }),
  ];
  const state = analysis.compare.value;
  if (state.kind === "failed")
    return [...head, h("p", { className: "note loss", textContent: state.problem.message })];
  if (state.kind !== "done")
    return [...head, h("p", { className: "busy", textContent: "Comparing…" })];
  const { identical, same, first_difference, tracks: found } = state.report;
  const first = first_difference && Number(first_difference.time_secs);
  const result = identical
    ? "Identical, byte for byte."
    : same
      ? "Equal within the tolerances."
      : "Different.";
  const rows = Object.entries(found).map(([track, { position_m: apart }]) => {
    const text = apart
      ? `${(apart.max * 1000).toFixed(apart.max < 0.01 ? 2 : 0)} mm${apart.joint ? `, ${apart.joint}` : ""}`
      : "–";
    const jump = h("button", {
      type: "button",
      className: "link",
      textContent: text,
      onclick: () => seek(apart?.time_secs ?? 0),
      disabled: apart === null,
    });
    return [h("dt", { textContent: track }), h("dd", {}, jump)];
  });
  const since =
    first === null
      ? null
      : h("button", {
          type: "button",
          className: "link",
          textContent: `First difference at ${seconds(first)}`,
          onclick: () => seek(first),
        });
  return [
    ...head,
    ...aligned(session.shownAlignment),
    h("p", { textContent: result }),
    h("dl", { className: "facts" }, ...rows.flat()),
    ...(since ? [since] : []),
  ];
}

/** How the compared recording is laid on this one, if not as recorded. */
function aligned({ reference, offset }: Alignment): HTMLElement[] {
  const parts = [
    reference === "as-recorded" ? "" : `by ${REFERENCES[reference].toLowerCase()}`,
    typeof offset === "number" && offset !== 0
      ? `${seconds(Math.abs(offset))} ${offset > 0 ? "later" : "earlier"} in B`
      : "",
  ].filter(Boolean);
  return parts.length > 0 ? [h("p", { textContent: `Aligned ${parts.join(", ")}.` })] : [];
}
