// The page's side of its worker. The worker ends when it has been idle for a while, and its memory with it.

import { codeForWorker } from "../compile.ts";
import type { Document } from "../document.ts";
import { Problem } from "../library.ts";
import { Signal } from "../signal.ts";
import type { Answer, Request, Results, Source, Task } from "./protocol.ts";
import JobWorker from "./worker.ts?worker&inline";

const IDLE_MS = 5_000;
/** As many as the worker keeps. */
const KEPT = 2;

type Waiting = { resolve(result: unknown): void; reject(problem: Problem): void };

export class Jobs {
  /** How many tasks are under way. */
  readonly running = new Signal(0);
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  /** What the worker keeps, in its order. */
  #keys: string[] = [];
  #nextId = 1;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly module: WebAssembly.Module) {}

  doctor(document: Document): Promise<Results["doctor"]> {
    return this.#run<"doctor">({ kind: "doctor", source: this.#source(document) });
  }

  repair(document: Document): Promise<Results["repair"]> {
    return this.#run<"repair">({ kind: "repair", source: this.#source(document) });
  }

  optimize(
    document: Document,
    bounds: { positionMm: number; rotationDeg: number },
    withBytes: boolean,
  ): Promise<Results["optimize"]> {
    const source = this.#source(document);
    return this.#run<"optimize">({ kind: "optimize", source, ...bounds, withBytes });
  }

  compare(a: Document, b: Document): Promise<Results["compare"]> {
    const source = this.#source(a);
    return this.#run<"compare">({ kind: "compare", source, other: this.#source(b) });
  }

  distance(a: Document, b: Document, from: number, to: number, columns: number) {
    const source = this.#source(a);
    const other = this.#source(b);
    return this.#run<"distance">({ kind: "distance", source, other, from, to, columns });
  }

  /** The document's bytes, unless the worker has them: a file is read there and not copied. */
  #source(document: Document): Source {
    const key = document.revision;
    const { name } = document;
    const at = this.#keys.indexOf(key);
    if (at >= 0) {
      this.#keys.splice(at, 1);
      this.#keys.push(key);
      return { key, name };
    }
    if (this.#keys.length >= KEPT) this.#keys.shift();
    this.#keys.push(key);
    const original = document.isUntouched ? document.source : undefined;
    return { key, name, bytes: original ?? document.recording.convert("bin") };
  }

  #run<K extends Task["kind"]>(task: Extract<Task, { kind: K }>): Promise<Results[K]> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const id = this.#nextId++;
    this.running.value = this.#waiting.size + 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: (result) => resolve(result as Results[K]), reject });
      const sources = "other" in task ? [task.source, task.other] : [task.source];
      const transfer = sources.flatMap(({ bytes }) =>
        bytes instanceof Uint8Array ? [bytes.buffer] : [],
      );
      this.#worker?.postMessage({ id, task } satisfies Request, { transfer });
    });
  }

  #start(): Worker {
    const worker = new JobWorker();
    // Tasks wait over there until it has come.
    void codeForWorker(this.module).then((code) => worker.postMessage(code));
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#take(data);
    worker.onerror = (event) => {
      const problem = new Problem(event.message || "the worker stopped", "worker");
      for (const waiting of this.#waiting.values()) waiting.reject(problem);
      this.#waiting.clear();
      this.#stop();
    };
    return worker;
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    this.running.value = this.#waiting.size;
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#stop(), IDLE_MS);
    if ("result" in answer) {
      waiting?.resolve(answer.result);
      return;
    }
    const { message, code, offset, hint } = answer.problem;
    // Whether the worker kept what it was sent is not known now: begin again.
    if (this.#waiting.size === 0) this.#stop();
    waiting?.reject(new Problem(message, code, offset, hint));
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#keys = [];
    this.running.value = 0;
  }
}
