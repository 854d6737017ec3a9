/** One local cloud through a storm or a soak: restarted on the same data folder and port whenever it has ended. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { identify, ProcessIdentity } from '../../../local/data-folder/processes.ts';
import type { BadWeather } from '../../../local/weather/probabilities.ts';
import { type OwnCloud, startOwnCloud } from '../../../testing/own-cloud.ts';

/** Six attempts within seconds, so that some deliveries fail for good. */
export const retryDelaysSeconds = [1, 1, 1, 2, 2];
const deliverySettings = { retryDelaysSeconds, probeFirstSeconds: 1, probeMaxSeconds: 2 };

export type StormCloud = Awaited<ReturnType<typeof startStormCloud>>;

/** Starts it with fault injection. */
export async function startStormCloud(data: string, weather: BadWeather | 'calm') {
  let current = await startOwnCloud({ data, deliverySettings, weather });
  const port = Number(new URL(current.url).port);
  return { data, now: () => current, isUp, processes, kill, restart, stop: () => current.stop() };

  async function isUp(): Promise<boolean> {
    return (await identify(current.process.pid)) !== undefined;
  }

  /** Its three processes. Throws unless they are in each other's tree, so that no process of others can be meant. */
  async function processes() {
    const cloud = current.process.pid;
    const file = readFileSync(join(data, 'dynamodb-process.json'), 'utf8');
    const { pid: database } = v.parse(v.pipe(v.string(), v.parseJson(), ProcessIdentity), file);
    const supervisor = await parentOf(database);
    if ((await parentOf(supervisor)) !== cloud) throw new Error('the database is not one of this local cloud');
    return { cloud, supervisor, database };
  }

  /** Ends it with `kill -9`, if it still runs. */
  async function kill(): Promise<void> {
    current.connection.client.destroy();
    await current.process.end('SIGKILL');
  }

  /** Kills it, and starts it again. Rejects with `StartFailed`: a storm must leave nothing that prevents a start. */
  async function restart(next: BadWeather | 'calm'): Promise<OwnCloud> {
    await kill();
    current = await startOwnCloud({ data, port, deliverySettings, weather: next });
    return current;
  }
}

/** The id of the process that has started this one. Rejects if there is no such process. */
async function parentOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', `${pid}`]);
  return Number(stdout.trim());
}
