// Dialog for films: format, size and frame rate, then the progress.

import type { Clock } from "../clock.ts";
import { h } from "../dom.ts";
import type { FilmOptions } from "../film/film.ts";
import { codecFor, FILM_FORMATS, type FilmFormat, isVideo } from "../film/formats.ts";
import { frameTimes } from "../film/times.ts";
import { count, seconds } from "../format.ts";
import type { Stage } from "../scene/stage.ts";
import { type Signal, watch } from "../signal.ts";

/** Sizes to choose from, beside the size on screen. */
const SIZES = [
  [1280, 720],
  [1920, 1080],
  [1080, 1080],
  [480, 360],
] as const;
const RATES_HZ = [60, 50, 30, 25, 20, 10] as const;
/** Rates at first: GIFs are large, and their delays are hundredths of a second. */
const USUAL_RATE_HZ: Record<FilmFormat, number> = { mp4: 60, webm: 60, gif: 20, png: 30 };

interface FilmActions {
  film(options: FilmOptions): Promise<void>;
  stopFilm(): void;
  filming: Signal<{ done: number; all: number } | undefined>;
}

export class FilmDialog {
  readonly dialog: HTMLDialogElement;
  readonly #format = choice("Format", Object.entries(FILM_FORMATS));
  readonly #size = choice("Size", []);
  readonly #rate = choice(
    "Frames per second",
    RATES_HZ.map((rate) => [String(rate), String(rate)]),
  );
  readonly #labels = h("input", { type: "checkbox", checked: true });
  readonly #facts = h("p", { className: "hint" });

  constructor(
    readonly stage: Stage,
    readonly clock: Clock,
    readonly actions: FilmActions,
  ) {
    const start = h("button", {
      type: "button",
      className: "action",
      textContent: "Save film",
      onclick: () => void this.#start(),
    });
    const bar = h("progress", { attributes: { "aria-label": "Progress" } });
    const done = h("p", { attributes: { role: "status" } });
    const cancel = h("button", {
      type: "button",
      className: "action quiet",
      textContent: "Cancel",
      onclick: () => actions.stopFilm(),
    });
    const form = h(
      "div",
      { className: "film-form" },
      this.#format.row,
      this.#size.row,
      this.#rate.row,
      h("label", { className: "check" }, this.#labels, h("span", { textContent: "Labels" })),
      this.#facts,
      start,
    );
    const working = h("div", { className: "film-form" }, done, bar, cancel);
    watch([actions.filming], () => {
      const { value } = actions.filming;
      form.hidden = value !== undefined;
      working.hidden = value === undefined;
      if (!value) return;
      bar.max = Math.max(1, value.all);
      bar.value = value.done;
      done.textContent = `${count(value.done)} of ${count(value.all)} frames`;
    });
    this.dialog = h(
      "dialog",
      { className: "film", attributes: { "aria-label": "Film" } },
      h(
        "header",
        {},
        h("h2", { textContent: "Film" }),
        h("button", {
          type: "button",
          className: "text",
          textContent: "Close",
          onclick: () => this.dialog.close(),
        }),
      ),
      form,
      working,
    );
    this.dialog.addEventListener("close", () => actions.stopFilm());
    this.#format.select.onchange = () => {
      this.#rate.select.value = String(USUAL_RATE_HZ[this.#options.format]);
      this.#showFacts();
    };
    this.#size.select.onchange = () => {
      this.#showFacts();
      void this.#offerFormats();
    };
    this.#rate.select.onchange = () => this.#showFacts();
  }

  open(): void {
    const { width, height } = this.stage.size;
    const here = [even(width), even(height)] as const;
    const options = [here, ...SIZES].map(([w, h_], i) => {
      const text = `${w} × ${h_}${i === 0 ? " (as on screen)" : ""}`;
      return h("option", { value: `${w} ${h_}`, textContent: text });
    });
    this.#size.select.replaceChildren(...options);
    this.#showFacts();
    this.dialog.showModal();
    void this.#offerFormats();
    this.#format.select.focus();
  }

  /** Says which videos this browser cannot encode in the chosen size, and chooses another format than those. */
  async #offerFormats(): Promise<void> {
    const { options } = this.#format.select;
    const shape = { ...this.#options, count: 1 };
    for (const option of options) {
      const format = option.value as FilmFormat;
      const isPossible = !isVideo(format) || (await codecFor(format, shape)) !== undefined;
      option.disabled = !isPossible;
      option.textContent = `${FILM_FORMATS[format]}${isPossible ? "" : ": not in this browser"}`;
    }
    if (!this.#format.select.selectedOptions[0]?.disabled) return;
    const possible = [...options].find((option) => !option.disabled);
    if (possible) this.#format.select.value = possible.value;
    this.#rate.select.value = String(USUAL_RATE_HZ[this.#options.format]);
    this.#showFacts();
  }

  get #options(): FilmOptions {
    const [width = 2, height = 2] = this.#size.select.value.split(" ").map(Number);
    return {
      format: this.#format.select.value as FilmFormat,
      width,
      height,
      rateHz: Number(this.#rate.select.value),
      hasLabels: this.#labels.checked,
    };
  }

  #showFacts(): void {
    const { played, speed } = this.clock;
    const secs = (played.to - played.from) / speed.value;
    const frames = frameTimes(played, this.#options.rateHz / speed.value).length;
    const what = this.clock.range.value ? "In to out" : "Whole recording";
    const pace = speed.value === 1 ? "" : ` at ${speed.value}×`;
    this.#facts.textContent = `${what}${pace}: ${seconds(secs)}, ${count(frames)} frames`;
  }

  async #start(): Promise<void> {
    await this.actions.film(this.#options);
    this.dialog.close();
  }
}

/** Video codecs need even sizes. */
const even = (size: number) => Math.max(2, 2 * Math.floor(size / 2));

function choice(label: string, options: readonly (readonly [string, string])[]) {
  const select = h(
    "select",
    {},
    ...options.map(([value, textContent]) => h("option", { value, textContent })),
  );
  const row = h("label", { className: "choice" }, h("span", { textContent: label }), select);
  return { select, row };
}
