// Small helpers to create DOM elements without a framework.

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

/** Sets text only if it differs: assigning the same text would cause a layout. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const FOCUSABLE = "button, input, select, [tabindex]";

/**
 * Replaces the children of an element and keeps the focus on the same control of the same row, or a nearby
 * one.
 */
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

/** Focusable elements, the element itself first. */
const controls = (element: Element): Element[] => [
  ...(element.matches(FOCUSABLE) ? [element] : []),
  ...element.querySelectorAll(FOCUSABLE),
];
