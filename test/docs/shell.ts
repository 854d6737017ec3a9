/** Pastes commands into a shell. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What one command has printed to both streams, and its exit code. */
export interface Result {
  readonly output: string;
  readonly exitCode: number;
}

const TIMEOUT_MS = 45_000;
const MARK = 'the-command-is-done';

/**
 * Pastes the commands all at once into a new bash in the project's folder, and returns their results once it has ended,
 * with what they left running. Fewer of them if a command ends the shell, or if together they take more than 45 s.
 */
export async function paste(commands: readonly string[]): Promise<readonly Result[]> {
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    cwd: join(import.meta.dirname, '../..'),
    // A process group of its own.
    detached: true,
  });
  const end = (): unknown => bash.pid !== undefined && process.kill(-bash.pid);
  const timer = setTimeout(end, TIMEOUT_MS);
  let text = '';
  bash.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const marked = commands.map((command) => `${command}\nprintf '\\n${MARK} %s\\n' $?`);
  bash.stdin.on('error', () => {});
  bash.stdin.end(["exec 2>&1; trap 'trap - TERM; kill 0' EXIT", ...marked, ''].join('\n'));
  await once(bash, 'close');
  clearTimeout(timer);
  return [...text.matchAll(new RegExp(`([\\s\\S]*?)\\n${MARK} (\\d+)\\n`, 'g'))].map(([, output = '', exitCode]) => ({
    output: output.replaceAll('\r', ''),
    exitCode: Number(exitCode),
  }));
}
