// `?record`: records head, hands and gaze of a person in a headset.

import { toBlob } from "../bytes.ts";
import { compile } from "../compile.ts";
import { h } from "../dom.ts";
import { save } from "../download.ts";
import { bytes, seconds } from "../format.ts";
import { load, Problem, type Recording } from "../library.ts";
import { isSupported, type Kind } from "../xr/buttons.ts";
import { JournalFile } from "./journal.ts";
import { RecordSession } from "./session.ts";
import { markDone, recordingName, recordingOf, remove, type Stored, stored } from "./store.ts";
import "./page.css";

declare global {
  interface Window {
    /** The session that is being recorded, for tests and the console. */
    recording?: RecordSession | undefined;
  }
}

const RATES = [
  ["", "Every frame of the headset"],
  ["90", "At most 90 Hz"],
  ["60", "At most 60 Hz, as MRTK"],
  ["30", "At most 30 Hz"],
] as const;
const COUNTDOWNS = [
  ["0", "No countdown"],
  ["3", "After 3 s"],
  ["5", "After 5 s"],
  ["10", "After 10 s"],
] as const;
const KEPT = [
  ["", "Everything"],
  ["10", "The last 10 s"],
  ["30", "The last 30 s"],
  ["300", "The last 5 min"],
] as const;

type Choices = readonly (readonly [string, string])[];

/** Shows the page. */
export async function record(root: HTMLElement): Promise<void> {
  await load(await compile());
  const rate = choice("Frame rate", RATES);
  const countdown = choice("Start", COUNTDOWNS);
  const kept = choice("Keep", KEPT);
  const list = h("ul", { className: "stored", attributes: { "aria-label": "Recordings" } });
  const status = h("p", { className: "status", attributes: { role: "status" } });
  const fail = (thrown: unknown) => {
    const { message, hint } = Problem.from(thrown);
    status.textContent = hint ? `${message}. ${hint}` : message;
    status.classList.add("is-error");
  };
  const refresh = async () => {
    const rows = (await stored()).map((journal) =>
      row(journal, { kept: () => number(kept), refresh, fail }),
    );
    list.replaceChildren(...rows);
    heading.hidden = rows.length === 0;
  };
  const heading = h("h2", { textContent: "Recordings in this browser" });
  const run = async (kind: Kind) => {
    status.textContent = "";
    status.classList.remove("is-error");
    try {
      await runSession(kind, number(rate), number(countdown) ?? 0, (problem) => fail(problem));
    } catch (thrown) {
      fail(thrown);
    }
    await refresh();
  };
  const buttons = h("div", { className: "choices" });
  for (const [kind, label] of [
    ["immersive-vr", "Record in VR"],
    ["immersive-ar", "Record in AR"],
  ] as const)
    if (await isSupported(kind))
      buttons.append(
        h("button", {
          type: "button",
          className: "action",
          textContent: label,
          onclick: () => void run(kind),
        }),
      );
  if (buttons.children.length === 0)
    buttons.append(
      h("p", {
        className: "hint",
        textContent:
          "This browser has no headset. Open this page in the browser of a headset, or in one on a computer that is connected to it; the address must start with https://.",
      }),
    );
  root.replaceChildren(
    h(
      "main",
      { className: "record-page" },
      h("h1", { textContent: "Record in a headset" }),
      h("p", {
        textContent:
          "Head, hands, pinches and, where the browser shares it, gaze become an MRTK input animation. Nothing is uploaded. What is recorded is written to this browser's storage twice a second, so that a crash or an empty battery loses less than a second.",
      }),
      h("div", { className: "options" }, rate.label, countdown.label, kept.label),
      buttons,
      status,
      heading,
      list,
      h("p", {}, h("a", { href: "?", textContent: "Open the viewer" })),
    ),
  );
  document.title = "Record – Reenact";
  await refresh();
}

/** Records until the session ends. */
async function runSession(
  kind: Kind,
  rateHz: number | undefined,
  countdownSecs: number,
  fail: (problem: Problem) => void,
): Promise<void> {
  const journal = new JournalFile();
  // Both need time, and a session must be asked for right after the click.
  const starting = journal.start(rateHz);
  starting.catch(() => undefined);
  const session = await navigator.xr?.requestSession(kind, {
    requiredFeatures: ["local-floor"],
    optionalFeatures: ["hand-tracking", "eye-tracking"],
  });
  if (!session) return;
  try {
    await starting;
    const isSeeThrough = kind === "immersive-ar";
    const recording = new RecordSession(session, journal, countdownSecs, isSeeThrough);
    window.recording = recording;
    await recording.start();
    await recording.ended;
  } catch (thrown) {
    await session.end().catch(() => undefined);
    throw thrown;
  } finally {
    window.recording = undefined;
    await journal.finish();
    if (journal.problem.value) fail(journal.problem.value);
  }
}

interface RowActions {
  /** Seconds to keep at the end; all if undefined. */
  kept(): number | undefined;
  refresh(): Promise<void>;
  fail(thrown: unknown): void;
}

/** A recording of the list: save, view, delete. */
function row(
  { name, bytes: size, changed, isDone }: Stored,
  { kept, refresh, fail }: RowActions,
): HTMLElement {
  const facts = h("span", { className: "facts", textContent: bytes(size) });
  const saveIt = async () => {
    const recording = await recordingOf(name);
    const { start_secs, end_secs } = recording;
    const secs = kept();
    const from = secs === undefined ? start_secs : Math.max(start_secs, end_secs - secs);
    facts.textContent = `${seconds(end_secs - from)} · ${bytes(size)}`;
    save(binOf(recording, from), recordingName(name));
    await markDone(name);
  };
  const button = (label: string, act: () => Promise<void>) =>
    h("button", {
      type: "button",
      className: "action quiet",
      textContent: label,
      onclick: () => void act().catch(fail),
    });
  return h(
    "li",
    {},
    h("strong", { textContent: recordingName(name) }),
    h("span", { className: "facts", textContent: changed.toLocaleString() }),
    isDone ? null : h("span", { className: "facts", textContent: "not ended: recovered" }),
    facts,
    button("Save .bin", saveIt),
    h("a", { href: `?journal=${encodeURIComponent(name)}`, textContent: "Open in the viewer" }),
    button("Delete", async () => {
      await remove(name);
      await refresh();
    }),
  );
}

/** File of a recording from a time on; the recording is used up. */
function binOf(recording: Recording, from: number): Blob {
  if (from > recording.start_secs) {
    const edited = recording.trim(from, recording.end_secs, true);
    recording.free();
    const part = edited.recording();
    edited.free();
    return binOf(part, part.start_secs);
  }
  const file = toBlob(recording, "bin");
  recording.free();
  return file;
}

type Choice = { label: HTMLElement; select: HTMLSelectElement };

function choice(name: string, values: Choices): Choice {
  const select = h(
    "select",
    {},
    ...values.map(([value, textContent]) => h("option", { value, textContent })),
  );
  return { label: h("label", {}, h("span", { textContent: name }), select), select };
}

const number = ({ select }: Choice): number | undefined =>
  select.value === "" ? undefined : Number(select.value);
