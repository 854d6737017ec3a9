import { describe, expect, test } from '@jest/globals';
import { type StageConfig, stages } from '../../lib/config.ts';
import { functionsOf } from './listing.ts';
import { type SynthesizedStack, synthesized } from './synthesized.ts';

const toXRay = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
const modesOf = (stack: SynthesizedStack): unknown[] =>
  stack.ofType('AWS::Lambda::Function').map(([, { Properties }]) => Properties['TracingConfig']);
const traced = (stack: SynthesizedStack): string[][] =>
  functionsOf(stack).map(({ rights }) =>
    rights.map(({ action }) => action).filter((action) => action.startsWith('xray:')),
  );

describe('traces', () => {
  test('are sent by every function of a stage with tracing, which may do so', () => {
    const { service } = synthesized({ ...stages.prod, tracing: true });
    expect(modesOf(service)).toEqual(functionsOf(service).map(() => ({ Mode: 'Active' })));
    expect(traced(service)).toEqual(functionsOf(service).map(() => toXRay));
  });

  test('are not sent by the others, whose functions may not', () => {
    const { service } = synthesized(stages.prod);
    expect(new Set(modesOf(service))).toEqual(new Set([undefined]));
    expect(traced(service).flat()).toEqual([]);
    for (const { tracing } of Object.values<StageConfig>(stages)) expect(tracing ?? false).toBe(false);
  });
});
