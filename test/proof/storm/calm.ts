/** The calm after a storm: waits until nothing waits any more, and collects what there is. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OwnCloud, queueContents } from '../../support/own-cloud.ts';
import { call } from '../../support/service.ts';
import type { PostedEvent } from './load.ts';
import type { StormTenant } from './storm-tenant.ts';
import { putBackFailures, storedItems, type Verdict, verdictOn } from './verdict.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * Puts back what was set aside. Returns the verdict as soon as nothing is wrong and nothing waits, and the last one
 * after `withinMs`. If it `isHelped`, it is sooner: receivers are tried at once, the sweeper runs with each look, and
 * messages that have a time may be left.
 */
export async function calmDown(
  cloud: OwnCloud,
  tenant: StormTenant,
  posted: readonly PostedEvent[],
  { withinMs, isHelped }: { readonly withinMs: number; readonly isHelped: boolean },
): Promise<Verdict & { readonly putBack: number }> {
  const until = Date.now() + withinMs;
  let putBack = 0;
  for (;;) {
    const failures = await putBackFailures(cloud);
    putBack += failures.putBack;
    const verdict = { ...(await verdictNow(cloud, tenant, posted, failures.failed)), putBack };
    const isFine = Object.values(verdict.wrong).every((problems) => problems.length === 0);
    const isWaiting = verdict.waitingDeliveries > 0 || (verdict.timedMessages > 0 && !isHelped);
    if ((isFine && !isWaiting) || Date.now() > until) return verdict;
    if (isHelped && verdict.waitingDeliveries > 0) await Promise.all([tenant.retryNow(), fireSweep(cloud)]);
    await sleep(LOOK_EVERY_MS);
  }
}

async function verdictNow(
  cloud: OwnCloud,
  tenant: StormTenant,
  posted: readonly PostedEvent[],
  notPutBack: readonly string[],
): Promise<Verdict> {
  const queues = await queueContents(cloud);
  // One after the other: while DynamoDB Local scans a large table, a read waits, and the authorizer reaches its time-out.
  const stored = await storedItems(cloud);
  const webhooks = await tenant.evidence();
  const others = await tenant.others();
  return verdictOn({
    posted,
    stored,
    webhooks,
    notPutBack,
    reader: tenant.reader.read,
    others,
    ...queues,
  });
}

async function fireSweep({ url }: OwnCloud): Promise<void> {
  const { text } = await call('GET', '/_local/schedules', { url });
  const [, schedule] = /"logicalId":"(\w*Sweep\w*)"/.exec(text) ?? [];
  await call('POST', `/_local/schedules/${schedule}/fire`, { url });
}

/** Makes all messages of the queues visible, as if the local cloud had been down for longer than any is hidden. */
export function showAllMessages(dataFolder: string): void {
  const queues = new DatabaseSync(join(dataFolder, 'sqs/fauxqs.db'));
  queues.exec('UPDATE sqs_messages SET visibility_deadline = NULL, receipt_handle = NULL, delay_until = NULL');
  queues.close();
}
