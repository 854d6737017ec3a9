/** Questions of the dashboard to the logs, by network: metrics of each network would cost dollars a month each. */
import { LogQueryVisualizationType, LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Drawn } from './dashboard-graphs.ts';

const SIZE = { width: 12, height: 6 };
const FIRST_TEN = 'limit 10';

/** Logs Insights reads the logs of the time that the dashboard shows, and charges for it, each time that the dashboard is opened. */
export function queriesOf({ accessLogs, signers }: Pick<Drawn, 'accessLogs' | 'signers'>): readonly LogQueryWidget[] {
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
      // lambdas/delivery/worker/measure.ts
      'filter message.name = "attempts-failed"',
      'stats sum(message.attempts) as attempts by message.networkId, message.webhookId',
      'sort attempts desc',
    ]),
    query('Webhooks that were disabled', signerLogs, [
      // lambdas/delivery/receiver/health-reporter.ts
      'filter message.name = "webhook-disabled"',
      'fields @timestamp, message.networkId, message.webhookId, message.reason',
      'sort @timestamp desc',
    ]),
  ];
}

const query = (title: string, logGroups: readonly ILogGroup[], queryLines: readonly string[]): LogQueryWidget =>
  new LogQueryWidget({
    ...SIZE,
    title,
    logGroupNames: logGroups.map(({ logGroupName }) => logGroupName),
    queryLines: [...queryLines, FIRST_TEN],
    view: LogQueryVisualizationType.TABLE,
  });
