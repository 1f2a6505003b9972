// The library's code: compiled once for the page, and handed on to its worker.

import wasmUrl from "./wasm/reenact_wasm_bg.wasm?url";

export async function compile(): Promise<WebAssembly.Module> {
  const answer = await fetch(wasmUrl);
  // Not every server knows the type that streaming asks for.
  if (answer.headers.get("content-type")?.startsWith("application/wasm"))
    return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/**
 * What a worker can be sent. A page from a disk shares no compiled code with its workers, and the browser does not even
 * say so: they get the bytes.
 */
export async function codeForWorker(
  module: WebAssembly.Module,
): Promise<WebAssembly.Module | ArrayBuffer> {
  return window.origin === "null" ? (await fetch(wasmUrl)).arrayBuffer() : module;
}
