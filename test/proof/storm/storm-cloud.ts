/** One local cloud through a storm or a soak: restarted on the same data folder and port whenever it has ended. */
import { isRunning } from '@social-platform-services/ctl/local-cloud';
import type { FaultInjection } from '@social-platform-services/local';
import { databaseProcesses } from '../../support/database-processes.ts';
import { type OwnCloud, startOwnCloud } from '../../support/own-cloud.ts';

/** Six attempts within seconds, so that some deliveries fail for good. */
export const retryDelaysSeconds = [1, 1, 1, 2, 2];
/** Notices as soon, since the calm lasts until nothing waits for one: by default that a receiver is back takes 11 minutes. */
const notices = { struggledNoticeSeconds: 60, downNoticeSeconds: 30, backNoticeSeconds: 10 };
const deliverySettings = { retryDelaysSeconds, probeFirstSeconds: 1, probeMaxSeconds: 2, ...notices };

export type StormCloud = Awaited<ReturnType<typeof startStormCloud>>;

/** Starts it with fault injection. */
export async function startStormCloud(data: string, faults: FaultInjection | 'off') {
  let current = await startOwnCloud({ data, deliverySettings, faults });
  const port = Number(new URL(current.url).port);
  return { data, now: () => current, isUp, processes, kill, restart, stop: () => current.stop() };

  function isUp(): boolean {
    return isRunning(current.process.pid);
  }

  /** Its three processes. Throws if it has no database. */
  function processes() {
    return { cloud: current.process.pid, ...databaseProcesses(current.process.pid) };
  }

  /** Ends it with `kill -9`, if it still runs. */
  async function kill(): Promise<void> {
    current.connection.client.destroy();
    await current.process.end('SIGKILL');
  }

  /** Kills it, and starts it again. Rejects with `StartFailed`: a storm must leave nothing that prevents a start. */
  async function restart(next: FaultInjection | 'off'): Promise<OwnCloud> {
    await kill();
    current = await startOwnCloud({ data, port, deliverySettings, faults: next });
    return current;
  }
}
