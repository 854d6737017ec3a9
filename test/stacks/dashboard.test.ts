import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryClass } from '../../contract/delivery-classes.ts';
import { Lane } from '../../contract/delivery-settings.ts';
import { accessLogMetrics, attemptMetric, laneTimes, stageMetrics } from '../../contract/metrics.ts';
import { stages } from '../../lib/config.ts';
import { everything, synthesized } from './synthesized.ts';

const { data, service } = synthesized(everything);

/** The body with each reference as `<logical id>`, or `<logical id>.<attribute>`. */
const Part = v.union([
  v.string(),
  v.pipe(
    v.object({ Ref: v.string() }),
    v.transform(({ Ref }) => `<${Ref}>`),
  ),
  v.pipe(
    v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) }),
    v.transform((part) => `<${part['Fn::GetAtt'].join('.')}>`),
  ),
  v.pipe(
    v.object({ 'Fn::ImportValue': v.string() }),
    v.transform((part) => `<${part['Fn::ImportValue'].replace(/^.*ExportsOutputRef|[0-9A-F]{8}$/g, '')}>`),
  ),
]);
const Joined = v.object({ 'Fn::Join': v.tuple([v.literal(''), v.array(Part)]) });

const Graph = v.object({
  type: v.literal('metric'),
  properties: v.object({
    title: v.string(),
    metrics: v.array(v.array(v.union([v.string(), v.looseObject({})]))),
    annotations: v.optional(v.object({ horizontal: v.array(v.looseObject({ value: v.number() })) })),
  }),
});
const Widget = v.variant('type', [
  Graph,
  v.object({ type: v.literal('text'), properties: v.object({ markdown: v.string() }) }),
  v.object({ type: v.literal('alarm'), properties: v.object({ alarms: v.array(v.string()) }) }),
  v.object({ type: v.literal('log'), properties: v.object({ title: v.string(), query: v.string() }) }),
]);
const Body = v.pipe(v.string(), v.parseJson(), v.object({ widgets: v.array(Widget) }));

const [dashboard] = service.ofType('AWS::CloudWatch::Dashboard');
const joined = v.parse(Joined, dashboard?.[1].Properties['DashboardBody']);
const { widgets } = v.parse(Body, joined['Fn::Join'][1].join(''));
const graphs = widgets.flatMap((widget) => (widget.type === 'metric' ? [widget.properties] : []));

const OfMetric = v.object({
  Namespace: v.string(),
  MetricName: v.string(),
  Dimensions: v.optional(v.array(v.object({ Name: v.string(), Value: Part })), []),
});
const OfExpression = v.object({ Metrics: v.array(v.object({ Expression: v.optional(v.string()) })) });
const Alarm = v.intersect([v.object({ Threshold: v.number() }), v.union([OfMetric, OfExpression])]);
/** Without those that roll deployments back, which notify nobody. */
const alarms = service
  .ofType('AWS::CloudWatch::Alarm')
  .filter(([logicalId]) => !logicalId.startsWith('Rollout'))
  .map(([logicalId, { Properties }]) => ({ logicalId, ...v.parse(Alarm, Properties) }));

/** The namespace, the name and the dimensions of a metric in one text; or an expression. */
function nameOf(metric: readonly unknown[]): string {
  const [drawn] = metric;
  return v.is(Drawn, drawn) ? drawn.expression : metric.filter((part) => typeof part === 'string').join(' ');
}
const Drawn = v.object({ expression: v.string() });
const drawn = graphs.flatMap(({ metrics }) => metrics.filter(([first]) => !v.is(Drawn, first)).map(nameOf));

/** What a graph of an alarm draws. */
function namesOf(alarm: v.InferOutput<typeof OfMetric> | v.InferOutput<typeof OfExpression>): readonly string[] {
  if ('Metrics' in alarm) return alarm.Metrics.flatMap(({ Expression }) => Expression ?? []);
  const { Namespace, MetricName, Dimensions } = alarm;
  return [nameOf([Namespace, MetricName, ...Dimensions.flatMap(({ Name, Value }) => [Name, Value])])];
}

/** The metrics of AWS's own that are drawn. */
const ofAws: Readonly<Record<string, readonly string[]>> = {
  'AWS/ApiGateway': ['Count', '4xx', '5xx', 'Latency'],
  'AWS/DynamoDB': ['SuccessfulRequestLatency'],
  'AWS/Lambda': ['Errors', 'Invocations', 'Throttles', 'IteratorAge'],
  'AWS/SQS': [
    'ApproximateNumberOfMessagesVisible',
    'ApproximateAgeOfOldestMessage',
    'ApproximateAgeOfOldestMessageInQuietGroups',
  ],
};
const namespace = 'SocialPlatformServices/prod';
const ofLanes = [...laneTimes, ...DeliveryClass.options.map(attemptMetric)];
const ofStage = [...Object.keys(stageMetrics), ...Object.keys(accessLogMetrics)];

describe('the dashboard', () => {
  test('is for stages that want one, since it costs more than all alarms', () => {
    expect(synthesized(stages.prod).service.ofType('AWS::CloudWatch::Dashboard')).toEqual([]);
  });

  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Dashboards.html
  test('has a name with its region, since names are those of the account', () => {
    expect(dashboard?.[1].Properties['DashboardName']).toEqual({
      'Fn::Join': ['', ['sps-prod-', { Ref: 'AWS::Region' }]],
    });
  });

  test('draws each alarm with its threshold', () => {
    expect(alarms.length).toBeGreaterThan(20);
    for (const { Threshold, ...alarm } of alarms) {
      const names = namesOf(alarm);
      const showing = graphs.filter(({ metrics }) => metrics.some((metric) => names.includes(nameOf(metric))));
      const thresholds = showing.flatMap(({ annotations }) => annotations?.horizontal ?? []);
      expect(thresholds).toContainEqual(expect.objectContaining({ value: Threshold }));
    }
  });

  test('begins with the state of all alarms', () => {
    const arns = alarms.map(({ logicalId }) => `<${logicalId}.Arn>`);
    expect(widgets[0]).toEqual({ type: 'alarm', properties: { alarms: expect.arrayContaining(arns) } });
  });

  test('draws every metric that the service writes', () => {
    for (const name of ofStage) expect(drawn).toContain(`${namespace} ${name}`);
    for (const name of ofLanes)
      for (const lane of Lane.options) expect(drawn).toContain(`${namespace} ${name} Lane ${lane}`);
  });

  test('draws metrics that exist, of resources of the stage', () => {
    for (const metric of drawn) {
      const [space = '', name = '', ...dimensions] = metric.split(' ');
      if (space === namespace) {
        expect(dimensions.length === 0 ? ofStage : ofLanes).toContain(name);
        continue;
      }
      expect(ofAws[space]).toContain(name);
      const [, logicalId = ''] = /^<(\w+)/.exec(dimensions.at(-1) ?? '') ?? [];
      const stack = space === 'AWS/DynamoDB' ? data : service;
      expect(stack.resource(logicalId).Type).toMatch(/Api|Function|Queue|Table/);
    }
  });

  test('asks the logs of the stage whose it is', () => {
    const queries = widgets.flatMap((widget) => (widget.type === 'log' ? [widget.properties.query] : []));
    expect(queries).toHaveLength(4);
    for (const query of queries) {
      const groups = [...query.matchAll(/SOURCE '<(\w+)>'/g)].map(([, logicalId = '']) => logicalId);
      expect(groups.length).toBeGreaterThan(0);
      for (const group of groups) expect(service.resource(group).Type).toBe('AWS::Logs::LogGroup');
      expect(query).toContain('networkId');
    }
  });
});

describe('the access log', () => {
  // Its own refusals are those for which API Gateway has called no function, and so has no id of a call:
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
  test('is counted by status, without a value where there is none', () => {
    expect(service.ofType('AWS::Logs::MetricFilter').map(([, { Properties }]) => Properties)).toEqual(
      [
        ['RequestsOverQuota', '{ $.status = "429" }'],
        ['RequestsDenied', '{ ($.status = "401") || ($.status = "403") }'],
        ['RefusedByGateway', '{ (($.status = "429") || ($.status = "500")) && ($.lambdaRequestId != "*-*-*-*-*") }'],
      ].map(([MetricName, FilterPattern]) => ({
        FilterPattern,
        LogGroupName: { Ref: expect.stringContaining('AccessLogs') },
        MetricTransformations: [{ MetricNamespace: namespace, MetricName, MetricValue: '1' }],
      })),
    );
  });
});
