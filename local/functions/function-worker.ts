/** A function's warm worker: a thread with its own environment and memory limit. Handles one event at a time. */
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FunctionDefinition } from './function-definition.ts';
import {
  type Invocation,
  type LogLevel,
  type Outcome,
  unsuccessful,
  type WorkerReport,
  type WorkerSetup,
} from './invocation.ts';

export interface WorkerListener {
  log(level: LogLevel, line: string, summary: string): void;
  /** Text that the function wrote to stdout or stderr without `console`. */
  output(text: string): void;
}

/** Lambda's limit for loading a bundle. */
const LOAD_WITHIN_MS = 10_000;

/** For `npm run coverage`: a thread counts what it executes where its process does. Cached code is counted less exactly. */
const { NODE_V8_COVERAGE } = process.env;
const coverage = NODE_V8_COVERAGE === undefined ? {} : { NODE_V8_COVERAGE, NODE_DISABLE_COMPILE_CACHE: '1' };

/**
 * Megabytes. V8 would let the objects of a moment take 64, in each thread, before it looks which of them are still used;
 * the rest of the memory of a function is its own to use.
 */
const YOUNG_GENERATION = 6;

export class FunctionWorker {
  readonly loaded: Promise<void>;
  #finish: ((outcome: Outcome) => void) | undefined;
  #ended = false;
  readonly #worker: Worker;
  readonly #definition: FunctionDefinition;

  /**
   * Starts the thread, with a folder for Node's compile cache: the thread has it from its first module on, without
   * loading what strips types, which takes 12 MB. `loaded` rejects if the bundle can't be loaded.
   */
  constructor(setup: WorkerSetup, listener: WorkerListener, compileCache?: string) {
    const { definition } = setup;
    const caching = compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache };
    this.#definition = definition;
    this.#worker = new Worker(join(import.meta.dirname, `worker${extname(import.meta.filename)}`), {
      workerData: setup,
      env: { ...definition.environment, ...caching, ...coverage },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: {
        maxOldGenerationSizeMb: definition.memoryMegabytes,
        maxYoungGenerationSizeMb: YOUNG_GENERATION,
      },
      stdout: true,
      stderr: true,
      name: definition.title,
    });
    this.#worker.stdout.on('data', (chunk: Buffer) => listener.output(chunk.toString()));
    this.#worker.stderr.on('data', (chunk: Buffer) => listener.output(chunk.toString()));
    this.loaded = new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`it did not load within ${LOAD_WITHIN_MS / 1_000} s`));
        void this.terminate();
      }, LOAD_WITHIN_MS);
      const stopTimer = (): void => clearTimeout(timer);
      this.#worker.on('message', (report: WorkerReport) => {
        if (report.kind === 'log') return listener.log(report.level, report.line, report.summary);
        if (report.kind === 'returned') return this.#settle(report);
        if (report.kind === 'threw') return this.#settle({ kind: 'failed', error: report.error });
        stopTimer();
        if (report.kind === 'ready') return resolve();
        reject(new Error(`${report.error.errorType}: ${report.error.errorMessage}`));
        void this.terminate();
      });
      this.#worker.once('error', (error) => {
        this.#crash(error instanceof Error ? error.message : String(error));
        reject(error);
      });
      this.#worker.once('exit', (code) => {
        stopTimer();
        this.#crash(`Runtime exited with error: exit status ${code}`);
        reject(new Error('it ended while it loaded'));
      });
    });
    this.loaded.catch(() => {});
  }

  /** For how long its event loop has not waited for anything. */
  get activeMs(): number {
    return this.#worker.performance.eventLoopUtilization().active;
  }

  /** Whether the thread has ended. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Runs one event, with a trace header if there is one, and a clock that is ahead by milliseconds. Never rejects.
   * After a time-out or a crash the worker has ended.
   */
  invoke(requestId: string, event: string, trace: string | undefined, aheadMs: number): Promise<Outcome> {
    const limit = this.#definition.timeoutSeconds * 1_000;
    const invocation: Invocation = { requestId, event, trace, deadline: Date.now() + limit, aheadMs };
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        const errorMessage = `${requestId} Task timed out after ${this.#definition.timeoutSeconds.toFixed(2)} seconds`;
        this.#settle(unsuccessful('timeout', 'Sandbox.Timedout', errorMessage));
        void this.terminate();
      }, limit);
      this.#finish = (outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      };
      this.#worker.postMessage(invocation);
    });
  }

  async terminate(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }

  #settle(outcome: Outcome): void {
    const finish = this.#finish;
    this.#finish = undefined;
    finish?.(outcome);
  }

  #crash(errorMessage: string): void {
    this.#ended = true;
    this.#settle(unsuccessful('failed', 'Runtime.ExitError', errorMessage));
  }
}
