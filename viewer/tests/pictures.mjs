// Screenshots of the viewer for the docs: `npm run pictures` after `cargo xtask viewer`.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { choose, drawn, reenact, start, stop, temporary, testdata, visit } from "./harness.mjs";

const FOLDER = fileURLToPath(new URL("../../docs/images/", import.meta.url));

/** Opens the page, runs `act` there, and takes a screenshot when everything is drawn. */
async function take(name, where, options, act) {
  const shown = await visit(where, { width: 1440, height: 900, ...options });
  await act(shown);
  await shown.page.waitForFunction(() => !window.reenact.state.isWorking);
  // Plots are drawn for a few milliseconds per frame.
  await shown.page.waitForTimeout(1000);
  await drawn(shown.page);
  await shown.page.screenshot({ path: join(FOLDER, name) });
  await shown.page.close();
}

const examined = ({ until }) => until(() => window.reenact.state.doctor === "done");

await start();
try {
  await take(
    "viewer.png",
    "#demo&t=6.75&range=5.2,8.1&from=0.56,1.7,-1.24&at=0.12,1.44,-0.3&show=skin,head,gaze,labels,trails,floor&plots=right_speed_m_s,right_pinch_aperture_m,gaze_head_deg",
    { theme: "dark" },
    examined,
  );
  await take(
    "viewer-light.png",
    "#demo&t=6.6&zoom=6.08,7.58&from=0.46,1.6,-1.12&at=0.16,1.38,-0.35&show=skin,head,gaze,labels,trails,ghosts,floor&plots=right.IndexTip.position.y,right_speed_m_s",
    { theme: "light", height: 810 },
    async (shown) => {
      await examined(shown);
      // Lanes show their values at the mouse.
      const { x, y, width } = await shown.page.locator(".lane.plot canvas").first().boundingBox();
      await shown.page.mouse.move(x + width * 0.52, y + 30);
    },
  );
  await take("viewer-compare.png", "", { theme: "dark" }, async ({ page, until }) => {
    const original = testdata("long/v11_real_30s_lossless.bin");
    const coarse = join(temporary, "optimized.bin");
    const bounds = ["--position-mm", "20", "--rotation-deg", "4"];
    reenact(["optimize", original, ...bounds, "--output", coarse]);
    await choose(page, [coarse, original]);
    await until(() => window.reenact.state.file === "v11_real_30s_lossless.bin");
    await page.evaluate(() => {
      location.hash = "#file=v11_real_30s_lossless.bin&compare=optimized.bin&as=side&t=8";
    });
    await until(() => window.reenact.state.compare === "done");
  });
} finally {
  await stop();
}
