/**
 * The dashboard of a stage: is it well; if not, where, since when, and whose fault is it? Each alarm is drawn with its
 * threshold, beside what explains it.
 */
import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  LogQueryVisualizationType,
  LogQueryWidget,
  PeriodOverride,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { DeliveryClass } from '../../contract/delivery-classes.ts';
import { Lane } from '../../contract/delivery-settings.ts';
import { attemptMetric, type LaneTime, type StageMetric } from '../../contract/metrics.ts';
import { type Alarms, type DashboardSection, dashboardSections, type Watched } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';
import { laneMetric, perMinute, stageMetric } from './stage-metrics.ts';
import type { StreamConsumer } from './stream-consumer.ts';

/** What the dashboard draws. */
interface Drawn {
  readonly api: HttpApi;
  readonly accessLogs: ILogGroup;
  readonly signers: readonly ServiceFunction[];
  readonly streamReaders: readonly StreamConsumer[];
  /** Further functions whose errors are shown; those of routes are responses with 5xx. */
  readonly others: readonly ServiceFunction[];
}

/** A row has 24 units. */
const GRAPH_SIZE = { width: 8, height: 6 };
const FROM_ZERO = { min: 0, showUnits: false };

interface DashboardProps extends Drawn {
  readonly alarms: Alarms;
  /** The stage's, which the dashboard's begins with. */
  readonly name: string;
}

const WHOLE_ROW = 24;

const titles: Readonly<Record<DashboardSection, string>> = {
  api: 'API',
  delivery: 'Delivery',
  queues: 'Queues and failed messages',
  readers: 'Readers of the events stream',
  quotas: 'Quotas and denials',
  functions: 'Functions',
};

export class StageDashboard extends Construct {
  constructor(scope: Construct, id: string, { alarms, name, ...drawn }: DashboardProps) {
    super(scope, id);
    const { stage, watched } = alarms;
    const dashboard = new Dashboard(this, 'Dashboard', {
      // Dashboards are of an account, not of a region: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Dashboards.html
      dashboardName: `${name}-${Stack.of(this).region}`,
      defaultInterval: Duration.hours(3),
      periodOverride: PeriodOverride.INHERIT,
    });
    dashboard.addWidgets(
      new AlarmStatusWidget({
        title: `Alarms of ${stage}: the description of each alarm says what to do`,
        alarms: watched.map(({ alarm }) => alarm),
        width: WHOLE_ROW,
        height: 4,
      }),
    );
    const graphs = graphsOf(stage, drawn);
    for (const section of dashboardSections) {
      const ofSection = watched.filter((one) => one.section === section);
      dashboard.addWidgets(heading(titles[section]));
      dashboard.addWidgets(...graphs[section], ...ofSection.map(graphOfAlarm));
    }
    dashboard.addWidgets(heading('Networks and webhooks with the most refusals and failures'));
    dashboard.addWidgets(...queriesOf(drawn));
  }
}

const heading = (title: string) => new TextWidget({ markdown: `## ${title}`, width: WHOLE_ROW, height: 1 });

const graphOfAlarm = ({ alarm, metric, title }: Watched) =>
  new GraphWidget({
    ...GRAPH_SIZE,
    title,
    left: [metric.with({ label: alarm.node.id })],
    leftAnnotations: [alarm.toAnnotation()],
    leftYAxis: FROM_ZERO,
  });

/** The graphs of each section, before those of its alarms. */
function graphsOf(stage: string, drawn: Drawn): Readonly<Record<DashboardSection, readonly GraphWidget[]>> {
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
      graph('Deliveries and backlogs that the sweeper found due', sums('DeliveriesDue', 'BacklogsDue')),
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
      graph('Calls in which all records failed', sums('BatchesFailed')),
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

/**
 * Questions to the logs, by network: metrics of each network would cost dollars a month each. Logs Insights reads the
 * logs of the time that the dashboard shows, and charges for it, each time that the dashboard is opened.
 */
function queriesOf({ accessLogs, signers }: Pick<Drawn, 'accessLogs' | 'signers'>): readonly LogQueryWidget[] {
  const signerLogs = signers.map(({ logGroup }) => logGroup);
  return [
    query(
      'Networks over their quotas (429)',
      [accessLogs],
      ['filter status = 429', 'stats count(*) as requests by networkId, routeKey', 'sort requests desc'],
    ),
    query(
      'Networks with errors and denials',
      [accessLogs],
      [
        'filter status >= 400 and status != 429',
        'stats count(*) as requests by networkId, status, routeKey',
        'sort requests desc',
      ],
    ),
    query('Webhooks with failed attempts', signerLogs, [
      // lambdas/delivery/measure.ts
      'filter message.name = "attempts-failed"',
      'stats sum(message.attempts) as attempts by message.networkId, message.webhookId',
      'sort attempts desc',
    ]),
    query('Webhooks that were disabled', signerLogs, [
      // lambdas/receiver-health/health-reporter.ts
      'filter message.name = "webhook-disabled"',
      'fields @timestamp, message.networkId, message.webhookId, message.reason',
      'sort @timestamp desc',
    ]),
  ];
}

const query = (title: string, logGroups: readonly ILogGroup[], queryLines: readonly string[]): LogQueryWidget =>
  new LogQueryWidget({
    width: 12,
    height: 6,
    title,
    logGroupNames: logGroups.map(({ logGroupName }) => logGroupName),
    queryLines: [...queryLines, 'limit 10'],
    view: LogQueryVisualizationType.TABLE,
  });
