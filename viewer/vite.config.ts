import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { guide } from "./guide.ts";

/** Puts script and style into the page itself, so that it is one file that works from anywhere. */
function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("no index.html in the bundle");
      let html = String(page.source);
      for (const [name, file] of Object.entries(bundle)) {
        if (file === page) continue;
        const found = new RegExp(`<(script|link)[^>]*"\\./${name}"[^>]*>(</script>)?`);
        if (!found.test(html)) throw new Error(`the page does not use ${name}`);
        // The script goes to the end of the body: an inline module is not deferred by every reader of file://.
        if (file.type === "chunk") {
          const code = file.code
            .replaceAll("</script", "<\\/script")
            // Vite leaves its list of what to preload for an import that became part of this script.
            .replaceAll("__VITE_PRELOAD__", "undefined")
            .trim();
          html = html.replace(found, "");
          html = html.replace("</body>", () => `<script type="module">${code}</script>\n</body>`);
        } else {
          html = html.replace(found, () => `<style>${String(file.source).trim()}</style>`);
        }
        delete bundle[name];
      }
      page.source = html;
      page.fileName = "single.html";
    },
  };
}

/** Folder of the npm package. */
const PACKAGE = "../packages/viewer/dist";
const WASM = "reenact_wasm_bg.wasm";
/** Licences of what the package contains beside our own code. */
const LICENCES = [
  ["three.js", "node_modules/three/LICENSE"],
  ["fzstd", "node_modules/fzstd/LICENSE"],
  [
    "the generic hand of the WebXR Input Profiles",
    "../crates/reenact-convert/src/hand_mesh/template/LICENSE-generic-hand.md",
  ],
] as const;

/** The library as a file beside the script, found by the script's own address: with and without a bundler. */
function packaged(): Plugin {
  return {
    name: "packaged",
    enforce: "pre",
    resolveId: (id) => (id.endsWith(`${WASM}?url`) ? "\0wasm" : undefined),
    load: (id) => (id === "\0wasm" ? "export default __WASM_URL__;" : undefined),
    renderChunk: (code) =>
      code.replaceAll("__WASM_URL__", `new URL("./${WASM}", import.meta.url).href`),
    generateBundle() {
      const emit = (fileName: string, source: string | Uint8Array) =>
        this.emitFile({ type: "asset", fileName, source });
      emit(WASM, readFileSync(`src/wasm/${WASM}`));
      emit("reenact-viewer.d.ts", readFileSync("src/embed/reenact-viewer.d.ts", "utf8"));
      for (const name of ["LICENSE-MIT", "LICENSE-APACHE"])
        emit(name, readFileSync(`../${name}`, "utf8"));
      const others = LICENCES.map(([what, path]) => `## ${what}\n\n${readFileSync(path, "utf8")}`);
      emit("THIRD-PARTY.md", `# Licences of what this package contains\n\n${others.join("\n")}`);
    },
  };
}

// Addresses are relative: the page works in any folder of any server, and from a disk.
export default defineConfig(({ mode }) => {
  const isSingle = mode === "single";
  if (mode === "package")
    return {
      plugins: [packaged()],
      build: {
        target: "es2022",
        outDir: PACKAGE,
        emptyOutDir: true,
        lib: {
          entry: "src/embed/package.ts",
          formats: ["es" as const],
          fileName: () => "reenact-viewer.js",
        },
        rolldownOptions: { output: { chunkFileNames: "[name].js" } },
      },
    };
  return {
    base: "./",
    plugins: isSingle ? [oneFile()] : [guide()],
    // Not a module: a page from a disk may not load one into its worker.
    worker: { format: "iife" },
    build: {
      target: "es2022",
      emptyOutDir: !isSingle,
      modulePreload: false,
      assetsInlineLimit: isSingle ? Number.MAX_SAFE_INTEGER : 0,
      chunkSizeWarningLimit: 1000,
      // One file has all of the script; elsewhere, parts that few need are fetched when they are needed.
      rolldownOptions: { output: isSingle ? { codeSplitting: false } : {} },
    },
  };
});
