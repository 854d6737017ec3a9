import { setQuota } from '../../ctl/networks.ts';
import type { Drill } from './drill.ts';
import { at, check } from './expectations.ts';

export const quotasUnavailable: Drill = {
  name: 'quotas-unavailable',
  sections: ['QuotasUnavailable'],
  alarms: ['QuotasUnavailable'],
  cause: 'The route ListBlockedUsers may not take from the quotas table any more.',
  async begin(world) {
    const { networkId, user } = await world.room();
    // Of a large quota, the first hundreds of requests are let through without the table.
    await setQuota(world.cloud.connection, networkId, 'reads', 100);
    const operations = ['UpdateItem'];
    const list = () => user('POST', '/block', {});
    await world.break({
      ...{ kind: 'call', function: 'ListBlockedUsers', service: 'dynamodb' },
      ...{ operations, error: 'AccessDeniedException' },
    });
    const stop = world.load(list);
    return async () => {
      check((await list()).status === 200, 'requests are let through');
      const isNamed = (line: object): boolean => at(line, 'message.name') === 'quotas-unavailable';
      const line = await world.logged('Block-ListBlockedUsers', isNamed);
      world.say(`The log of the route: ${JSON.stringify(at(line, 'message.error')).slice(0, 200)}`);
      world.say('If a network floods the stage meanwhile, its feature is switched off:');
      await world.ctl('feature', 'disable', networkId, 'webhooks');
      await world.ctl('feature', 'enable', networkId, 'webhooks');
      await world.break();
      await stop();
    };
  },
};
