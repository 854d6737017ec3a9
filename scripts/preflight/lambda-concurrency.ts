/**
 * Whether Lambda runs as many functions at one time as the stage needs.
 *
 * GetAccountSettings returns the limit of the account and region, and what of it no function has reserved
 * (https://docs.aws.amazon.com/lambda/latest/api/API_GetAccountSettings.html). With less, a deployment succeeds, and then the
 * lanes take the concurrency of the routes, which respond with 503.
 */
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import type { StageConfig } from '../../lib/config.ts';
import { concurrencyShares, neededConcurrency, reservedCalls } from '../../lib/needed-concurrency.ts';
import { type AwsClients, inTime } from './aws.ts';
import { type Finding, notChecked, problem } from './finding.ts';

/**
 * Compares the account's concurrency with what the stage needs at most. What is reserved in the account may be reserved by this
 * very stage, so without reservation it must have only what the stage does not reserve. Never rejects.
 */
export async function checkLambdaConcurrency(
  { lambda }: Pick<AwsClients, 'lambda'>,
  config: Pick<StageConfig, 'name' | 'delivery' | 'concurrency'>,
): Promise<readonly Finding[]> {
  const needed = neededConcurrency(config);
  try {
    const { AccountLimit } = await inTime(lambda.send(new GetAccountSettingsCommand()));
    const { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: unreserved } = AccountLimit ?? {};
    if (limit === undefined || unreserved === undefined) throw new Error('Lambda returned no limit');
    const reserved = reservedCalls(config.concurrency);
    if (limit >= needed && unreserved >= needed - reserved) return [];
    const shares = concurrencyShares(config).map(({ calls, of }) => `${calls} for ${of}`);
    return [
      problem(
        `Lambda can run ${limit} functions at one time here, ${unreserved} of them not reserved; the stage ${config.name} needs ${needed}${reserved === 0 ? '' : `, ${reserved} of them reserved`}: ${shares.join(', ')}.`,
        'Ask for more: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000. Or give the stage less in lib/config.ts, as dev has it.',
      ),
    ];
  } catch (error) {
    return [notChecked("Lambda's concurrency", error)];
  }
}
