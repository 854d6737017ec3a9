/** Finds the local cloud that runs on a data folder, by the `cloud.json` that it keeps there while it is ready. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { type Connection, connectToLocal, output, PANEL_URL } from './connection.ts';
import { OperatorError } from './operator-error.ts';

const CloudFile = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  region: v.string(),
  endpoints: v.object({ dynamodb: v.pipe(v.string(), v.url()) }),
  outputs: v.record(v.string(), v.string()),
});

/** What a local cloud that is ready says of itself. */
export type LocalCloud = v.InferOutput<typeof CloudFile>;

/** Connects to the local cloud that runs on `folder`. Throws OperatorError when none does. */
export const openLocalCloud = async (folder: string): Promise<Connection> =>
  connectToLocal(await findLocalCloud(folder));

/** Where the panel of the local cloud is that runs on `folder`. Throws OperatorError when none does. */
export const findLocalPanel = async (folder: string): Promise<string> =>
  output((await findLocalCloud(folder)).outputs, PANEL_URL);

/** The local cloud that runs on `folder`. Throws OperatorError when none does. */
export async function findLocalCloud(folder: string): Promise<LocalCloud> {
  const text = await readOrUndefined(join(folder, 'cloud.json'));
  if (text === undefined) throw notRunning(folder);
  const cloud = v.safeParse(v.pipe(v.string(), v.parseJson(), CloudFile), text);
  if (!cloud.success) {
    throw new OperatorError(
      `${join(folder, 'cloud.json')} is not what a local cloud of this version writes.`,
      `Start it again: ${startCommand(folder)}`,
    );
  }
  if (!isRunning(cloud.output.pid)) throw notRunning(folder);
  return cloud.output;
}

const notRunning = (folder: string): OperatorError =>
  new OperatorError(
    `No local cloud runs on ${folder}.`,
    `Start one: ${startCommand(folder)} (or name another with --data DIR, or a deployed stage with --env NAME)`,
  );

const startCommand = (folder: string): string =>
  resolve(folder) === resolve('.local') ? 'npm start' : `npm start -- --data ${folder}`;

async function readOrUndefined(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    if (missing) return undefined;
    throw error;
  }
}

/** Whether a process runs; one that belongs to somebody else (EPERM) does too. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
