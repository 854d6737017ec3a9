import { describe, expect, test } from '@jest/globals';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { Delivery } from '../../lambdas/deliveries/delivery.ts';
import { type Job, resolveJobs } from '../../lambdas/delivery/jobs.ts';
import { iso, now, pending } from './group-samples.ts';

const BODY = '{"event":"shop.didSell","data":{}}';

/** What comes of the first message about an event that was accepted so long ago (ms), if the table has that delivery. */
async function resolved(age: number, stored?: Partial<Delivery>, changes: Partial<Job> = {}) {
  const { delivery, job } = pending(-age);
  const read = async () => stored && { ...delivery, ...stored };
  const message = { ...job.message, body: BODY };
  const jobs = [{ ...job, message, ...changes }];
  const [one] = await resolveJobs({ deliveries: { read }, now: () => now }, { updatedAt: iso(-10 * MINUTE_MS) }, jobs);
  return one;
}

describe('the first message about an event', () => {
  test('is attempted with the text that it carries, unless somebody may have erased that since', async () => {
    expect(await resolved(MINUTE_MS)).toMatchObject({ kind: 'pending', body: BODY });
    // An erasure says that nothing is under way any more, and the table does not tell of it where there is no delivery.
    for (const late of [await resolved(MINUTE_MS + 1), await resolved(0, undefined, { isRepeated: true })]) {
      expect(late).toMatchObject({ kind: 'pending' });
      expect(late).not.toMatchObject({ body: BODY });
    }
    expect(await resolved(MINUTE_MS + 1, {})).toMatchObject({ kind: 'pending', body: BODY });
    expect(await resolved(MINUTE_MS + 1, { state: 'failed', class: 'event_erased' })).toMatchObject({
      kind: 'outdated',
    });
  });
});
