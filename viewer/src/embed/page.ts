// `?embed`: the page as an inline player that fills a frame of another page.

import { h } from "../dom.ts";
import { provided } from "../files.ts";
import { decode } from "../hash.ts";
import { icon } from "../icons.ts";
import { define, type ReenactViewer } from "./element.ts";
import "./page.css";

/** Attributes of the element that the address may set. */
const ATTRIBUTES = ["autoplay", "loop", "time", "speed", "camera", "theme", "controls"] as const;

/** Shows the recordings of the address, or those that come with the page. */
export async function embed(root: HTMLElement, query: URLSearchParams): Promise<void> {
  define();
  document.documentElement.classList.add("is-embedded");
  const viewer = h("reenact-viewer" as "div") as unknown as ReenactViewer;
  for (const name of ATTRIBUTES) {
    const value = query.get(name);
    if (value !== null) viewer.setAttribute(name, value);
  }
  // A link to a time is one here, too.
  const { time } = decode(location.hash);
  if (time !== undefined) viewer.setAttribute("time", String(time));
  viewer.append(fullPageLink());
  const shown = new Promise<void>((done) => {
    for (const name of ["ready", "error"])
      viewer.addEventListener(name, () => done(), { once: true });
  });
  root.replaceChildren(viewer as unknown as HTMLElement);
  const [src, compare] = query.getAll("src");
  if (src) {
    if (compare) viewer.setAttribute("compare", compare);
    viewer.src = src;
  } else {
    const sources = await provided();
    viewer.show(sources.slice(0, 2));
  }
  await shown;
}

/** Link to the whole page with the same recordings. */
function fullPageLink(): HTMLAnchorElement {
  const url = new URL(location.href);
  url.searchParams.delete("embed");
  const label = "Open in Reenact";
  return h(
    "a",
    {
      href: url.href,
      target: "_blank",
      rel: "noopener",
      title: label,
      attributes: { slot: "controls", "aria-label": label },
    },
    icon("external"),
  );
}
