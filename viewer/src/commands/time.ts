// Commands that change the current time.

import { type Commands, inGroup } from "./command.ts";
import type { Parts } from "./keymap.ts";

export function timeCommands({ model, actions, timeline, chooser }: Parts): Commands {
  const { clock, view } = model;
  const { axis } = timeline;
  return inGroup("Time", {
    setIn: { label: "Set in point", keys: ["I"], run: () => clock.setEdge("from") },
    setOut: { label: "Set out point", keys: ["O"], run: () => clock.setEdge("to") },
    clearRange: {
      label: "Clear in and out points",
      keys: ["Escape"],
      run: () => {
        // In full screen, it ends that first, as browsers do.
        if (view.isFullScreen.value) view.isFullScreen.value = false;
        else clock.range.value = undefined;
      },
    },
    nextMarker: {
      label: "Next marker",
      keys: ["N"],
      run: () => actions.toMarker(1),
    },
    lastMarker: {
      label: "Previous marker",
      keys: ["Shift+N"],
      run: () => actions.toMarker(-1),
    },
    nextFinding: {
      label: "Next finding",
      keys: ["F"],
      run: () => actions.toFinding(1),
    },
    lastFinding: {
      label: "Previous finding",
      keys: ["Shift+F"],
      run: () => actions.toFinding(-1),
    },
    zoomIn: {
      label: "Zoom in",
      keys: ["+", "="],
      run: () => axis.zoom(0.6, clock.time),
    },
    zoomOut: {
      label: "Zoom out",
      keys: ["-"],
      run: () => axis.zoom(1 / 0.6, clock.time),
    },
    zoomAll: { label: "Fit timeline", keys: ["0"], run: () => axis.fit() },
    zoomRange: {
      label: "Zoom to selection",
      keys: ["Z"],
      run: () => axis.show(clock.played.from, clock.played.to),
    },
    addPlot: { label: "Add a plot", keys: ["P"], run: () => chooser.open() },
  });
}
