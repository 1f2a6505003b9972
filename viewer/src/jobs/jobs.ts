// Worker client. The worker is terminated when it has been idle for a while, which frees its memory.

import type { Alignment } from "../alignment.ts";
import { NOT_READABLE, toBlob } from "../bytes.ts";
import type { Range } from "../clock.ts";
import { codeForWorker } from "../compile.ts";
import type { Document } from "../document.ts";
import { type Format, Problem } from "../library.ts";
import { Signal } from "../signal.ts";
import type { Answer, Request, Results, Source, Task } from "./protocol.ts";
import JobWorker from "./worker.ts?worker&inline";

const IDLE_MS = 5_000;
/** Tasks that consume the worker's copy of the recording. */
const USES_UP: readonly Task["kind"][] = ["repair", "optimize"];
/** Number of recordings that the worker keeps. */
const KEPT = 2;

/** A blob cannot be read: the browser's storage outside of pages is limited. */
const NO_ROOM = new Problem(
  "not enough memory in the browser to pass this recording to the worker",
  "out-of-memory",
  undefined,
  "Nothing is lost. Save it as .bin, reload the page and open what you saved; or use the command.",
);

type Waiting = { resolve(result: unknown): void; reject(problem: Problem): void };

export class Jobs {
  /** Number of running tasks. */
  readonly running = new Signal(0);
  /** Memory of the worker at its last answer. */
  workerBytes = 0;
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  /** Keys of the recordings that the worker keeps, in its order. */
  #keys: string[] = [];
  #nextId = 1;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly module: WebAssembly.Module) {}

  /** Whether the worker is running. */
  get hasWorker(): boolean {
    return this.#worker !== undefined;
  }

  doctor(document: Document): Promise<Results["doctor"]> {
    return this.#run("doctor", [document], (source) => ({ kind: "doctor", source }));
  }

  repair(document: Document): Promise<Results["repair"]> {
    const repaired = this.#run("repair", [document], (source) => ({ kind: "repair", source }));
    return this.#last(repaired);
  }

  optimize(
    document: Document,
    bounds: { positionMm: number; rotationDeg: number },
    withFile: boolean,
  ): Promise<Results["optimize"]> {
    const optimized = this.#run("optimize", [document], (source) => ({
      kind: "optimize",
      source,
      ...bounds,
      withFile,
    }));
    return this.#last(optimized);
  }

  /** Converts a recording, or the range between in and out, to a format. */
  async convert(document: Document, format: Format, range?: Range): Promise<Results["convert"]> {
    // The worker gets an edited recording as `.bin`, which does not say what was lost when it was first read.
    const read = document.file ? [] : document.recording.read_notes();
    const { file, notes } = await this.#run("convert", [document], (source) => ({
      kind: "convert",
      source,
      format,
      range,
    }));
    return { file, notes: [...notes, ...read] };
  }

  compare(a: Document, b: Document, alignment: Alignment): Promise<Results["compare"]> {
    return this.#run("compare", [a, b], (source, other) => ({
      kind: "compare",
      source,
      other,
      alignment,
    }));
  }

  distance(
    a: Document,
    b: Document,
    alignment: Alignment,
    { from, to }: Range,
    columns: number,
  ): Promise<Results["distance"]> {
    return this.#run("distance", [a, b], (source, other) => ({
      kind: "distance",
      source,
      other,
      alignment,
      from,
      to,
      columns,
    }));
  }

  /**
   * Waits for a task that consumes the worker's recording, and terminates the worker: before the page has a
   * new copy, and because the worker's memory is then too fragmented for another file.
   */
  async #last<T>(result: Promise<T>): Promise<T> {
    const value = await result;
    if (this.#waiting.size === 0) this.#stop();
    return value;
  }

  /** The document's file, unless the worker already has it. */
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
    return { key, name, file: document.file ?? toBlob(document.recording, "bin") };
  }

  async #run<K extends Task["kind"]>(
    kind: K,
    documents: [Document, ...Document[]],
    task: (source: Source, other: Source) => Extract<Task, { kind: K }>,
  ): Promise<Results[K]> {
    const ask = () => {
      const [source, other] = documents.map((document) => this.#source(document));
      const answer = this.#send<K>(task(source as Source, other as Source));
      // Later tasks send it again.
      if (USES_UP.includes(kind)) this.#keys = this.#keys.filter((key) => key !== source?.key);
      return answer;
    };
    try {
      return await ask();
    } catch (thrown) {
      if (!(thrown instanceof Problem && thrown.code === NOT_READABLE)) throw thrown;
      if (documents.every(({ file }) => file === undefined)) throw NO_ROOM;
      // The file was written to or moved. The page still has what it opened.
      for (const document of documents) document.forgetFile();
      return ask();
    }
  }

  #send<K extends Task["kind"]>(task: Extract<Task, { kind: K }>): Promise<Results[K]> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const id = this.#nextId++;
    this.running.value = this.#waiting.size + 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: (result) => resolve(result as Results[K]), reject });
      this.#worker?.postMessage({ id, task } satisfies Request);
    });
  }

  #start(): Worker {
    const worker = new JobWorker();
    // The worker queues tasks until the code has arrived.
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
    this.workerBytes = answer.memoryBytes;
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    this.running.value = this.#waiting.size;
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#stop(), IDLE_MS);
    if ("result" in answer) {
      waiting?.resolve(answer.result);
      return;
    }
    const { message, code, offset, hint } = answer.problem;
    // It is unknown whether the worker kept the recording: restart it.
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
