// Work that can wait.

const MOST_MS = 1000;
/** Time to wait in browsers that do not tell when they are idle. */
const USUAL_MS = 50;

/** Runs a task when the page is idle. */
export function whenIdle(task: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(() => task(), { timeout: MOST_MS });
  else setTimeout(task, USUAL_MS);
}
