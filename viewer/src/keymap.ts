// Which key does what.

import type { Actions } from "./actions.ts";
import { SPEEDS } from "./clock.ts";
import type { Command, Commands } from "./commands.ts";
import type { Model } from "./model.ts";
import type { MarkersPanel } from "./panels/markers.ts";
import type { PlotChooser } from "./panels/plots.ts";
import type { Stage } from "./scene/stage.ts";
import type { Timeline } from "./timeline/timeline.ts";
import type { CameraMode, Showable } from "./view.ts";

export interface Parts {
  model: Model;
  actions: Actions;
  stage: Stage;
  timeline: Timeline;
  markers: MarkersPanel;
  chooser: PlotChooser;
  trim(): void;
  copyLink(): void;
  showHelp(): void;
}

const TURN = Math.PI / 24;

export function keymap(parts: Parts): Commands {
  const { model, actions, stage, timeline } = parts;
  const { session, clock, view } = model;
  const { axis } = timeline;
  const seek = (secs: number) => clock.seek(clock.time + secs);
  const faster = (step: number) => {
    const at = SPEEDS.findIndex((speed) => speed >= clock.speed.value);
    clock.speed.value = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + step))] ?? 1;
  };
  /** Plays in a direction; again makes it faster, as editors of film have it. */
  const shuttle = (isReversed: boolean) => {
    const isOn = clock.isPlaying.value && clock.isReversed.value === isReversed;
    clock.isReversed.value = isReversed;
    if (isOn) faster(1);
    else {
      clock.speed.value = 1;
      if (!clock.isPlaying.value) clock.toggle();
    }
  };
  const flip = (signal: { value: boolean }) => () => {
    signal.value = !signal.value;
  };
  const camera = (mode: CameraMode) => () => {
    view.camera.value = mode;
  };
  const show = (what: Showable) => () => view.toggle(what);
  const undoable = () => session.active.value?.undoLabel !== undefined;
  const redoable = () => session.active.value?.redoLabel !== undefined;

  const play: Commands = {
    play: {
      label: "Play or pause",
      group: "Play",
      keys: ["Space", "K"],
      run: () => clock.toggle(),
    },
    stepBack: {
      label: "One frame back",
      group: "Play",
      keys: ["ArrowLeft", ","],
      run: () => clock.step(-1),
    },
    stepForward: {
      label: "One frame on",
      group: "Play",
      keys: ["ArrowRight", "."],
      run: () => clock.step(1),
    },
    secondBack: {
      label: "One second back",
      group: "Play",
      keys: ["Shift+ArrowLeft"],
      run: () => seek(-1),
    },
    secondForward: {
      label: "One second on",
      group: "Play",
      keys: ["Shift+ArrowRight"],
      run: () => seek(1),
    },
    toStart: {
      label: "To the start",
      group: "Play",
      keys: ["Home"],
      run: () => clock.seek(clock.played.from),
    },
    toEnd: {
      label: "To the end",
      group: "Play",
      keys: ["End"],
      run: () => clock.seek(clock.played.to),
    },
    playBack: {
      label: "Play backwards, faster",
      group: "Play",
      keys: ["J"],
      run: () => shuttle(true),
    },
    playOn: {
      label: "Play forwards, faster",
      group: "Play",
      keys: ["L"],
      run: () => shuttle(false),
    },
    slower: { label: "Slower", group: "Play", keys: ["<"], run: () => faster(-1) },
    faster: { label: "Faster", group: "Play", keys: [">"], run: () => faster(1) },
    reverse: { label: "Play in reverse", group: "Play", keys: ["R"], run: flip(clock.isReversed) },
    loop: { label: "Loop", group: "Play", keys: ["Shift+L"], run: flip(clock.isLooping) },
  };
  const time: Commands = {
    setIn: { label: "Set in", group: "Time", keys: ["I"], run: () => clock.setEdge("from") },
    setOut: { label: "Set out", group: "Time", keys: ["O"], run: () => clock.setEdge("to") },
    clearRange: {
      label: "Clear in and out",
      group: "Time",
      keys: ["Escape"],
      run: () => {
        clock.range.value = undefined;
      },
    },
    nextMarker: {
      label: "Next marker",
      group: "Time",
      keys: ["N"],
      run: () => actions.toMarker(1),
    },
    lastMarker: {
      label: "Marker before",
      group: "Time",
      keys: ["Shift+N"],
      run: () => actions.toMarker(-1),
    },
    nextFinding: {
      label: "Next finding",
      group: "Time",
      keys: ["F"],
      run: () => actions.toFinding(1),
    },
    lastFinding: {
      label: "Finding before",
      group: "Time",
      keys: ["Shift+F"],
      run: () => actions.toFinding(-1),
    },
    zoomIn: {
      label: "Zoom in",
      group: "Time",
      keys: ["+", "="],
      run: () => axis.zoom(0.6, clock.time),
    },
    zoomOut: {
      label: "Zoom out",
      group: "Time",
      keys: ["-"],
      run: () => axis.zoom(1 / 0.6, clock.time),
    },
    zoomAll: { label: "Show all of the time", group: "Time", keys: ["0"], run: () => axis.fit() },
    zoomRange: {
      label: "Zoom to in and out",
      group: "Time",
      keys: ["Z"],
      run: () => axis.show(clock.played.from, clock.played.to),
    },
    addPlot: { label: "Add a plot", group: "Time", keys: ["P"], run: () => parts.chooser.open() },
  };
  const look: Commands = {
    orbit: { label: "Camera: orbit", group: "View", keys: ["1"], run: camera("orbit") },
    firstPerson: {
      label: "Camera: first person",
      group: "View",
      keys: ["2"],
      run: camera("first-person"),
    },
    follow: { label: "Camera: follow", group: "View", keys: ["3"], run: camera("follow") },
    fit: { label: "Fit the scene", group: "View", keys: ["X"], run: () => stage.fit() },
    turnLeft: {
      label: "Turn the camera",
      group: "View",
      keys: ["Alt+ArrowLeft"],
      run: () => stage.cameras.nudge(-TURN, 0, 1),
    },
    turnRight: {
      label: "Turn it the other way",
      group: "View",
      keys: ["Alt+ArrowRight"],
      run: () => stage.cameras.nudge(TURN, 0, 1),
    },
    tiltUp: {
      label: "Camera up",
      group: "View",
      keys: ["Alt+ArrowUp"],
      run: () => stage.cameras.nudge(0, -TURN, 1),
    },
    tiltDown: {
      label: "Camera down",
      group: "View",
      keys: ["Alt+ArrowDown"],
      run: () => stage.cameras.nudge(0, TURN, 1),
    },
    nearer: {
      label: "Camera nearer",
      group: "View",
      keys: ["ArrowUp"],
      run: () => stage.cameras.nudge(0, 0, 0.9),
    },
    farther: {
      label: "Camera farther",
      group: "View",
      keys: ["ArrowDown"],
      run: () => stage.cameras.nudge(0, 0, 1 / 0.9),
    },
    skin: { label: "Skin or bones", group: "View", keys: ["B"], run: show("skin") },
    trails: { label: "Trails", group: "View", keys: ["T"], run: show("trails") },
    ghosts: { label: "Ghosts", group: "View", keys: ["G"], run: show("ghosts") },
    axes: { label: "Joint axes", group: "View", keys: ["A"], run: show("axes") },
    labels: { label: "Labels", group: "View", keys: ["H"], run: show("labels") },
    theme: {
      label: "Light or dark",
      group: "View",
      keys: ["D"],
      run: () => {
        view.theme.value = view.theme.value === "dark" ? "light" : "dark";
      },
      isAlways: true,
    },
    leftPanel: { label: "Left panel", group: "View", keys: ["["], run: flip(view.hasLeftPanel) },
    rightPanel: { label: "Right panel", group: "View", keys: ["]"], run: flip(view.hasRightPanel) },
  };
  const edit: Commands = {
    undo: {
      label: "Undo",
      group: "Edit",
      keys: ["Mod+Z"],
      run: () => session.active.value?.undo(),
      isPossible: undoable,
    },
    redo: {
      label: "Redo",
      group: "Edit",
      keys: ["Mod+Shift+Z", "Mod+Y"],
      run: () => session.active.value?.redo(),
      isPossible: redoable,
    },
    addMarker: {
      label: "Add a marker",
      group: "Edit",
      keys: ["M"],
      run: () => {
        const index = actions.addMarker();
        view.hasRightPanel.value = true;
        view.tab.value = "markers";
        parts.markers.focus(index);
      },
    },
    trim: {
      label: "Trim to in and out",
      group: "Edit",
      keys: ["Shift+T"],
      run: () => parts.trim(),
      isPossible: () => clock.range.value !== undefined,
    },
    repair: { label: "Repair", group: "Edit", keys: ["Shift+R"], run: () => void actions.repair() },
  };
  const file: Commands = {
    openFiles: {
      label: "Open files",
      group: "Files",
      keys: ["Shift+O"],
      run: actions.chooseFiles,
      isAlways: true,
    },
    save: {
      label: "Save as .bin",
      group: "Files",
      keys: ["Mod+S"],
      run: () => actions.export("bin"),
    },
    savePart: {
      label: "Save in to out as .bin",
      group: "Files",
      keys: ["Mod+Shift+S"],
      run: () => actions.export("bin", true),
      isPossible: () => clock.range.value !== undefined,
    },
    screenshot: { label: "Screenshot", group: "Files", keys: ["S"], run: actions.screenshot },
    film: {
      label: "Film in to out (WebM)",
      group: "Files",
      keys: ["V"],
      run: () => void actions.toggleFilm(),
    },
    link: {
      label: "Copy a link to this moment",
      group: "Files",
      keys: ["Y"],
      run: () => parts.copyLink(),
    },
    nextFile: {
      label: "Next file",
      group: "Files",
      keys: ["PageDown"],
      run: () => session.showNext(1),
    },
    lastFile: {
      label: "File before",
      group: "Files",
      keys: ["PageUp"],
      run: () => session.showNext(-1),
    },
    compare: {
      label: "Compare with the next file",
      group: "Files",
      keys: ["C"],
      run: actions.toggleCompare,
    },
    compareMode: {
      label: "Side by side or overlaid",
      group: "Files",
      keys: ["Shift+C"],
      run: actions.switchCompareMode,
    },
    closeFile: {
      label: "Close the file",
      group: "Files",
      keys: ["Shift+X"],
      run: actions.closeFile,
    },
    help: {
      label: "This sheet",
      group: "Files",
      keys: ["?"],
      run: () => parts.showHelp(),
      isAlways: true,
    },
  };
  return { ...play, ...time, ...look, ...edit, ...file } satisfies Record<string, Command>;
}
