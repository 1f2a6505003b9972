// Two servers on this machine, which are two origins: one with the page, one with recordings.

import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { DIST, testdata } from "./harness.mjs";

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
};

const listen = (handler) =>
  new Promise((resolve) => {
    const server = createServer(handler);
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
const originOf = (server) => `http://127.0.0.1:${server.address().port}`;

/** Serves the folder `root` as /viewer/, and `extra` files; without a policy of its own, unless one is given. */
export async function pageServer(extra = new Map(), root = DIST, policy = undefined) {
  const server = await listen((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://here").pathname));
    const given = extra.get(path);
    const name = path.replace(/^\/viewer\//, "");
    const file = join(root, name === "" ? "index.html" : name);
    if (given === undefined && (name === path || !existsSync(file) || !statSync(file).isFile())) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(given === undefined ? file : path)] ?? "application/octet-stream";
    const headers = policy ? { "content-security-policy": policy } : {};
    if (given !== undefined) headers["content-length"] = Buffer.byteLength(given);
    response.writeHead(200, { ...headers, "content-type": type });
    if (given === undefined) createReadStream(file).pipe(response);
    else response.end(given);
  });
  return { origin: originOf(server), close: () => server.close() };
}

/**
 * Serves recordings to other origins. What stands before the name decides how: `plain` without permission, `breaks` with a connection that
 * ends after a third each time, `huge` with a length of 3 GB, `big` of 300 MB, `page` as a web page.
 */
export async function fileServer() {
  const asked = [];
  const server = await listen((request, response) => {
    const [, how, ...rest] = new URL(request.url, "http://here").pathname.split("/");
    const path = testdata(rest.join("/"));
    const { range } = request.headers;
    asked.push({ how, method: request.method, range });
    if (!existsSync(path)) {
      response.writeHead(404, { "access-control-allow-origin": "*" }).end();
      return;
    }
    const bytes = readFileSync(path);
    const headers = {
      "content-type": "application/octet-stream",
      "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT",
    };
    if (how !== "plain") headers["access-control-allow-origin"] = "*";
    if (how === "page") headers["content-type"] = "text/html; charset=utf-8";
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
    const part = bytes.subarray(from);
    headers["content-length"] = { huge: 3e9, big: 3e8 }[how] ?? part.length;
    if (range) headers["content-range"] = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
    response.writeHead(range ? 206 : 200, headers);
    if (how === "breaks" && asked.filter((one) => one.how === how).length <= 3)
      response.write(part.subarray(0, Math.ceil(bytes.length / 3)), () =>
        setTimeout(() => request.socket.destroy(), 50),
      );
    else if (how === "huge" || how === "big") response.write(part);
    else response.end(part);
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: originOf(server), asked, close };
}
