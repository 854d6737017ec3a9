/** A receiver of examples/receivers in a process of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { eventually } from '../support/eventually.ts';

/** How a receiver is started, and what has to be on the machine for it. */
export interface Language {
  readonly file: string;
  /** Answers 0 where the interpreter, or compiler, is there. */
  readonly probe: readonly [string, ...string[]];
  readonly start: (port: number) => readonly [string, ...string[]];
  /** Prints the address that it listens on; otherwise it is asked until it answers. */
  readonly announces: boolean;
}

export interface ReceiverProcess {
  readonly url: string;
  /** The events that it says it received, such as `channel.didCreate 01KB…`. */
  readonly received: () => readonly string[];
  readonly stop: () => Promise<void>;
}

/** Whether this machine can run a language's receiver. */
export const canRun = ({ probe: [command, ...args] }: Language): boolean =>
  spawnSync(command, args, { timeout: 10_000 }).status === 0;

/** Starts it and waits until it takes requests. `freePort` is for those that don't announce theirs. */
export async function startReceiverProcess(
  { start, announces }: Language,
  secret: string,
  freePort: number,
): Promise<ReceiverProcess> {
  const [command, ...args] = start(freePort);
  const child = spawn(command, args, {
    cwd: 'examples/receivers',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = linesOf(child);
  const address = await eventually(() => addressIn(lines, announces ? undefined : freePort), 20_000);
  return {
    url: address,
    received: () => lines.flatMap((line) => /received (.+)$/.exec(line)?.[1] ?? []),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      child.kill();
      await closed;
    },
  };
}

/** What it writes, on either stream. */
function linesOf(child: ChildProcess): string[] {
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    if (input !== null) createInterface({ input }).on('line', (line) => lines.push(line));
  }
  return lines;
}

async function addressIn(lines: readonly string[], port: number | undefined): Promise<string> {
  if (port !== undefined) {
    const url = `http://127.0.0.1:${port}`;
    await fetch(url);
    return url;
  }
  const address = lines.flatMap((line) => /^listening on (http:\S+)$/.exec(line)?.[1] ?? [])[0];
  if (address === undefined) throw new Error(`It does not listen:\n${lines.join('\n')}`);
  return address;
}
