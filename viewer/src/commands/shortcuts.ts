// From key presses to commands.

import type { Command, Commands } from "./command.ts";

/** The name of a key press, as commands have it. */
function nameOf(event: KeyboardEvent): string {
  const key =
    event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
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

/** Keys that a focused element needs for itself. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (document.querySelector("dialog[open]")) return true;
  if (target instanceof HTMLInputElement && target.type === "checkbox") return event.key === " ";
  if (target.closest("input, textarea, [contenteditable]"))
    return !(event.ctrlKey || event.metaKey) || event.key === "z";
  if (target.closest("select")) return !event.ctrlKey && !event.metaKey && event.key !== "?";
  // Space and Enter press the button that has the focus.
  return (
    target.closest("button, summary, a") !== null && (event.key === " " || event.key === "Enter")
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
  addEventListener("keydown", (event) => {
    const command = byKey.get(nameOf(event));
    if (!command || isTaken(event)) return;
    if (!command.isAlways && !isOpen()) return;
    event.preventDefault();
    if (command.isPossible?.() ?? true) command.run();
  });
}
