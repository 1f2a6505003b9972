import assert from "node:assert/strict";
import { test } from "node:test";
import {
  AS_RECORDED,
  comparisonArguments,
  decodeAlignment,
  encodeAlignment,
} from "../../src/alignment.ts";

test("an alignment survives the address, and nonsense is none", () => {
  for (const alignment of [
    AS_RECORDED,
    { reference: "head", offset: -0.25 },
    { reference: "wrist", offset: "find" },
  ] as const)
    assert.deepEqual(decodeAlignment(encodeAlignment(alignment)), alignment);
  assert.deepEqual(decodeAlignment("head"), { reference: "head", offset: 0 });
  for (const text of ["", "nose", "toString", "head,soon", "head,Infinity"])
    assert.equal(decodeAlignment(text), undefined, text);
});

test("the library is asked for what was chosen", () => {
  assert.deepEqual(comparisonArguments(AS_RECORDED), ["as-recorded", undefined, undefined]);
  assert.deepEqual(comparisonArguments({ reference: "head", offset: 1.5 }), [
    "head",
    1.5,
    undefined,
  ]);
  const [, offset, within] = comparisonArguments({ reference: "wrist", offset: "find" });
  assert.ok(offset === undefined && within !== undefined && within > 0);
});
