/**
 * Compares the throttle of the stage's routes with the account's, which they can't exceed
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html). One quota holds for HTTP,
 * REST and WebSocket APIs of an account and region; thirteen regions begin at a quarter of the usual
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html). API Gateway says what it is now
 * (https://docs.aws.amazon.com/apigateway/latest/api/API_GetAccount.html).
 */
import { GetAccountCommand } from '@aws-sdk/client-api-gateway';
import type { StageConfig } from '../../lib/config.ts';
import { type AwsClients, inTime } from './aws.ts';
import { checking, type Finding, problem } from './finding.ts';

/** Checks the account. Never rejects. */
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
        `Ask for more, which brings larger bursts: aws service-quotas request-service-quota-increase --service-code apigateway --quota-code L-8A5B8E43 --desired-value ${Math.max(throttle.requestsPerSecond, 2 * throttle.burst)}. Or set api.throttle in lib/config.ts to what there is.`,
      ),
    ];
  });
