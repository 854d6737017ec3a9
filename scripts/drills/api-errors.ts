import type { Drill } from './drill.ts';
import { at, check } from './expectations.ts';

export const apiErrors: Drill = {
  name: 'api-errors',
  sections: ['ApiErrors', 'Where to look'],
  alarms: ['ApiErrors'],
  cause: 'The function BlockUser may not write to its table any more, as after a deployment that lacks a permission.',
  async begin(world) {
    const { user } = await world.room();
    const block = () => user('POST', '/block/members', { blockUserId: 'bob' });
    await world.break({ kind: 'call', function: 'BlockUser', service: 'dynamodb', error: 'AccessDeniedException' });
    const stop = world.load(() => Promise.all(Array.from({ length: 10 }, block)));
    return async () => {
      world.say('The access log has the route, and the id of the request in the log of its function:');
      const request = await world.logged('access-log', ({ status }) => Number(status) >= 500);
      const { routeKey, status, lambdaRequestId } = request;
      world.say(`  ${routeKey} responds with ${status}; lambdaRequestId ${lambdaRequestId}`);
      check(routeKey === 'POST /block/members', 'the access log names the route');
      const line = await world.logged('Block-BlockUser', ({ requestId }) => requestId === lambdaRequestId);
      world.say(`  message.error: ${JSON.stringify(at(line, 'message.error')).slice(0, 200)}`);
      check(JSON.stringify(line).includes('AccessDenied'), "the function's log says why");
      await world.break();
      check((await block()).status === 200, 'users can block again');
      await stop();
    };
  },
};
