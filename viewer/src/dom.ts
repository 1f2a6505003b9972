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
