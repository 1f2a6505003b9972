// Compiles the WebAssembly library once, for the page and its worker.

import wasmUrl from "./wasm/reenact_wasm_bg.wasm?url";

export async function compile(): Promise<WebAssembly.Module> {
  const answer = await fetch(wasmUrl);
  // Streaming compilation requires this content type, which not every server sends.
  if (answer.headers.get("content-type")?.startsWith("application/wasm"))
    return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/**
 * Library code in a form that a worker can receive. A page opened from a local file cannot share compiled
 * modules with its workers, and the browser reports no error: such workers get the bytes.
 */
export async function codeForWorker(
  module: WebAssembly.Module,
): Promise<WebAssembly.Module | ArrayBuffer> {
  return window.origin === "null" ? (await fetch(wasmUrl)).arrayBuffer() : module;
}
