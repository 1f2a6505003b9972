// Makes a recording with IWER's own recorder, of hands that move, pinch and go away.
//
//     node record.mjs CHROMIUM FOLDER
//
// writes FOLDER/recorded.json as the recorder gives it, and FOLDER/recorded.seen.json with what the page saw.
import { mkdirSync, writeFileSync } from 'node:fs';
import { withPage } from './browser.mjs';

const [chromium, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
await withPage(chromium, async (page) => {
  const { recording, seen } = await page.evaluate(async () => {
    const { device, session, space } = xr;
    const recorder = new IWER.ActionRecorder(session, space);
    // The recorder rounds times to 0.1 ms, which changes none of these.
    const times = Array.from({ length: 46 }, (_, n) => 1500 + n * 25);
    const turned = (axis, angle) => {
      const s = Math.sin(angle / 2);
      return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
    };
    const move = (n) => {
      const t = n / 40;
      device.position.set(0.1 * t, 1.6 + 0.05 * Math.sin(4 * t), 0.2 * t);
      device.quaternion.set(...turned([0, 1, 0], 0.6 * Math.sin(3 * t)));
      for (const [name, side] of [['left', -1], ['right', 1]]) {
        const hand = device.hands[name];
        hand.position.set(side * 0.25 + 0.1 * Math.sin(5 * t), 1.3 + 0.1 * Math.cos(4 * t), -0.4 - 0.1 * t);
        // All the way round, so that signs of quaternions change.
        hand.quaternion.set(...turned([0.6, 0.8, 0], side * 5 * t));
      }
      device.hands.left.connected = n < 20 || n >= 28;
      device.hands.right.updatePinchValue(n >= 10 && n < 25 ? 1 : 0);
    };
    move(0);
    const seen = await frames(times, (frame, n) => {
      recorder.recordFrame(frame);
      move(n + 1);
      return look(frame);
    });
    return { recording: recorder.toJSON(), seen };
  });
  writeFileSync(`${folder}/recorded.json`, recording);
  writeFileSync(`${folder}/recorded.seen.json`, JSON.stringify(seen));
  console.log(`${seen.length} frames`);
});
