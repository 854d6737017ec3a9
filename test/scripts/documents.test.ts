/** Pages in which some tables are generated. */
import { expect, test } from '@jest/globals';
import { withTables } from '../../bin/prove/markdown.ts';
import { stages } from '../../lib/config.ts';
import { load } from '../../scripts/capacity/load.ts';
import { sending } from '../../scripts/capacity/scale-tables.ts';

// What tables look like, `npm run check` compares with the pages.
test('a table without a place is an error', () => {
  const page = 'before\n\n<!-- table: a -->\nold\n<!-- end -->\n\nafter\n';
  expect(() => withTables(page, { b: '| x |' })).toThrow('The page has no place for the table b.');
});

test.each([stages.staging, stages.prod])(
  'a network at its default quota takes at most a fifth of what the fast lane of $name sends, and no network more than all',
  ({ delivery, quotas }) => {
    const perSecond = (delivery.concurrency.firstAttempts * load.webhooks) / sending;
    expect(quotas.network.deliveries).toBeLessThanOrEqual(perSecond / 5);
    expect(quotas.highest.deliveries).toBeLessThanOrEqual(perSecond);
  },
);
