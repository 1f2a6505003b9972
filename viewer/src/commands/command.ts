// Commands with name and keyboard shortcuts. Buttons, shortcuts and the help panel use this list.

export interface Command {
  /** Short description. */
  label: string;
  group: "Play" | "Time" | "View" | "Edit" | "Files";
  /** Shortcuts such as `Mod+Shift+Z`; `Mod` is Ctrl, or ⌘ on a Mac. The first one is displayed. */
  keys: string[];
  run(): void;
  /** Whether the command is enabled; always, if missing. */
  isPossible?(): boolean;
  /** Whether it also works without an open recording. */
  isAlways?: boolean;
}

export type Commands = Record<string, Command>;

/** Commands of a group in the help panel. */
export const inGroup = (
  group: Command["group"],
  commands: Record<string, Omit<Command, "group">>,
): Commands =>
  Object.fromEntries(Object.entries(commands).map(([id, command]) => [id, { ...command, group }]));

/** Toggles a boolean signal. */
export const flip = (signal: { value: boolean }) => () => {
  signal.value = !signal.value;
};

const IS_MAC = /Mac|iP(hone|ad)/.test(navigator.platform);

/** Display name of a key. */
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
