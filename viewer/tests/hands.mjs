// Contact sheet of the hand mesh: open, fist, pinch and point, from four sides. `node tests/hands.mjs OUT.png [THEME]`;
// `npm run pictures` runs it for the docs. REENACT_VIEWER selects the folder of another build, to compare two versions of the mesh.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { reenact, start, stop, temporary, visit } from "./harness.mjs";

const [out, theme = "dark"] = process.argv.slice(2);
const POSES = ["open", "fist", "pinch", "point"];
const SIDES = [
  [1, 0.15],
  [0, 1],
  [-1, 0.15],
  [0, -1],
];
const [WIDTH, HEIGHT] = [300, 260];

await start();
try {
  const script = join(temporary, "poses.toml");
  writeFileSync(
    script,
    POSES.map(
      (pose) =>
        `[[act]]\ndo = "move"\nhand = "left"\nto = [-0.1, -0.2, 0.45]\npose = "${pose}"\nsecs = 1\n[[act]]\ndo = "wait"\nsecs = 1\n`,
    ).join("\n"),
  );
  const recording = join(temporary, "poses.bin");
  reenact(["make", "--script", script, "--output", recording]);
  const { page, until } = await visit("", { width: WIDTH + 2, height: HEIGHT + 300, theme });
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Shift+O");
  await (await chooser).setFiles([recording]);
  await until(() => window.reenact.state.file === "poses.bin");
  await page.addStyleTag({
    content: `.scene { position: fixed !important; inset: 0 auto auto 0; width: ${WIDTH}px; height: ${HEIGHT}px; z-index: 99 } .overlay { display: none }`,
  });
  await page.waitForTimeout(1000);
  const pictures = [];
  for (const row of POSES.keys())
    for (const [across, up] of SIDES) {
      await page.evaluate(
        ([time, across, up]) => {
          location.hash = `#file=poses.bin&t=${time}&camera=orbit&show=skin`;
          window.sides = [across, up];
        },
        [2 * row + 1.5, across, up],
      );
      await until((time) => Math.abs(window.reenact.state.time - time) < 1e-3, 2 * row + 1.5);
      // Joints are those of the last frame drawn, which may be of the time before.
      await page.waitForTimeout(350);
      await page.evaluate(() => {
        const [across, up] = window.sides;
        const at = ["Wrist", "MiddleTip", "IndexKnuckle", "PinkyKnuckle"].map((joint) =>
          window.reenact.joint("left", joint),
        );
        const center = [0, 1, 2].map((i) => (at[0][i] + at[1][i] + at[2][i] + at[3][i]) / 4);
        const sub = (a, b) => a.map((v, i) => v - b[i]);
        const cross = (a, b) => [
          a[1] * b[2] - a[2] * b[1],
          a[2] * b[0] - a[0] * b[2],
          a[0] * b[1] - a[1] * b[0],
        ];
        const unit = (a) => a.map((v) => v / Math.hypot(...a));
        const x = unit(sub(at[2], at[3]));
        const forward = unit(sub(at[2], at[0]));
        const back = unit(cross(x, forward));
        const from = center.map(
          (v, i) => v + 0.48 * (x[i] * across + back[i] * up) + 0.08 * (i === 1),
        );
        location.hash = `${location.hash.replace(/&(from|at)=[^&]*/g, "")}&from=${from.join(",")}&at=${center.join(",")}`;
      });
      await page.waitForTimeout(350);
      pictures.push(await page.locator(".scene canvas").screenshot());
    }
  const { page: sheet } = await visit("");
  await sheet.setViewportSize({ width: WIDTH * SIDES.length, height: HEIGHT * POSES.length });
  await sheet.setContent(
    `<body style="margin:0;display:grid;grid-template-columns:repeat(${SIDES.length},${WIDTH}px)">${pictures
      .map(
        (picture) =>
          `<img style="display:block" src="data:image/png;base64,${picture.toString("base64")}">`,
      )
      .join("")}`,
  );
  await sheet.waitForTimeout(300);
  await sheet.screenshot({ path: out });
} finally {
  await stop();
}
