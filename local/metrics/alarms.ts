/** The template's alarms and their states. Nothing is notified: changes are printed, and kept with their times. */
import type { Inventory, Resource } from '../template/inventory.ts';
import type { Statistic } from '../template/monitoring-types.ts';
import { StartProblem } from '../template/problem.ts';
import { type AlarmState, evaluateAlarm, evaluationRange, isBreaching } from './alarm-evaluation.ts';
import { type Metric, type MetricStore, MINUTES_KEPT } from './metric-store.ts';

export interface AlarmChange {
  /** ISO 8601. */
  readonly at: string;
  readonly state: AlarmState;
  /** The data points that led to it. */
  readonly reason: string;
}

export interface Alarm {
  /** The construct's name, such as `ApiErrors`. */
  readonly name: string;
  readonly logicalId: string;
  readonly description: string;
  /** At least one, the latest first. */
  readonly changes: readonly [AlarmChange, ...AlarmChange[]];
}

interface Definition {
  readonly name: string;
  readonly resource: Resource<'AWS::CloudWatch::Alarm'>;
  readonly metric: Metric;
  readonly statistic: Statistic;
  /** Minutes of one period. */
  readonly minutes: number;
}

const CHANGES_KEPT = 50;

export class Alarms {
  readonly #store: MetricStore;
  readonly #onChange: (alarm: Alarm) => void;
  readonly #alarms: { readonly definition: Definition; alarm: Alarm }[];

  /** Throws a `StartProblem` for an alarm that looks back further than an hour. */
  constructor({ resources }: Pick<Inventory, 'resources'>, store: MetricStore, onChange: (alarm: Alarm) => void) {
    this.#store = store;
    this.#onChange = onChange;
    const first: AlarmChange = {
      at: new Date().toISOString(),
      state: 'INSUFFICIENT_DATA',
      reason: 'It has just started.',
    };
    this.#alarms = resources['AWS::CloudWatch::Alarm'].map((resource) => {
      const definition = define(resource);
      const { logicalId, properties } = resource;
      return {
        definition,
        alarm: { name: definition.name, logicalId, description: properties.AlarmDescription, changes: [first] },
      };
    });
  }

  get list(): readonly Alarm[] {
    return this.#alarms.map(({ alarm }) => alarm);
  }

  /** Evaluates all alarms by the minutes until `last`, which has ended. */
  evaluate(last: number): void {
    for (const entry of this.#alarms) {
      const { metric, statistic, minutes, resource } = entry.definition;
      const { properties } = resource;
      const [latest] = entry.alarm.changes;
      const range = evaluationRange(properties);
      const points = Array.from({ length: range }, (_, index) =>
        this.#store.value(metric, statistic, last - (range - 1 - index) * minutes, minutes),
      );
      const state = evaluateAlarm(properties, points, latest.state);
      if (state === latest.state) continue;
      const change = { at: new Date().toISOString(), state, reason: reasonOf(entry.definition, points) };
      const before = entry.alarm.changes.slice(0, CHANGES_KEPT - 1);
      entry.alarm = { ...entry.alarm, changes: [change, ...before] };
      if (state === 'ALARM' || latest.state === 'ALARM') this.#onChange(entry.alarm);
    }
  }
}

function define(resource: Resource<'AWS::CloudWatch::Alarm'>): Definition {
  const { path, properties } = resource;
  const { Namespace: namespace, MetricName, Dimensions, Period, Statistic, ExtendedStatistic } = properties;
  const statistic = Statistic ?? ExtendedStatistic;
  if (statistic === undefined) throw new StartProblem(`${path}: the alarm has no statistic.`);
  const minutes = Period / 60;
  if (minutes * evaluationRange(properties) > MINUTES_KEPT) {
    throw new StartProblem(`${path}: the local cloud keeps metrics for an hour, and this alarm looks back further.`);
  }
  const name = path.split('/').findLast((part) => part !== 'Resource') ?? path;
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
  return { name, resource, metric: { namespace, name: MetricName, dimensions }, statistic, minutes };
}

function reasonOf({ metric, statistic, resource }: Definition, points: readonly (number | undefined)[]): string {
  const { properties } = resource;
  const existing = points.filter((point) => point !== undefined).slice(-properties.EvaluationPeriods);
  const breaching = existing.filter((point) => isBreaching(properties, point)).length;
  const values = existing.map((point) => Number(point.toFixed(1))).join(', ') || 'none';
  const sign = signs[properties.ComparisonOperator];
  return `${breaching} of ${properties.EvaluationPeriods} data points ${sign} ${properties.Threshold}: ${statistic} of ${metric.name} is ${values}`;
}

const signs = {
  GreaterThanOrEqualToThreshold: '>=',
  GreaterThanThreshold: '>',
  LessThanOrEqualToThreshold: '<=',
  LessThanThreshold: '<',
} as const;
