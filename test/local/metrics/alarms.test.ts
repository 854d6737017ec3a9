import { describe, expect, test } from '@jest/globals';
import { type Alarm, Alarms } from '../../../local/metrics/alarms.ts';
import { MetricStore } from '../../../local/metrics/metric-store.ts';
import type { Assembly } from '../../../local/template/assembly.ts';
import { takeInventory } from '../../../local/template/inventory.ts';

const metric = { namespace: 'AWS/Lambda', name: 'Errors', dimensions: { FunctionName: 'stack-Sweep' } };
const properties = {
  AlarmDescription: 'Read its log.',
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  Dimensions: [{ Name: 'FunctionName', Value: { Ref: 'Sweep' } }],
  EvaluationPeriods: 2,
  MetricName: 'Errors',
  Namespace: 'AWS/Lambda',
  Period: 60,
  Statistic: 'Sum',
  Threshold: 1,
  TreatMissingData: 'notBreaching',
  AlarmActions: [{ Ref: 'Topic' }],
};

/** Alarms of a template with this one, and what they reported. */
function alarmsOf(changed: object) {
  const resource = (Type: string, Properties: object, path: string) => ({
    Type,
    Properties: { ...Properties },
    Metadata: { 'aws:cdk:path': path },
  });
  const assembly: Assembly = {
    stacks: [
      {
        name: 'stack',
        template: {
          Resources: {
            Sweep: resource('AWS::Logs::LogGroup', {}, 'stack/Sweep'),
            Topic: resource('AWS::SNS::Topic', {}, 'stack/Topic'),
            Alarm: resource(
              'AWS::CloudWatch::Alarm',
              { ...properties, ...changed },
              'stack/Alarms/SweepErrors/Resource',
            ),
          },
          Outputs: {},
        },
      },
    ],
    assetPath: () => undefined,
  };
  const store = new MetricStore(60_000, () => 0);
  const reported: [string, string][] = [];
  const addresses = { gateway: '', sqs: '', identity: '' };
  const onChange = ({ name, changes: [{ state }] }: Alarm): number => reported.push([name, state]);
  return { store, reported, alarms: new Alarms(takeInventory(assembly, addresses), store, onChange) };
}

describe('an alarm of the template', () => {
  test('goes off and ends by its data points, each change is reported once and kept with its reason', () => {
    const { alarms, reported, store } = alarmsOf({});
    const states = [0, 1, 1, 0, 0, 0].map((errors, minute) => {
      store.put(metric, errors, minute);
      alarms.evaluate(minute);
      return alarms.list[0]?.changes[0].state;
    });
    expect(states).toEqual(['OK', 'OK', 'ALARM', 'OK', 'OK', 'OK']);
    expect(reported).toEqual([
      ['SweepErrors', 'ALARM'],
      ['SweepErrors', 'OK'],
    ]);
    expect(alarms.list[0]?.changes.map(({ reason }) => reason)).toEqual([
      '1 of 2 data points >= 1: Sum of Errors is 1, 0',
      '2 of 2 data points >= 1: Sum of Errors is 1, 1',
      '0 of 2 data points >= 1: Sum of Errors is 0',
      'It has just started.',
    ]);
  });

  test('with a period of several minutes is evaluated each minute, by the minutes before', () => {
    const { alarms, store } = alarmsOf({ Period: 300, EvaluationPeriods: 1, Threshold: 3 });
    const states = [1, 0, 1, 0, 1, 0].map((errors, minute) => {
      store.put(metric, errors, minute);
      alarms.evaluate(minute);
      return alarms.list[0]?.changes[0].state;
    });
    expect(states).toEqual(['OK', 'OK', 'OK', 'OK', 'ALARM', 'OK']);
  });

  test.each([
    [{ Statistic: 'TM99' }, 'the local cloud does not know this statistic'],
    [{ Metrics: [] }, 'does not know this property'],
    [{ Period: 10 }, 'Period'],
    [{ Period: 3_600 }, 'looks back further'],
    [{ Statistic: undefined }, 'has no statistic'],
  ])('that the local cloud could not evaluate stops the start: %j', (changed, problem) => {
    expect(() => alarmsOf(changed)).toThrow(problem);
  });
});
