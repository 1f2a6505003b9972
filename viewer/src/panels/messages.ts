// Toast messages, and errors of files that could not be opened.

import type { Document } from "../document.ts";
import { h } from "../dom.ts";
import type { Refusal } from "../files.ts";
import { icon } from "../icons.ts";
import { Problem } from "../library.ts";

const SHOWN_MS = 5000;
const OFFERED_MS = 30_000;

/** Action that a message offers while it is visible. */
interface Offer {
  label: string;
  take(): void;
  /** Called if the action was not taken. */
  leave(): void;
}

export class Messages {
  /** Toasts, over the page. */
  readonly element = h("div", { className: "messages", attributes: { "aria-live": "polite" } });
  /** Cards that stay until they are dismissed. They have their own place and cover nothing. */
  readonly cards = h("div", { className: "cards" });

  say(text: string): void {
    const message = h("div", { className: "message", textContent: text });
    this.element.append(message);
    setTimeout(() => message.remove(), SHOWN_MS);
  }

  /** Shows a message with an action for a while. */
  offer(text: string, { label, take, leave }: Offer): void {
    const end = (done: () => void) => {
      clearTimeout(timer);
      card.remove();
      done();
    };
    const timer = setTimeout(() => end(leave), OFFERED_MS);
    const action = h("button", {
      type: "button",
      className: "action quiet",
      textContent: label,
      onclick: () => end(take),
    });
    const card: HTMLElement = this.#card({ title: text, close: () => end(leave) }, action);
    card.classList.add("plain");
  }

  /** Asks a question; true if the user chose `label`, false if they dismissed it. */
  ask(text: string, label: string): Promise<boolean> {
    return new Promise((answer) => {
      const end = (isYes: boolean) => {
        card.remove();
        answer(isYes);
      };
      const yes = h("button", {
        type: "button",
        className: "action quiet",
        textContent: label,
        onclick: () => end(true),
      });
      const card: HTMLElement = this.#card({ title: text, close: () => end(false) }, yes);
      card.classList.add("plain");
    });
  }

  /** Shows a warning that stays until it is dismissed. */
  warn(title: string, lines: readonly string[]): void {
    const card = this.#card({ title }, ...lines.map((line) => h("p", { textContent: line })));
    card.classList.add("warning");
  }

  fail(thrown: unknown): void {
    const { message, hint } = Problem.from(thrown);
    this.#card(
      { title: "Action failed" },
      h("p", { textContent: message }),
      hint ? h("p", { className: "hint", textContent: hint }) : null,
    );
  }

  /** Shows the error of a file, its location, and what can be done. */
  refuse({ name, problem, report, salvage }: Refusal, open: (document: Document) => void): void {
    const findings = report?.findings ?? [];
    const more = findings.filter(
      ({ message }) => !message.startsWith(problem.message.slice(0, 40)),
    );
    const list =
      more.length > 0
        ? h("ul", {}, ...more.map(({ message }) => h("li", { textContent: message })))
        : null;
    const survives = findings
      .find(({ repair }) => repair !== "none")
      ?.message.split("; ")
      .slice(1)
      .join("; ");
    const rescue = salvage
      ? h("button", {
          type: "button",
          className: "action",
          textContent: "Open the intact part",
          onclick: () => {
            card.remove();
            salvage().then(open, (thrown) => this.fail(thrown));
          },
        })
      : null;
    const card: HTMLElement = this.#card(
      { title: `${name} cannot be opened` },
      h("p", { className: "what", textContent: problem.message }),
      problem.offset === undefined || problem.message.includes(`byte ${problem.offset}`)
        ? null
        : h("p", {
            className: "where",
            textContent: `at byte ${problem.offset.toLocaleString("en")}`,
          }),
      list,
      salvage && survives ? h("p", { className: "hint", textContent: survives }) : null,
      !salvage && problem.hint ? h("p", { className: "hint", textContent: problem.hint }) : null,
      rescue,
    );
  }

  #card(
    { title, close: dismiss }: { title: string; close?: () => void },
    ...children: (HTMLElement | null)[]
  ): HTMLElement {
    const close = h(
      "button",
      {
        type: "button",
        className: "icon small",
        onclick: dismiss ?? (() => card.remove()),
        attributes: { "aria-label": "Dismiss" },
      },
      icon("close"),
    );
    const card: HTMLElement = h(
      "div",
      { className: "card", attributes: { role: "alert" } },
      h("header", {}, h("strong", { textContent: title }), close),
      ...children,
    );
    this.cards.append(card);
    return card;
  }
}
