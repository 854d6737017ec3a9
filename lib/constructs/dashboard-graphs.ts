/** What the dashboard draws besides alarms, by section. */
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { DeliveryClass } from '../../contract/delivery-classes.ts';
import { Lane } from '../../contract/delivery-settings.ts';
import { attemptMetric, type LaneTime, type StageMetric } from '../../contract/metrics.ts';
import type { DashboardSection } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';
import { laneMetric, perMinute, stageMetric } from './stage-metrics.ts';
import type { StreamConsumer } from './stream-consumer.ts';

/** What the dashboard draws. */
export interface Drawn {
  readonly api: HttpApi;
  readonly accessLogs: ILogGroup;
  readonly signers: readonly ServiceFunction[];
  readonly streamReaders: readonly StreamConsumer[];
  /** Further functions whose errors are shown; those of routes are responses with 5xx. */
  readonly others: readonly ServiceFunction[];
}

/** A row has 24 units. */
export const GRAPH_SIZE = { width: 8, height: 6 };
export const FROM_ZERO = { min: 0, showUnits: false };

/** The graphs of each section, before those of its alarms. */
export function graphsOf(stage: string, drawn: Drawn): Readonly<Record<DashboardSection, readonly GraphWidget[]>> {
  const { api, signers, streamReaders, others } = drawn;
  const functions = [...signers, ...streamReaders.map(({ reader }) => reader), ...others];
  const sums = (...names: readonly StageMetric[]) => names.map((name) => stageMetric(stage, name, 'sum'));
  return {
    api: [
      graph('Requests a minute', [
        api.metricCount({ ...perMinute.sum, label: 'requests' }),
        api.metricClientError({ ...perMinute.sum, label: '4xx' }),
      ]),
      graph(
        'Latency (ms)',
        percentiles.map((per) => api.metricLatency({ ...perMinute[per], label: per })),
      ),
    ],
    delivery: [
      graph('From an event to its first attempt (ms)', timesOf(stage, 'TimeToFirstAttempt')),
      graph('From an event to 2xx (ms)', timesOf(stage, 'TimeToDelivery')),
      ...Lane.options.map((lane) => graph(`Attempts a minute, ${lane} lane`, attemptsOf(stage, lane))),
      graph(
        'From an event to its fan-out (ms)',
        percentiles.map((per) => stageMetric(stage, 'FanOutLag', per).with({ label: per })),
      ),
      graph('Deliveries created a minute', sums('DeliveriesCreated')),
      graph('Receivers that went down, and came up', sums('ReceiversDown', 'ReceiversUp')),
      graph('Found due by the sweeper', sums('DeliveriesDue', 'BacklogsDue')),
      graph('Found due by the sweeper: the oldest (ms)', [stageMetric(stage, 'OldestDueAge', 'maximum')]),
      graph('Mails with notices', sums('MailsSent', 'MailsRefused')),
    ],
    queues: [],
    readers: [],
    quotas: [
      graph('Requests refused with 429', [stageMetric(stage, 'RequestsOverQuota', 'sum')]),
      graph('Requests denied with 401 or 403', [stageMetric(stage, 'RequestsDenied', 'sum')]),
    ],
    functions: [
      graph(
        'Errors a minute',
        functions.map(({ lambda, node }) => lambda.metricErrors({ ...perMinute.sum, label: node.id })),
      ),
      graph(
        'Throttles a minute',
        functions.map(({ lambda, node }) => lambda.metricThrottles({ ...perMinute.sum, label: node.id })),
      ),
    ],
  };
}

const percentiles = ['p50', 'p99'] as const;

const graph = (title: string, left: IMetric[]): GraphWidget =>
  new GraphWidget({ ...GRAPH_SIZE, title, left, leftYAxis: FROM_ZERO });

const timesOf = (stage: string, name: LaneTime): IMetric[] =>
  Lane.options.flatMap((lane) =>
    percentiles.map((per) => laneMetric(stage, lane, name, per).with({ label: `${lane} ${per}` })),
  );

const attemptsOf = (stage: string, lane: Lane): IMetric[] =>
  DeliveryClass.options.map((ended) => laneMetric(stage, lane, attemptMetric(ended), 'sum').with({ label: ended }));
