/** Notices about webhooks, as other webhooks of the network get them (docs/spec/notices.md). */
import { describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { NoticeBody } from '../../contract/notices.ts';
import { patience } from '../support/eventually.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { arrived, deliveriesOf, kept, newRoom, numbered, post, webhookTo } from './delivery-room.ts';

jest.setTimeout(patience(60_000));

describe('a webhook that asks for notices', () => {
  test('gets one about another webhook that is gone, and nobody else does', async () => {
    const { admin, server } = await newRoom();
    const [receiver, others] = [await kept(startReceiver()), await kept(startReceiver())];
    const gone = await kept(startReceiver((response) => response.writeHead(410).end()));
    const asking = await webhookTo(admin, receiver, { events: ['webhook.*'] });
    const toAll = await webhookTo(admin, others, { events: ['*'] });
    const about = await webhookTo(admin, gone, { events: ['*', 'webhook.*'], description: 'Search index' });
    await post(server, numbered(1));

    const [request] = await arrived(receiver, 1);
    expect(v.parse(NoticeBody, JSON.parse(`${request?.body}`))).toEqual({
      event: 'webhook.didDisable',
      data: {
        webhook: { webhookId: about.webhookId, host: new URL(gone.url).host, description: 'Search index' },
        since: expect.any(String),
        reason: 'gone',
      },
    });
    const { results } = await deliveriesOf(admin, asking.webhookId);
    expect(results.map(({ event }) => event)).toEqual(['webhook.didDisable']);
    for (const { webhookId } of [toAll, about]) {
      const log = await deliveriesOf(admin, webhookId);
      expect(log.results.map(({ event }) => event)).toEqual(['shop.didSell']);
    }
  });
});

test('a platform can not send a notice', async () => {
  const { server } = await newRoom();
  const events = [{ event: 'webhook.didGoDown', data: {} }];
  expect(await server('POST', '/events', { events })).toMatchObject({
    status: 400,
    body: { message: 'events[0].event must not be webhook.didGoDown: only the service itself sends notices' },
  });
});
