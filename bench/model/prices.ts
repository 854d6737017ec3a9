/**
 * List prices of us-east-1 in dollars, without free tiers and volume discounts. AWS's own pages compute them in the browser, so each
 * figure was read from a page that quotes them. A new price needs a line here, and its amount in an operation of usage.ts.
 */

export interface Price {
  readonly dollars: number;
  /** What the dollars are for. */
  readonly per: number;
  readonly unit: string;
  readonly page: `https://aws.amazon.com/${string}`;
  /** The page that quoted it, and the day on which that was read. */
  readonly quotedBy: string;
  readonly read: string;
}

const MILLION = 1_000_000;
const read = '2026-11-22';
const lambda = {
  page: 'https://aws.amazon.com/lambda/pricing/',
  quotedBy: 'https://git.mcrn.ar/mariano/lambda_local_runner/src/branch/main/docs/lambdas-md/lambda-13-cost.md',
  read,
} as const;
const onDemand = {
  page: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
  quotedBy: 'https://airbyte.com/data-engineering-resources/dynamodb-pricing',
  read,
} as const;
const queue = {
  page: 'https://aws.amazon.com/sqs/pricing/',
  quotedBy: 'https://cloudburn.io/blog/amazon-sqs-pricing',
  read,
} as const;
const gateway = {
  page: 'https://aws.amazon.com/api-gateway/pricing/',
  quotedBy: 'https://www.apigatewaycost.com/aws',
  read,
} as const;
const cloudWatch = {
  page: 'https://aws.amazon.com/cloudwatch/pricing/',
  quotedBy: 'https://hivebook.wiki/wiki/cloudwatch-logs-cost-never-expire-retention-and-cardinality-blowups',
  read,
} as const;
const firewall = {
  page: 'https://aws.amazon.com/waf/pricing/',
  quotedBy: 'https://c3x.dev/blog/aws-waf-cost-explained/',
  read,
} as const;

export const prices = {
  /** Up to 512 KB each. */
  gatewayRequests: { dollars: 1, per: MILLION, unit: 'million requests of an HTTP API', ...gateway },
  lambdaCalls: { dollars: 0.2, per: MILLION, unit: 'million calls of functions', ...lambda },
  lambdaGbSeconds: { dollars: 0.0000133334, per: 1, unit: 'GB-second on ARM', ...lambda },
  writeUnits: { dollars: 0.625, per: MILLION, unit: 'million write units', ...onDemand },
  readUnits: { dollars: 0.125, per: MILLION, unit: 'million read units', ...onDemand },
  storedGbMonths: {
    dollars: 0.25,
    per: 1,
    unit: 'GB stored for a month',
    page: onDemand.page,
    quotedBy: 'https://aws.amazon.com/dynamodb/pricing/',
    read,
  },
  backedUpGbMonths: {
    dollars: 0.2,
    per: 1,
    unit: 'GB with point-in-time recovery for a month',
    page: onDemand.page,
    quotedBy: 'https://finops.com.py/services/dynamodb/backups',
    read,
  },
  /** Of up to 64 KB each. Messages with a group cost 0.10 more. */
  queueRequests: { dollars: 0.5, per: MILLION, unit: 'million requests to a fair queue', ...queue },
  logGb: { dollars: 0.5, per: 1, unit: 'GB of logs', ...cloudWatch },
  alarmMonths: {
    dollars: 0.1,
    per: 1,
    unit: 'alarm for a month',
    page: cloudWatch.page,
    quotedBy: 'https://c3x.dev/resources/aws/aws_cloudwatch_metric_alarm',
    read,
  },
  dashboardMonths: {
    dollars: 3,
    per: 1,
    unit: 'dashboard for a month',
    page: cloudWatch.page,
    quotedBy: 'https://www.factualminds.com/blog/amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards.md',
    read: '2026-11-23',
  },
  metricMonths: { dollars: 0.3, per: 1, unit: 'custom metric for a month', ...cloudWatch },
  tracesRecorded: {
    dollars: 5,
    per: MILLION,
    unit: 'million traces of X-Ray',
    page: 'https://aws.amazon.com/xray/pricing/',
    quotedBy: 'https://aws.amazon.com/de/xray/pricing/',
    read: '2026-11-23',
  },
  transferredGb: { dollars: 0.09, per: 1, unit: 'GB to the internet', ...gateway },
  firewallMonths: { dollars: 5, per: 1, unit: 'web ACL for a month', ...firewall },
  firewallRuleMonths: { dollars: 1, per: 1, unit: 'rule of a web ACL for a month', ...firewall },
  firewallRequests: { dollars: 0.6, per: MILLION, unit: 'million requests that a web ACL checks', ...firewall },
} as const satisfies Readonly<Record<string, Price>>;

/** Amounts of what is paid for; what is left out is none. */
export type Usage = Partial<Readonly<Record<keyof typeof prices, number>>>;

const amountsOf = (usage: Usage): number[] =>
  Object.entries(prices).map(([name, { dollars, per }]) => {
    const amount = Object.entries(usage).find(([of]) => of === name)?.[1] ?? 0;
    return (amount * dollars) / per;
  });

/** Dollars for what was used. */
export const dollarsOf = (usage: Usage): number => amountsOf(usage).reduce((sum, amount) => sum + amount, 0);
