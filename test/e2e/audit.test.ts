import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type AuditEntry, listAudit } from '../../contract/audit.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { needs } from '../support/needs.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { type Client, call, eventually, tokenFor } from '../support/service.ts';
import { create } from '../webhooks/admin.ts';
import { delivery, kept, newTestNetwork, post, webhookTo } from './delivery-network.ts';

async function adminNamed(networkId: NetworkId, userId: string): Promise<Client> {
  const token = await tokenFor(networkId, userId, 'admin');
  return (method, path, body) => call(method, path, { token, body });
}
const pageOf = async (admin: Client, query = '') => {
  const { status, text, body } = await admin('GET', `/audit?${query}`);
  if (status !== 200) throw new Error(`The trail could not be read: ${status} ${text}`);
  return v.parse(listAudit.response.body, body);
};
/** Waits until the trail has an entry of the action, and returns all of them, the oldest first. */
const trailWith = (admin: Client, action: AuditEntry['action'], query = 'limit=100'): Promise<AuditEntry[]> =>
  eventually(async () => {
    const { results } = await pageOf(admin, query);
    expect(results.map((entry) => entry.action)).toContain(action);
    return results.toReversed();
  });

describe('the audit trail', () => {
  test('says which of two admins did what to a webhook, and never a secret', async () => {
    const { networkId } = await newTestNetwork();
    const [ada, grace] = [await adminNamed(networkId, 'ada'), await adminNamed(networkId, 'grace')];
    const headers = { 'x-api-key': 'hidden-key' };
    const { webhookId, secret } = await create(ada, { description: 'Search', headers });
    const path = `/webhooks/${webhookId}`;
    const [one, other] = await Promise.all([
      ada('PATCH', path, { description: 'Analytics', headers: { 'x-api-key': 'another-key' } }),
      grace('PATCH', path, { events: ['channel.*'] }),
    ]);
    expect({ one: one?.status, other: other?.status }).toEqual({ one: 200, other: 200 });
    await grace('GET', `${path}/secret`);
    await grace('POST', `${path}/secret`);
    const { body } = await ada('GET', path);
    expect(body).toMatchObject({ description: 'Analytics', updatedBy: { kind: 'admin', name: 'grace' } });
    await ada('DELETE', path);

    const trail = await trailWith(ada, 'webhookDeleted', `webhookId=${webhookId}`);
    const done = trail.map(({ by, action }) => `${by.name} ${action}`);
    expect(done).toHaveLength(6);
    expect(new Set(done.slice(1, 3))).toEqual(new Set(['ada webhookUpdated', 'grace webhookUpdated']));
    expect(done.toSpliced(1, 2)).toEqual([
      'ada webhookCreated',
      'grace secretRevealed',
      'grace secretRotated',
      'ada webhookDeleted',
    ]);
    expect(trail.find(({ by, action }) => by.name === 'grace' && action === 'webhookUpdated')?.changes).toEqual([
      { field: 'events', from: '*', to: 'channel.*' },
    ]);
    expect(trail.find(({ by, action }) => by.name === 'ada' && action === 'webhookUpdated')?.changes).toEqual([
      { field: 'description', from: 'Search', to: 'Analytics' },
      { field: 'headers' },
    ]);
    const { results, start } = await pageOf(ada, 'limit=1');
    expect(results).toEqual(trail.slice(-1));
    expect(await pageOf(ada, `limit=1&start=${start}`)).toMatchObject({ results: trail.slice(-2, -1) });
    expect(await pageOf(ada, 'until=2020-01-01T00:00:00Z')).toEqual({ results: [] });
    const text = JSON.stringify(trail);
    for (const hidden of [secret, 'hidden-key', 'another-key']) expect(text).not.toContain(hidden);
  });

  needs('receivers').test('says that the service disabled a webhook, and who sent its events again', async () => {
    const { networkId, server } = await newTestNetwork();
    const admin = await adminNamed(networkId, 'ada');
    let isGone = true;
    const receiver = await kept(startReceiver((response) => response.writeHead(isGone ? 410 : 200).end()));
    const { webhookId } = await webhookTo(admin, receiver);
    const [eventId = ''] = await post(server, [{ event: 'shop.didSell', data: {} }]);
    const disabled = await trailWith(admin, 'webhookDisabled', `webhookId=${webhookId}`);
    expect(disabled.at(-1)).toMatchObject({
      by: { kind: 'service' },
      changes: [
        { field: 'enabled', from: 'true', to: 'false' },
        { field: 'disabledReason', to: 'gone' },
      ],
    });
    const { deliveryId } = await delivery(admin, webhookId, eventId, { state: 'failed' });
    const path = `/webhooks/${webhookId}`;
    expect((await admin('POST', `${path}/retry-now`)).status).toBe(400);
    isGone = false;
    await admin('PATCH', path, { enabled: true });
    await admin('POST', `${path}/deliveries/${deliveryId}/replay`);
    await admin('POST', `${path}/test`);
    await admin('POST', `${path}/recover`, { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' });
    await admin('DELETE', `${path}/recover?askedAt=2026-01-02T00:00:00Z`);
    const trail = await trailWith(admin, 'recoveriesStopped', `webhookId=${webhookId}`);
    expect(trail.map(({ action }) => action)).toEqual([
      'webhookCreated',
      'webhookDisabled',
      'webhookUpdated',
      'deliveryReplayed',
      'testEventSent',
      'deliveriesRecovered',
      'recoveriesStopped',
    ]);
    expect(trail.find(({ action }) => action === 'deliveryReplayed')).toMatchObject({ deliveryId });
    expect(trail.at(-1)?.changes).toEqual([{ field: 'askedAt', to: '2026-01-02T00:00:00.000Z' }]);
    expect(trail.at(-2)?.changes).toEqual([
      { field: 'since', to: '2026-01-01T00:00:00Z' },
      { field: 'state', to: 'failed' },
      { field: 'until', to: '2026-01-02T00:00:00Z' },
    ]);
  });
});
