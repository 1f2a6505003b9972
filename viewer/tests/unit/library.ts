// The library in Node.js, as the tests of modules that use it need it.

import { readFileSync } from "node:fs";
import { load } from "../../src/library.ts";

const code = readFileSync(new URL("../../src/wasm/reenact_wasm_bg.wasm", import.meta.url));
await load(code.buffer.slice(code.byteOffset, code.byteOffset + code.byteLength));
