import type { Drill } from './drill.ts';
import { at, check } from './expectations.ts';

export const sweeperFails: Drill = {
  name: 'sweeper-fails',
  sections: ['SweepErrors'],
  alarms: ['SweepErrors'],
  cause: 'The sweeper may not read the deliveries table any more, as after a deployment that lacks a permission.',
  async begin(world) {
    await world.break({ kind: 'call', function: 'Sweep', service: 'dynamodb', error: 'AccessDeniedException' });
    const stop = world.load(() => world.fire('SweepSchedule'));
    return async () => {
      world.say('The log of Sweep says why:');
      const line = await world.logged('Delivery-Sweep', ({ level }) => level === 'ERROR');
      world.say(`  ${at(line, 'errorType')}: ${at(line, 'errorMessage')}`);
      check(`${at(line, 'errorType')}` === 'AccessDeniedException', 'the log has the error of DynamoDB');
      await world.break();
      await world.alarm('SweepErrors', 'OK');
      await stop();
    };
  },
};
