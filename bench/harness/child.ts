/** A process of a benchmark's own, which says by a message that it is ready and ends with its parent. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Child {
  /** The next message. Rejects where the process ends instead. */
  next(): Promise<unknown>;
  /** Sends a message and answers the next one. */
  ask(question: object | string): Promise<unknown>;
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly args?: readonly string[];
  /** Laid over this process's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Node's own options. */
  readonly options?: readonly string[];
}

/** Starts a module of `bench/harness`, by its path in there. */
export function startChild(file: string, { args = [], environment = {}, options = [] }: ChildOptions = {}): Child {
  const child = fork(join(import.meta.dirname, file), args, {
    env: { ...process.env, ...environment },
    execArgv: [...options],
  });
  const next = () => nextMessage(child);
  return {
    next,
    ask(question) {
      const answer = next();
      child.send(question);
      return answer;
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
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(child, 'exit', { signal }).then(([code, killedBy]) => {
    throw new Error(`A process of the benchmark ended: ${code ?? killedBy}.`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message;
  } finally {
    ended.catch(() => undefined);
    answered.abort();
  }
}
