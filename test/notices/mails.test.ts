/** The mails with notices, and when they are sent (docs/spec/notices.md#e-mail). */
import { describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { NoticeName } from '../../contract/event-names.ts';
import { eventSample } from '../../contract/event-samples.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import type { MetricName } from '../../contract/metrics.ts';
import type { NoticeMessage } from '../../contract/notices.ts';
import { type Mail, mailOf } from '../../lambdas/notices/mail.ts';
import type { ReceivedNotice } from '../../lambdas/notices/notice-queue.ts';
import { sendPending } from '../../lambdas/notices/send-pending.ts';

const panelUrl = 'https://panel.example.com/admin/';
const link = `${panelUrl}#/webhooks/wh_01933b2c5d7e7f00a1b2c3d4e5f60718`;

let made = 0;
function notice(
  event: NoticeName,
  { network = 'demo', at = '2026-03-02T09:20:00.000Z', webhook = {} } = {},
): NoticeMessage {
  const sample = eventSample(event);
  const data = { ...sample, webhook: { ...Object(sample['webhook']), ...webhook } };
  return {
    networkId: v.parse(NetworkId, network),
    eventId: v.parse(EventId, `notice-${made++}`),
    at,
    body: JSON.stringify({ event, data }),
  };
}

describe('a mail', () => {
  test('says what has happened, what to do, where, and how to end the mails', () => {
    const { subject, text } = mailOf([notice('webhook.didGoDown')], ['ops@example.com'], panelUrl);
    expect(subject).toBe('[demo] Webhooks: hooks.example.com is down');
    expect(text).toBe(
      [
        'Notices about the webhooks of the network demo.',
        '',
        '2026-03-02 09:20 UTC  hooks.example.com is down',
        'Webhook: Moderation',
        'Every request has failed since 2026-03-02 09:15 UTC. Events wait, and are sent once the receiver works; repair it before 2026-03-07 09:15 UTC, when the webhook is disabled.',
        link,
        `For example, http_5xx (503): ${link}/deliveries/01KJPZK5S0A1B2C3D4E5F6G7H8`,
        '',
        `These mails go to ops@example.com. An admin of the network can change that, and end them, in the panel: ${panelUrl}#/network`,
      ].join('\n'),
    );
  });

  test.each(NoticeName.options)('about %s has a title and an advice of its own', (event) => {
    const others = NoticeName.options.filter((name) => name !== event);
    const textOf = (name: NoticeName) => mailOf([notice(name)], ['ops@example.com'], panelUrl).text;
    for (const other of others) expect(textOf(event)).not.toBe(textOf(other));
    expect(textOf(event)).not.toMatch(/undefined|Invalid/);
    expect(textOf(event)).toContain(link);
  });

  test('has every notice of the network once, the oldest first', () => {
    const down = notice('webhook.didGoDown', { at: '2026-03-02T09:20:00.000Z' });
    const back = notice('webhook.didComeBack', { at: '2026-03-02T09:21:00.000Z' });
    const { subject, text } = mailOf([back, down, back], ['ops@example.com'], panelUrl);
    expect(subject).toBe('[demo] Webhooks: 2 notices');
    expect(text.indexOf('is down')).toBeLessThan(text.indexOf('is back'));
    expect(text.split('is back')).toHaveLength(2);
  });

  test('is bounded, and counts the rest', () => {
    const many = Array.from({ length: 60 }, () => notice('webhook.didGoDown'));
    const { text } = mailOf(many, ['ops@example.com'], panelUrl);
    expect(text.split('is down')).toHaveLength(51);
    expect(text).toContain(`And 10 more: ${panelUrl}#/webhooks`);
  });

  test('has no line that a description adds', () => {
    const webhook = { description: 'Search\r\n\r\nPay at http://evil.example\u2028now' };
    const { text } = mailOf([notice('webhook.didGoDown', { webhook })], ['ops@example.com'], panelUrl);
    expect(text.split('\n')).toContain('Webhook: Search Pay at http://evil.example now');
  });
});

describe('notices that wait', () => {
  const sent: { mail: Mail; addresses: readonly string[] }[] = [];
  const measured: [MetricName, number][] = [];

  function toolsFor(notices: readonly NoticeMessage[], addressesOf: (networkId: string) => readonly string[]) {
    [sent.length, measured.length] = [0, 0];
    const waiting = new Set<ReceivedNotice>(notices.map((one) => ({ notice: one, receipt: one.eventId })));
    return {
      waiting,
      panelUrl,
      metrics: { add: (...added: [MetricName, number]) => void measured.push(added) },
      queue: {
        receiveAll: async () => [...waiting],
        remove: async (received: readonly ReceivedNotice[]) => {
          for (const one of received) waiting.delete(one);
        },
      },
      addresses: { read: async (networkId: string) => addressesOf(networkId) },
      send: async (mail: Mail, addresses: readonly string[]) => {
        if (addresses.includes('refused@example.com')) throw new Error('SES refuses it.');
        sent.push({ mail, addresses });
      },
    };
  }

  test('go out as one mail for each network, and are gone then', async () => {
    const notices = ['one', 'two', 'one'].map((network) => notice('webhook.didGoDown', { network }));
    const tools = toolsFor(notices, (network) => [`${network}@example.com`]);
    expect(await sendPending(tools)).toBe(2);
    expect(sent.map(({ mail: { subject }, addresses }) => [subject, ...addresses])).toEqual([
      ['[one] Webhooks: 2 notices', 'one@example.com'],
      ['[two] Webhooks: hooks.example.com is down', 'two@example.com'],
    ]);
    expect(tools.waiting.size).toBe(0);
    expect(measured).toEqual([['MailsSent', 2]]);
  });

  test('of a network without addresses are gone without a mail', async () => {
    const tools = toolsFor([notice('webhook.didGoDown')], () => []);
    expect(await sendPending(tools)).toBe(0);
    expect([sent.length, tools.waiting.size, measured.length]).toEqual([0, 0, 0]);
  });

  test('stay where their mail could not be sent, and those of others go out', async () => {
    const error = jest.spyOn(console, 'error').mockReturnValue();
    const notices = ['refused', 'fine'].map((network) => notice('webhook.didGoDown', { network }));
    const tools = toolsFor(notices, (network) => [`${network}@example.com`]);
    await expect(sendPending(tools)).rejects.toThrow('The notices of 1 networks could not be sent.');
    expect(sent).toHaveLength(1);
    expect(measured).toEqual([
      ['MailsSent', 1],
      ['MailsRefused', 1],
    ]);
    expect([...tools.waiting].map(({ notice: { networkId } }) => networkId)).toEqual(['refused']);
    error.mockRestore();
  });
});
