import type { Drill } from './drill.ts';
import { at, check } from './expectations.ts';

export const erasuresFail: Drill = {
  name: 'erasures-fail',
  sections: ['ErasureErrors'],
  alarms: ['ErasureErrors'],
  cause:
    'The function that erases users may not read its table any more, as after a deployment that lacks a permission.',
  async begin(world) {
    await world.break({
      kind: 'call',
      function: 'EraseUsersData',
      service: 'dynamodb',
      error: 'AccessDeniedException',
    });
    const stop = world.load(() => world.fire('EraseUsersDataSchedule'));
    return async () => {
      world.say('The log of EraseUsersData says why:');
      const line = await world.logged('UserData-EraseUsersData', ({ level }) => level === 'ERROR');
      world.say(`  ${at(line, 'errorType')}: ${at(line, 'errorMessage')}`);
      check(`${at(line, 'errorType')}` === 'AccessDeniedException', 'the log has the error of DynamoDB');
      await world.break();
      await world.alarm('ErasureErrors', 'OK');
      await stop();
    };
  },
};
