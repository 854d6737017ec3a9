import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { hourOfDelivery } from '../../contract/ledger.ts';
import { delivery, kept, newTestNetwork, post, type TestNetwork, webhookTo } from '../../test/e2e/delivery-network.ts';
import { startAnswering } from '../../test/support/receivers/http-receivers.ts';
import { dataFolder, eventually } from '../../test/support/service.ts';
import type { Created } from '../../test/webhooks/admin.ts';
import { withoutSecrets } from '../mcp/server.ts';

const Result = v.object({
  isError: v.optional(v.boolean(), false),
  content: v.tuple([v.object({ type: v.literal('text'), text: v.string() })]),
});
const WRITES = [
  'replay_delivery',
  'recover_deliveries',
  'stop_recoveries',
  'retry_now',
  'switch_webhook',
  'erase_event',
];

/** An agent's connection to a server that runs in a process of its own. */
async function connected(networkId: string, ...options: readonly string[]): Promise<McpClient> {
  const client = new McpClient({ name: 'test', version: '1' });
  const args = ['bin/sps.ts', 'mcp', '--network', networkId, '--data', dataFolder(), ...options];
  const cwd = join(import.meta.dirname, '../..');
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, stderr: 'ignore' }));
  return client;
}

describe('ctl mcp', () => {
  let network: TestNetwork;
  let webhook: Created;
  let reading: McpClient;
  let writing: McpClient;
  let eventId: string;
  let deliveryId: DeliveryId;

  beforeAll(async () => {
    network = await newTestNetwork();
    webhook = await webhookTo(network.admin, await kept(startAnswering(503)), {
      headers: { 'x-api-key': 'hidden-value' },
    });
    [eventId = ''] = await post(network.server, [{ event: 'shop.didSell', data: { secret: webhook.secret } }]);
    const made = await delivery(network.admin, webhook.webhookId, eventId, { attemptCount: 1 });
    deliveryId = v.parse(DeliveryId, made.deliveryId);
    [reading, writing] = await Promise.all([
      connected(network.networkId),
      connected(network.networkId, '--allow-writes'),
    ]);
  }, 60_000);

  afterAll(() => Promise.all([reading, writing].map((client) => client.close())));

  const called = async (client: McpClient, name: string, given: Record<string, unknown> = {}) => {
    const { isError, content } = v.parse(Result, await client.callTool({ name, arguments: given }));
    return { isError, text: content[0].text };
  };

  test('offers nothing that writes, unless it is started with --allow-writes', async () => {
    const [fewer, more] = await Promise.all([reading.listTools(), writing.listTools()]);
    expect(fewer.tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    const added = more.tools.filter(({ name }) => !fewer.tools.some((tool) => tool.name === name));
    expect(added.map(({ name }) => name)).toEqual(WRITES);
    for (const { description } of added) expect(description).toContain('show that to the person who asked');
    for (const name of WRITES) expect((await called(reading, name, { confirm: true })).isError).toBe(true);
  });

  test('shows webhooks, deliveries, events, ledger, statistics and audit trail, and never a secret', async () => {
    const { webhookId, secret } = webhook;
    const calls = [
      ['list_webhooks', {}, webhookId],
      ['search_deliveries', { webhookId, state: 'retrying' }, deliveryId],
      ['search_deliveries', { event: 'shop.didSell' }, webhookId],
      ['explain_delivery', { deliveryId }, 'The receiver responded with 5xx'],
      ['search_events', { event: 'shop.didSell' }, eventId],
      ['explain_event', { eventId }, 'shop.didSell'],
      ['read_ledger', { webhookId, hour: hourOfDelivery(deliveryId) }, 'digest'],
      ['read_statistics', {}, 'hours'],
      ['read_statistics', { webhookId, hours: 2 }, 'hours'],
      ['list_source_addresses', {}, 'addresses'],
      ['read_audit_trail', { webhookId }, 'webhookCreated'],
    ] as const;
    for (const [name, given, shown] of calls) {
      await eventually(async () => {
        const { isError, text } = await called(reading, name, given);
        expect({ name, isError, text }).toMatchObject({ isError: false, text: expect.stringContaining(shown) });
        expect(text).not.toContain(secret);
        expect(text).not.toContain('hidden-value');
      });
    }
  });

  test('does what was confirmed, and only says what it would do before', async () => {
    const { webhookId } = webhook;
    const switched = { webhookId, enabled: false };
    expect((await called(writing, 'switch_webhook', switched)).text).toContain('"done": false');
    expect((await network.admin('GET', `/webhooks/${webhookId}`)).body).toMatchObject({ enabled: true });
    const { isError, text } = await called(writing, 'switch_webhook', { ...switched, confirm: true });
    expect({ isError, text }).toMatchObject({ isError: false, text: expect.stringContaining('"enabled": false') });
    expect(text).not.toContain('hidden-value');
    expect((await network.admin('GET', `/webhooks/${webhookId}`)).body).toMatchObject({ enabled: false });
  });

  test.each([
    ['explain_delivery', { deliveryId: 'x' }, 'deliveryId must be'],
    ['explain_delivery', {}, 'deliveryId'],
    ['search_events', { limit: 1_000 }, 'limit must be an integer from 1 to 100'],
    ['explain_event', { eventId: 'unknown' }, 'has no event unknown'],
    ['no_such_tool', {}, 'There is no tool'],
  ])('says what is wrong with a call of %s', async (name, given, message) => {
    const result = await called(reading, name, given);
    expect(result).toEqual({ isError: true, text: expect.stringContaining(message) });
  });

  test('hides a secret wherever it is in a text', () => {
    expect(withoutSecrets('a whsec_dGhpcyBpcyBh+/= b "whsec_x"')).toBe('a whsec_… b "whsec_…"');
  });
});
