// Maps key presses to commands.

import type { Command, Commands } from "./command.ts";

/** Name of a key press in the notation of commands. */
function nameOf(event: KeyboardEvent): string {
  // On keyboards with other scripts, the physical key counts.
  const written = /^[^ -~]$/.test(event.key)
    ? (/^Key([A-Z])$/.exec(event.code)?.[1] ?? event.key)
    : event.key;
  const key = written === " " ? "Space" : written.length === 1 ? written.toUpperCase() : written;
  const isLetter = /^[A-Z]$/.test(key) || key.length > 1;
  const parts = [
    event.ctrlKey || event.metaKey ? "Mod" : "",
    event.altKey ? "Alt" : "",
    // Whether other characters need shift depends on the keyboard layout.
    event.shiftKey && isLetter ? "Shift" : "",
    key,
  ];
  return parts.filter(Boolean).join("+");
}

/** Keys that move a slider or choose from a list. */
const MOVES = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];
const TURNS_PAGE = ["PageUp", "PageDown"];
const PRESSES = [" ", "Enter"];

/** Whether the focused element was focused by the mouse. */
let isClicked = false;

/** Tracks how elements get the focus. The browser's `:focus-visible` changes with the first key press. */
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

/** Whether the focused element needs this key itself. */
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
  // After keyboard focus, keys act on the focused element; after a click, they are shortcuts.
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
