// The page's documentation as a file beside it, made from the reference of the viewer.

import { readFileSync } from "node:fs";
import { Marked } from "marked";
import type { Plugin } from "vite";

const SOURCE = new URL("../docs/reference/viewer.md", import.meta.url);

const STYLE = `:root { color-scheme: light dark }
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem; font: 16px/1.6 system-ui, sans-serif }
table { border-collapse: collapse } td, th { padding: .3rem .8rem .3rem 0; text-align: left; vertical-align: top }
code, kbd { font: .9em ui-monospace, monospace } kbd { border: 1px solid; border-radius: 4px; padding: 0 .3em }`;

/** The reference as a page. Pictures and links to other pages of the documentation are left out: they are not beside it. */
function guidePage(): string {
  const marked = new Marked({
    renderer: {
      image: () => "",
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return /^https?:/.test(href) ? `<a href="${href}">${text}</a>` : text;
      },
    },
  });
  const body = marked.parse(readFileSync(SOURCE, "utf8"), { async: false });
  const head = '<meta charset="utf-8" /><meta name="viewport" content="width=device-width" />';
  return `<!doctype html><html lang="en"><head>${head}<title>Reenact: the viewer</title><style>${STYLE}</style></head><body>${body}</body></html>\n`;
}

export function guide(): Plugin {
  return {
    name: "guide",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "guide.html", source: guidePage() });
    },
  };
}
