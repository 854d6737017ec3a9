/** Drills of procedures, which no alarm starts. */
import { eventually } from '../../testing/eventually.ts';
import { createWebhook, deliveryIn, hasActivity, postEvents } from './deliveries.ts';
import type { Drill } from './drill.ts';
import { check } from './expectations.ts';

/** The authorizer's results are cached. */
const CACHED_MS = 30_000;

export const eventsDontArrive: Drill = {
  name: 'events-dont-arrive',
  sections: ["A customer says that events don't arrive", 'Delivering less, or nothing'],
  alarms: [],
  cause: 'First the feature webhooks was off, then the receiver responded with 503.',
  async begin(world) {
    const room = await world.room();
    let status = 503;
    const receiver = await world.receiver((response) => response.writeHead(status).end());
    const webhookId = await createWebhook(room, receiver);
    await world.ctl('feature', 'disable', room.networkId, 'webhooks');
    return async () => {
      const network = await world.ctl('network', 'show', room.networkId);
      check(/webhooks +off/.test(network), `the network's webhooks are off: ${network}`);
      await world.ctl('feature', 'enable', room.networkId, 'webhooks');
      const token = (
        await world.ctl('token', '--network', room.networkId, '--user', 'on-call', '--role', 'admin', '--expires', '1h')
      ).trim();
      const webhooks = `${world.cloud.url}/webhooks`;
      await eventually(async () => {
        const response = await fetch(webhooks, { headers: { authorization: `Bearer ${token}` } });
        check(response.status === 200, `an admin may look at the webhooks: ${response.status}`);
      }, CACHED_MS);
      await postEvents(room);
      const delivery = await deliveryIn(room.admin, webhookId, 'retrying');
      world.say(`GET /webhooks/${webhookId}/deliveries: ${delivery.state}, ${delivery.class}`);
      check(delivery.class === 'http_5xx', 'the log has the class');
      world.say('The customer repairs the receiver, and tries it now:');
      status = 200;
      const retry = await room.admin('POST', `/webhooks/${webhookId}/retry-now`);
      check(retry.status === 202, `it is tried: ${retry.text}`);
      await deliveryIn(room.admin, webhookId, 'delivered');
    };
  },
};

export const tooManyRequests: Drill = {
  name: 'customer-gets-429',
  sections: ['A customer gets 429'],
  alarms: [],
  cause: 'The network has a quota of one read a second.',
  async begin(world) {
    const { networkId, user } = await world.room();
    await world.ctl('network', 'set', networkId, 'quota.reads', '1');
    const list = () => user('POST', '/block', {});
    const respondsWith = (status: number) =>
      eventually(async () => {
        const responses = await Promise.all(Array.from({ length: 20 }, list));
        const refused = responses.filter((response) => response.status === 429);
        check(status === 429 ? refused.length > 0 : refused.length === 0, `${refused.length} of 20 are refused`);
        return responses;
      }, CACHED_MS);
    const refused = await respondsWith(429);
    return async () => {
      const { text } = refused.find(({ status }) => status === 429) ?? {};
      world.say(`  ${text}`);
      check(text?.includes('400311') === true, 'the code says that it is a quota');
      await world.ctl('network', 'show', networkId);
      await world.ctl('network', 'set', networkId, 'quota.reads', '2000');
      await respondsWith(200);
    };
  },
};

export const rotateKey: Drill = {
  name: 'rotate-signing-key',
  sections: ["Rotating a network's signing key"],
  alarms: [],
  cause: 'A key has leaked.',
  async begin(world) {
    const { networkId } = await world.room();
    const idsOf = (list: string): string[] => list.match(/\b\d{8}-[0-9a-f]+\b/g) ?? [];
    const [older = ''] = idsOf(await world.ctl('key', 'list', networkId));
    return async () => {
      await world.ctl('key', 'rotate', networkId);
      await world.ctl('key', 'revoke', networkId, older);
      const left = idsOf(await world.ctl('key', 'list', networkId));
      check(left.length === 1 && left[0] !== older, `only the new key is left: ${left.join(' ')}`);
      const after = await world.cloud.clientOf(networkId, 'user');
      check((await after('POST', '/block', {})).status === 200, 'tokens of the new key are accepted');
    };
  },
};

export const eraseUser: Drill = {
  name: 'erase-user',
  sections: ['Erasing a user', 'Deleting a network'],
  alarms: [],
  cause: 'A user asked for their data and its erasure, and later their network ended.',
  async begin(world) {
    const room = await world.room();
    await room.user('POST', '/block/members', { blockUserId: 'bob' });
    await postEvents(room);
    await hasActivity(room, 1);
    return async () => {
      const { networkId } = room;
      const exported = await world.ctl('user', 'export', networkId, 'user');
      check(exported.includes('bob'), 'the export has the block');
      await world.ctl('user', 'erase', networkId, 'user');
      await hasActivity(room, 0);
      await world.ctl('feature', 'disable', networkId, 'blockUser', 'userActivity', 'webhooks');
      await world.ctl('network', 'delete', networkId);
      check(!(await world.ctl('network', 'list')).includes(networkId), 'the network is gone');
    };
  },
};
