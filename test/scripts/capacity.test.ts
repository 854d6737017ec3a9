import { expect, test } from '@jest/globals';
import { stages } from '../../lib/config.ts';
import { load } from '../../scripts/capacity/load.ts';
import { sending } from '../../scripts/capacity/scale-tables.ts';

test.each([stages.staging, stages.prod])(
  'a network at its default quota takes at most a fifth of what the fast lane of $name sends, and no network more than all',
  ({ delivery, quotas }) => {
    const perSecond = (delivery.concurrency.firstAttempts * load.webhooks) / sending;
    expect(quotas.network.deliveries).toBeLessThanOrEqual(perSecond / 5);
    expect(quotas.highest.deliveries).toBeLessThanOrEqual(perSecond);
  },
);
