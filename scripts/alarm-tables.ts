/**
 * The tables of alarms in docs/runbook.md, from the template of the stage `prod` with notices by e-mail. So they have
 * every alarm that a stage can have, with its metric, its threshold and its periods.
 */
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as v from 'valibot';
import { markdownTable } from '../bin/prove/markdown.ts';
import { type StageConfig, stages } from '../lib/config.ts';
import { SocialPlatform } from '../lib/social-platform.ts';

const Reference = v.union([
  v.pipe(
    v.object({ Ref: v.string() }),
    v.transform(({ Ref }) => Ref),
  ),
  v.pipe(
    v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) }),
    v.transform((reference) => reference['Fn::GetAtt'][0]),
  ),
]);
/** What the page calls the statistics. */
const STATISTICS = { Sum: 'sum', Maximum: 'maximum', SampleCount: 'number of values' } as const;
const Statistic = v.picklist(['Sum', 'Maximum', 'SampleCount']);
/** A metric, or one of those that an expression reads. */
const Metric = v.object({
  Namespace: v.string(),
  MetricName: v.string(),
  Dimensions: v.optional(v.array(v.object({ Name: v.string(), Value: v.unknown() })), []),
});
const OfExpression = v.union([
  v.object({ Id: v.string(), MetricStat: v.object({ Metric, Period: v.number(), Stat: Statistic }) }),
  v.object({ Expression: v.string(), Label: v.optional(v.string()) }),
]);
const Common = {
  Threshold: v.number(),
  ComparisonOperator: v.picklist(['GreaterThanOrEqualToThreshold', 'LessThanThreshold']),
  TreatMissingData: v.picklist(['breaching', 'notBreaching']),
  EvaluationPeriods: v.number(),
  DatapointsToAlarm: v.optional(v.number()),
  AlarmActions: v.optional(v.tuple([Reference])),
};
const Alarm = v.union([
  v.object({ ...Common, ...Metric.entries, Statistic, Period: v.number() }),
  v.object({ ...Common, Metrics: v.array(OfExpression) }),
]);
type Alarm = v.InferOutput<typeof Alarm>;

/** What the values of these metrics are measured in. The others count something. */
const UNITS: readonly (readonly [metric: RegExp, unit: string])[] = [
  // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html, contract/metrics.ts
  [/^(IteratorAge|OldestDueAge)$/, ' ms'],
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
  [/^ApproximateAge/, ' s'],
];

/** The tables by their names: the alarms of each topic, those that roll back deployments, and what expressions compute. */
export function alarmTables(): Readonly<Record<string, string>> {
  const alarms = alarmsOfProd();
  const rollout = alarms.filter(({ alarm }) => alarm.AlarmActions === undefined);
  const notifying = alarms.filter(({ alarm }) => alarm.AlarmActions !== undefined);
  const { ticket = [], page = [] } = Object.groupBy(notifying, ({ alarm }) =>
    alarm.AlarmActions?.[0].startsWith('AlarmsLookTopic') ? 'ticket' : 'page',
  );
  return {
    'alarms-page': tableOf(page),
    'alarms-ticket': tableOf(ticket),
    'alarms-rollout': tableOf(rollout),
    'alarm-expressions': ['```', ...expressionTexts([...page, ...ticket, ...rollout]), '```'].join('\n'),
  };
}

interface NamedAlarm {
  readonly name: string;
  readonly alarm: Alarm;
}

const tableOf = (alarms: readonly NamedAlarm[]): string =>
  markdownTable(
    ['alarm', 'value', 'threshold', 'periods'],
    alarms.map(({ name, alarm }) => [name, watchedText(alarm), thresholdOf(alarm), periodsOf(alarm)]),
  );

function watchedText(alarm: Alarm): string {
  if (!('Metrics' in alarm)) return metricText(alarm, alarm.Statistic);
  const read = metricsOf(alarm);
  if (!isOfNewVersions(alarm)) return `an expression of ${read.map(({ Id }) => `\`${Id}\``).join(' and ')}`;
  const [first, ...more] = read;
  if (first === undefined) throw new Error('An expression reads no metric.');
  return more.length > 0 ? 'sum of `Errors` of the new versions of several functions' : newVersionText(first);
}

const newVersionText = ({ MetricStat: { Metric: metric, Stat } }: ReadMetric): string =>
  metricText(metric, Stat).replace(/of (?=`\w+`$)/, 'of the new version of ');

/** Such as: maximum of `IteratorAge` of `FanOut`. */
function metricText(
  { MetricName, Dimensions }: v.InferOutput<typeof Metric>,
  statistic: v.InferOutput<typeof Statistic>,
): string {
  const owner = Dimensions.find(({ Name }) => Name === 'FunctionName' || Name === 'QueueName');
  const what = `${STATISTICS[statistic]} of \`${MetricName}\``;
  return owner === undefined ? what : `${what} of \`${nameOf(v.parse(Reference, owner.Value))}\``;
}

function thresholdOf(alarm: Alarm): string {
  const { ComparisonOperator, Threshold, TreatMissingData } = alarm;
  const sign = ComparisonOperator === 'LessThanThreshold' ? '<' : '≥';
  const limit = `${sign} ${Threshold.toLocaleString('en')}${unitOf(alarm)}`;
  return TreatMissingData === 'breaching' ? `${limit}, or no value` : limit;
}

function unitOf(alarm: Alarm): string {
  if ('Metrics' in alarm) return metricsOf(alarm).some(({ Id }) => Id === 'requests') ? ' %' : '';
  return UNITS.find(([metric]) => metric.test(alarm.MetricName))?.[1] ?? '';
}

/** Such as: 2 of 8 × 15 min. */
function periodsOf(alarm: Alarm): string {
  const { EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods } = alarm;
  const seconds = 'Metrics' in alarm ? metricsOf(alarm)[0]?.MetricStat.Period : alarm.Period;
  if (seconds === undefined) throw new Error('An expression reads no metric.');
  return `${DatapointsToAlarm} of ${EvaluationPeriods} × ${seconds / 60} min`;
}

/** Each expression with the alarms that watch it, and what its names stand for. Sums of errors explain themselves. */
function expressionTexts(alarms: readonly NamedAlarm[]): readonly string[] {
  const watching = alarms.filter(({ alarm }) => 'Metrics' in alarm && !isOfNewVersions(alarm));
  const byText = Map.groupBy(watching, ({ alarm }) => expressionText(alarm));
  return [...byText].map(([text, some]) => `${some.map(({ name }) => name).join(', ')} = ${text}`);
}

function expressionText(alarm: Alarm): string {
  if (!('Metrics' in alarm)) throw new Error('The alarm watches one metric.');
  const expressions = alarm.Metrics.flatMap((one) => ('Expression' in one ? one.Expression : []));
  const lines = metricsOf(alarm).map(({ Id, MetricStat: { Metric: metric, Stat } }) => {
    const text = metricText(metric, Stat).replaceAll('`', '');
    const operation = metric.Dimensions.find(({ Name }) => Name === 'Operation')?.Value;
    return `  ${Id} = ${text} in ${metric.Namespace}${operation === undefined ? '' : `, operation ${operation}`}`;
  });
  return [...expressions, ...lines].join('\n');
}

type ExpressionAlarm = Extract<Alarm, { readonly Metrics: unknown }>;
type ReadMetric = ReturnType<typeof metricsOf>[number];

const metricsOf = ({ Metrics }: ExpressionAlarm) => Metrics.flatMap((one) => ('MetricStat' in one ? [one] : []));

const isOfNewVersions = ({ Metrics }: ExpressionAlarm): boolean =>
  Metrics.some((one) => 'Label' in one && one.Label === 'Errors of new versions');

/** What an operator calls a resource: without the parts that the CDK adds to its logical id. */
const nameOf = (logicalId: string): string =>
  logicalId
    .replace(/[0-9A-F]{8}$/, '')
    .replace(/^Alarms(?=\w)/, '')
    .replace(/^(?:Activity|Delivery|Notices)(\w+)Function$/, '$1');

function alarmsOfProd(): readonly NamedAlarm[] {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'sps-alarms-'));
  const site = join(folder.path, 'site');
  for (const part of ['pages', 'assets']) mkdirSync(join(site, part), { recursive: true });
  writeFileSync(join(site, 'pages/index.html'), '');
  writeFileSync(join(site, 'assets/none.js'), '');
  const config: StageConfig = {
    ...stages.prod,
    noticeMail: { sender: 'notices@example.com', identity: 'example.com' },
    // Mails have links to it.
    panel: { enabled: true, signIn: { kind: 'links', reason: 'only listed' }, url: 'https://panel.example.com/' },
  };
  const app = new App({
    outdir: join(folder.path, 'out'),
    builtinCloudFormationValidation: false,
    treeMetadata: false,
  });
  const code = (handler: string): Code => Code.fromInline(`// ${handler}`);
  const sources = { code, siteFolders: { panel: site, docs: site } };
  const { stacks: parts } = new SocialPlatform(app, config.name, config, sources);
  const found = Template.fromStack(parts.service).findResources('AWS::CloudWatch::Alarm');
  return Object.entries(found).map(([logicalId, { Properties }]) => ({
    name: nameOf(logicalId),
    alarm: v.parse(Alarm, Properties),
  }));
}
