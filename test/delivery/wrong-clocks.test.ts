/** What a process does with times that another one, or it itself, has written while its clock was wrong. */

import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { LEASE_MILLISECONDS, maySend } from '../../lambdas/delivery/model/flow.ts';
import { webhookDirectory } from '../../lambdas/delivery/receiver/webhook-directory.ts';
import { newFlow } from '../../lambdas/webhooks/webhooks-table.ts';

const now = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

test('a lease that a clock minutes ahead has written holds no receiver, and one of a few seconds ahead does', () => {
  const leased = (aheadMs: number) => ({
    ...newFlow,
    leasedUntil: new Date(now + aheadMs + LEASE_MILLISECONDS).toISOString(),
  });
  expect(maySend(leased(0), now)).toBe(false);
  expect(maySend(leased(5_000), now)).toBe(false);
  expect(maySend(leased(LEASE_MILLISECONDS), now)).toBe(false);
  expect(maySend(leased(LEASE_MILLISECONDS + 1), now)).toBe(true);
  expect(maySend(leased(3 * MINUTE), now)).toBe(true);
});

test('webhooks that were read while the clock was ahead are read again once it is right', async () => {
  let clock = now + 3 * MINUTE;
  let reads = 0;
  const features = { blockUser: true, userActivity: true, webhooks: true };
  const directory = webhookDirectory(
    { readSettings: async () => ({ features, hideMode: 'blocker' }) },
    {
      list: async () => {
        reads += 1;
        return [];
      },
      find: async () => undefined,
    },
    () => clock,
  );
  const networkId = v.parse(NetworkId, 'demo');
  await directory.find(networkId, 'any');
  clock = now;
  await directory.find(networkId, 'any');
  await directory.find(networkId, 'any');
  expect(reads).toBe(2);
});
