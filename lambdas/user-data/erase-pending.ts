import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { erasuresTable } from './erasures-table.ts';
import { scanPace } from './pace.ts';
import { passTable } from './pass-table.ts';
import { userTables } from './user-tables.ts';
import { workOnErasures } from './work-on-erasures.ts';

/** Left for the step that is under way at the end. */
const RESERVE_MILLISECONDS = 20_000;

const tools = {
  tables: userTables(documentClient(), {
    blocks: required('BLOCKS_TABLE'),
    activities: required('ACTIVITIES_TABLE'),
    events: required('EVENTS_TABLE'),
    deliveries: required('DELIVERIES_TABLE'),
    webhooks: required('WEBHOOKS_TABLE'),
  }),
  erasures: erasuresTable(),
  pass: passTable(randomUUID()),
  now: Date.now,
  passSeconds: Number(required('ERASURE_PASS_SECONDS')),
};

/** Erases users that back ends have asked for (docs/spec/user-data.md#by-a-back-end). Runs each minute. */
export async function handler(_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const endsAt = Date.now() + context.getRemainingTimeInMillis() - RESERVE_MILLISECONDS;
  const erasures = await workOnErasures({ ...tools, pace: scanPace(), endsAt });
  if (erasures > 0) console.info({ message: 'Worked on the erasure of users.', erasures });
}
