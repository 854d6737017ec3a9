/** Events at a steady rate, whether or not the service keeps up: a load that waits for answers would hide delays. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../test/support/service.ts';
import { clock } from './receivers.ts';

let posted = 0;

/** Posts `perSecond` events a second, one a request, for so many seconds. Answers when the 202 of each `data.n` was there. */
export async function steadyLoad(
  server: Client,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<ReadonlyMap<number, number>> {
  const acceptedAt = new Map<number, number>();
  const posting: Promise<void>[] = [];
  const start = clock();
  for (let i = 0; i < perSecond * seconds; i++) {
    const wait = start + (i * 1_000) / perSecond - clock();
    if (wait > 0) await sleep(wait);
    posting.push(post(posted++));
  }
  await Promise.all(posting);
  return acceptedAt;

  async function post(n: number): Promise<void> {
    const { status, text } = await server('POST', '/events', { events: [{ event: 'bench.didHappen', data: { n } }] });
    if (status !== 202) throw new Error(`An event was not accepted: ${status} ${text}`);
    acceptedAt.set(n, clock());
  }
}
