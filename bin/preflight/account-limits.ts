/**
 * Compares what a stage needs with what the account allows.
 *
 * - Lambda's concurrency, also of all stages of the account. What a stage reserves is no longer unreserved at its next
 *   deployment (https://docs.aws.amazon.com/lambda/latest/api/API_GetAccountSettings.html), so it counts what it holds
 *   already. With too little, a deployment succeeds, and then the lanes take the concurrency of the routes, which
 *   respond with 503.
 * - API Gateway's throttle, which those of the stage's routes can't exceed
 *   (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html). One quota holds for HTTP,
 *   REST and WebSocket APIs of an account and region; thirteen regions begin at a quarter of the usual
 *   (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html). API Gateway says what it is now
 *   (https://docs.aws.amazon.com/apigateway/latest/api/API_GetAccount.html).
 */

import { GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import type { StageConfig } from '../../lib/config.ts';
import { concurrencyShares, neededConcurrency, reservedCalls, UNRESERVED } from '../../lib/needed-concurrency.ts';
import { stackName } from '../../lib/stage-names.ts';
import type { StageApp } from '../stage/stage-app.ts';
import { type AwsClients, inTime } from './aws.ts';
import { checking, type Finding, note, problem, risk } from './finding.ts';
import { type DeployedStack, deployedTemplate, readStack } from './stacks.ts';

/**
 * Checks the account. Never rejects. What is short is a risk, and a problem where Lambda would refuse what is reserved;
 * unless the deployment reserves no more than the stage holds: then it makes nothing worse, and a roll-back must not
 * wait for a quota.
 */
export const checkConcurrency = (
  clients: AwsClients,
  config: StageConfig,
  app: StageApp,
): Promise<readonly Finding[]> =>
  checking("Lambda's concurrency", async () => {
    const [{ AccountLimit }, held, others] = await Promise.all([
      inTime(clients.lambda.send(new GetAccountSettingsCommand())),
      heldBy(clients, config),
      otherStages(clients, config, app),
    ]);
    const { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: unreserved } = AccountLimit ?? {};
    if (limit === undefined || unreserved === undefined) throw new Error('Lambda returned no limit');
    const needed = neededConcurrency(config);
    const left = unreserved + (held ?? 0);
    const together = Math.max(
      others.reduce((sum, other) => sum + neededConcurrency(other), needed),
      needed + limit - left,
    );
    const unreservedThen = left - reservedCalls(config.concurrency);
    const isTooLittle = config.concurrency.reserved !== undefined && unreservedThen < UNRESERVED;
    if (limit >= together && !isTooLittle) return [];
    const wanted = Math.max(together, isTooLittle ? limit + UNRESERVED - unreservedThen : 0, DEFAULT_LIMIT);
    const shares = concurrencyShares(config).map(({ calls, of }) => `${calls} for ${of}`);
    const names = others.length === 0 ? 'what else is reserved' : others.map(({ name }) => name).join(' and ');
    const worse = held === undefined || reservedCalls(config.concurrency) > held;
    return [
      (worse ? (isTooLittle ? problem : risk) : note)(
        `Lambda can run ${limit} functions at one time here. ${left} of them are left for ${config.name}, which needs ${needed}: ${shares.join(', ')}.${isTooLittle ? ` It would leave ${unreservedThen} unreserved, and Lambda wants ${UNRESERVED}.` : ''}`,
        `${left === limit ? 'The' : `Together with ${names}, the`} account needs ${together}: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${wanted}. Or give a stage less, as the preset development() does (the setting concurrency).`,
      ),
    ];
  });

/** What accounts have once they are not new; less can't be asked for. */
const DEFAULT_LIMIT = 1_000;

const Template = v.object({
  Resources: v.optional(
    v.record(v.string(), v.looseObject({ Type: v.optional(v.string()), Properties: v.optional(v.unknown()) })),
    {},
  ),
});
const Reserving = v.looseObject({ ReservedConcurrentExecutions: v.number() });

/** Returns the resources of the deployed stage's service; undefined if it is not deployed. */
export async function deployedResources({ cloudFormation }: AwsClients, stage: StageConfig) {
  const name = serviceStack(stage);
  const [stack, template] = await Promise.all([
    readStack(cloudFormation, name),
    deployedTemplate(cloudFormation, name),
  ]);
  if (stack === undefined || isEmpty(stack)) return undefined;
  return Object.values(v.parse(Template, template).Resources);
}

/** Returns the calls that the deployed stage reserves; undefined if it is not deployed. */
async function heldBy(clients: AwsClients, stage: StageConfig) {
  const resources = await deployedResources(clients, stage);
  return resources
    ?.map(({ Properties }) => (v.is(Reserving, Properties) ? Properties.ReservedConcurrentExecutions : 0))
    .reduce((sum, calls) => sum + calls, 0);
}

/** Returns the account's other stages, as far as the deployer may see them. What they reserve shows all the same. */
async function otherStages({ cloudFormation }: AwsClients, { name }: StageConfig, app: StageApp) {
  const others = app.stages.filter((other) => other.name !== name);
  const read = await Promise.allSettled(others.map((other) => readStack(cloudFormation, serviceStack(other))));
  return others.filter((_, index) => {
    const result = read[index];
    return result?.status === 'fulfilled' && result.value !== undefined && !isEmpty(result.value);
  });
}

const serviceStack = (config: StageConfig): string => stackName(config, 'service');

const isEmpty = ({ status }: DeployedStack): boolean => ['ROLLBACK_COMPLETE', 'REVIEW_IN_PROGRESS'].includes(status);

/** Checks the account's throttle. Never rejects. */
export const checkApiThrottle = (
  { apiGateway }: AwsClients,
  { name, api: { throttle } }: StageConfig,
): Promise<readonly Finding[]> =>
  checking("API Gateway's throttle", async () => {
    const { throttleSettings } = await inTime(apiGateway.send(new GetAccountCommand()));
    const { rateLimit, burstLimit } = throttleSettings ?? {};
    if (rateLimit === undefined || burstLimit === undefined) throw new Error('API Gateway returned no limit');
    if (throttle.requestsPerSecond <= rateLimit && throttle.burst <= burstLimit) return [];
    return [
      problem(
        `API Gateway lets ${rateLimit} requests a second through here, and bursts of ${burstLimit}; each route of ${name} is to have ${throttle.requestsPerSecond}, and bursts of ${throttle.burst}.`,
        `Ask for more, which brings larger bursts: aws service-quotas request-service-quota-increase --service-code apigateway --quota-code L-8A5B8E43 --desired-value ${Math.max(throttle.requestsPerSecond, 2 * throttle.burst)}. Or set api.throttle to what there is.`,
      ),
    ];
  });
