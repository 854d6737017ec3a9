import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { Flow, newControl, newFlow } from '../../lambdas/pacing/state.ts';

/** A flow as the version before stored it: its trial has no kind. */
function storedBefore(window: number, tried: number) {
  const { kind: _, ...trial } = newControl(0, tried).trial;
  return { ...newFlow, version: 'v1', window, trial };
}

describe('a stored flow', () => {
  test.each([
    ['steady', 4, 4],
    ['more', 4, 32],
    ['less', 4, 2],
  ])('of the version before is read as a trial that is %s', (kind, window, tried) => {
    expect(v.parse(Flow, storedBefore(window, tried)).trial).toEqual({ ...newControl(0, tried).trial, kind });
  });

  test('keeps the kind of its trial', () => {
    const flow = { ...newFlow, trial: { ...newFlow.trial, kind: 'more' } };
    expect(v.parse(Flow, flow)).toEqual(flow);
  });

  test('of other code keeps its version and its lease, and the receiver is found out about again', () => {
    const leasedUntil = '2026-01-01T00:00:15.000Z';
    expect(v.parse(Flow, { version: 'v2', leasedUntil, gear: 3 })).toEqual({ ...newFlow, version: 'v2', leasedUntil });
  });
});
