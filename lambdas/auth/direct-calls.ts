/** Refuses requests that did not come through AWS WAF, in a stage that has it in front of its API (ADR 35). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { ORIGIN_HEADER } from '../../contract/function-environment.ts';

/** The request was sent to API Gateway itself. */
export class DirectCallError extends Error {}

/** Throws DirectCallError unless CloudFront has added the stage's secret to the request. */
export function refuseDirectCalls(
  { headers }: Pick<APIGatewayRequestAuthorizerEventV2, 'headers'>,
  secret: string,
): void {
  if (timingSafeEqual(digest(headers?.[ORIGIN_HEADER] ?? ''), digest(secret))) return;
  throw new DirectCallError('the API may not be called at this address; use its public one');
}

/** Of one length for every text, as `timingSafeEqual` needs. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
