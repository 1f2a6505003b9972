// Serves the pages of the tests, and the packages that they load.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const pages = join(dirname(fileURLToPath(import.meta.url)), "pages");
const packages = join(pages, "../../..");
const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };

createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
  const file = path.startsWith("/node_modules/") || path.startsWith("/reenact/") ? join(packages, path) : join(pages, path);
  try {
    if (path === "/") return response.end("ok");
    if (!statSync(file).isFile()) throw new Error(`no file: ${file}`);
    response.setHeader("Content-Type", types[extname(file)] ?? "application/octet-stream");
    createReadStream(file).pipe(response);
  } catch {
    response.statusCode = 404;
    response.end();
  }
}).listen(Number(process.argv[2] ?? 8123));
