import { describe, expect, test } from '@jest/globals';
import { type AlarmRules, type AlarmState, evaluateAlarm } from '../../../local/metrics/alarm-evaluation.ts';

type Treatment = AlarmRules['TreatMissingData'];

/** `X` breaches, `0` does not, `-` is missing; the oldest comes first. */
function evaluate(points: string, DatapointsToAlarm: number, TreatMissingData: Treatment, current: AlarmState = 'OK') {
  const values = points.split(' ').map((point) => ({ X: 10, '0': 0 })[point]);
  const rules: AlarmRules = {
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    Threshold: 10,
    EvaluationPeriods: 3,
    DatapointsToAlarm,
    TreatMissingData,
  };
  return evaluateAlarm(rules, values, current);
}

/** The tables of https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html. */
describe('the state of an alarm with three evaluation periods, as in the tables of CloudWatch', () => {
  test.each([
    ['0 - X - X', ['OK', 'OK', 'OK', 'OK']],
    ['- - - - 0', ['OK', 'OK', 'OK', 'OK']],
    ['- - - - -', ['INSUFFICIENT_DATA', 'kept', 'ALARM', 'OK']],
    ['0 X X - X', ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
    ['- - X - -', ['ALARM', 'kept', 'ALARM', 'OK']],
  ] as const)('all three of %s', (points, expected) => {
    expectStates(points, 3, expected);
  });

  test.each([
    ['0 - X - X', ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
    ['0 0 X 0 X', ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
    ['0 - X - -', ['OK', 'OK', 'ALARM', 'OK']],
    ['- - - - 0', ['OK', 'OK', 'ALARM', 'OK']],
    ['- - - X -', ['ALARM', 'kept', 'ALARM', 'OK']],
  ] as const)('two of %s', (points, expected) => {
    expectStates(points, 2, expected);
  });

  test('stays as it is while one breaching data point is all there is, and new', () => {
    expect(evaluate('- - - - X', 3, 'missing', 'OK')).toBe('OK');
  });
});

/** `expected` is in the order of the tables: missing, ignore, breaching, not breaching. */
function expectStates(points: string, needed: number, expected: readonly (AlarmState | 'kept')[]): void {
  const treatments = ['missing', 'ignore', 'breaching', 'notBreaching'] as const;
  for (const [index, treatment] of treatments.entries()) {
    for (const current of ['OK', 'ALARM'] as const) {
      const state = expected[index] === 'kept' ? current : expected[index];
      expect([treatment, current, evaluate(points, needed, treatment, current)]).toEqual([treatment, current, state]);
    }
  }
}

test('each comparison is that of its name', () => {
  const states = (ComparisonOperator: AlarmRules['ComparisonOperator']) =>
    [4, 5, 6].map((point) =>
      evaluateAlarm(
        { ComparisonOperator, Threshold: 5, EvaluationPeriods: 1, TreatMissingData: 'missing' },
        [point],
        'OK',
      ),
    );
  expect(states('GreaterThanOrEqualToThreshold')).toEqual(['OK', 'ALARM', 'ALARM']);
  expect(states('GreaterThanThreshold')).toEqual(['OK', 'OK', 'ALARM']);
  expect(states('LessThanOrEqualToThreshold')).toEqual(['ALARM', 'ALARM', 'OK']);
  expect(states('LessThanThreshold')).toEqual(['ALARM', 'OK', 'OK']);
});
