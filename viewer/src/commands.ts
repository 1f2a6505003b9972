// Everything that can be done, by name and key. Buttons, keys and the help sheet all read this one list.

export interface Command {
  /** What it does, in a few words. */
  label: string;
  group: "Play" | "Time" | "View" | "Edit" | "Files";
  /** Keys as `Mod+Shift+Z`; `Mod` is Ctrl, or ⌘ on a Mac. The first is the one that is shown. */
  keys: string[];
  run(): void;
  /** Whether it makes sense now; always, if missing. */
  isPossible?(): boolean;
  /** Whether it also works while nothing is open. */
  isAlways?: boolean;
}

export type Commands = Record<string, Command>;

const IS_MAC = /Mac|iP(hone|ad)/.test(navigator.platform);

/** A key as people write it. */
export function keyName(key: string): string {
  const names: Record<string, string> = {
    Mod: IS_MAC ? "⌘" : "Ctrl",
    ArrowLeft: "←",
    ArrowRight: "→",
    ArrowUp: "↑",
    ArrowDown: "↓",
    Space: "Space",
  };
  if (key === "+") return key;
  return key
    .split("+")
    .map((part) => names[part] ?? part)
    .join(IS_MAC ? "" : " ");
}
