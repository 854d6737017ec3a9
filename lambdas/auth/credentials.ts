/**
 * The credentials of a request: `Authorization: Bearer <token>`, or `Bearer <networkId>~<token>`, with which an admin of several
 * networks names one. It is in this header because API Gateway caches the authorizer's result by this header alone. No
 * network id and no JWT contains a `~`, and RFC 6750 allows it.
 */
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { InvalidTokenError } from './access-token.ts';

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
