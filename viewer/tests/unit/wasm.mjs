// Puts the library beside the compiled modules, where they look for it.

import { cpSync } from "node:fs";

cpSync("src/wasm", ".unit/src/wasm", { recursive: true });
