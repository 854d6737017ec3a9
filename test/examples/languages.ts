/** The receivers of examples/receivers, each in its own process. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { eventually } from '../support/eventually.ts';
import { portOf } from '../support/receivers/listening.ts';
import type { RunningReceiver } from './receiver-tests.ts';

/** How to start a receiver, and how to check that this machine can run it. */
export interface Language {
  readonly file: string;
  /** Exits with 0 if the interpreter or compiler is installed. */
  readonly probe: readonly [string, ...string[]];
  readonly start: (port: number) => readonly [string, ...string[]];
  /** True if it prints the address that it listens on; otherwise it is polled until it responds. */
  readonly announces: boolean;
}

/** PHP without the extensions that an installation may lack; `options` come before the script. */
export const php = (...options: readonly string[]): Language => ({
  file: 'receiver.php',
  probe: ['php', '--version'],
  start: (port) => ['php', '-n', ...options, '-S', `127.0.0.1:${port}`, 'receiver.php'],
  announces: false,
});

export const python: Language = {
  file: 'receiver.py',
  probe: ['python3', '--version'],
  start: () => ['python3', 'receiver.py'],
  announces: true,
};

export const languages: Readonly<Record<string, Language>> = {
  Node: {
    file: 'receiver.mjs',
    probe: [process.execPath, '--version'],
    start: () => [process.execPath, 'receiver.mjs'],
    announces: true,
  },
  Python: python,
  Go: { file: 'receiver.go', probe: ['go', 'version'], start: () => ['go', 'run', 'receiver.go'], announces: true },
  PHP: php(),
  Ruby: {
    file: 'receiver.ru',
    probe: ['rackup', '--version'],
    start: (port) => ['rackup', '--host', '127.0.0.1', '--port', `${port}`, 'receiver.ru'],
    announces: false,
  },
};

/** Whether this machine can run a language's receiver. */
export const canRun = ({ probe: [command, ...args] }: Language): boolean =>
  spawnSync(command, args, { timeout: 10_000 }).status === 0;

/** Starts it and waits until it is ready. Rejects with its output if it ends before. */
export async function startProcess(language: Language, secrets: string, key = ''): Promise<RunningReceiver> {
  const port = await freePort();
  const [command, ...args] = language.start(port);
  const child = spawn(command, args, {
    cwd: 'examples/receivers',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], WEBHOOK_SECRET: secrets, PORT: '0', KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: `go run` starts the receiver as another process, which has to end, too.
    detached: true,
  });
  const lines = linesOf(child);
  let ended = false;
  const closed = once(child, 'close').then(() => {
    ended = true;
  });
  const url = await eventually(
    () => (ended ? undefined : addressIn(lines, language.announces ? undefined : port)),
    20_000,
  );
  if (url === undefined) throw new Error(lines.join('\n'));
  return {
    url,
    received: () => lines.flatMap((line) => /received (.+)$/.exec(line)?.[1] ?? []),
    output: () => lines.join('\n'),
    stop: async () => {
      if (!ended && child.pid !== undefined) process.kill(-child.pid);
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

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}
