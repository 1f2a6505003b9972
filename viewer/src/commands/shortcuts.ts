// From key presses to commands.

import type { Command, Commands } from "./command.ts";

/** The name of a key press, as commands have it. */
function nameOf(event: KeyboardEvent): string {
  // Where a keyboard writes other letters than ours, the place of a key counts.
  const written = /^[^ -~]$/.test(event.key)
    ? (/^Key([A-Z])$/.exec(event.code)?.[1] ?? event.key)
    : event.key;
  const key = written === " " ? "Space" : written.length === 1 ? written.toUpperCase() : written;
  const isLetter = /^[A-Z]$/.test(key) || key.length > 1;
  const parts = [
    event.ctrlKey || event.metaKey ? "Mod" : "",
    event.altKey ? "Alt" : "",
    // What other characters need shift for differs from keyboard to keyboard.
    event.shiftKey && isLetter ? "Shift" : "",
    key,
  ];
  return parts.filter(Boolean).join("+");
}

/** What moves a slider, or chooses from a list. */
const MOVES = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];
const TURNS_PAGE = ["PageUp", "PageDown"];
const PRESSES = [" ", "Enter"];

/** Whether what has the focus got it from the mouse. */
let isClicked = false;

/** Notes where the focus comes from. The browser's own `:focus-visible` forgets it with the first key. */
function watchFocus(): void {
  let isMouse = false;
  const note = (value: boolean) => () => {
    isMouse = value;
  };
  addEventListener("pointerdown", note(true), true);
  addEventListener("keydown", note(false), true);
  addEventListener("focusin", () => {
    isClicked = isMouse;
  });
}

/** Keys that a focused element needs for itself. */
function isTaken(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (document.querySelector("dialog[open]")) return true;
  const isPlain = !event.ctrlKey && !event.metaKey;
  if (target instanceof HTMLInputElement && target.type === "range")
    return isPlain && [...MOVES, ...TURNS_PAGE].includes(key);
  if (target instanceof HTMLSelectElement)
    return isPlain && [...MOVES, ...TURNS_PAGE, ...(isClicked ? [] : PRESSES)].includes(key);
  if (target.closest("input:not([type=checkbox]), textarea, [contenteditable]"))
    return isPlain || key.toLowerCase() === "z";
  // Who came here by key presses what has the focus; who clicked goes on to play, and does not click again.
  return (
    PRESSES.includes(key) && !isClicked && target.closest("button, summary, a, input") !== null
  );
}

export function listen(commands: Commands, isOpen: () => boolean): void {
  const byKey = new Map<string, Command>();
  for (const command of Object.values(commands)) {
    for (const key of command.keys) {
      if (byKey.has(key)) throw new Error(`two commands on ${key}`);
      byKey.set(key, command);
    }
  }
  watchFocus();
  addEventListener("keydown", (event) => {
    const command = byKey.get(nameOf(event));
    if (!command || isTaken(event)) return;
    if (!command.isAlways && !isOpen()) return;
    event.preventDefault();
    if (command.isPossible?.() ?? true) command.run();
  });
}
