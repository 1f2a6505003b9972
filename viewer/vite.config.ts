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
          const code = file.code.replaceAll("</script", "<\\/script").trim();
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

// Addresses are relative: the page works in any folder of any server, and from a disk.
export default defineConfig(({ mode }) => {
  const isSingle = mode === "single";
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
