// The row of buttons over the timeline: play, step, speed, the part between in and out.

import { type Clock, SPEEDS } from "../clock.ts";
import { type Command, type Commands, keyName } from "../commands/command.ts";
import { h, setText } from "../dom.ts";
import { clockTime } from "../format.ts";
import { type Icon, icon } from "../icons.ts";
import { watch } from "../signal.ts";

/** A button for a command: its icon, a word where the icon is unclear, and name and key for those who hover or listen. */
export function commandButton(name: Icon, command: Command, word?: string): HTMLButtonElement {
  const key = command.keys[0];
  return h(
    "button",
    {
      type: "button",
      className: word ? "text worded" : "icon",
      title: key ? `${command.label} (${keyName(key)})` : command.label,
      onclick: () => command.run(),
      attributes: { "aria-label": command.label },
    },
    icon(name),
    word ? h("span", { className: "word", textContent: word }) : null,
  );
}

export class Transport {
  readonly element: HTMLElement;
  readonly #now = h("output", { className: "now", attributes: { "aria-label": "Current time" } });
  readonly #end = h("span", { className: "end" });

  constructor(
    readonly clock: Clock,
    commands: Commands,
  ) {
    const button = (name: Icon, id: string, word?: string) =>
      commandButton(name, commands[id] as Command, word);
    const play = button("play", "play");
    play.classList.add("primary");
    watch([clock.isPlaying], () => {
      const { value } = clock.isPlaying;
      play.replaceChildren(icon(value ? "pause" : "play"));
      play.setAttribute("aria-label", value ? "Pause" : "Play");
    });
    const toggle = (
      name: Icon,
      id: string,
      signal: { value: boolean; on(listener: () => void): void },
    ) => {
      const element = button(name, id);
      const show = () => element.setAttribute("aria-pressed", String(signal.value));
      signal.on(show);
      show();
      return element;
    };
    const edge = (id: string, text: string) => {
      const element = button("marker", id);
      element.classList.replace("icon", "text");
      element.replaceChildren(text);
      return element;
    };
    const clear = button("close", "clearRange");
    watch([clock.range], () => {
      clear.hidden = !clock.range.value;
    });
    this.element = h(
      "div",
      { className: "transport", attributes: { role: "toolbar", "aria-label": "Playback" } },
      h(
        "div",
        { className: "cluster" },
        button("toStart", "toStart"),
        button("stepBack", "stepBack"),
        play,
        button("stepForward", "stepForward"),
        button("toEnd", "toEnd"),
      ),
      h("div", { className: "times" }, this.#now, this.#end),
      h(
        "div",
        { className: "cluster" },
        toggle("reverse", "reverse", clock.isReversed),
        toggle("loop", "loop", clock.isLooping),
        this.#speed(),
      ),
      h("div", { className: "cluster" }, edge("setIn", "In"), edge("setOut", "Out"), clear),
      h("div", { className: "spring" }),
      h(
        "div",
        { className: "cluster" },
        button("marker", "addMarker", "Marker"),
        button("plot", "addPlot", "Plot"),
      ),
      h(
        "div",
        { className: "cluster" },
        edge("zoomOut", "−"),
        button("fit", "zoomAll"),
        edge("zoomIn", "+"),
      ),
    );
  }

  update(): void {
    setText(this.#now, clockTime(this.clock.time));
    setText(this.#end, clockTime(this.clock.bounds.to));
  }

  #speed(): HTMLElement {
    const select = h(
      "select",
      { className: "speed", title: "Speed", attributes: { "aria-label": "Speed" } },
      ...SPEEDS.map((speed) => h("option", { value: String(speed), textContent: `${speed}×` })),
    );
    select.onchange = () => {
      this.clock.speed.value = Number(select.value);
    };
    watch([this.clock.speed], () => {
      select.value = String(this.clock.speed.value);
    });
    return select;
  }
}
