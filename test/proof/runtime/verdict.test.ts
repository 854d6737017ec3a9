import { expect, test } from '@jest/globals';
import type { Served } from './runtime-api.ts';
import { problemIn } from './verdict.ts';

const answers = [{ returned: true, value: { batchItemFailures: [] } }];
const metrics = '{"_aws":{"Timestamp":1,"CloudWatchMetrics":[]}}';
const good: Served = { answers, lines: [metrics], stderr: '' };

test.each<[string, Partial<Served>, string | undefined]>([
  ['good', {}, undefined],
  ['silent about metrics', { lines: [] }, 'writes no metrics'],
  ['noisy', { stderr: 'Warning' }, 'writes to stderr: Warning'],
  ['one with an error', { answers: [{ returned: false, value: {} }] }, 'answers {"returned":false'],
  ['one with a failed item', { answers: [{ returned: true, value: { batchItemFailures: [1] } }] }, 'answers'],
  ['one with metrics below the root', { lines: [`{"message":${metrics}}`] }, 'writes the line'],
])('a bundle that is %s is known', (_, change, problem) => {
  const found = problemIn('delivery/worker/fan-out', { ...good, ...change });
  expect(found).toEqual(problem === undefined ? undefined : expect.stringContaining(problem));
});
