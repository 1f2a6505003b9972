// Entry point of the page.

import "./style/all.css";
import { Actions } from "./actions.ts";
import { Address } from "./address.ts";
import { keymap } from "./commands/keymap.ts";
import { listen } from "./commands/shortcuts.ts";
import { compile } from "./compile.ts";
import { h } from "./dom.ts";
import * as edits from "./edit/edits.ts";
import { acceptDrops, provided } from "./files.ts";
import { whenIdle } from "./idle.ts";
import { Inspect } from "./inspect.ts";
import { load, Problem } from "./library.ts";
import { Loop } from "./loop.ts";
import { Model } from "./model.ts";
import { page } from "./page.ts";
import { EditPanel } from "./panels/edit.ts";
import { FilmDialog } from "./panels/film.ts";
import { helpSheet } from "./panels/help.ts";
import { MarkersPanel } from "./panels/markers.ts";
import { Messages } from "./panels/messages.ts";
import { PlotChooser } from "./panels/plots.ts";
import { startPage, type Wanted } from "./panels/start.ts";
import { recordingName, sourceOf, stored } from "./record/store.ts";
import { Overlay } from "./scene/overlay.ts";
import { portraits } from "./scene/portraits.ts";
import { Stage } from "./scene/stage.ts";
import { Signal, watch } from "./signal.ts";
import { lanesFor } from "./timeline/lanes.ts";
import { Timeline } from "./timeline/timeline.ts";
import { Transport } from "./timeline/transport.ts";
import { enterButtons } from "./xr/buttons.ts";

async function start(root: HTMLElement): Promise<void> {
  const module = await compile();
  await load(module);
  const model = new Model(module);
  const { session, clock, view, analysis, jobs } = model;

  const messages = new Messages();
  const scene = h("div", {
    className: "scene",
    attributes: { role: "img", "aria-label": "3D view" },
  });
  const stage = new Stage(scene, session, clock, view);
  const overlay = new Overlay(stage);
  scene.append(overlay.element);
  const actions = new Actions(model, stage, overlay, messages);
  const edit = new EditPanel(session, clock, jobs, actions);
  const chooser = new PlotChooser(session, view);
  const filmDialog = new FilmDialog(stage, clock, actions);
  const timeline = new Timeline(clock, {
    moveMarker: (index, time_secs) =>
      actions.edit((document) => edits.changeMarker(document, index, { time_secs })),
    renameMarker: (index) => {
      view.hasRightPanel.value = true;
      view.tab.value = "markers";
      markers.focus(index);
    },
    showFinding: actions.showFinding,
  });
  const address = new Address(model, stage, timeline.axis, actions);
  const markers: MarkersPanel = new MarkersPanel(session, clock, {
    add: () => commands.addMarker?.run(),
    edit: actions.edit,
  });
  const commands = keymap({
    model,
    actions,
    stage,
    overlay,
    timeline,
    markers,
    chooser,
    filmDialog,
    trim: () => edit.trim(),
    copyLink: () => void actions.copyLink(address.link),
    showHelp: () => help.showModal(),
  });
  const wanted: Wanted = new Signal(address.wanted);
  const help = helpSheet(commands);
  const { chooseFiles: open, openSamples: samples } = actions;
  const welcome = startPage({ open, samples, help: () => help.showModal() }, wanted);
  const transport = new Transport(clock, commands);
  root.replaceChildren(
    page({
      model,
      actions,
      commands,
      scene,
      transport: transport.element,
      timeline: timeline.element,
      markers: markers.element,
      edit: edit.element,
      messages: messages.element,
      cards: messages.cards,
      start: welcome,
    }),
    chooser.dialog,
    filmDialog.dialog,
    help,
  );

  const loop = new Loop(clock, (secs) => {
    // A film renders its own frames.
    if (!session.active.value || actions.filming.value) return false;
    const isMoving = stage.render(secs);
    overlay.update();
    transport.update();
    return timeline.update() || isMoving;
  });
  const { invalidate } = loop;
  const fail = (thrown: unknown) => actions.fail(thrown);
  scene.append(enterButtons({ stage, clock, view, loop, fail }));
  for (const source of [
    clock.moved,
    clock.isPlaying,
    view.camera,
    view.shown,
    view.trails,
    view.ghostStepSecs,
    stage.cameras.moved,
    stage.isLost,
    timeline.invalidated,
  ])
    source.on(invalidate);
  new ResizeObserver(([entry]) => {
    if (!entry) return;
    stage.resize(entry.contentRect.width, entry.contentRect.height);
    // Resizing clears a canvas: render before it is shown.
    if (session.active.value) stage.render(0);
    invalidate();
  }).observe(scene);
  watch([session.changed, session.compareMode], () => {
    stage.applySession();
    const names = [session.active.value?.name ?? "", session.other.value?.name ?? ""];
    overlay.setPaneNames(session.other.value ? names : [], session.compareMode.value);
    timeline.axis.setBounds(clock.bounds);
    timeline.flags.setMarkers(session.recording?.markers() ?? []);
    invalidate();
  });
  watch([session.changed, view.plots], () => {
    timeline.setLanes(lanesFor(model, timeline));
    invalidate();
  });
  watch([analysis.doctor], () => {
    const { value } = analysis.doctor;
    timeline.findings.setFindings(value.kind === "done" ? value.report.findings : undefined);
    timeline.redraw();
  });
  watch([view.theme], () => {
    stage.applyTheme();
    timeline.applyTheme();
    invalidate();
  });
  addEventListener("hashchange", () => {
    wanted.value = address.wanted;
  });
  actions.opened.on(() => address.apply());
  listen(commands, () => session.active.value !== undefined);
  addEventListener("beforeunload", (event) => {
    if (session.documents.value.some(({ hasUnsavedEdits }) => hasUnsavedEdits))
      event.preventDefault();
  });
  const veil = root.querySelector<HTMLElement>(".veil");
  acceptDrops(
    (isOver) => {
      if (veil) veil.hidden = !isOver;
      root.classList.toggle("is-dropping", isOver);
    },
    (dropped) => void actions.drop(dropped),
  );
  window.reenact = new Inspect({ model, stage, timeline, address, actions, loop });

  const query = new URLSearchParams(location.search);
  const linked = [
    ...actions.remote(query.getAll("src")),
    ...query.getAll("journal").map((name) => sourceOf(name)),
  ];
  const sources = await provided();
  if (linked.length > 0) {
    actions.waiting.value = sources;
    await actions.open(linked);
  } else if (sources.length > 0) {
    const wanted = sources.filter(({ name }) => address.names.includes(name));
    const first = wanted.length > 0 ? wanted : sources.slice(0, 1);
    actions.waiting.value = sources.filter((source) => !first.includes(source));
    await actions.open(first);
  } else if (address.samples.length > 0) {
    actions.openSamples(address.samples);
  } else void offerUnfinished(messages);
  watch([view.theme, session.documents], () =>
    whenIdle(() => {
      if (session.documents.value.length === 0 && !actions.isOpening.value)
        welcome.show(portraits(stage));
    }),
  );
}

/** Offers recordings of a headset that page, browser or device did not end. */
async function offerUnfinished(messages: Messages): Promise<void> {
  const unfinished = (await stored()).filter(({ isDone }) => !isDone);
  if (unfinished.length === 0) return;
  const text = `A recording was interrupted: ${unfinished.map(({ name }) => recordingName(name)).join(", ")}`;
  if (await messages.ask(text, "Show")) location.assign("?record");
}

/** The page that the address asks for. */
async function open(root: HTMLElement): Promise<void> {
  const query = new URLSearchParams(location.search);
  if (query.has("embed")) await (await import("./embed/page.ts")).embed(root, query);
  else if (query.has("record")) await (await import("./record/page.ts")).record(root);
  else await start(root);
  document.documentElement.dataset.ready = "true";
}

const root = document.querySelector<HTMLElement>("#app");
if (root)
  open(root).catch((thrown: unknown) => {
    const { message } = Problem.from(thrown);
    const needs = "The viewer needs WebAssembly and WebGL 2.";
    root.replaceChildren(
      h(
        "div",
        { className: "cannot", attributes: { role: "alert" } },
        h("h1", { textContent: "The viewer cannot start" }),
        h("p", { textContent: `${needs} ${message}` }),
      ),
    );
  });
