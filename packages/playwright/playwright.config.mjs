// The tests of the package itself: they import it by its name, as a user does.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  testMatch: "*.spec.ts",
  outputDir: "../../target/playwright/results",
  workers: 1,
  timeout: 120_000,
  reporter: [["list"]],
  use: {
    baseURL: "http://localhost:8123",
    launchOptions: {
      executablePath: process.env.REENACT_CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
    },
  },
  webServer: { command: "node tests/server.mjs 8123", url: "http://localhost:8123/", reuseExistingServer: false, stdout: "ignore" },
});
