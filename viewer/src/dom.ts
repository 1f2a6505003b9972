// Elements in one line each, so that the page needs no framework.

type Child = Node | string | null | undefined | false;
type Properties<K extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[K], "style" | "children" | "attributes">
> & { attributes?: Record<string, string> };

/** An element with properties, attributes and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties<K> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const { attributes, ...rest } = properties;
  Object.assign(element, rest);
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  element.append(...children.filter((child): child is Node | string => !!child || child === ""));
  return element;
}

/** Sets text only when it is another one: assigning the same text again would cost a layout. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const FOCUSABLE = "button, input, select, [tabindex]";

/** Gives an element other children; the focus stays in the same row, on the same of its controls, or on one close by. */
export function rebuild(element: HTMLElement, children: readonly Node[]): void {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const row = [...element.children].findIndex((child) => child.contains(focused));
  const at = row < 0 ? -1 : controls(element.children[row] as Element).indexOf(focused as Element);
  element.replaceChildren(...children);
  if (row < 0) return;
  const next = element.children[Math.min(row, element.children.length - 1)];
  const there = next ? controls(next) : [];
  (there[Math.min(Math.max(at, 0), there.length - 1)] as HTMLElement | undefined)?.focus();
}

/** What can have the focus in an element: itself first. */
const controls = (element: Element): Element[] => [
  ...(element.matches(FOCUSABLE) ? [element] : []),
  ...element.querySelectorAll(FOCUSABLE),
];
