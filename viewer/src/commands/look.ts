// Commands for camera and display.

import type { CameraMode, Showable } from "../view.ts";
import { type Commands, flip, inGroup } from "./command.ts";
import type { Parts } from "./keymap.ts";

const TURN = Math.PI / 24;

export function lookCommands({ model, stage, overlay }: Parts): Commands {
  const { view } = model;
  const camera = (mode: CameraMode) => () => {
    view.camera.value = mode;
  };
  const show = (what: Showable) => () => view.toggle(what);
  return inGroup("View", {
    orbit: { label: "Camera: orbit", keys: ["1"], run: camera("orbit") },
    firstPerson: {
      label: "Camera: first person",
      keys: ["2"],
      run: camera("first-person"),
    },
    follow: { label: "Camera: follow", keys: ["3"], run: camera("follow") },
    fit: { label: "Fit scene", keys: ["X"], run: () => stage.fit() },
    turnLeft: {
      label: "Rotate camera left",
      keys: ["Alt+ArrowLeft"],
      run: () => stage.cameras.nudge(-TURN, 0, 1),
    },
    turnRight: {
      label: "Rotate camera right",
      keys: ["Alt+ArrowRight"],
      run: () => stage.cameras.nudge(TURN, 0, 1),
    },
    tiltUp: {
      label: "Camera up",
      keys: ["Alt+ArrowUp"],
      run: () => stage.cameras.nudge(0, -TURN, 1),
    },
    tiltDown: {
      label: "Camera down",
      keys: ["Alt+ArrowDown"],
      run: () => stage.cameras.nudge(0, TURN, 1),
    },
    nearer: {
      label: "Camera nearer",
      keys: ["ArrowUp"],
      run: () => stage.cameras.nudge(0, 0, 0.9),
    },
    farther: {
      label: "Camera farther",
      keys: ["ArrowDown"],
      run: () => stage.cameras.nudge(0, 0, 1 / 0.9),
    },
    nextJoint: { label: "Select next joint", keys: ["Q"], run: () => overlay.pick(1) },
    lastJoint: { label: "Select previous joint", keys: ["Shift+Q"], run: () => overlay.pick(-1) },
    jointTrail: {
      label: "Toggle trail of the joint",
      keys: ["E"],
      run: () => overlay.toggleTrail(),
    },
    skin: { label: "Toggle hand mesh", keys: ["B"], run: show("skin") },
    trails: { label: "Trails", keys: ["T"], run: show("trails") },
    ghosts: { label: "Ghosts", keys: ["G"], run: show("ghosts") },
    axes: { label: "Joint axes", keys: ["A"], run: show("axes") },
    labels: { label: "Labels", keys: ["H"], run: show("labels") },
    theme: {
      label: "Toggle light and dark theme",
      keys: ["D"],
      run: () => {
        view.theme.value = view.theme.value === "dark" ? "light" : "dark";
      },
      isAlways: true,
    },
    fullScreen: { label: "Full-screen scene", keys: ["W"], run: flip(view.isFullScreen) },
    leftPanel: { label: "Left panel", keys: ["["], run: flip(view.hasLeftPanel) },
    rightPanel: { label: "Right panel", keys: ["]"], run: flip(view.hasRightPanel) },
  });
}
