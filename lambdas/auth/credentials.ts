/**
 * The credentials of a request: `Authorization: Bearer <token>`, or `Bearer <networkId>~<token>`, with which an admin
 * of several networks names one. It is in this header because API Gateway caches the authorizer's result by this header,
 * and by no other that a caller sends. No network id and no JWT contains a `~`, and RFC 6750 allows it.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { ORIGIN_HEADER } from '../../contract/function-environment.ts';
import { NetworkId } from '../../contract/ids.ts';
import { InvalidTokenError } from './clock-claims.ts';

export interface Credentials {
  readonly token: string;
  /** The network that the caller means, where the header names one. */
  readonly networkId: NetworkId | undefined;
}

/** Reads the header. Throws InvalidTokenError. */
export function credentialsOf({ headers }: Pick<APIGatewayRequestAuthorizerEventV2, 'headers'>): Credentials {
  const [, name, token] = /^Bearer +(?:([^~\s]*)~)?([^~\s]+)$/i.exec(headers?.['authorization'] ?? '') ?? [];
  if (token === undefined) throw new InvalidTokenError('the header must be Authorization: Bearer <ACCESS_TOKEN>');
  if (name === undefined) return { token, networkId: undefined };
  const networkId = v.safeParse(NetworkId, name);
  if (!networkId.success) throw new InvalidTokenError(`the part before ~ ${networkId.issues[0].message}`);
  return { token, networkId: networkId.output };
}

/** The request was sent to API Gateway itself, in a stage with AWS WAF in front of its API (ADR 35). */
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
