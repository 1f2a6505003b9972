// One frame of a take, as floats that are sent to the page.

/** Floats of a pose: position and rotation. */
export const POSE = 7;
/** Joints of a hand in WebXR. */
export const JOINTS = 25;
/** Floats of a hand: whether it is there, whether it pinches, its joints, its target ray and its grip. */
export const HAND = 2 + (JOINTS + 2) * POSE;
/** Floats of a frame: whether there is a head, the head, whether there is a gaze, the gaze, both hands. */
export const FRAME = 1 + POSE + 1 + POSE + 2 * HAND;

/** Names of the joints in WebXR's order. */
export const JOINT_NAMES: readonly string[] = [
  "wrist",
  ...["metacarpal", "phalanx-proximal", "phalanx-distal", "tip"].map((joint) => `thumb-${joint}`),
  ...["index", "middle", "ring", "pinky"].flatMap((finger) =>
    ["metacarpal", "phalanx-proximal", "phalanx-intermediate", "phalanx-distal", "tip"].map(
      (joint) => `${finger}-finger-${joint}`,
    ),
  ),
];

/** Assumed radius of each joint in metres: a recording has none. */
export const RADII: readonly number[] = JOINT_NAMES.map((name) =>
  name === "wrist" ? 0.02 : name.endsWith("-tip") ? 0.007 : 0.01,
);
