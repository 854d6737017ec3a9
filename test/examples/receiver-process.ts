/** Runs a receiver of examples/receivers in its own process. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { eventually } from '../../testing/eventually.ts';

/** How to start a receiver, and how to check that this machine can run it. */
export interface Language {
  readonly file: string;
  /** Exits with 0 if the interpreter or compiler is installed. */
  readonly probe: readonly [string, ...string[]];
  readonly start: (port: number) => readonly [string, ...string[]];
  /** True if it prints the address that it listens on; otherwise it is polled until it responds. */
  readonly announces: boolean;
}

/** A running receiver. */
export interface ReceiverProcess {
  readonly url: string;
  /** The events that it has printed, such as `channel.didCreate 01KB…`. */
  readonly received: () => readonly string[];
  readonly stop: () => Promise<void>;
}

/** Whether this machine can run a language's receiver. */
export const canRun = ({ probe: [command, ...args] }: Language): boolean =>
  spawnSync(command, args, { timeout: 10_000 }).status === 0;

/** Starts it and waits until it is ready. `freePort`: if it announces none; `key`: the path of a member of `data`. */
export async function startReceiverProcess(
  { start, announces }: Language,
  secret: string,
  freePort: number,
  key = '',
): Promise<ReceiverProcess> {
  const [command, ...args] = start(freePort);
  const child = spawn(command, args, {
    cwd: 'examples/receivers',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], WEBHOOK_SECRET: secret, PORT: '0', KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: `go run` starts the receiver as another process, which has to end, too.
    detached: true,
  });
  const lines = linesOf(child);
  const address = await eventually(() => addressIn(lines, announces ? undefined : freePort), 20_000);
  return {
    url: address,
    received: () => lines.flatMap((line) => /received (.+)$/.exec(line)?.[1] ?? []),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      if (child.pid !== undefined) process.kill(-child.pid);
      await closed;
    },
  };
}

/** Returns a growing list of the lines that it prints to stdout and stderr. */
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
