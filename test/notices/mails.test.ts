/** The mails with notices, and when they are sent (docs/spec/notices.md#e-mail). */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { NoticeName } from '../../contract/event-names.ts';
import { eventSample } from '../../contract/event-samples.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import type { MetricName } from '../../contract/metrics.ts';
import type { NoticeMessage } from '../../contract/notices.ts';
import { confirmationMail, type Mail, mailOf, parsedNotice, testMail } from '../../lambdas/notices/mail.ts';
import { NoticeAddresses, replaced, withConfirmed, withTest } from '../../lambdas/notices/notice-addresses.ts';
import type { ReceivedNotice } from '../../lambdas/notices/notice-queue.ts';
import { sendPending } from '../../lambdas/notices/send-pending.ts';
import fc from '../support/fast-check.ts';
import { membersOf } from '../support/members.ts';

const panelUrl = 'https://panel.example.com/admin/';
const page = `${panelUrl}#/webhooks/wh_01933b2c5d7e7f00a1b2c3d4e5f60718`;
const link = `${page}?network=demo`;

let made = 0;
function notice(
  event: NoticeName,
  { network = 'demo', at = '2026-03-02T09:20:00.000Z', webhook = {}, data: more = {} } = {},
): NoticeMessage {
  const sample: Readonly<Record<string, unknown>> = { ...eventSample(event), ...more };
  const data = { ...sample, webhook: { ...membersOf(sample['webhook']), ...webhook } };
  return {
    networkId: v.parse(NetworkId, network),
    eventId: v.parse(EventId, `notice-${made++}`),
    at,
    body: JSON.stringify({ event, data }),
  };
}

const networkId = v.parse(NetworkId, 'demo');
const mailAbout = (notices: readonly NoticeMessage[]): Mail =>
  mailOf(networkId, notices.map(parsedNotice), { addresses: ['ops@example.com'], panelUrl, isLast: false });

describe('a mail', () => {
  test('says what has happened, what to do, where, and how to end the mails', () => {
    const { subject, text } = mailAbout([notice('webhook.didGoDown')]);
    expect(subject).toBe('[demo] Notice: a webhook is down');
    expect(text).toBe(
      [
        'Notices about the webhooks of the network demo.',
        '',
        '2026-03-02 09:20 UTC  hooks[.]example[.]com is down',
        'Every request has failed since 2026-03-02 09:15 UTC. Events wait, and are sent once the receiver works; repair it before 2026-03-07 09:15 UTC, when the webhook is disabled.',
        link,
        `For example, v3[.]post[.]didAddReaction (event-1), http_5xx (503): ${page}/deliveries/01KJPZK5S0A1B2C3D4E5F6G7H8?network=demo`,
        '',
        `These mails go to ops@example.com. An admin of the network can change that, and end them, in the panel: ${panelUrl}#/network?network=demo`,
      ].join('\n'),
    );
  });

  test.each<[NoticeName, title: string, advice: string]>([
    ['webhook.didStruggle', 'struggles', 'since 2026-03-02 09:15 UTC'],
    ['webhook.didComeBack', 'is back', 'since 2026-03-02 09:15 UTC, and takes requests again'],
    ['webhook.willDisable', 'will be disabled', 'since 2026-03-02 09:15 UTC. At 2026-03-07 09:15 UTC the webhook is'],
    ['webhook.didDisable', 'was disabled, as it asked for with 410', 'enable the webhook, and recover the events'],
    ['webhook.didFailDeliveries', 'have failed for good', 'recovered for 30 days'],
    ['webhook.didRefuseSecret', 'does not accept its newest secret', 'From 2026-03-02 10:00 UTC on the earlier secret'],
  ])('about %s says "%s" and, as an advice, "%s"', (event, title, advice) => {
    const delivery = { deliveryId: '1', class: 'timeout', path: '/webhooks' };
    const { subject, text } = mailAbout([notice(event, { data: { delivery, reason: 'gone' } })]);
    expect(subject).toContain(title);
    for (const part of [`${title}\n`, advice, link, 'For example, timeout: ']) expect(text).toContain(part);
  });

  test('makes no link of the name or the id of an event', () => {
    fc.assert(
      fc.property(fc.string(), fc.webUrl(), (event, eventId) => {
        const delivery = { deliveryId: '1', event, eventId: `${eventId} \u202e`, class: 'timeout', path: '/webhooks' };
        const line = mailAbout([notice('webhook.didGoDown', { data: { delivery } })]).text.split('\n')[5] ?? '';
        const [what = ''] = line.split(', timeout: ');
        expect(what).toMatch(/^For example, [\w.:()[\]? -]*$/);
        expect(what.replaceAll('[.]', '')).not.toContain('.');
      }),
    );
  });

  test('has every notice of the network, the oldest first', () => {
    const down = notice('webhook.didGoDown', { at: '2026-03-02T09:20:00.000Z' });
    const back = notice('webhook.didComeBack', { at: '2026-03-02T09:21:00.000Z' });
    const { subject, text } = mailAbout([back, down]);
    expect(subject).toBe('[demo] Notice: 2 notices');
    expect(text.indexOf('is down')).toBeLessThan(text.indexOf('is back'));
  });

  test('is bounded, and counts the rest', () => {
    const { text } = mailAbout(Array.from({ length: 60 }, () => notice('webhook.didGoDown')));
    expect(text.split('is down')).toHaveLength(51);
    expect(text).toContain(`And 10 more: ${panelUrl}#/webhooks?network=demo`);
  });

  test.each(NoticeName.options)('about %s has no text of an admin in its subject, and none that is a link', (event) => {
    const description = 'Pay at https://evil.example \u202egnp.exe =?utf-8?q?You_won?=';
    const webhook = { description, host: 'evil.example:8443' };
    const { subject, text } = mailAbout([notice(event, { webhook })]);
    expect(subject).not.toContain('evil');
    expect(text).toContain('evil[.]example:8443');
    expect(text).not.toMatch(/undefined|Invalid/);
    for (const part of ['evil.example', 'Pay', '\u202e', '=?']) expect(text).not.toContain(part);
  });
});

describe('an address', () => {
  const now = Date.UTC(2026, 2, 2, 9);
  const empty = v.parse(NoticeAddresses, {});
  let tokens = 0;
  const newToken = () => `token-${tokens++}`;
  const asked = (addresses: readonly string[], before = empty, at = now) => replaced(before, addresses, at, newToken);

  test('is confirmed by its token: once, within three days, and not after a newer one or its removal', () => {
    const { after, toConfirm } = asked(['a@example.com']);
    const token = toConfirm[0]?.token ?? '';
    expect(withConfirmed(after, 'another', now)).toBeUndefined();
    expect(withConfirmed(after, token, now + 72 * 3_600_000)).toBeUndefined();
    const confirmed = withConfirmed(after, token, now + 72 * 3_600_000 - 1);
    expect(confirmed).toMatchObject({ address: 'a@example.com', after: { confirmed: ['a@example.com'], asked: {} } });
    expect(withConfirmed(confirmed?.after ?? empty, token, now)).toBeUndefined();
    const again = asked(['a@example.com'], after, now + 600_000);
    expect(again.toConfirm).toHaveLength(1);
    expect(withConfirmed(again.after, token, now)).toBeUndefined();
    const two = asked(['b@example.com', 'a@example.com'], after);
    const other = withConfirmed(two.after, two.toConfirm[0]?.token ?? '', now);
    expect(other?.after).toMatchObject({ confirmed: ['b@example.com'], asked: after.asked });
    expect(withConfirmed(other?.after ?? empty, token, now)?.after.confirmed).toEqual([
      'b@example.com',
      'a@example.com',
    ]);
    expect(withConfirmed(asked([], after).after, token, now)).toBeUndefined();
    expect(JSON.stringify(after)).not.toContain(token);
  });

  test('is asked at most every ten minutes, not once it is confirmed, and again after it was removed', () => {
    const { after, toConfirm } = asked(['a@example.com']);
    expect(asked(['a@example.com'], after, now + 599_999).toConfirm).toEqual([]);
    const confirmed = withConfirmed(after, toConfirm[0]?.token ?? '', now)?.after;
    expect(asked(['a@example.com'], confirmed, now + 600_000).toConfirm).toEqual([]);
    const removed = asked([], confirmed).after;
    expect(removed).toMatchObject({ confirmed: [], asked: {} });
    expect(asked(['a@example.com'], removed).toConfirm).toHaveLength(1);
  });

  test('is asked by at most 20 mails of a network and day, however often addresses change', () => {
    let settings = empty;
    let mails = 0;
    for (let n = 0; n < 50; n++) {
      const { after, toConfirm } = asked([`${n}@example.com`], settings);
      settings = after;
      mails += toConfirm.length;
    }
    expect(mails).toBe(20);
    expect(asked(['late@example.com'], settings, now + 15 * 3_600_000).toConfirm).toHaveLength(1);
  });

  test('of an earlier version is not confirmed', () => {
    const stored = v.parse(NoticeAddresses, { addresses: ['a@example.com'] });
    expect(stored).toEqual({ ...empty, addresses: ['a@example.com'] });
  });

  test('is asked by a mail with a link to a page of the panel, and nothing else of the network', () => {
    const { subject, text } = confirmationMail(networkId, 'TOKEN', panelUrl);
    expect(subject).toBe('[demo] Confirm this address for notices');
    expect(text.match(/https?:\S+/g)).toEqual([`${panelUrl}#/confirm-address/demo/TOKEN`]);
    expect(text).toContain('within 72 hours');
  });
});

describe('a test mail', () => {
  test('says so, and links to nothing but the settings', () => {
    const { subject, text } = testMail(networkId, ['ops@example.com'], panelUrl);
    expect(subject).toBe('[demo] Test of notices');
    expect(text).toContain('This is a test');
    expect(text).toContain('go to ops@example.com.');
    expect(text.match(/https?:\S+/g)).toEqual([`${panelUrl}#/network?network=demo`]);
  });

  test('is sent at most 20 times a day, which leaves the other limits as they are', () => {
    const now = Date.UTC(2026, 2, 2, 9);
    const before = v.parse(NoticeAddresses, {
      today: { day: '2026-03-02', confirmations: 1, mails: 2, heldBack: 3, ofWebhooks: {} },
    });
    let settings: NoticeAddresses | undefined = before;
    for (let sent = 1; sent <= 20; sent++) {
      settings = settings && withTest(settings, now);
      expect(settings).toEqual({ ...before, today: { ...before.today, tests: sent } });
    }
    expect(settings && withTest(settings, now)).toBeUndefined();
    expect(settings && withTest(settings, now + 15 * 3_600_000)?.today.tests).toBe(1);
  });
});

describe('notices that wait', () => {
  const sent: { mail: Mail; addresses: readonly string[] }[] = [];
  const measured: [MetricName, number][] = [];
  const stored = new Map<string, NoticeAddresses>();

  function portsFor(notices: readonly NoticeMessage[], addressesOf: (networkId: string) => Partial<NoticeAddresses>) {
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
      addresses: {
        change: async <T>(
          network: string,
          changed: (before: NoticeAddresses) => { after: NoticeAddresses; result: T } | undefined,
        ) => {
          const wanted = changed(stored.get(network) ?? v.parse(NoticeAddresses, addressesOf(network)));
          if (wanted !== undefined) stored.set(network, wanted.after);
          return wanted?.result;
        },
      },
      send: async (mail: Mail, addresses: readonly string[]) => {
        if (addresses.includes('refused@example.com')) throw new Error('SES refuses it.');
        sent.push({ mail, addresses });
      },
    };
  }
  const confirmed = (...addresses: string[]) => ({ addresses, confirmed: addresses });
  beforeEach(() => stored.clear());

  test('go out as one mail for each network, with each notice once, and are gone then', async () => {
    const notices = ['one', 'two', 'one'].map((network) => notice('webhook.didGoDown', { network }));
    const ports = portsFor([...notices, ...notices.slice(0, 2)], (network) => confirmed(`${network}@example.com`));
    expect(await sendPending(ports)).toBe(2);
    expect(sent.map(({ mail: { subject }, addresses }) => [subject, ...addresses])).toEqual([
      ['[one] Notice: 2 notices', 'one@example.com'],
      ['[two] Notice: a webhook is down', 'two@example.com'],
    ]);
    expect(ports.waiting.size).toBe(0);
    expect(measured).toEqual([['MailsSent', 2]]);
    // A mail counts once for a webhook, however many notices it has.
    expect(Object.values(stored.get('one')?.today.ofWebhooks ?? {})).toEqual([1]);
  });

  test('do not undo what was changed and counted while their mail was refused, and before', async () => {
    const today = { day: new Date().toISOString().slice(0, 10), mails: 2, heldBack: 3, ofWebhooks: { wh_1: 4 } };
    const before = { ...confirmed('refused@example.com'), today: { ...today, confirmations: 0, tests: 0 } };
    const ports = portsFor([notice('webhook.didGoDown')], () => before);
    const counted = { ...today, confirmations: 5, tests: 6 };
    const send = async (mail: Mail, addresses: readonly string[]) => {
      const now = stored.get('demo');
      expect(now?.today).toMatchObject({ mails: 3 });
      if (now !== undefined)
        stored.set('demo', { ...now, addresses: [], today: { ...now.today, ...counted, mails: 3 } });
      await ports.send(mail, addresses);
    };
    await expect(sendPending({ ...ports, send })).rejects.toThrow('could not be sent');
    expect(stored.get('demo')).toMatchObject({ addresses: [], today: counted });
  });

  test('go to confirmed addresses only, and are gone without a mail where there is none', async () => {
    const addresses = ['a@example.com', 'b@example.com'];
    const some = portsFor([notice('webhook.didGoDown')], () => ({ addresses, confirmed: ['b@example.com'] }));
    expect(await sendPending(some)).toBe(1);
    expect(sent).toMatchObject([{ addresses: ['b@example.com'] }]);
    expect(sent[0]?.mail.text).not.toContain('a@example.com');
    for (const none of [{}, { addresses }, { confirmed: addresses }]) {
      stored.clear();
      const ports = portsFor([notice('webhook.didGoDown')], () => none);
      expect(await sendPending(ports)).toBe(0);
      expect({ sent: sent.length, waiting: ports.waiting.size, measured: measured.length }).toEqual({
        sent: 0,
        waiting: 0,
        measured: 0,
      });
    }
  });

  describe('of a network whose mails of a day are limited', () => {
    const MAX_OF_WEBHOOK = 5;
    const MAX_OF_NETWORK = 20;

    /** Sends what is pending after a notice about the webhook of that number, and returns the mails. */
    async function mailsAfter(...webhooks: readonly number[]): Promise<readonly Mail[]> {
      const notices = webhooks.map((n) =>
        notice('webhook.didDisable', { webhook: { webhookId: `wh_${`${n}`.repeat(32)}` } }),
      );
      await sendPending(portsFor(notices, () => confirmed('ops@example.com')));
      return sent.map(({ mail }) => mail);
    }
    const saysThatItIsTheLast = ({ text }: Mail) =>
      text.includes('network: 5 a day about a webhook, and 20 about a network,');

    test('the fifth mail about a webhook says that it is the last, and no other follows', async () => {
      for (let count = 1; count < MAX_OF_WEBHOOK; count++)
        expect((await mailsAfter(0)).map(saysThatItIsTheLast)).toEqual([false]);
      expect((await mailsAfter(0)).map(saysThatItIsTheLast)).toEqual([true]);
      expect(await mailsAfter(0)).toEqual([]);
      expect(stored.get('demo')?.today).toMatchObject({ mails: MAX_OF_WEBHOOK, heldBack: 1 });
    });

    test('a mail about another webhook leaves out the one that has had its five', async () => {
      for (let count = 1; count <= MAX_OF_WEBHOOK; count++) await mailsAfter(0);
      expect((await mailsAfter(0, 1)).map(({ subject }) => subject)).toEqual(['[demo] Notice: a webhook was disabled']);
      expect(stored.get('demo')?.today).toMatchObject({ mails: MAX_OF_WEBHOOK + 1, heldBack: 1 });
    });

    test('the twentieth mail of the network says that it is the last, and no other follows', async () => {
      for (let count = 1; count < MAX_OF_NETWORK; count++)
        expect((await mailsAfter(count % 5)).map(saysThatItIsTheLast)).toEqual([false]);
      expect((await mailsAfter(5)).map(saysThatItIsTheLast)).toEqual([true]);
      expect(await mailsAfter(6)).toEqual([]);
      expect(stored.get('demo')?.today).toMatchObject({ mails: MAX_OF_NETWORK, heldBack: 1 });
    });
  });

  test('stay where their mail could not be sent, which is not counted, and those of others go out', async () => {
    const error = jest.spyOn(console, 'error').mockReturnValue();
    const notices = ['refused', 'fine'].map((network) => notice('webhook.didGoDown', { network }));
    const ports = portsFor(notices, (network) => confirmed(`${network}@example.com`));
    await expect(sendPending(ports)).rejects.toThrow('The notices of 1 networks could not be sent.');
    expect(sent).toHaveLength(1);
    expect(stored.get('refused')?.today).toMatchObject({ mails: 0, ofWebhooks: {} });
    expect(measured).toEqual([
      ['MailsSent', 1],
      ['MailsRefused', 1],
    ]);
    expect([...ports.waiting].map(({ notice: { networkId } }) => networkId)).toEqual(['refused']);
    error.mockRestore();
  });
});
