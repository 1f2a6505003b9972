// A journal in progress, written by a worker.

import { codeForWorker, compile } from "../compile.ts";
import { Problem } from "../library.ts";
import { Signal } from "../signal.ts";
import type { News, Order } from "./protocol.ts";
import { lockOf, markDone, newName } from "./store.ts";
import JournalWorker from "./worker.ts?worker&inline";

export class JournalFile {
  readonly name = newName();
  /** Frames and bytes that no crash can take any more. */
  readonly written = new Signal({ frames: 0, bytes: 0 });
  /** Memory of the worker's library. */
  memoryBytes = 0;
  /** Why nothing more is written. */
  readonly problem = new Signal<Problem | undefined>(undefined);
  readonly #worker = new JournalWorker();
  readonly #started = Promise.withResolvers<void>();
  readonly #finished = Promise.withResolvers<void>();
  /** Lets go of the lock that tells other pages that this journal is being written. */
  #unlock: () => void = () => undefined;

  constructor() {
    // The caller may not wait for both.
    this.#started.promise.catch(() => undefined);
    this.#worker.onmessage = ({ data }: MessageEvent<News>) => this.#hear(data);
    this.#worker.onerror = () => this.#fail(new Problem("the worker of the recording stopped"));
  }

  async start(rateHz: number | undefined): Promise<void> {
    void navigator.locks.request(
      lockOf(this.name),
      () =>
        new Promise<void>((done) => {
          this.#unlock = done;
        }),
    );
    const code = await codeForWorker(await compile());
    this.#order({ kind: "start", code, name: this.name, rateHz });
    await this.#started.promise;
  }

  record(timeSecs: number, floats: Float32Array<ArrayBuffer>): void {
    this.#order({ kind: "frame", timeSecs, floats }, [floats.buffer]);
  }

  mark(name: string): void {
    this.#order({ kind: "mark", name });
  }

  /** Ends the journal, or leaves it as it is after a failure. */
  async finish(): Promise<void> {
    if (!this.problem.value) {
      this.#order({ kind: "finish" });
      await this.#finished.promise;
      await markDone(this.name);
    }
    this.#worker.terminate();
    this.#unlock();
  }

  #order(order: Order, transferred: Transferable[] = []): void {
    this.#worker.postMessage(order, transferred);
  }

  #hear(news: News): void {
    if (news.kind === "started") this.#started.resolve();
    if (news.kind === "finished") this.#finished.resolve();
    if (news.kind === "written") {
      const { frames, bytes } = news;
      this.memoryBytes = news.memoryBytes;
      this.written.value = { frames, bytes };
    }
    if (news.kind === "failed")
      this.#fail(
        news.isFull
          ? new Problem(
              "the storage of this browser is full: recording has ended",
              "full",
              undefined,
              "What was recorded before is kept: save it, then delete recordings that you do not need.",
            )
          : new Problem(news.message),
      );
  }

  #fail(problem: Problem): void {
    this.problem.value = problem;
    this.#started.reject(problem);
    this.#finished.resolve();
  }
}
