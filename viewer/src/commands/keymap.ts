// The list of all commands and shortcuts.

import type { Actions } from "../actions.ts";
import type { Model } from "../model.ts";
import type { FilmDialog } from "../panels/film.ts";
import type { MarkersPanel } from "../panels/markers.ts";
import type { PlotChooser } from "../panels/plots.ts";
import type { Overlay } from "../scene/overlay.ts";
import type { Stage } from "../scene/stage.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { Commands } from "./command.ts";
import { editCommands } from "./edit.ts";
import { fileCommands } from "./file.ts";
import { lookCommands } from "./look.ts";
import { playCommands } from "./play.ts";
import { timeCommands } from "./time.ts";

/** Objects that commands act on. */
export interface Parts {
  model: Model;
  actions: Actions;
  stage: Stage;
  overlay: Overlay;
  timeline: Timeline;
  markers: MarkersPanel;
  chooser: PlotChooser;
  filmDialog: FilmDialog;
  trim(): void;
  copyLink(): void;
  showHelp(): void;
}

export const keymap = (parts: Parts): Commands => ({
  ...playCommands(parts.model.clock),
  ...timeCommands(parts),
  ...lookCommands(parts),
  ...editCommands(parts),
  ...fileCommands(parts),
});
