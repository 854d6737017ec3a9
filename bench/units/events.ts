/** Ingest (docs/spec/events.md#ingest) and authorization (docs/spec/access.md#authorizer). */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { type NetworkId, UserId } from '../../contract/ids.ts';
import { newSigningKey } from '../../ctl/new-signing-key.ts';
import { InvalidTokenError, issueToken } from '../../lambdas/auth/access-token.ts';
import { networkTokens } from '../../lambdas/auth/network-tokens.ts';
import { networksTable } from '../../lambdas/auth/networks-table.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import type { Cost } from './cost.ts';

/** Kilobytes of the event's body. The other attributes take about 0.3 KB. */
const BODIES = [0.5, 10, 100];
const KB = 1_024;
const MADE_UP_TOKENS = 1_000;

export function eventCosts(client: DynamoDBDocumentClient, table: string, networkId: NetworkId): readonly Cost[] {
  const events = eventsTable(client, table);
  return BODIES.map((kilobytes) => ({
    name: `event whose body has ${kilobytes} KB`,
    unit: 'write units',
    run: () => events.add(eventOf(networkId, kilobytes)),
    least: Math.ceil(kilobytes),
    aim: '1 for each KB of the item',
  }));
}

export function tokenCosts(client: DynamoDBDocumentClient, table: string, networkId: NetworkId): readonly Cost[] {
  const networks = networksTable(client, table);
  async function refuseMadeUp() {
    const verify = networkTokens(networks, 3_600);
    const userId = v.parse(UserId, 'alice');
    for (let n = 0; n < MADE_UP_TOKENS; n += 1) {
      const token = await issueToken({ userId, networkId, role: 'user' }, newSigningKey(new Date()), 60);
      await verify(token).catch((error: unknown) => {
        if (!(error instanceof InvalidTokenError)) throw error;
      });
    }
  }
  return [
    { name: 'token looked up', unit: 'read units', run: () => networks.read(networkId), least: 1 },
    {
      name: `${MADE_UP_TOKENS.toLocaleString('en')} made-up tokens`,
      unit: 'read units',
      run: refuseMadeUp,
      least: 1,
      aim: '1',
    },
  ];
}

function eventOf(networkId: NetworkId, kilobytes: number) {
  const at = new Date().toISOString();
  return {
    networkId,
    eventId: v.parse(EventId, `event-of-${kilobytes}`),
    event: 'channel.didCreate',
    body: 'b'.repeat(kilobytes * KB),
    occurredAt: at,
    acceptedAt: at,
  };
}
