// Button with a drop-down menu.

import { type Command, keyName } from "../commands/command.ts";
import { h } from "../dom.ts";

export interface Entry {
  label: string;
  detail?: string;
  key?: string | undefined;
  run(): void;
}

export const entryOf = (command: Command, detail?: string): Entry => ({
  label: command.label,
  ...(detail ? { detail } : {}),
  key: command.keys[0],
  run: () => command.run(),
});

export function menu(
  label: string,
  content: (Node | string)[],
  entries: () => Entry[],
): HTMLElement {
  const list = h("div", {
    className: "menu-list",
    hidden: true,
    attributes: { role: "menu", "aria-label": label },
  });
  const button = h(
    "button",
    {
      type: "button",
      className: "text",
      attributes: { "aria-haspopup": "menu", "aria-expanded": "false", "aria-label": label },
    },
    ...content,
  );
  const setOpen = (isOpen: boolean) => {
    list.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) list.querySelector<HTMLElement>("button")?.focus();
  };
  button.onclick = () => {
    list.replaceChildren(
      ...entries().map(({ label: name, detail, key, run }) =>
        h(
          "button",
          {
            type: "button",
            attributes: { role: "menuitem" },
            onclick: () => {
              setOpen(false);
              button.focus();
              run();
            },
          },
          h("span", { textContent: name }),
          detail ? h("span", { className: "detail", textContent: detail }) : null,
          key ? h("kbd", { textContent: keyName(key) }) : null,
        ),
      ),
    );
    setOpen(list.hidden === true);
  };
  const element = h("div", { className: "menu" }, button, list);
  element.onkeydown = (event) => {
    const items = [...list.querySelectorAll<HTMLElement>("button")];
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Escape" && !list.hidden) {
      setOpen(false);
      button.focus();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !list.hidden) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      items[(at + step + items.length) % items.length]?.focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  element.addEventListener("focusout", ({ relatedTarget }) => {
    if (!element.contains(relatedTarget as Node | null)) setOpen(false);
  });
  return element;
}
