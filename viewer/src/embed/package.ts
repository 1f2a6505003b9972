// Entry point of the package @reenact/viewer: importing it defines the element.

import { define, ReenactViewer } from "./element.ts";

define();

export { ReenactViewer };
