/** The example in the header of lambdas/pacing/control.ts, as the controller behaves. */

import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { afterRequest, atOnce, nextStart } from '../../lambdas/pacing/control.ts';
import { newControl } from '../../lambdas/pacing/state.ts';

const RESPONSE_MS = 100;
const HANDLED_AT_ONCE = 10;

test('the example of the controller shows what it does', () => {
  const header = readFileSync(new URL('../../lambdas/pacing/control.ts', import.meta.url), 'utf8');
  const rows = [...header.matchAll(/^ \* \| ([0-9.]+ s) \| (\d+, \w+) +\| (\d+) /gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(trialsIn(3000));
});

/** The trials of the first milliseconds: after how long each begins, what it tries, and the window. */
function trialsIn(milliseconds: number): string[][] {
  let control = newControl();
  let nextAt = 0;
  let requests: { readonly startedAt: number; readonly hasSucceeded: boolean }[] = [];
  const trials: string[][] = [];
  for (let now = 0; now < milliseconds; now += 1) {
    while (requests[0] !== undefined && now - requests[0].startedAt >= RESPONSE_MS) {
      const { startedAt, hasSucceeded } = requests[0];
      requests = requests.slice(1);
      const inFlight = requests.map((one) => one.startedAt);
      const seen = { hasSucceeded, startedAt, endedAt: now, inFlight, isFull: true };
      const after = afterRequest(control, seen, { probeFirstSeconds: 1, probeMaxSeconds: 60 });
      const { kind, window } = after.trial;
      if (kind !== control.trial.kind || window !== control.trial.window)
        trials.push([
          `${(now / 1000).toFixed(1)} s`,
          `${Math.round(window)}, ${kind}`,
          String(Math.round(after.window)),
        ]);
      control = after;
    }
    while (requests.length < atOnce(control) && nextAt <= now) {
      nextAt = nextStart(nextAt, now, control);
      const handled = requests.filter((one) => one.hasSucceeded).length;
      requests.push({ startedAt: now, hasSucceeded: handled < HANDLED_AT_ONCE });
    }
  }
  return trials;
}
