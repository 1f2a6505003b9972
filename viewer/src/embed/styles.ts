// The page's styles for a shadow tree: variables belong to the host instead of the document.

import base from "../style/base.css?inline";
import work from "../style/work.css?inline";
import own from "./style.css?inline";

let sheet: CSSStyleSheet | undefined;

/** Style sheet of all players of a document; a strict Content-Security-Policy allows it. */
export function playerStyles(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    const scoped = [base, work]
      .join("\n")
      .replaceAll(/:root(\[[^\]]*\])?/g, (_, theme?: string) =>
        theme ? `:host(${theme})` : ":host",
      );
    sheet.replaceSync(`${scoped}\n${own}`);
  }
  return sheet;
}
