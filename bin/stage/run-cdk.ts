/** Runs the project's own `cdk` in the project's folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { delimiter, dirname } from 'node:path';
import { packageFolder } from '@social-platform-services/ctl/about';

/**
 * Runs `cdk` with these arguments on the same Node. `inherit` connects it to the terminal, so that it can prompt;
 * `capture` collects the output of both streams. If a signal ends it, the exit code is 1.
 */
export async function runCdk(
  args: readonly string[],
  terminal: 'inherit' | 'capture',
): Promise<{ code: number; output: string }> {
  const cdk = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
  const stdio = terminal === 'inherit' ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [cdk, ...args], {
    cwd: packageFolder,
    stdio,
    env: { ...process.env, PATH: thisNodeFirst() },
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : 1, output: Buffer.concat(chunks).toString() };
}

/** The `PATH` with this Node first: cdk.json runs `node bin/app.ts`, which must be the same one. */
function thisNodeFirst(): string {
  const { PATH = '' } = process.env;
  return [dirname(process.execPath), PATH].join(delimiter);
}
