/**
 * The state of an alarm by its data points, as CloudWatch documents it
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html,
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html).
 */
import type { AlarmProperties } from '../template/monitoring-types.ts';

export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

export type AlarmRules = Pick<
  AlarmProperties,
  'ComparisonOperator' | 'DatapointsToAlarm' | 'EvaluationPeriods' | 'Threshold' | 'TreatMissingData'
>;

/**
 * How many periods are looked at. CloudWatch looks further back than the evaluation periods where data points are missing. By
 * how much it does not promise; its examples have two periods more.
 */
export const evaluationRange = ({ EvaluationPeriods }: Pick<AlarmRules, 'EvaluationPeriods'>): number =>
  EvaluationPeriods + 2;

/** The new state. `points` are those of the evaluation range, the oldest first, with undefined where one is missing. */
export function evaluateAlarm(
  rules: AlarmRules,
  points: readonly (number | undefined)[],
  current: AlarmState,
): AlarmState {
  const { EvaluationPeriods: periods, DatapointsToAlarm: needed = periods, TreatMissingData } = rules;
  const existing = points.filter((point) => point !== undefined);
  const considered = existing.slice(-periods);
  const breaching = considered.filter((point) => isBreaching(rules, point)).length;
  if (breaching >= needed) return 'ALARM';
  const missing = periods - considered.length;
  if (missing === 0) return 'OK';
  switch (TreatMissingData) {
    case 'breaching':
      return breaching + missing >= needed ? 'ALARM' : 'OK';
    case 'notBreaching':
      return 'OK';
    case 'ignore':
      return breaching < considered.length ? 'OK' : current;
    case 'missing': {
      if (considered.length === 0) return 'INSUFFICIENT_DATA';
      if (breaching < considered.length) return 'OK';
      // Everything that is there breaches. It is an alarm once the oldest point is old enough.
      const oldest = points.length - points.findIndex((point) => point !== undefined);
      return oldest >= needed ? 'ALARM' : current;
    }
  }
}

/** Whether a data point breaches the threshold. */
export function isBreaching(
  { ComparisonOperator, Threshold }: Pick<AlarmRules, 'ComparisonOperator' | 'Threshold'>,
  point: number,
): boolean {
  switch (ComparisonOperator) {
    case 'GreaterThanOrEqualToThreshold':
      return point >= Threshold;
    case 'GreaterThanThreshold':
      return point > Threshold;
    case 'LessThanOrEqualToThreshold':
      return point <= Threshold;
    case 'LessThanThreshold':
      return point < Threshold;
  }
}
