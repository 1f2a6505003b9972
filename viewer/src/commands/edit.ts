// Commands that edit the recording.

import { type Commands, inGroup } from "./command.ts";
import type { Parts } from "./keymap.ts";

export function editCommands({ model, actions, markers, trim }: Parts): Commands {
  const { session, clock, view } = model;
  const undoable = () => session.active.value?.undoLabel !== undefined;
  const redoable = () => session.active.value?.redoLabel !== undefined;
  return inGroup("Edit", {
    undo: {
      label: "Undo",
      keys: ["Mod+Z"],
      run: actions.undo,
      isPossible: undoable,
    },
    redo: {
      label: "Redo",
      keys: ["Mod+Shift+Z", "Mod+Y"],
      run: actions.redo,
      isPossible: redoable,
    },
    addMarker: {
      label: "Add a marker",
      keys: ["M"],
      run: () => {
        const index = actions.addMarker();
        view.hasRightPanel.value = true;
        view.tab.value = "markers";
        markers.focus(index);
      },
    },
    trim: {
      label: "Trim to selection",
      keys: ["Shift+T"],
      run: trim,
      isPossible: () => clock.range.value !== undefined,
    },
    repair: { label: "Repair", keys: ["Shift+R"], run: () => void actions.repair() },
  });
}
