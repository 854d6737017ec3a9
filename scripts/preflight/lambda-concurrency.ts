/**
 * Whether Lambda runs as many functions at one time as the stage needs.
 *
 * GetAccountSettings returns the limit of the account and region, and what of it no function has reserved
 * (https://docs.aws.amazon.com/lambda/latest/api/API_GetAccountSettings.html). With less, a deployment succeeds, and then the
 * lanes take the concurrency of the routes, which respond with 503.
 */
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import type { StageConfig } from '../../lib/config.ts';
import { concurrencyShares, neededConcurrency } from '../../lib/needed-concurrency.ts';
import { type AwsClients, inTime } from './aws.ts';
import { type Finding, notChecked, problem } from './finding.ts';

/** Compares the account's unreserved concurrency with what the stage needs at most. Never rejects. */
export async function checkLambdaConcurrency(
  { lambda }: Pick<AwsClients, 'lambda'>,
  config: Pick<StageConfig, 'name' | 'delivery' | 'concurrency'>,
): Promise<readonly Finding[]> {
  const needed = neededConcurrency(config);
  try {
    const { AccountLimit } = await inTime(lambda.send(new GetAccountSettingsCommand()));
    const available = AccountLimit?.UnreservedConcurrentExecutions;
    if (available === undefined) throw new Error('Lambda returned no limit');
    if (available >= needed) return [];
    const shares = concurrencyShares(config).map(({ calls, of }) => `${calls} for ${of}`);
    return [
      problem(
        `Lambda can run ${available} functions at one time here that are not reserved; the stage ${config.name} needs ${needed}: ${shares.join(', ')}.`,
        'Ask for more: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000. Or give the stage less in lib/config.ts, as dev has it.',
      ),
    ];
  } catch (error) {
    return [notChecked("Lambda's concurrency", error)];
  }
}
