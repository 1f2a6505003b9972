// Where a ray ends: on a bone of a hand, or on the floor.

import { Vector3 } from "three";

/** Distance along a ray at which it enters a rounded cone; undefined if it passes by. `direction` has unit length. */
export function onBone(
  origin: Vector3,
  direction: Vector3,
  start: Vector3,
  end: Vector3,
  radius: number,
): number | undefined {
  // Points of the ray and of the bone that are nearest to each other.
  bone.subVectors(end, start);
  between.subVectors(start, origin);
  const along = bone.dot(direction);
  const length = bone.lengthSq();
  const across = length - along * along;
  const part = across > 1e-9 ? (along * between.dot(direction) - between.dot(bone)) / across : 0;
  const place = start.clone().addScaledVector(bone, Math.min(1, Math.max(0, part)));
  const far = between.subVectors(place, origin).dot(direction);
  const apart = between.addScaledVector(direction, -far).lengthSq();
  if (!(far > 0 && apart < radius * radius)) return undefined;
  return Math.max(0, far - Math.sqrt(radius * radius - apart));
}

const bone = new Vector3();
const between = new Vector3();

/** Distance along a ray to a floor below; undefined if it does not come down to it. */
export function onFloor(origin: Vector3, direction: Vector3, floorM: number): number | undefined {
  const far = (floorM - origin.y) / direction.y;
  return direction.y < 0 && far > 0 ? far : undefined;
}
