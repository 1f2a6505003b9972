import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode, type ViewState } from "../../src/hash.ts";

test("a view survives the address", () => {
  const state: ViewState = {
    file: "take 7 & more, or less.bin",
    time: 6.25,
    range: { from: 2, to: 4.5 },
    camera: "follow",
    place: { position: [1, 2, -3.125], target: [0, 1.5, 0] },
    shown: ["skin", "floor"],
    plots: ["left_speed_m_s", "right.Wrist.position.y"],
    trails: ["left.IndexTip"],
    ghostStepSecs: 0.5,
    zoom: { from: 1, to: 9 },
    compare: { name: "b.bin", mode: "side" },
  };
  assert.deepEqual(decode(encode(state)), state);
  assert.deepEqual(decode(encode({ sample: "ideal" })), { sample: "ideal" });
});

test("parameters that make no sense are ignored", () => {
  assert.deepEqual(
    decode("#t=soon&range=9,1&camera=up&from=1,2&at=x&show=head,toString&ghosts=7&zoom=2"),
    { shown: ["head"] },
  );
  assert.deepEqual(decode("#trails=top.Nose,left.IndexTip&%ff"), { trails: ["left.IndexTip"] });
  assert.deepEqual(decode(""), {});
});
