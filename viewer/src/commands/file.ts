// Commands that open, save and export recordings.

import { type Commands, inGroup } from "./command.ts";
import type { Parts } from "./keymap.ts";

export function fileCommands({ model, actions, filmDialog, copyLink, showHelp }: Parts): Commands {
  const { clock } = model;
  return inGroup("Files", {
    openFiles: {
      label: "Open files",
      keys: ["Shift+O"],
      run: actions.chooseFiles,
      isAlways: true,
    },
    save: {
      label: "Save as .bin",
      keys: ["Mod+S"],
      run: () => void actions.export("bin"),
    },
    savePart: {
      label: "Save selection (in to out) as .bin",
      keys: ["Mod+Shift+S"],
      run: () => void actions.export("bin", true),
      isPossible: () => clock.range.value !== undefined,
    },
    screenshot: { label: "Screenshot", keys: ["S"], run: actions.screenshot },
    film: {
      label: "Film: video, GIF or PNG sequence (in to out)…",
      keys: ["V"],
      run: () => filmDialog.open(),
    },
    link: {
      label: "Copy link to this time",
      keys: ["Y"],
      run: copyLink,
    },
    nextFile: {
      label: "Next file",
      keys: ["PageDown"],
      run: () => actions.showNext(1),
    },
    lastFile: {
      label: "Previous file",
      keys: ["PageUp"],
      run: () => actions.showNext(-1),
    },
    compare: {
      label: "Compare with the next file",
      keys: ["C"],
      run: () => void actions.toggleCompare(),
    },
    compareMode: {
      label: "Toggle side by side",
      keys: ["Shift+C"],
      run: actions.switchCompareMode,
    },
    closeFile: {
      label: "Close file",
      keys: ["Shift+X"],
      run: actions.closeFile,
    },
    record: {
      label: "Record in a headset",
      keys: ["Shift+V"],
      run: () => location.assign("?record"),
      isAlways: true,
    },
    help: {
      label: "Keyboard shortcuts",
      keys: ["?"],
      run: showHelp,
      isAlways: true,
    },
  });
}
