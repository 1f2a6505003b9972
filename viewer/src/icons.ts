// Icons on a grid of 24, drawn as strokes in the text colour.

const PATHS = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8.5 6v12M15.5 6v12",
  stepBack: "M17 6l-8 6 8 6zM6.5 6v12",
  stepForward: "M7 6l8 6-8 6zM17.5 6v12",
  toStart: "M18.5 6l-6 6 6 6M11.5 6l-6 6 6 6",
  toEnd: "M5.5 6l6 6-6 6M12.5 6l6 6-6 6",
  reverse: "M19 7H8a4 4 0 0 0 0 8h3M12.5 3.5L9 7l3.5 3.5",
  loop: "M5 12a5 5 0 0 1 5-5h8M15.5 4L18.5 7l-3 3M19 12a5 5 0 0 1-5 5H6M8.5 20l-3-3 3-3",
  undo: "M5 9h9a5 5 0 0 1 0 10H9M8.5 5.5L5 9l3.5 3.5",
  redo: "M19 9h-9a5 5 0 0 0 0 10h5M15.5 5.5L19 9l-3.5 3.5",
  camera: "M4 8.5h3.5l1.5-2.5h6l1.5 2.5H20V19H4zM12 16.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6",
  film: "M4 6h11v12H4zM15 11l5-3v8l-5-3",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14",
  folder: "M3.5 6.5h6l2 2.5h9v10h-17z",
  plot: "M4 4v16h16M7.5 15l3.5-5 3 3 5-7",
  plus: "M12 5.5v13M5.5 12h13",
  close: "M6.5 6.5l11 11M17.5 6.5l-11 11",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M5.3 18.7L7 17M17 7l1.7-1.7",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  help: "M9 9.3a3 3 0 1 1 4.6 2.6c-1 .7-1.6 1.2-1.6 2.4M12 17.6v.1M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19",
  panelLeft: "M4 5h16v14H4zM9.5 5v14",
  panelRight: "M4 5h16v14H4zM14.5 5v14",
  marker: "M7 20V5h10l-3 4 3 4H7",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  headset: "M3.5 8.5h17v8h-5.5l-1.6-2.6h-2.8L9 16.5H3.5zM8 12.3h.1M16 12.3h.1",
  glasses: "M3 9.5h18M4.5 9.5v3a3 3 0 0 0 6 0v-3M13.5 9.5v3a3 3 0 0 0 6 0v-3",
  external: "M13 5h6v6M19 5l-8.5 8.5M17 14v5H5V7h5",
  record: "M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13",
  fullscreen: "M14 4h6v6M20 4l-6.5 6.5M10 20H4v-6M4 20l6.5-6.5",
  compare: "M12 4v16M4 7h5v10H4M20 7h-5v10h5",
} as const;

export type Icon = keyof typeof PATHS;

/** Icon as SVG, hidden from screen readers: the button around it has a label. */
export function icon(name: Icon): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
