/** `npm start` as a process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { databaseProcesses } from '../support/database-processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CloudFile = v.object({ pid: v.number() });

const databaseOf = (data: string) =>
  databaseProcesses(v.parse(CloudFile, JSON.parse(readFileSync(join(data, 'cloud.json'), 'utf8'))).pid);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('the service ends with the npm that started it, when that is sent SIGTERM', async () => {
  const data = temporaryFolder();
  const npm = spawn('npm', ['start', '--', '--port', '0', '--in-memory', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    npm.once('exit', () => reject(new Error(`npm ended before the local cloud was ready: ${output}`)));
    npm.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/^ready /m.test(output)) resolve();
    });
  });
  const { database: java } = databaseOf(data);
  const exit = once(npm, 'exit');
  npm.kill('SIGTERM');
  await exit;
  expect(isRunning(java)).toBe(false);
  await expect(fetch(`${/^ready (\S+)$/m.exec(output)?.[1]}/health`)).rejects.toThrow('fetch failed');
}, 180_000);
