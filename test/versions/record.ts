/**
 * `node test/versions/record.ts [version]`, a step of `npm run release`: writes what this version stores, queues and
 * answers to test/versions/<version>.generated.json. It uses a local cloud of its own, and a network with the version's
 * name.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mintToken } from '@social-platform-services/ctl/tokens';
import * as v from 'valibot';
import { temporaryCloud } from '../../bench/harness/temporary-cloud.ts';
import { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import { UserId } from '../../contract/ids.ts';
import type { NoticeMessage } from '../../contract/notices.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import {
  backlogMessage,
  eventMessages,
  messageText,
  recoverMessage,
  retryMessage,
} from '../../lambdas/deliveries/messages.ts';
import { eventually } from '../support/eventually.ts';
import type { OwnCloud } from '../support/own-cloud.ts';
import { startAnswering } from '../support/receivers/http-receivers.ts';
import { call } from '../support/service.ts';
import type { Fixture } from './fixture.ts';

const Package = v.object({ version: v.string() });
const { version: ofPackage } = v.parse(Package, JSON.parse(readFileSync('package.json', 'utf8')));
const version = process.argv[2] ?? ofPackage;
const Webhook = v.object({ webhookId: WebhookId });
const Log = v.object({ results: v.array(v.object({ deliveryId: v.string(), eventId: EventId, state: v.string() })) });

/** A port that programs are not given unless they ask for it. */
const NOBODY = '127.0.0.1:1024';

const Retrying = v.object({
  deliveryId: DeliveryId,
  eventId: EventId,
  event: v.string(),
  createdAt: v.string(),
  attemptCount: v.number(),
});

// As the audit trail has it.
process.env['SPS_OPERATOR'] = 'operator';

await using cloud = await temporaryCloud({ quick: false });
const file = join(import.meta.dirname, `${version}.generated.json`);
// Of receivers that are gone, and whose ports others may have.
const text = JSON.stringify(await record(cloud), null, 2).replaceAll(/127\.0\.0\.1:\d+/g, NOBODY);
writeFileSync(file, `${text}\n`);
console.log(`${file} is written.`);

async function record(cloud: OwnCloud): Promise<Fixture> {
  const networkId = await cloud.addNetwork(`v${version.replaceAll('.', '-')}`);
  const [well, failing] = await Promise.all([startAnswering(200), startAnswering(500)]);
  const callers = { admin: 'root', server: 'platform', user: 'alice' } as const;
  const ask = async (role: keyof typeof callers, method: 'GET' | 'PATCH' | 'POST', path: string, body?: object) => {
    const caller = { networkId, userId: v.parse(UserId, callers[role]), role, lifetimeSeconds: 900 };
    const token = await mintToken(cloud.connection, caller);
    const { status, text, body: answer } = await call(method, path, { url: cloud.url, token, ...(body && { body }) });
    if (status >= 400) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
    return answer;
  };
  const reaction = { posts: [{ postId: 'p' }], reactor: { reactionId: 'r', reactionName: 'like', userId: 'alice' } };
  const webhook = { description: 'of a version', headers: { 'x-team': 'one' }, legacySignature: true };
  try {
    await ask('user', 'POST', '/block/members', { blockUserId: 'bob' });
    await ask('admin', 'PATCH', '/network/notices', { addresses: ['ops@example.com'] });
    const hooks = await Promise.all([
      ask('admin', 'POST', '/webhooks', { ...webhook, url: well.url, events: ['v3.post.*'] }),
      ask('admin', 'POST', '/webhooks', { ...webhook, url: failing.url, events: ['channel.didCreate'] }),
    ]);
    const [first, second] = hooks.map((created) => v.parse(Webhook, created));
    if (first === undefined || second === undefined) throw new Error('There are no webhooks.');
    await ask('admin', 'POST', `/webhooks/${first.webhookId}/secret`, { overlapHours: 24 });
    await ask('server', 'POST', '/events', {
      events: [
        { id: 'reaction', event: 'v3.post.didAddReaction', data: reaction },
        { id: 'channel', event: 'channel.didCreate', data: {} },
      ],
    });
    const logOf = async ({ webhookId }: typeof first, state: string) =>
      await eventually(async () => {
        const [found] = v.parse(Log, await ask('admin', 'GET', `/webhooks/${webhookId}/deliveries`)).results;
        if (found?.state !== state) throw new Error(`The delivery is ${found?.state}, not ${state}.`);
        return `/webhooks/${webhookId}/deliveries/${found.deliveryId}`;
      }, 60_000);
    const delivered = await logOf(first, 'delivered');
    const retrying = await logOf(second, 'retrying');
    // Where the items are stored again, the stream has the events once more: no webhook asks for them then.
    for (const { webhookId } of [first, second])
      await ask('admin', 'PATCH', `/webhooks/${webhookId}`, { events: ['shop.didSell'] });
    const reads = [
      ['admin', '/audit'],
      ['admin', '/network'],
      ['admin', '/network/notices'],
      ['admin', `/webhooks/${first.webhookId}`],
      ['admin', delivered],
      ['admin', '/events/reaction'],
      ['user', '/block/members?checkList=bob&checkList=carol'],
      ['user', '/user-activities'],
      ['server', '/users/alice/data'],
    ] as const;
    const answers: Fixture['answers'] = [];
    for (const [role, path] of reads)
      answers.push({ role, path, body: v.parse(v.looseObject({}), await ask(role, 'GET', path)) });

    const acceptedAt = new Date().toISOString();
    const event = {
      networkId,
      eventId: v.parse(EventId, 'e'),
      event: 'x',
      body: '{}',
      acceptedAt,
      occurredAt: acceptedAt,
    };
    const key = { networkId, webhookId: first.webhookId };
    const range = { since: acceptedAt, until: acceptedAt, askedAt: acceptedAt, state: 'failed' } as const;
    const notice: NoticeMessage = { networkId, eventId: event.eventId, at: acceptedAt, body: '{}' };
    const delivery = { ...v.parse(Retrying, await ask('admin', 'GET', retrying)), generation: 0 };
    const lanes = [
      retryMessage({ networkId, ...second, ...delivery }),
      ...eventMessages(event, [key]),
      backlogMessage(key, 0, acceptedAt).message,
      recoverMessage(key, range).message,
    ];
    return {
      networkId,
      tables: await itemsOf(cloud, networkId),
      messages: { lanes: lanes.map(messageText), notices: [messageText(notice)] },
      answers,
      retrying,
    };
  } finally {
    await Promise.all([well.stop(), failing.stop()]);
  }
}

/** The items of the network in all tables. */
async function itemsOf({ connection, outputs }: OwnCloud, networkId: string): Promise<Fixture['tables']> {
  const names = Object.entries(outputs).filter(([output]) => output.endsWith('TableName'));
  const scanned = names.map(async ([output, TableName]) => {
    const { Items = [] } = await connection.client.send(new ScanCommand({ TableName, ConsistentRead: true }));
    return [output, Items.filter((item) => JSON.stringify(item).includes(networkId))] as const;
  });
  return Object.fromEntries(await Promise.all(scanned));
}
