/** Child processes of a benchmark: what is measured, and what it is measured with, should not share an event loop. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a module as a process and waits until it is ready; rejects if it ends before. `input` must be JSON. The
 * environment is added to that of this process, with which it also ends.
 */
export async function startChild(
  file: string,
  { input = null, environment = {} }: { readonly input?: unknown; readonly environment?: Record<string, string> } = {},
) {
  const child = fork(file, [JSON.stringify(input)], { env: { ...process.env, ...environment }, execArgv: [] });
  return {
    /** The first message of the process, by which it says that it is ready. */
    ready: await nextMessage(child),
    /** Sends a message and returns the reply. Rejects if the process ends instead. */
    ask(question: object): Promise<unknown> {
      const reply = nextMessage(child);
      child.send(question);
      return reply;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}

const nextMessage = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const ended = (code: number | null, signal: string | null): void =>
      reject(new Error(`A process of the benchmark ended: ${code ?? signal}.`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });

/** In the child: what the benchmark gave it to begin with; null if nothing. */
export const childInput = (): unknown => JSON.parse(process.argv[2] ?? 'null');

/** In the child: sends `ready`, then a reply to each message. Ends the process together with its parent. */
export function serveParent(ready: object, reply?: (message: unknown) => object | Promise<object>): void {
  process.on('disconnect', () => process.exit());
  if (reply !== undefined) process.on('message', async (message) => process.send?.(await reply(message)));
  process.send?.(ready);
}
