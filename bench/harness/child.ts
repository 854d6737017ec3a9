/** Child processes of a benchmark. Their side is parent.ts. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Child {
  /** The first message of the process, by which it says that it is ready. */
  readonly ready: unknown;
  /** Sends a message and returns the reply. Rejects if the process ends instead. */
  ask(question: object | string): Promise<unknown>;
  stop(): Promise<void>;
}

export interface ChildOptions {
  /** Available to the process as `input` (parent.ts); must be JSON. */
  readonly input?: unknown;
  /** Added to this process's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Node's own options. */
  readonly nodeOptions?: readonly string[];
}

/** Starts a module, given by its path in `bench/harness`, and waits until it is ready. Rejects if it ends before. */
export async function startChild(
  file: string,
  { input = null, environment = {}, nodeOptions = [] }: ChildOptions = {},
): Promise<Child> {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(input)], {
    env: { ...process.env, ...environment },
    execArgv: [...nodeOptions],
  });
  return {
    ready: await nextMessage(child),
    ask(question) {
      const reply = nextMessage(child);
      child.send(question);
      return reply;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const received = new AbortController();
  const { signal } = received;
  const ended = once(child, 'exit', { signal }).then(([code, killedBy]) => {
    throw new Error(`A process of the benchmark ended: ${code ?? killedBy}.`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message;
  } finally {
    ended.catch(() => undefined);
    received.abort();
  }
}
