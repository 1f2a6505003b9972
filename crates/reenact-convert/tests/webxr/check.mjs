// Holds what a WebXR page sees, when IWER plays a recording, against what the recording says.
//
//     node check.mjs CHROMIUM FOLDER
//
// For every NAME.iwer.json in FOLDER there is a NAME.ndjson with the poses in Unity's axes; for recorded.seen.json, which record.mjs
// made, recorded.ndjson has the poses of the recording that was made of it.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { withPage } from './browser.mjs';

const JOINTS = {
  wrist: 'Wrist',
  'thumb-metacarpal': 'ThumbMetacarpalJoint', 'thumb-phalanx-proximal': 'ThumbProximalJoint',
  'thumb-phalanx-distal': 'ThumbDistalJoint', 'thumb-tip': 'ThumbTip',
};
for (const finger of ['Index', 'Middle', 'Ring', 'Pinky']) {
  const names = { metacarpal: 'Metacarpal', 'phalanx-proximal': 'Knuckle', 'phalanx-intermediate': 'MiddleJoint', 'phalanx-distal': 'DistalJoint', tip: 'Tip' };
  for (const [theirs, ours] of Object.entries(names)) JOINTS[`${finger.toLowerCase()}-finger-${theirs}`] = finger + ours;
}
assert.equal(Object.keys(JOINTS).length, 25);

const [chromium, folder] = process.argv.slice(2);
const lines = (name) => readFileSync(`${folder}/${name}.ndjson`, 'utf8').trim().split('\n').map((line) => JSON.parse(line));

let worstM = 0;
let worstDeg = 0;
let poses = 0;
/** Seven numbers of the page against a pose of ours, whose z points the other way. */
function near(found, { position: [x, y, z], rotation: [a, b, c, d] }, metres, degrees, where) {
  const apart = Math.hypot(found[0] - x, found[1] - y, found[2] + z);
  const q = [-a, -b, c, d];
  // By the sine of half the angle, which is not lost to rounding as its cosine is.
  const sign = Math.sign(q.reduce((sum, number, n) => sum + number * found[n + 3], 0)) || 1;
  const chord = Math.hypot(...q.map((number, n) => number - sign * found[n + 3]));
  const turned = (4 * Math.asin(Math.min(1, chord / 2)) * 180) / Math.PI;
  assert.ok(apart <= metres, `${where}: ${apart * 1000} mm apart`);
  assert.ok(turned <= degrees, `${where}: ${turned}° apart`);
  worstM = Math.max(worstM, apart);
  worstDeg = Math.max(worstDeg, turned);
  poses += 1;
}

/** What a page saw against a frame of ours. */
function same(seen, frame, metres, degrees, where) {
  if (frame.camera) near(seen.head, frame.camera, metres, degrees, `${where}, head`);
  for (const side of ['left', 'right']) {
    const hand = frame[side];
    assert.equal(Boolean(seen[side]), Boolean(hand?.observed), `${where}: whether there is a ${side} hand`);
    if (!seen[side]) continue;
    assert.equal(seen[side].pinching, hand.pinching, `${where}: whether the ${side} hand pinches`);
    for (const [name, joint] of Object.entries(JOINTS)) {
      near(seen[side].joints[name], hand.joints[joint], metres, degrees, `${where}, ${side} ${name}`);
    }
  }
  assert.equal(Boolean(seen.gaze), Boolean(frame.gaze), `${where}: whether there is a gaze`);
  if (seen.gaze) {
    const [x, y, z, a, b, c, d] = seen.gaze.ray;
    // What −z becomes.
    const ahead = [-2 * (a * c + d * b), -2 * (b * c - d * a), -(1 - 2 * (a * a + b * b))];
    const [dx, dy, dz] = frame.gaze.direction;
    const [ox, oy, oz] = frame.gaze.origin;
    assert.ok(Math.hypot(x - ox, y - oy, z + oz) <= metres, `${where}: the gaze starts elsewhere`);
    assert.ok(Math.hypot(ahead[0] - dx, ahead[1] - dy, ahead[2] + dz) <= 2e-3, `${where}: the gaze goes elsewhere`);
  }
}

const names = readdirSync(folder).filter((name) => name.endsWith('.iwer.json')).map((name) => name.slice(0, -'.iwer.json'.length)).sort();
assert.ok(names.length > 0);
let selects = 0;
await withPage(chromium, async (page) => {
  for (const name of names) {
    const ours = lines(name);
    const text = readFileSync(`${folder}/${name}.iwer.json`, 'utf8');
    const { seen, events } = await page.evaluate(async ({ text, times }) => {
      const { device, session, space, toTime } = xr;
      toTime(0);
      const events = [];
      const names = ['selectstart', 'selectend'];
      const note = (event) => events.push(`${event.type} ${event.inputSource.handedness}`);
      names.forEach((name) => session.addEventListener(name, note));
      let current = null;
      const eventContext = { session, getFrame: () => current ?? {} };
      const player = device.createActionPlayer(space, JSON.parse(text), { eventContext });
      player.play();
      const seen = await frames(times, (frame) => ((current = frame), look(frame)));
      player.stop();
      names.forEach((name) => session.removeEventListener(name, note));
      return { seen, events };
    }, { text, // The very number that the file has.
      times: ours.map((frame) => Math.fround(frame.time_secs) * 1000) });
    // Every second of our poses is at a frame of the file. In between, the player draws its own lines, and says of a hand what the next
    // frame does.
    ours.forEach((frame, n) => n % 2 === 0 && same(seen[n], frame, 1e-3, 0.1, `${name} at ${frame.time_secs} s`));
    const starts = (side) => ours.filter((frame, n) => n > 1 && n % 2 === 0 && frame[side]?.observed && frame[side].pinching && ours[n - 2][side]?.observed && !ours[n - 2][side].pinching).length;
    assert.equal(events.filter((event) => event.startsWith('selectstart')).length, starts('left') + starts('right'), `${name}: select events`);
    selects += starts('left') + starts('right');
  }
});
const [played, mm, deg] = [poses, worstM * 1000, worstDeg];
assert.ok(selects > 0, 'no recording with a pinch');

// What the page saw while IWER recorded, against the recording that was made of it: its recorder rounds rays and joints to
// three decimals.
const seen = JSON.parse(readFileSync(`${folder}/recorded.seen.json`, 'utf8'));
const ours = lines('recorded');
seen.forEach((seen, n) => same(seen, ours[n * 3], 2e-3, 0.4, `recorded, frame ${n}`));

console.log(`${names.length} recordings played, ${played} poses within ${mm.toPrecision(2)} mm and ${deg.toPrecision(2)}°, ${selects} pinches; ${seen.length} frames recorded`);
