// Runs in the page, before its own scripts: the headset, its clock, and the take that is performed.
//
// The function is sent to the page as text, so that it can use nothing of this module but its argument.

/** What the page's side needs to know. */
export interface RuntimeConfig {
  device: string;
  rateHz: number;
  steps: boolean;
  timers: boolean;
  jointNames: readonly string[];
  radii: readonly number[];
  frame: number;
  hand: number;
}

/** An event that the page got, with the number of the frame of its take. */
export interface SeenEvent {
  frame: number;
  type: string;
  hand: string;
}

/** What happened when the page asked for a session. */
export interface SessionAttempt {
  mode: string;
  features: string[];
  lacking: string[];
  error: string | null;
}

/** State of the page's side. */
export interface RuntimeState {
  attempts: SessionAttempt[];
  isInSession: boolean;
  isReady: boolean;
  frame: number;
  isDone: boolean;
  head: number[];
}

/** The page's side, as `globalThis.__reenact`. */
export interface Runtime {
  state(): RuntimeState;
  hold(): void;
  step(count: number): Promise<void>;
  send(text: string, isFirst: boolean): void;
  begin(options: { input: "hands" | "controllers"; speed: number; repeat: number }): void;
  advance(count: number): Promise<number>;
  seek(frame: number): void;
  pause(isPaused: boolean): void;
  setSpeed(speed: number): void;
  end(): void;
  capture(isOn: boolean): void;
  captured(): { text: string; frames: number };
  events(): SeenEvent[];
  locate(object: unknown): number[];
}

export function runtime(config: RuntimeConfig): void {
  // biome-ignore lint/suspicious/noExplicitAny: objects of IWER and of the page have no types here
  type Any = any;
  const global = globalThis as Any;
  if (global.__reenact) return;
  const IWER: Any = global.IWER;
  const stepMs = 1000 / config.rateHz;

  // Clock.

  const native = {
    requestFrame: global.requestAnimationFrame.bind(global) as (callback: () => void) => number,
    now: performance.now.bind(performance),
    setTimeout: global.setTimeout.bind(global),
  };
  const dateAtStart = Date.now();
  let now = 0;
  let isHeld = false;
  let isScheduled = false;
  let nextId = 1;
  const callbacks = new Map<number, (now: number) => void>();
  const timers = new Map<number, { at: number; every: number; run: () => void }>();

  function schedule(): void {
    if (isHeld || isScheduled) return;
    isScheduled = true;
    native.requestFrame(() => {
      isScheduled = false;
      if (!isHeld) tick();
      if (callbacks.size > 0) schedule();
    });
  }

  /** One animation frame of the window; that of the session is one of its callbacks. */
  function tick(): void {
    now += stepMs;
    for (;;) {
      const due = [...timers].filter(([, timer]) => timer.at <= now).sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0];
      if (!due) break;
      const [id, timer] = due;
      if (timer.every > 0) timer.at += timer.every;
      else timers.delete(id);
      guarded(timer.run);
    }
    const due = [...callbacks.values()];
    callbacks.clear();
    for (const callback of due) guarded(() => callback(now));
  }

  function guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      global.reportError(error);
    }
  }

  if (config.steps) {
    performance.now = () => now;
    global.requestAnimationFrame = (callback: (now: number) => void) => {
      const id = nextId++;
      callbacks.set(id, callback);
      schedule();
      return id;
    };
    global.cancelAnimationFrame = (id: number) => void callbacks.delete(id);
    if (config.timers) {
      const start = (every: boolean) => (run: Any, ms = 0, ...args: unknown[]) => {
        const id = nextId++;
        const delay = Math.max(Number(ms) || 0, 1);
        timers.set(id, { at: now + delay, every: every ? delay : 0, run: () => run(...args) });
        // Without a callback there would be no frame that reaches the time.
        if (!isHeld && callbacks.size === 0) global.requestAnimationFrame(() => {});
        return id;
      };
      global.setTimeout = start(false);
      global.setInterval = start(true);
      global.clearTimeout = global.clearInterval = (id: number) => void timers.delete(id);
      Date.now = () => dateAtStart + Math.round(now);
    }
  }

  /** Lets everything run that waits for a promise or a message. */
  function settle(): Promise<void> {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(0);
    });
  }

  // Headset.

  const device: Any = new IWER.XRDevice(IWER[config.device]);
  device.installRuntime({ forceInstall: true });
  const inner = (object: Any, name: string): Any => {
    for (let at = object; at; at = Object.getPrototypeOf(at)) {
      const symbol = Object.getOwnPropertySymbols(at).find((one) => one.description === `@iwer/${name}`);
      if (symbol) return object[symbol];
    }
    throw new Error(`this version of IWER has no ${name}: install the version that @reenact/playwright names`);
  };
  const globalSpace = inner(device, "xr-device").globalSpace;

  const attempts: SessionAttempt[] = [];
  let session: Any = null;
  let pageSpace: Any = null;
  let player: Any = null;
  const seen: SeenEvent[] = [];

  const system: Any = (navigator as Any).xr;
  const request = system.requestSession.bind(system);
  system.requestSession = async (mode: string, options: Any = {}) => {
    const required: string[] = options.requiredFeatures ?? [];
    const has = (name: string) => device.supportedFeatures.includes(name) || (name === "eye-tracking" && device.supportedFeatures.includes("gaze-tracking"));
    const attempt: SessionAttempt = {
      mode,
      features: [...required, ...(options.optionalFeatures ?? [])],
      lacking: required.filter((name) => !has(name)),
      error: null,
    };
    attempts.push(attempt);
    try {
      const granted = await request(mode, options);
      if (mode !== "inline") began(granted);
      return granted;
    } catch (error) {
      attempt.error = String((error as Error)?.message ?? error);
      throw error;
    }
  };

  function began(granted: Any): void {
    session = granted;
    isAsked = false;
    isHeld = config.steps;
    const ask = granted.requestReferenceSpace.bind(granted);
    granted.requestReferenceSpace = async (type: string) => {
      const space = await ask(type);
      if (type !== "viewer") pageSpace = space;
      return space;
    };
    for (const type of ["selectstart", "select", "selectend", "squeezestart", "squeeze", "squeezeend"])
      granted.addEventListener(type, (event: Any) => seen.push({ frame: index, type, hand: event.inputSource.handedness }));
    granted.addEventListener("inputsourceschange", (event: Any) => {
      for (const source of event.added) seen.push({ frame: index, type: "added", hand: source.handedness });
      for (const source of event.removed) seen.push({ frame: index, type: "removed", hand: source.handedness });
    });
    granted.addEventListener("end", () => {
      session = null;
      isHeld = false;
      player = null;
      schedule();
    });
    player = makePlayer();
  }

  /** Input sources that IWER made, with poses that are ours. */
  function makePlayer(): Any {
    const pose = [0, 0, 0, 0, 0, 0, 1];
    const hand = (handedness: string) => ({
      handedness, targetRayMode: "tracked-pointer", profiles: ["generic-hand-select", "generic-hand", "generic-trigger"],
      hasGrip: true, hasHand: true, hasGamepad: true, jointSequence: config.jointNames, mapping: "xr-standard", numButtons: 1, numAxes: 0,
    });
    const controller = (handedness: string) => ({
      handedness, targetRayMode: "tracked-pointer",
      profiles: device.controllers[handedness]?.inputSource.profiles ?? ["generic-trigger-squeeze-thumbstick"],
      hasGrip: true, hasHand: false, hasGamepad: true, mapping: "xr-standard", numButtons: 6, numAxes: 4,
    });
    const schema = [
      [0, hand("left")], [1, hand("right")],
      [2, { handedness: "none", targetRayMode: "gaze", profiles: ["eye-gaze"], hasGrip: false, hasHand: false, hasGamepad: false }],
      [3, controller("left")], [4, controller("right")],
    ];
    const made = device.createActionPlayer(globalSpace, { schema, frames: [[0, ...pose]] });
    const sources = inner(made, "action-player").inputSources;
    for (const { source } of sources.values()) {
      source.gamepad && (inner(source.gamepad, "gamepad").connected = true);
      source.hand?.forEach((joint: Any, name: string) => {
        inner(joint, "xr-space").parentSpace = globalSpace;
        inner(joint, "xr-joint-space").radius = config.radii[config.jointNames.indexOf(name)];
      });
    }
    inner(made, "action-player").playing = true;
    made.playFrame = () => apply(sources);
    place(inner(made.viewerSpace, "xr-space").offsetMatrix, [0, 1.6, 0, 0, 0, 0, 1], 0);
    return made;
  }

  /** Writes a pose as a matrix, column by column. */
  function place(matrix: Float32Array, numbers: ArrayLike<number>, at: number): void {
    const [px, py, pz, x, y, z, w] = Array.from({ length: 7 }, (_, n) => numbers[at + n] ?? 0) as [number, number, number, number, number, number, number];
    matrix.set([
      1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0,
      2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0,
      2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0,
      px, py, pz, 1,
    ]);
  }

  // Take.

  let take = new Float32Array(0);
  let frames = 0;
  let index = -1;
  let position = -1;
  let speed = 1;
  let repeats = 1;
  let isPaused = false;
  let isPlaying = false;
  let usesControllers = false;
  let lastMs = 0;

  /** Moves on by one frame of the page, and puts head, hands and gaze where they are in that frame. */
  function apply(sources: Map<number, Any>): void {
    if (!config.steps) now = native.now();
    if (isPlaying && !isPaused) {
      const passed = config.steps || position < 0 ? 1 : ((now - lastMs) / 1000) * config.rateHz;
      position = position < 0 ? 0 : position + passed * speed;
    }
    lastMs = now;
    if (position < 0 || frames === 0) return;
    const total = frames * repeats;
    index = Math.min(Math.floor(position + 1e-9), total - 1);
    const at = (index % frames) * config.frame;
    const POSE = 7;
    if (take[at] === 1) {
      place(inner(player.viewerSpace, "xr-space").offsetMatrix, take, at + 1);
      device.position.set(take[at + 1], take[at + 2], take[at + 3]);
      device.quaternion.set(take[at + 4], take[at + 5], take[at + 6], take[at + 7]);
    }
    const gaze = sources.get(2);
    gaze.active = take[at + 8] === 1;
    if (gaze.active) place(inner(gaze.source.targetRaySpace, "xr-space").offsetMatrix, take, at + 9);
    const events: [string, Any][] = [];
    const released: [string, Any][] = [];
    for (const side of [0, 1]) {
      const from = at + 2 + 2 * POSE + side * config.hand;
      const isThere = take[from] === 1;
      const isPinching = isThere && take[from + 1] === 1;
      for (const [number, isUsed] of [[side, !usesControllers], [side + 3, usesControllers]] as const) {
        const entry = sources.get(number);
        const source = entry.source;
        const button = inner(source.gamepad.buttons[0], "gamepad");
        const wasPinching: boolean = button.pressed;
        entry.active = isThere && isUsed;
        const isPressed = isPinching && isUsed;
        button.pressed = button.touched = isPressed;
        button.value = isPressed ? 1 : 0;
        if (entry.active) {
          source.hand && config.jointNames.forEach((name, n) => {
            place(inner(source.hand.get(name), "xr-space").offsetMatrix, take, from + 2 + n * POSE);
          });
          const pointers = from + 2 + config.jointNames.length * POSE;
          place(inner(source.targetRaySpace, "xr-space").offsetMatrix, take, pointers);
          place(inner(source.gripSpace, "xr-space").offsetMatrix, take, pointers + POSE);
        }
        if (isPressed && !wasPinching) events.push(["selectstart", source]);
        // A hand that is lost while it pinches selects nothing.
        if (!isPressed && wasPinching && entry.active) events.push(["select", source], ["selectend", source]);
        if (!isPressed && wasPinching && !entry.active) released.push(["selectend", source]);
      }
    }
    const state = inner(session, "xr-session");
    const fire = ([type, inputSource]: [string, Any]) =>
      session.dispatchEvent(new global.XRInputSourceEvent(type, { frame: state.activeFrame, inputSource }));
    released.forEach(fire);
    // A page must know an input source before it gets an event of it.
    state.updateActiveInputSources();
    events.forEach(fire);
    if (index >= total - 1) isPlaying = false;
  }

  // What the page saw.

  let isCapturing = false;
  let isAsked = false;
  let captured: number[] = [];
  let capturedFrames = 0;

  function capture(_: number, frame: Any): void {
    isAsked = false;
    if (!isCapturing || !session) return;
    askCapture();
    const numbers = (pose: Any): number[] => {
      const { position: p, orientation: q } = pose.transform;
      return [p.x, p.y, p.z, q.x, q.y, q.z, q.w];
    };
    const none = (count: number): number[] => new Array(count).fill(Number.NaN);
    const row = [now / 1000, ...numbers(frame.getViewerPose(globalSpace))];
    let gaze = none(7);
    const hands: Record<string, number[]> = {};
    for (const source of session.inputSources) {
      if (source.targetRayMode === "gaze") gaze = numbers(frame.getPose(source.targetRaySpace, globalSpace));
      else if (source.handedness !== "none") {
        const joints = source.hand
          ? config.jointNames.flatMap((name) => numbers(frame.getJointPose(source.hand.get(name), globalSpace)))
          : none(config.jointNames.length * 7);
        const grip = source.gripSpace ? numbers(frame.getPose(source.gripSpace, globalSpace)) : none(7);
        const ray = numbers(frame.getPose(source.targetRaySpace, globalSpace));
        const isPressed = source.gamepad?.buttons[0]?.pressed ? 1 : 0;
        hands[source.handedness] = [1, isPressed, ...joints, ...ray, ...grip];
      }
    }
    row.push(...gaze);
    for (const side of ["left", "right"]) row.push(...(hands[side] ?? [0, 0, ...none(config.hand - 2)]));
    for (const number of row) captured.push(number);
    capturedFrames += 1;
  }

  /** Asks for the next frame, once. */
  function askCapture(): void {
    if (isAsked || !session) return;
    isAsked = true;
    session.requestAnimationFrame(capture);
  }

  // Positions of objects in the space of the headset.

  function locate(object: Any): number[] {
    const found = object?.object3D ?? object;
    let point: number[];
    if (found?.isObject3D) {
      found.updateWorldMatrix(true, false);
      point = [...found.matrixWorld.elements.slice(12, 15)];
    } else if (typeof found?.getAbsolutePosition === "function") {
      found.computeWorldMatrix?.(true);
      const { x, y, z } = found.getAbsolutePosition();
      // Babylon.js is left-handed unless the scene says otherwise.
      point = [x, y, found.getScene?.().useRightHandedSystem ? z : -z];
    } else if (Array.isArray(found) && found.length === 3) {
      point = found;
    } else if (typeof found?.x === "number" && typeof found?.z === "number") {
      point = [found.x, found.y, found.z];
    } else {
      throw new Error("this is no object of three.js, Babylon.js or A-Frame, and no point");
    }
    // From the space of the page to that of the headset.
    for (let space = pageSpace; space && space !== globalSpace; ) {
      const { offsetMatrix: m, parentSpace } = inner(space, "xr-space");
      const [x, y, z] = point as [number, number, number];
      point = [0, 1, 2].map((row) => m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]);
      space = parentSpace;
    }
    return point;
  }

  function text(bytes: Uint8Array): string {
    let all = "";
    for (let at = 0; at < bytes.length; at += 0x8000) all += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(all);
  }

  const side: Runtime = {
    state: () => ({
      attempts,
      isInSession: session !== null,
      isReady: session !== null && inner(session, "xr-session").frameCallbacks.length > 0,
      frame: index,
      isDone: !isPlaying,
      head: [device.position.x, device.position.y, device.position.z, device.quaternion.x, device.quaternion.y, device.quaternion.z, device.quaternion.w],
    }),
    hold: () => void (isHeld = config.steps),
    step: async (count) => {
      for (let n = 0; n < count; n++) {
        tick();
        await settle();
      }
    },
    send: (sent, isFirst) => {
      const bytes = Uint8Array.from(atob(sent), (letter) => letter.charCodeAt(0));
      const more = new Float32Array(bytes.buffer);
      const before = isFirst ? new Float32Array(0) : take;
      take = new Float32Array(before.length + more.length);
      take.set(before);
      take.set(more, before.length);
      frames = take.length / config.frame;
    },
    begin: (options) => {
      usesControllers = options.input === "controllers";
      speed = options.speed;
      repeats = options.repeat;
      position = -1;
      index = -1;
      isPaused = false;
      isPlaying = true;
      seen.length = 0;
    },
    advance: async (count) => {
      for (let n = 0; n < count && isPlaying; n++) {
        tick();
        await settle();
      }
      return index;
    },
    // The next frame of the page shows it.
    seek: (frame) => {
      position = frame - (isPaused ? 0 : speed);
      isPlaying = true;
    },
    pause: (paused) => void (isPaused = paused),
    setSpeed: (given) => void (speed = given),
    end: () => void (isPlaying = false),
    capture: (isOn) => {
      if (isOn && !isCapturing) {
        captured = [];
        capturedFrames = 0;
        askCapture();
      }
      isCapturing = isOn;
    },
    captured: () => ({ text: text(new Uint8Array(Float64Array.from(captured).buffer)), frames: capturedFrames }),
    events: () => [...seen],
    locate,
  };
  global.__reenact = side;
}
