import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type StageConfig, stages } from '../../lib/config.ts';
import { type SynthesizedStack, synthesized } from './synthesized.ts';

const toXRay = { Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], Effect: 'Allow', Resource: '*' };
const Policy = v.object({ PolicyDocument: v.object({ Statement: v.array(v.unknown()) }) });

const modesOf = (stack: SynthesizedStack): unknown[] =>
  stack.ofType('AWS::Lambda::Function').map(([, { Properties }]) => Properties['TracingConfig']);
const policiesOf = (stack: SynthesizedStack): unknown[][] =>
  stack.ofType('AWS::IAM::Policy').map(([, { Properties }]) => v.parse(Policy, Properties).PolicyDocument.Statement);

describe('traces', () => {
  test('are sent by every function of a stage with tracing, which may do so', () => {
    const { service } = synthesized({ ...stages.prod, tracing: true });
    const modes = modesOf(service);
    expect(modes.length).toBeGreaterThan(40);
    expect(modes).toEqual(modes.map(() => ({ Mode: 'Active' })));
    expect(policiesOf(service)).toEqual(modes.map(() => [toXRay]));
  });

  test('are not sent by the others, whose functions may not', () => {
    const { service } = synthesized(stages.prod);
    expect(new Set(modesOf(service))).toEqual(new Set([undefined]));
    expect(policiesOf(service)).toEqual([]);
    for (const { tracing } of Object.values<StageConfig>(stages)) expect(tracing ?? false).toBe(false);
  });
});
