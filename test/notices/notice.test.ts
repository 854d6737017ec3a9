/** The events of notices (docs/spec/notices.md#notices). */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { DeliverySettings } from '../../contract/delivery-settings.ts';
import { EventId } from '../../contract/events.ts';
import { publicHttpsOnly } from '../../contract/target-policy.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { failedForGood, noticeEvent } from '../../lambdas/notices/notice.ts';
import { webhookOfTests } from '../support/samples.ts';

const settings = v.parse(DeliverySettings, publicHttpsOnly);
const now = Date.UTC(2026, 2, 2, 9, 15);
const SECOND = 1;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** The time so many seconds ago. */
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
describe('the event of a notice', () => {
  const webhook = webhookOfTests({ url: 'https://user:key@hooks.example.com:8443/in?token=secret' });
  const deliveryId = v.parse(DeliveryId, '01K0000000000000000000000A');
  const eventId = v.parse(EventId, 'event-1');
  const example = { deliveryId, event: 'shop.didSell', eventId, class: 'http_5xx', statusCode: 503 } as const;
  const down = { name: 'webhook.didGoDown', since: ago(DAY) } as const;

  test('has nothing of the URL but its host, or the whole bus', () => {
    const eventBus = 'arn:aws:events:eu-west-1:111122223333:event-bus/a';
    const ofBus = noticeEvent(webhookOfTests({ url: undefined, eventBus }), down, settings, now);
    expect(JSON.parse(ofBus.body).data.webhook.host).toBe(eventBus);
    const { body } = noticeEvent(webhook, down, settings, now);
    expect(body).toContain('hooks.example.com:8443');
    for (const secret of ['key', 'token', 'secret']) expect(body).not.toContain(secret);
  });

  test('has the same id for the same change, and another one for another change or webhook', () => {
    const idOf = (notice: Parameters<typeof noticeEvent>[1], at = now, of = webhook) =>
      noticeEvent(of, notice, settings, at).eventId;
    expect(idOf(down, now + 1)).toBe(idOf(down));
    expect(idOf({ ...down, since: ago(0) })).not.toBe(idOf(down));
    expect(idOf({ ...down, name: 'webhook.didComeBack' })).not.toBe(idOf(down));
    const other = webhookOfTests({ webhookId: v.parse(WebhookId, `wh_${'b'.repeat(32)}`) });
    expect(idOf(down, now, other)).not.toBe(idOf(down));
  });

  test('names one delivery with its event and class, and where it is; not where the receiver is back', () => {
    const dataOf = ({ body }: { readonly body: string }) => JSON.parse(body).data;
    const path = `/webhooks/${webhook.webhookId}/deliveries/${example.deliveryId}`;
    for (const event of [noticeEvent(webhook, down, settings, now, example), failedForGood(webhook, example, now)])
      expect(dataOf(event).delivery).toEqual({ ...example, path });
    const back = { ...down, name: 'webhook.didComeBack' } as const;
    expect(dataOf(noticeEvent(webhook, back, settings, now, example))).not.toHaveProperty('delivery');
  });

  test('about failed deliveries is the same one for a UTC day', () => {
    const idAt = (time: number) => failedForGood(webhook, example, time).eventId;
    expect(idAt(Date.UTC(2026, 2, 2))).toBe(idAt(Date.UTC(2026, 2, 3) - 1));
    expect(idAt(Date.UTC(2026, 2, 3))).not.toBe(idAt(Date.UTC(2026, 2, 3) - 1));
  });
});
