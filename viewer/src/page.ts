// Layout of the page.

import type { Actions } from "./actions.ts";
import type { Command, Commands } from "./commands/command.ts";
import { h } from "./dom.ts";
import { ENDINGS, PACKED } from "./files.ts";
import { type Icon, icon } from "./icons.ts";
import type { Model } from "./model.ts";
import { compareBar } from "./panels/compare.ts";
import { displayPanel } from "./panels/display.ts";
import { filesPanel } from "./panels/files.ts";
import { findingsPanel } from "./panels/findings.ts";
import { infoPanel } from "./panels/info.ts";
import { followFullScreen, resizable } from "./panels/layout.ts";
import { type Entry, entryOf, menu } from "./panels/menu.ts";
import type { StartPage } from "./panels/start.ts";
import { tabs } from "./panels/tabs.ts";
import { progressText } from "./remote/download.ts";
import { watch } from "./signal.ts";
import { commandButton } from "./timeline/transport.ts";
import type { CameraMode } from "./view.ts";

interface Contents {
  model: Model;
  actions: Actions;
  commands: Commands;
  scene: HTMLElement;
  transport: HTMLElement;
  timeline: HTMLElement;
  markers: HTMLElement;
  edit: HTMLElement;
  messages: HTMLElement;
  cards: HTMLElement;
  start: StartPage;
}

const CAMERA_LABELS: Record<CameraMode, string> = {
  orbit: "Orbit",
  "first-person": "First person",
  follow: "Follow",
};

export function page(contents: Contents): HTMLElement {
  const { model, actions } = contents;
  const { session, view, analysis, clock } = model;
  const findings = findingsPanel(session, analysis, {
    shown: actions.shownFinding,
    show: actions.showFinding,
    repair: () => void actions.repair(),
  });
  const inspector = tabs(view.tab, [
    { id: "info", label: "Info", panel: infoPanel(session, analysis, (time) => clock.seek(time)) },
    { id: "findings", label: "Findings", panel: findings },
    { id: "markers", label: "Markers", panel: contents.markers },
    { id: "edit", label: "Edit", panel: contents.edit },
  ]);
  watch([analysis.doctor], () => {
    const { value } = analysis.doctor;
    const serious =
      value.kind === "done"
        ? value.report.findings.filter(({ severity }) => severity !== "note").length
        : 0;
    inspector.badge("findings", serious > 0 ? String(serious) : "");
  });

  const left = h(
    "aside",
    { className: "side left-side", attributes: { "aria-label": "Files and display" } },
    h(
      "header",
      {},
      h("h2", { textContent: "Recordings" }),
      commandButton("plus", contents.commands.openFiles as Command),
    ),
    filesPanel(
      session,
      {
        waiting: () => actions.waiting.value.map(({ name }) => name),
        open: (name) => actions.openWaiting([name]),
        close: actions.close,
      },
      actions.waiting,
    ),
    h("h2", { textContent: "Show" }),
    displayPanel(view, session),
  );
  const right = h(
    "aside",
    { className: "side right-side", attributes: { "aria-label": "Inspector" } },
    inspector.list,
    inspector.body,
  );
  const fullScreen = commandButton("fullscreen", contents.commands.fullScreen as Command);
  fullScreen.classList.add("floating", "full-screen-button");
  watch([view.isFullScreen], () =>
    fullScreen.setAttribute("aria-pressed", String(view.isFullScreen.value)),
  );
  const middle = h(
    "main",
    { className: "stage" },
    contents.scene,
    h("div", { className: "scene-bars" }, cameraSwitch(model), compareBar(session, analysis)),
    fullScreen,
  );
  const bottom = h("footer", { className: "bottom" }, contents.transport, contents.timeline);
  const { element: empty } = contents.start;
  const work = h("div", { className: "work" }, left, middle, right, bottom);
  const lanes = contents.timeline.querySelector<HTMLElement>(".lanes") ?? contents.timeline;
  work.append(...resizable(work, { left, right, lanes }));
  watch([view.hasLeftPanel, view.hasRightPanel], () => {
    work.classList.toggle("no-left", !view.hasLeftPanel.value);
    work.classList.toggle("no-right", !view.hasRightPanel.value);
  });
  watch([session.active], () => {
    const isEmpty = !session.active.value;
    empty.hidden = !isEmpty;
    work.classList.toggle("is-empty", isEmpty);
    document.title = session.active.value ? `${session.active.value.name} – Reenact` : "Reenact";
  });
  watch([view.theme], () => {
    document.documentElement.dataset.theme = view.theme.value;
  });
  const veil = h(
    "div",
    { className: "veil", hidden: true },
    h("p", { textContent: "Drop to open" }),
    h("p", {
      className: "hint",
      textContent: `${[...ENDINGS, ...PACKED].join(", ")}, or a folder of them`,
    }),
  );
  const busy = h("div", {
    className: "busy-note",
    hidden: true,
    attributes: { role: "status" },
  });
  const bar = h("progress", { max: 1, attributes: { "aria-label": "Part that has been read" } });
  watch([actions.isOpening, actions.reading, actions.download, model.jobs.running], () => {
    const { name, part } = actions.reading.value ?? {};
    const download = actions.download.value;
    const text = actions.isOpening.value
      ? download
        ? progressText(download)
        : `Opening ${name ?? ""}…`
      : model.jobs.running.value > 0
        ? "Working…"
        : "";
    busy.hidden = text === "";
    if (part !== undefined) bar.value = part;
    busy.replaceChildren(text, ...(part === undefined ? [] : [bar]));
  });
  const root = h(
    "div",
    { className: "page" },
    top(contents),
    contents.cards,
    work,
    empty,
    contents.messages,
    busy,
    veil,
  );
  followFullScreen(view, root);
  return root;
}

function top({ model, actions, commands }: Contents): HTMLElement {
  const { session, view, clock } = model;
  const button = (name: Icon, id: string, word?: string) =>
    commandButton(name, commands[id] as Command, word);
  const undo = button("undo", "undo");
  const redo = button("redo", "redo");
  const needsFile: (HTMLElement & { disabled: boolean })[] = [];
  const named = (element: HTMLButtonElement) => {
    needsFile.push(element);
    return element;
  };
  const exportMenu = menu("Export", [icon("download"), h("span", { textContent: "Export" })], () =>
    exports(commands, actions, clock.range.value !== undefined),
  );
  needsFile.push(exportMenu.querySelector("button") as HTMLButtonElement);
  const film = named(button("film", "film", "Film"));
  const compare = named(button("compare", "compare", "Compare"));
  const theme = button("moon", "theme");
  watch([view.theme], () =>
    theme.replaceChildren(icon(view.theme.value === "dark" ? "sun" : "moon")),
  );
  const link = named(button("link", "link", "Link"));
  const screenshot = named(button("camera", "screenshot", "Screenshot"));
  const panels = [
    named(button("panelLeft", "leftPanel")),
    named(button("panelRight", "rightPanel")),
  ];
  watch([session.changed], () => {
    const active = session.active.value;
    undo.disabled = active?.undoLabel === undefined;
    redo.disabled = active?.redoLabel === undefined;
    undo.title = active?.undoLabel ? `Undo: ${active.undoLabel}` : "Undo";
    redo.title = active?.redoLabel ? `Redo: ${active.redoLabel}` : "Redo";
    for (const element of needsFile) element.disabled = !active;
    compare.setAttribute("aria-pressed", String(session.other.value !== undefined));
  });
  return h(
    "header",
    { className: "top" },
    h("div", { className: "brand" }, logo(), h("span", { textContent: "Reenact" })),
    button("folder", "openFiles", "Open"),
    h("div", { className: "rule" }),
    undo,
    redo,
    h("div", { className: "spring" }),
    compare,
    link,
    screenshot,
    film,
    exportMenu,
    h("div", { className: "rule" }),
    ...panels,
    theme,
    button("help", "help"),
  );
}

function exports(commands: Commands, actions: Actions, hasRange: boolean): Entry[] {
  const entries: Entry[] = [
    entryOf(commands.save as Command, "recording for MRTK"),
    {
      label: "Save as .glb",
      detail: "for Blender and every 3D tool",
      run: () => void actions.export("glb"),
    },
    {
      label: "Save as .handsbin",
      detail: "Unity XR Hands",
      run: () => void actions.export("handsbin"),
    },
    { label: "Save as CSV", detail: "one row per key", run: () => void actions.export("csv") },
    { label: "Save as JSON", detail: "every key", run: () => void actions.export("json") },
  ];
  if (hasRange) entries.push(entryOf(commands.savePart as Command, "only that part, from time 0"));
  entries.push(entryOf(commands.screenshot as Command), entryOf(commands.film as Command));
  return entries;
}

function cameraSwitch({ view }: Model): HTMLElement {
  const group = h("div", {
    className: "segmented",
    attributes: { role: "group", "aria-label": "Camera" },
  });
  for (const [mode, label] of Object.entries(CAMERA_LABELS) as [CameraMode, string][]) {
    const button = h("button", {
      type: "button",
      textContent: label,
      onclick: () => {
        view.camera.value = mode;
      },
    });
    watch([view.camera], () =>
      button.setAttribute("aria-pressed", String(view.camera.value === mode)),
    );
    group.append(button);
  }
  return group;
}

function logo(): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 32 32");
  svg.setAttribute("aria-hidden", "true");
  for (const [className, d] of [
    ["left", "M11 6v9"],
    ["right", "M21 6v9"],
    ["base", "M7 22c3 5 15 5 18 0"],
  ] as const) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("class", className);
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}
