/** Finds the local cloud that runs on a data folder, by the `cloud.json` that it writes there when it is ready. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { typedCommand } from './about.ts';
import { OperatorError } from './errors.ts';
import { shellWord } from './output.ts';

const CloudFile = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  region: v.string(),
  endpoints: v.object({ dynamodb: v.pipe(v.string(), v.url()) }),
  credentials: v.object({ accessKeyId: v.string(), secretAccessKey: v.string(), sessionToken: v.string() }),
  outputs: v.record(v.string(), v.string()),
});

/** The content of `cloud.json`: how to reach a local cloud. */
export type LocalCloud = v.InferOutput<typeof CloudFile>;

/** Finds the local cloud on `folder`. Throws OperatorError if none runs. */
export async function findLocalCloud(folder: string): Promise<LocalCloud> {
  const text = await readOrUndefined(join(folder, 'cloud.json'));
  if (text === undefined) throw notRunning(folder);
  const cloud = v.safeParse(v.pipe(v.string(), v.parseJson(), CloudFile), text);
  if (!cloud.success) {
    throw new OperatorError(
      `${join(folder, 'cloud.json')} was not written by this version of the local cloud.`,
      `Start it again: ${startCommand(folder)}`,
    );
  }
  if (!isRunning(cloud.output.pid)) throw notRunning(folder);
  return cloud.output;
}

/** `--data '…'` for a shell; undefined for the default folder, which needs no option. */
export const dataOption = (folder: string): string | undefined =>
  folder === '.local' ? undefined : `--data ${shellWord(folder)}`;

const notRunning = (folder: string): OperatorError =>
  new OperatorError(
    `No local cloud runs on ${folder}.`,
    `Start one: ${startCommand(folder)} (or select another one with --data DIR, or a deployed stage with --env NAME)`,
  );

/** The command that starts a local cloud on `folder`. */
export const startCommand = (folder: string): string =>
  typedCommand('start', ...(resolve(folder) === resolve('.local') ? [] : ['--data', folder]));

async function readOrUndefined(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    if (missing) return undefined;
    throw error;
  }
}

/** Whether a process runs. EPERM means that it runs as another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
