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

/** Commands that stand together on the sheet. */
export const inGroup = (
  group: Command["group"],
  commands: Record<string, Omit<Command, "group">>,
): Commands =>
  Object.fromEntries(Object.entries(commands).map(([id, command]) => [id, { ...command, group }]));

/** Turns something on that is off, and off that is on. */
export const flip = (signal: { value: boolean }) => () => {
  signal.value = !signal.value;
};

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
