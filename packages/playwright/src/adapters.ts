// Where an object of a page is: a function that runs in the page and returns it.

import type { Page } from "@playwright/test";

/** A point in the page's room in metres, or an object of its scene. */
export type Locator3d = readonly [number, number, number] | SceneObject;

/** An object of a scene, found in the page when it is needed. */
export interface SceneObject {
  /** Runs in the page. */
  find: (name: string) => unknown;
  name: string;
}

/** An `Object3D` of three.js, such as `three(() => window.button)`. */
export const three = (find: () => unknown): SceneObject => ({ find, name: "" });

/** A node of Babylon.js, such as `babylon(() => scene.getMeshByName("button"))`. */
export const babylon = (find: () => unknown): SceneObject => ({ find, name: "" });

/** An entity of A-Frame, by its selector. */
export const aframe = (selector: string): SceneObject => ({
  find: (name: string) => document.querySelector(name),
  name: selector,
});

/** Where it is, in the space of the headset: x, y, z with the floor at 0. */
export async function locate(page: Page, target: Locator3d): Promise<[number, number, number]> {
  const point = Array.isArray(target);
  const object = point
    ? await page.evaluateHandle((given) => given, [...(target as readonly number[])] as unknown)
    : await page.evaluateHandle((target as SceneObject).find, (target as SceneObject).name);
  const place = await page.evaluate(
    // biome-ignore lint/suspicious/noExplicitAny: the page's side has no type here
    (given) => (given ? ((globalThis as any).__reenact.locate(given) as number[]) : null),
    object,
  );
  await object.dispose();
  if (!place) throw new Error("the page has no such object: what finds it returned nothing");
  return place as [number, number, number];
}
