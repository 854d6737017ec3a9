/** What a run costs at most, and what it has cost by the account's own figures, at list prices of us-east-1. */

import * as v from 'valibot';
import type { AwsCredentials } from '../../lambdas/sending/event-bus.ts';
import { signedV4 } from '../../lambdas/sending/event-bus.ts';
import { billOf, dollarsOf, type Usage } from '../capacity/prices.ts';

/**
 * More than a run uses: each smoke test, proof and measurement together makes some 3,000 requests. Cognito, CloudFront and
 * what CloudFormation does cost nothing at this size.
 */
const mostUsed: Usage = {
  gatewayRequests: 50_000,
  lambdaCalls: 100_000,
  gbSeconds: 10_000,
  writeUnits: 100_000,
  readUnits: 200_000,
  storedGbMonths: 0.1,
  queueRequests: 200_000,
  scheduledCalls: 1_000,
  logGb: 0.1,
  transferredGb: 0.1,
};

/** Dollars; also with the dearest region, whose prices are not twice as high. */
export const mostDollars = (): number => 2 * dollarsOf(mostUsed);

/** One figure of CloudWatch, of all resources whose names contain the stage's. */
const figures = {
  gatewayRequests: { namespace: 'AWS/ApiGateway', dimensions: 'ApiId', metric: 'Count', statistic: 'Sum' },
  lambdaCalls: { namespace: 'AWS/Lambda', dimensions: 'FunctionName', metric: 'Invocations', statistic: 'Sum' },
  milliseconds: { namespace: 'AWS/Lambda', dimensions: 'FunctionName', metric: 'Duration', statistic: 'Sum' },
  writeUnits: {
    namespace: 'AWS/DynamoDB',
    dimensions: 'TableName',
    metric: 'ConsumedWriteCapacityUnits',
    statistic: 'Sum',
  },
  readUnits: {
    namespace: 'AWS/DynamoDB',
    dimensions: 'TableName',
    metric: 'ConsumedReadCapacityUnits',
    statistic: 'Sum',
  },
  sent: { namespace: 'AWS/SQS', dimensions: 'QueueName', metric: 'NumberOfMessagesSent', statistic: 'Sum' },
  received: { namespace: 'AWS/SQS', dimensions: 'QueueName', metric: 'NumberOfMessagesReceived', statistic: 'Sum' },
  deleted: { namespace: 'AWS/SQS', dimensions: 'QueueName', metric: 'NumberOfMessagesDeleted', statistic: 'Sum' },
  empty: { namespace: 'AWS/SQS', dimensions: 'QueueName', metric: 'NumberOfEmptyReceives', statistic: 'Sum' },
} as const;
type Figure = keyof typeof figures;

/** The names of a stage's resources contain this; an API has an id only. */
export interface UsageScope {
  readonly stage: string;
  readonly apiId: string;
  readonly functionGigabytes: number;
}

/** The queries of one request to CloudWatch: a sum of all metrics that a search finds. */
export function queriesOf({
  stage,
  apiId,
}: UsageScope): readonly { readonly Id: Figure; readonly Expression: string }[] {
  const names = Object.keys(figures).filter((name): name is Figure => name in figures);
  return names.map((Id) => {
    const { namespace, dimensions, metric, statistic } = figures[Id];
    const whose = Id === 'gatewayRequests' ? apiId : `"sps-${stage}"`;
    const search = `{${namespace},${dimensions}} MetricName="${metric}" ${whose}`;
    return { Id, Expression: `SUM(SEARCH('${search}', '${statistic}', 60))` };
  });
}

/** What was used, from the sums that CloudWatch has. */
export function usageOf(sums: Readonly<Partial<Record<Figure, number>>>, { functionGigabytes }: UsageScope): Usage {
  const { sent = 0, received = 0, deleted = 0, empty = 0, milliseconds = 0, ...others } = sums;
  return {
    ...others,
    gbSeconds: (milliseconds / 1_000) * functionGigabytes,
    // As if none were batched, and thus more than is paid for.
    queueRequests: sent + received + deleted + empty,
  };
}

const Answer = v.object({
  MetricDataResults: v.array(v.object({ Id: v.string(), Values: v.array(v.number()) })),
});

/**
 * Asks CloudWatch what the stage has used since then, milliseconds since 1970. Its figures come minutes late: the last
 * ones are missing (https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html).
 */
export async function readUsage(
  region: string,
  credentials: AwsCredentials,
  scope: UsageScope,
  since: number,
): Promise<Usage> {
  const url = `https://monitoring.${region}.amazonaws.com/`;
  const body = JSON.stringify({
    StartTime: Math.floor(since / 1_000),
    EndTime: Math.floor(Date.now() / 1_000),
    MetricDataQueries: queriesOf(scope).map((query) => ({ ...query, Period: 60 })),
  });
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'GraniteServiceVersion20100801.GetMetricData',
  };
  const signed = await signedV4({ url, headers, body, region, service: 'monitoring', now: Date.now() }, credentials);
  const response = await fetch(url, { method: 'POST', headers: signed, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`CloudWatch responded with ${response.status}: ${text.slice(0, 200)}`);
  const { MetricDataResults } = v.parse(v.pipe(v.string(), v.parseJson(), Answer), text);
  const sums = MetricDataResults.map(({ Id, Values }) => [Id, Values.reduce((total, value) => total + value, 0)]);
  return usageOf(Object.fromEntries(sums), scope);
}

/** What it has cost, as lines. */
export const costLines = (usage: Usage): readonly (readonly [unit: string, dollars: string])[] => [
  ...billOf(usage).map(([unit, part]) => [unit, `$${part.toFixed(4)}`] as const),
  ['sum', `$${dollarsOf(usage).toFixed(4)}`],
];
