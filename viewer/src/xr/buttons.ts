// "Enter VR" and "Enter AR", where the browser has a headset for it.

import type { Clock } from "../clock.ts";
import { h } from "../dom.ts";
import { icon } from "../icons.ts";
import type { Loop } from "../loop.ts";
import type { Stage } from "../scene/stage.ts";
import type { View } from "../view.ts";

export type Kind = "immersive-vr" | "immersive-ar";

/** What a session of a headset needs of the page. */
export interface Immersed {
  stage: Stage;
  clock: Clock;
  view: View;
  loop: Loop;
  /** A session could not be started. */
  fail(thrown: unknown): void;
}

const KINDS = [
  ["immersive-vr", "Enter VR", "headset"],
  ["immersive-ar", "Enter AR", "glasses"],
] as const;

/** Buttons of the sessions that the browser supports; without a headset, an empty element. */
export function enterButtons(parts: Immersed): HTMLElement {
  const group = h("div", {
    className: "enter",
    attributes: { role: "group", "aria-label": "Headset" },
  });
  const show = async () => {
    const buttons: HTMLElement[] = [];
    for (const [kind, label, name] of KINDS) {
      if (!(await isSupported(kind))) continue;
      const button = h(
        "button",
        {
          type: "button",
          title: label,
          onclick: () => void enter(kind, parts),
          attributes: { "aria-label": label },
        },
        icon(name),
        h("span", { textContent: label }),
      );
      buttons.push(button);
    }
    group.replaceChildren(...buttons);
    // Loaded before it is needed: a session must start soon after the click.
    if (buttons.length > 0) await code();
  };
  void show();
  navigator.xr?.addEventListener("devicechange", () => void show());
  return group;
}

const code = () => import("./immersion.ts");

export const isSupported = async (kind: Kind): Promise<boolean> =>
  (await navigator.xr?.isSessionSupported(kind).catch(() => false)) ?? false;

async function enter(kind: Kind, parts: Immersed): Promise<void> {
  if (parts.stage.immersion) return;
  try {
    const session = await navigator.xr?.requestSession(kind, {
      requiredFeatures: ["local-floor"],
      optionalFeatures: ["hand-tracking"],
    });
    if (!session) return;
    const { Immersion } = await code();
    await new Immersion(session, kind === "immersive-ar", parts).start();
  } catch (thrown) {
    parts.fail(thrown);
  }
}
