// Commands for playback.

import { type Clock, SPEEDS } from "../clock.ts";
import { type Commands, flip, inGroup } from "./command.ts";

export function playCommands(clock: Clock): Commands {
  const seek = (secs: number) => clock.seek(clock.time + secs);
  const faster = (step: number) => {
    const at = SPEEDS.findIndex((speed) => speed >= clock.speed.value);
    clock.speed.value = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + step))] ?? 1;
  };
  /** Plays in a direction; repeated presses increase the speed, as in video editors. */
  const shuttle = (isReversed: boolean) => {
    const isOn = clock.isPlaying.value && clock.isReversed.value === isReversed;
    clock.isReversed.value = isReversed;
    if (isOn) faster(1);
    else {
      clock.speed.value = 1;
      if (!clock.isPlaying.value) clock.toggle();
    }
  };
  return inGroup("Play", {
    play: {
      label: "Play or pause",
      keys: ["Space", "K"],
      run: () => clock.toggle(),
    },
    stepBack: {
      label: "Previous frame",
      keys: ["ArrowLeft", ","],
      run: () => clock.step(-1),
    },
    stepForward: {
      label: "Next frame",
      keys: ["ArrowRight", "."],
      run: () => clock.step(1),
    },
    secondBack: {
      label: "Back 1 second",
      keys: ["Shift+ArrowLeft"],
      run: () => seek(-1),
    },
    secondForward: {
      label: "Forward 1 second",
      keys: ["Shift+ArrowRight"],
      run: () => seek(1),
    },
    toStart: {
      label: "Go to start",
      keys: ["Home"],
      run: () => clock.seek(clock.played.from),
    },
    toEnd: {
      label: "Go to end",
      keys: ["End"],
      run: () => clock.seek(clock.played.to),
    },
    playBack: {
      label: "Play backward, faster",
      keys: ["J"],
      run: () => shuttle(true),
    },
    playOn: {
      label: "Play forward, faster",
      keys: ["L"],
      run: () => shuttle(false),
    },
    slower: { label: "Slower", keys: ["<"], run: () => faster(-1) },
    faster: { label: "Faster", keys: [">"], run: () => faster(1) },
    reverse: { label: "Play in reverse", keys: ["R"], run: flip(clock.isReversed) },
    loop: { label: "Loop", keys: ["Shift+L"], run: flip(clock.isLooping) },
  });
}
