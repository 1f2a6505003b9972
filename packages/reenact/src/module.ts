// The WebAssembly module, which is loaded at the first use.

import init from "./wasm/reenact_wasm.js";

let loading: Promise<void> | undefined;
let memory: WebAssembly.Memory | undefined;

/**
 * Loads the module. All functions that return a promise do so by themselves.
 *
 * Give its code where it is not beside this file: a compiled module, its bytes, or an address to fetch.
 */
export function load(code?: WebAssembly.Module | ArrayBuffer | Uint8Array | URL | string): Promise<void> {
  loading ??= start(code).catch((error: unknown) => {
    // The next call tries again.
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Size of the module's memory in bytes. It never shrinks. */
export const memoryBytes = (): number => memory?.buffer.byteLength ?? 0;

async function start(code?: Parameters<typeof load>[0]): Promise<void> {
  const given = code ?? new URL("./wasm/reenact_wasm_bg.wasm", import.meta.url);
  const isAddress = typeof given === "string" || given instanceof URL;
  const bytes = isAddress ? await fetched(new URL(given, import.meta.url)) : given;
  ({ memory } = await init({ module_or_path: bytes as BufferSource | WebAssembly.Module }));
}

async function fetched(address: URL): Promise<ArrayBuffer | Uint8Array | WebAssembly.Module> {
  if (address.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(address);
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`cannot load the module of reenact: ${answer.status} for ${address.href}`);
  // Compiling while it loads requires this type, which not every server sends.
  if (answer.headers.get("content-type")?.startsWith("application/wasm"))
    return WebAssembly.compileStreaming(answer);
  return answer.arrayBuffer();
}
