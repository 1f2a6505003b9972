// Why a download failed, in words that say what to do.

import { Problem } from "../library.ts";

/** Error code of a recording that an address does not give. */
export const NOT_LOADED = "not-loaded";
/** Error code of a download that the user declined. */
export const DECLINED = "declined";

/** Time that the browser needs at most to report that the page's own policy forbade a request. */
const REPORT_MS = 50;

const problem = (message: string, hint?: string) =>
  new Problem(message, NOT_LOADED, undefined, hint);

/** Addresses that this page's policy refused; browsers tell the request only that it failed. */
const forbidden = new Set<string>();
let isWatching = false;

/** Takes note of what the page's policy refuses; to be called before a request. */
export function watchPolicy(): void {
  if (isWatching) return;
  isWatching = true;
  document.addEventListener("securitypolicyviolation", ({ blockedURI }) => {
    forbidden.add(blockedURI);
  });
}

/** Explains a request that got no answer: browsers say "Failed to fetch" for many different causes. */
export async function explainSilence(url: URL): Promise<Problem> {
  const { host, origin } = url;
  await new Promise((done) => setTimeout(done, REPORT_MS));
  if ([...forbidden].some((uri) => uri === url.href || uri === origin))
    return problem(
      `this page may not load anything from ${host}: its Content-Security-Policy forbids it`,
      "Download the file and open it here. `reenact view` serves files of this machine only.",
    );
  if (!navigator.onLine && host !== location.host)
    return problem(`${host} cannot be reached: this machine is offline`);
  if (location.protocol === "https:" && url.protocol === "http:")
    return problem(
      `a page at https:// may not load ${url.href}`,
      "Use an address that starts with https://, or download the file and open it here.",
    );
  if (origin !== location.origin && (await answersAnyone(url)))
    return problem(
      `${host} does not allow other pages to read its files (CORS)`,
      `Its answer needs the header "Access-Control-Allow-Origin: ${ownOrigin()}", or *. Or download the file and open it here.${gitHubHint(url)}`,
    );
  return problem(`${host || "the server of this page"} does not answer`);
}

/** Whether a server answers to a page that may not read the answer. */
async function answersAnyone(url: URL): Promise<boolean> {
  try {
    await fetch(url, { mode: "no-cors", method: "HEAD", credentials: "omit" });
    return true;
  } catch {
    return false;
  }
}

const ownOrigin = () => (window.origin === "null" ? "null" : location.origin);

const gitHubHint = ({ host, pathname }: URL) =>
  host === "github.com" && pathname.includes("/blob/")
    ? " For files on GitHub, use the address of the button Raw."
    : "";

/** Refuses an answer that is not a file. */
export function refuseAnswer(url: URL, answer: Response): Problem | undefined {
  const host = url.host || "the server";
  if (!answer.ok) {
    const { status, statusText } = answer;
    return problem(`${host} answered ${status}${statusText && ` ${statusText}`} for ${url.href}`);
  }
  if (answer.headers.get("content-type")?.startsWith("text/html"))
    return problem(
      `${url.href} is a web page, not a recording`,
      `Use the address of the file itself.${gitHubHint(url)}`,
    );
  return undefined;
}

/** Refuses an address that is none, or one that no file can be loaded from. */
export function parseAddress(text: string, base: string): URL {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    throw problem(`${JSON.stringify(text)} is not an address`);
  }
  if (!["http:", "https:", "blob:", "data:", "file:"].includes(url.protocol))
    throw problem(`recordings are not loaded from addresses that start with ${url.protocol}`);
  return url;
}

/** A download that broke off. */
export const brokenOff = (url: URL, loaded: number): Problem =>
  problem(
    `the connection to ${url.host} broke off after ${loaded} bytes and could not be resumed`,
    "Reload the page to try again.",
  );
