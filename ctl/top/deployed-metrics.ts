/** Reads alarms and the dashboard of a deployed stage from CloudWatch, in the account and region of the AWS environment. */
import {
  CloudWatchClient,
  type Dimension,
  GetDashboardCommand,
  ListDashboardsCommand,
  type MetricAlarm,
  type MetricDataQuery,
  paginateDescribeAlarms,
  paginateGetMetricData,
} from '@aws-sdk/client-cloudwatch';
import { type MetricLine, readDashboardBody, type Widget } from './dashboard-body.ts';
import type { AlarmView, MetricsView, WidgetView } from './metrics-view.ts';

/** How far graphs go back. */
const HALF_AN_HOUR = 30 * 60_000;
/** Of one GetMetricData (https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html). */
const MOST_QUERIES = 500;

/** Without a dashboard there are alarms only. Throws errors of AWS. */
export async function deployedMetrics(stage: string): Promise<MetricsView> {
  const client = new CloudWatchClient({
    requestHandler: { connectionTimeout: 3000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });
  try {
    const [alarms, widgets] = await Promise.all([readAlarms(client, stage), readWidgets(client, stage)]);
    return { minuteSeconds: 60, alarms, widgets };
  } finally {
    client.destroy();
  }
}

async function readAlarms(client: CloudWatchClient, stage: string): Promise<AlarmView[]> {
  const alarms: AlarmView[] = [];
  const pages = paginateDescribeAlarms({ client }, { AlarmNamePrefix: `sps-${stage}-`, AlarmTypes: ['MetricAlarm'] });
  for await (const { MetricAlarms = [] } of pages) alarms.push(...MetricAlarms.map(alarmView));
  return alarms.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** An alarm, named as in the template: CloudFormation calls it `<stack>-Alarms<name><hash>-<random>`. */
export function alarmView(alarm: MetricAlarm): AlarmView {
  const { AlarmName = '', AlarmDescription: description = '', StateReason: reason = '', StateValue } = alarm;
  const [, name = AlarmName] = /-Alarms(\w+?)[0-9A-F]{8}-\w+$/.exec(AlarmName) ?? [];
  const changedAt = alarm.StateTransitionedTimestamp ?? alarm.StateUpdatedTimestamp ?? new Date(0);
  const state = StateValue ?? 'INSUFFICIENT_DATA';
  return { name, state, since: changedAt.toISOString(), reason, description, changes: [] };
}

async function readWidgets(client: CloudWatchClient, stage: string): Promise<WidgetView[]> {
  const { DashboardEntries = [] } = await client.send(
    new ListDashboardsCommand({ DashboardNamePrefix: `sps-${stage}` }),
  );
  const names = DashboardEntries.map(({ DashboardName }) => DashboardName).filter((name) => name !== undefined);
  const bodies = await Promise.all(
    names.map(async (DashboardName) => (await client.send(new GetDashboardCommand({ DashboardName }))).DashboardBody),
  );
  const widgets = bodies.flatMap((body) => (body === undefined ? [] : readDashboardBody(body)));
  const lines = widgets.flatMap((widget) => (widget.kind === 'metric' ? widget.lines : []));
  const values = await readValues(client, lines, new Date());
  return widgets.map((widget) => widgetView(widget, values));
}

type Values = ReadonlyMap<MetricLine, (number | null)[]>;

function widgetView(widget: Widget, values: Values): WidgetView {
  if (widget.kind !== 'metric') return widget;
  const { kind, title, lines, thresholds } = widget;
  return {
    kind,
    title,
    thresholds,
    series: lines.map((line) => ({ label: line.label, values: values.get(line) ?? [] })),
  };
}

async function readValues(client: CloudWatchClient, lines: readonly MetricLine[], now: Date): Promise<Values> {
  const values = new Map<MetricLine, (number | null)[]>();
  const StartTime = new Date(now.getTime() - HALF_AN_HOUR);
  for (let start = 0; start < lines.length; start += MOST_QUERIES) {
    const part = lines.slice(start, start + MOST_QUERIES);
    const found = part.map((): [Date, number][] => []);
    const MetricDataQueries = part.map(queryOf);
    const pages = paginateGetMetricData({ client }, { MetricDataQueries, StartTime, EndTime: now });
    for await (const { MetricDataResults = [] } of pages) {
      for (const { Id = '', Timestamps = [], Values: numbers = [] } of MetricDataResults) {
        const points = Timestamps.map((at, index): [Date, number] => [at, numbers[index] ?? 0]);
        found[Number(Id.slice(1))]?.push(...points);
      }
    }
    for (const [index, line] of part.entries()) {
      values.set(line, evenly(found[index] ?? [], line.periodSeconds * 1_000, now.getTime()));
    }
  }
  return values;
}

function queryOf(
  { dimensions, name, namespace, periodSeconds, statistic }: MetricLine,
  index: number,
): MetricDataQuery {
  const Dimensions = Object.entries(dimensions).map(([Name, Value]): Dimension => ({ Name, Value }));
  const Metric = { Namespace: namespace, MetricName: name, Dimensions };
  return { Id: `m${index}`, MetricStat: { Metric, Period: periodSeconds, Stat: statistic } };
}

/** A value for each period of the last half hour, the oldest first; null where there is no data point. */
export function evenly(points: readonly (readonly [Date, number])[], periodMs: number, now: number): (number | null)[] {
  const last = Math.floor(now / periodMs) - 1;
  const count = Math.max(1, Math.floor(HALF_AN_HOUR / periodMs));
  const byPeriod = new Map(points.map(([at, value]) => [Math.floor(at.getTime() / periodMs), value]));
  return Array.from({ length: count }, (_, index) => byPeriod.get(last - (count - 1 - index)) ?? null);
}
