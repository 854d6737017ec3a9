import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { HOUR, SECOND, simulation } from './simulation.ts';

/** One period of simulated time. */
const stretch = fc.record({
  seconds: fc.integer({ min: 1, max: 120 }),
  events: fc.integer({ min: 0, max: 15 }),
  receiver: fc.constantFrom('up', 'down', 'hanging', 'refusing'),
});
const answers = {
  up: { class: 'delivered', statusCode: 200 },
  down: { class: 'connection_refused' },
  hanging: { class: 'timeout', milliseconds: 1500 },
  refusing: { class: 'http_5xx', statusCode: 503 },
} as const;

test('every event arrives once the receiver stays up, whatever it did and wherever the process died before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stretch, { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 12 }),
      async (stretches, deaths) => {
        // Each number counts the points at which the process can die, up to the one at which it does.
        const untilDeath = [...deaths];
        const world = await simulation({}, () => {
          if (untilDeath[0] === undefined) return false;
          untilDeath[0]--;
          if (untilDeath[0] > 0) return false;
          untilDeath.shift();
          return true;
        });
        const posted: string[] = [];
        for (const { seconds, events, receiver } of stretches) {
          world.behave(() => answers[receiver]);
          posted.push(...world.post(events));
          await world.run(seconds * SECOND);
        }
        world.behave(() => answers.up);
        posted.push(...world.post());
        await world.run(12 * HOUR);

        const arrived = new Set(world.arrivals.map(({ deliveryId }) => deliveryId));
        expect(posted.filter((deliveryId) => !arrived.has(deliveryId))).toEqual([]);
        const states = (await world.log()).map(({ state }) => state);
        expect(states).toEqual(posted.map(() => 'delivered'));
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
}, 240_000);
