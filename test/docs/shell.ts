/** A shell that stays open, so that later commands have the variables of earlier ones. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The output of a command on both streams, and its exit code. */
export interface Result {
  readonly output: string;
  readonly exitCode: number;
}

export interface Shell {
  run(command: string): Promise<Result>;
  close(): void;
}

const TIMEOUT_MS = 20_000;
const MARK = 'the-command-is-done';

/** Starts bash in the project's folder. Commands get no input. `run` rejects if one ends the shell or takes more than 20 s. */
export function openShell(): Shell {
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'pipe',
    // A process group of its own, with what commands leave running.
    detached: true,
  });
  let pending: PromiseWithResolvers<Result> | undefined;
  let text = '';
  const collect = (chunk: Buffer): void => {
    text += chunk.toString();
    const [whole, exitCode] = new RegExp(`\\n${MARK} (\\d+)\\n$`).exec(text) ?? [];
    if (whole === undefined) return;
    pending?.resolve({ output: text.slice(0, -whole.length).replaceAll('\r', ''), exitCode: Number(exitCode) });
  };
  bash.stdout.on('data', collect);
  bash.stderr.on('data', collect);
  bash.on('close', () => pending?.reject(new Error(`The shell has ended.\n${text}`)));
  bash.stdin.on('error', (error) => pending?.reject(error));
  function end(): void {
    if (bash.pid !== undefined && bash.exitCode === null && bash.signalCode === null) process.kill(-bash.pid);
  }

  return {
    run(command) {
      pending = Promise.withResolvers<Result>();
      text = '';
      bash.stdin.write(`{ ${command}\n} </dev/null 2>&1; printf '\\n${MARK} %s\\n' $?\n`);
      const timer = setTimeout(end, TIMEOUT_MS);
      return pending.promise.finally(() => clearTimeout(timer));
    },
    close: end,
  };
}
