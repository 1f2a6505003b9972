// Licence notices of what the page contains.

import { h } from "../dom.ts";

const HOLDERS = [
  "Hand mesh: made from the generic hand of the WebXR Input Profiles, © 2019 Amazon",
  "three.js: © 2010–2026 three.js authors",
  "fflate, fzstd: © 2020–2026 Arjun Barrett",
  "gifenc: © 2017 Matt DesLauriers",
] as const;

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Third parties, and the MIT licence that is theirs. */
export function notices(): HTMLElement {
  return h(
    "details",
    { className: "notices" },
    h("summary", { textContent: "Third-party licences" }),
    h("ul", {}, ...HOLDERS.map((textContent) => h("li", { textContent }))),
    h("p", { textContent: "All of them are under the MIT licence:" }),
    ...MIT.split("\n\n").map((textContent) => h("p", { textContent })),
  );
}
