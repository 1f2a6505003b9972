// Colours of the scene. Left is blue and right is orange, which all kinds of colour vision can distinguish.

import { Color } from "three";
import type { Side } from "../library.ts";
import type { Theme } from "../view.ts";

export interface Palette {
  background: Color;
  fog: Color;
  grid: Color;
  hands: Record<Side, Color>;
  head: Color;
  gaze: Color;
  pinch: Color;
  /** Opacity of the grid lines. */
  gridStrength: number;
  shadow: number;
}

const color = (hex: string) => new Color(hex);

export const PALETTES: Record<Theme, Palette> = {
  dark: {
    background: color("#14171c"),
    fog: color("#14171c"),
    grid: color("#8a97a8"),
    hands: { left: color("#4b9cf5"), right: color("#f5943b") },
    head: color("#aeb9c7"),
    gaze: color("#e58fc4"),
    pinch: color("#fff3c4"),
    gridStrength: 0.5,
    shadow: 0.38,
  },
  light: {
    background: color("#f1f3f6"),
    fog: color("#f1f3f6"),
    grid: color("#5c6a7c"),
    hands: { left: color("#2b7de0"), right: color("#ec7a1c") },
    head: color("#97a3b3"),
    gaze: color("#b0438c"),
    pinch: color("#ffe27a"),
    gridStrength: 0.55,
    shadow: 0.16,
  },
};
