// Colours of the page for canvas drawing.

export interface Colors {
  text: string;
  faint: string;
  line: string;
  left: string;
  right: string;
  accent: string;
  marker: string;
  error: string;
  warning: string;
  note: string;
  gaze: string;
  surface: string;
}

/** Reads them from the style sheet, their single source. */
export function readColors(): Colors {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    text: read("text"),
    faint: read("text-faint"),
    line: read("line"),
    left: read("left"),
    right: read("right"),
    accent: read("accent"),
    marker: read("marker"),
    error: read("error"),
    warning: read("warning"),
    note: read("note"),
    gaze: read("gaze"),
    surface: read("surface"),
  };
}
