// A page with IWER in Chromium, and an immersive session in it whose clock we turn.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  // IWER takes the place of the browser's own.
  '--disable-features=WebXR', '--disable-blink-features=WebXR',
  '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
];

/** Calls `use` with a page in which `IWER`, `xr` and `frames` are there. */
export async function withPage(executablePath, use) {
  const browser = await chromium.launch({ executablePath, args: FLAGS, headless: true });
  try {
    const page = await browser.newPage();
    page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<canvas></canvas>' }));
    await page.goto('http://localhost/');
    const iwer = dirname(createRequire(import.meta.url).resolve('iwer/package.json'));
    await page.addScriptTag({ content: readFileSync(join(iwer, 'build/iwer.min.js'), 'utf8') });
    await page.evaluate(enter);
    return await use(page);
  } finally {
    await browser.close();
  }
}

/** In the page: starts a session with hands and gaze. */
async function enter() {
  let now = 1000;
  performance.now = () => now;
  // As fast as can be, since the clock is ours.
  const { port1, port2 } = new MessageChannel();
  let next = [];
  port1.onmessage = () => next.splice(0).forEach((callback) => callback(now));
  globalThis.requestAnimationFrame = (callback) => (port2.postMessage(0), next.push(callback));

  const device = new IWER.XRDevice(IWER.metaQuestPro);
  device.installRuntime();
  if (navigator.xr.constructor !== IWER.XRSystem) throw new Error('this is not the WebXR of IWER');
  device.primaryInputMode = 'hand';
  const optionalFeatures = ['local', 'hand-tracking', 'eye-tracking'];
  const session = await navigator.xr.requestSession('immersive-vr', { optionalFeatures });
  const gl = document.querySelector('canvas').getContext('webgl2', { xrCompatible: true });
  session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) });
  const space = await session.requestReferenceSpace('viewer').then(() => session.requestReferenceSpace('local'));
  globalThis.xr = { device, session, space, toTime: (time) => (now = time) };

  /** What a page sees at each of some times of the clock. */
  globalThis.frames = (times, look) => new Promise((resolve, reject) => {
    const seen = [];
    const ask = () => {
      if (seen.length === times.length) return resolve(seen);
      now = times[seen.length];
      session.requestAnimationFrame((_, frame) => {
        try {
          seen.push(look(frame, seen.length));
          ask();
        } catch (error) {
          reject(error);
        }
      });
    };
    ask();
  });

  const numbers = ({ transform: { position: p, orientation: q } }) => [p.x, p.y, p.z, q.x, q.y, q.z, q.w];
  /** Head, hands and gaze as any WebXR page asks for them. */
  globalThis.look = (frame) => {
    const inputs = {};
    for (const source of session.inputSources) {
      const ray = numbers(frame.getPose(source.targetRaySpace, space));
      if (source.hand) {
        const joints = {};
        for (const [name, joint] of source.hand) joints[name] = numbers(frame.getJointPose(joint, space));
        inputs[source.handedness] = { joints, ray, pinching: source.gamepad.buttons[0].pressed };
      } else {
        inputs[source.targetRayMode] = { ray };
      }
    }
    return { head: numbers(frame.getViewerPose(space)), ...inputs };
  };
}
