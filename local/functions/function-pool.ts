/**
 * Runs one function in warm workers, each with one event at a time, as Lambda's execution environments do.
 *
 * The pool grows by one worker at a time, and only while events have waited, one after the other, for a while: loading a
 * bundle costs far more CPU than most events, so a burst must not start ten threads on two cores. While its workers
 * compute rather than wait, another one would only slow them down. Events beyond the bounded queue are throttled, as in
 * Lambda.
 */
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Log } from '../data-folder/log-file.ts';
import { messageOf } from '../template/problem.ts';
import type { FunctionDefinition } from './function-definition.ts';
import { FunctionWorker, type WorkerListener } from './function-worker.ts';
import { type InvocationOutcome, type LogLevel, type Outcome, sizeFailure, unsuccessful } from './invocation.ts';

/** What calls a function: a pool, or something in front of it. */
export type Invokable = Pick<FunctionPool, 'invoke'>;

/** Runs an invocation, which it may disturb. `title` is the function's; `aheadMs` sets its clock wrong by milliseconds. */
export type AroundInvocation = (
  title: string,
  worker: Pick<FunctionWorker, 'terminate'>,
  invoke: (aheadMs?: number) => Promise<Outcome>,
) => Promise<Outcome>;

export interface FunctionPoolOptions {
  readonly definition: FunctionDefinition;
  /** Gets one JSON object per line. */
  readonly log: Log;
  readonly compileCache?: string;
  /** The most workers at one time. */
  readonly concurrency: number;
  /** A worker without an event for this long ends. Lambda waits for minutes; here it would keep some 30 MB. */
  readonly idleLimitMs?: number;
  readonly aroundInvocation?: AroundInvocation;
  /** Called with each warning and error that the function logs. */
  readonly onWarning: (title: string, level: LogLevel, summary: string) => void;
}

const LONGEST_QUEUE = 1_000;
/** Less than a minute: what a schedule calls then starts again each time, in a tenth of a second. */
const IDLE_LIMIT_MS = 45_000;
/** Another worker is started when events have waited this long. */
const GROW_AFTER_MS = 150;
/** How many workers may compute at the same time before the pool no longer grows: the other half is for what they call. */
const MOST_COMPUTING = availableParallelism() / 2;
/** It grows all the same when one event has waited this long. */
const LONGEST_WAIT_MS = 1_000;

interface Waiting {
  readonly requestId: string;
  readonly event: string;
  readonly trace: string | undefined;
  readonly since: number;
  readonly resolve: (outcome: Outcome) => void;
}

interface IdleWorker {
  readonly worker: FunctionWorker;
  readonly expiry: NodeJS.Timeout;
}

export class FunctionPool {
  readonly definition: FunctionDefinition;
  readonly #options: FunctionPoolOptions;
  readonly #workers = new Set<FunctionWorker>();
  /** The one that was used last comes last, and is used first. */
  readonly #idle: IdleWorker[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #listener: WorkerListener;
  /** Since when there has always been an event that waits. */
  #waitingSince: number | undefined;
  #starting = false;
  #growTimer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: FunctionPoolOptions) {
    this.#options = options;
    this.definition = options.definition;
    const { log, onWarning, definition } = options;
    this.#listener = {
      log(level, line, summary) {
        log(`${line}\n`);
        if (level === 'WARN' || level === 'ERROR' || level === 'FATAL') onWarning(definition.title, level, summary);
      },
      output: log,
    };
  }

  /** Calls the function with `event` (JSON text) and a trace header. Never rejects. */
  async invoke(event: string, trace?: string): Promise<InvocationOutcome> {
    const requestId = randomUUID();
    const outcome = await new Promise<Outcome>((resolve) => {
      const failure = sizeFailure(event, 'RequestTooLarge');
      if (failure !== undefined) return resolve(failure);
      if (this.#waiting.length >= LONGEST_QUEUE || this.#stopped) {
        return resolve(unsuccessful('throttled', 'TooManyRequestsException', 'Rate Exceeded.'));
      }
      this.#waiting.push({ requestId, event, trace, since: performance.now(), resolve });
      this.#next();
    });
    if (outcome.kind === 'timeout')
      this.#listener.log('ERROR', platformLine(requestId, outcome.error.errorMessage), 'timed out');
    const failure = outcome.kind === 'returned' && sizeFailure(outcome.payload, 'Function.ResponseSizeTooLarge');
    return { ...(failure || outcome), requestId };
  }

  /** How many workers there are now. */
  get workers(): number {
    return this.#workers.size;
  }

  /** Ends every worker at once. Events that are being handled fail. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#growTimer);
    for (const { resolve } of this.#waiting.splice(0)) {
      resolve(unsuccessful('throttled', 'ServiceException', 'The local cloud is stopping.'));
    }
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const idle = this.#idle.pop();
      if (idle === undefined) break;
      clearTimeout(idle.expiry);
      const waiting = this.#waiting.shift();
      if (waiting !== undefined) void this.#run(idle.worker, waiting);
    }
    this.#waitingSince = this.#waiting.length === 0 ? undefined : (this.#waitingSince ?? performance.now());
    this.#grow();
  }

  /** Starts the first worker, or another one as soon as events have waited for too long and it would help. */
  #grow(): void {
    if (this.#waitingSince === undefined || this.#starting || this.#workers.size >= this.#options.concurrency) return;
    if (this.#workers.size === 0) return void this.#start();
    if (this.#growTimer !== undefined) return;
    const [began, active] = [performance.now(), this.#activeMs()];
    this.#growTimer = setTimeout(() => {
      this.#growTimer = undefined;
      const now = performance.now();
      const waited = now - (this.#waitingSince ?? now);
      const computing = (this.#activeMs() - active) / (now - began);
      const longest = now - (this.#waiting[0]?.since ?? now);
      if ((waited >= GROW_AFTER_MS && computing < MOST_COMPUTING) || longest >= LONGEST_WAIT_MS) void this.#start();
      else this.#grow();
    }, GROW_AFTER_MS);
  }

  /** For how long its workers have not waited for anything, together. */
  #activeMs(): number {
    return [...this.#workers].reduce((sum, worker) => sum + worker.activeMs, 0);
  }

  async #run(worker: FunctionWorker, { requestId, event, trace, resolve }: Waiting): Promise<void> {
    const { definition, aroundInvocation } = this.#options;
    const invoke = (aheadMs = 0): Promise<Outcome> => worker.invoke(requestId, event, trace, aheadMs);
    resolve(await (aroundInvocation?.(definition.title, worker, invoke) ?? invoke()));
    if (worker.ended) this.#workers.delete(worker);
    else this.#rest(worker);
    this.#next();
  }

  #rest(worker: FunctionWorker): void {
    const { idleLimitMs = IDLE_LIMIT_MS } = this.#options;
    const idle = { worker, expiry: setTimeout(() => this.#retire(idle), idleLimitMs).unref() };
    this.#idle.push(idle);
  }

  #retire(idle: IdleWorker): void {
    this.#idle.splice(this.#idle.indexOf(idle), 1);
    this.#workers.delete(idle.worker);
    void idle.worker.terminate();
  }

  async #start(): Promise<void> {
    this.#starting = true;
    const { compileCache, aroundInvocation } = this.#options;
    const setup = { definition: this.definition, hasJumpingClock: aroundInvocation !== undefined };
    const worker = new FunctionWorker(setup, this.#listener, compileCache);
    this.#workers.add(worker);
    try {
      await worker.loaded;
      this.#rest(worker);
    } catch (error) {
      this.#workers.delete(worker);
      this.#loadFailed(messageOf(error));
    } finally {
      this.#starting = false;
    }
    this.#next();
  }

  /** A bundle that can't be loaded fails every waiting event, as each cold start would fail in Lambda. */
  #loadFailed(message: string): void {
    if (this.#stopped) return;
    const line = {
      timestamp: new Date().toISOString(),
      level: 'FATAL',
      message: `The bundle can't be loaded: ${message}`,
    };
    this.#listener.log('FATAL', JSON.stringify(line), line.message);
    if (this.#workers.size > 0) return;
    for (const { resolve } of this.#waiting.splice(0))
      resolve(unsuccessful('failed', 'Runtime.ImportModuleError', message));
  }
}

const platformLine = (requestId: string, message: string): string =>
  JSON.stringify({ timestamp: new Date().toISOString(), level: 'ERROR', requestId, message });
