/**
 * The authorizer: identifies the caller for every route (docs/spec/access.md#authorizer).
 *
 * It always returns `isAuthorized: true`, since API Gateway's own refusal has a fixed shape. A bad token is passed on
 * as `{denied: reason}`, and the route's pipeline turns that into a 401 or 403. Routes fail closed without a context.
 */
import type { APIGatewayRequestAuthorizerEventV2, APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import * as v from 'valibot';
import type { Caller, Denied } from '../../contract/access.ts';
import { DAY_SECONDS } from '../../contract/durations.ts';
import { boundCallTimes } from '../shared/clients.ts';
import { optional, required } from '../shared/env.ts';
import { adminTokens } from './admin-token.ts';
import { InvalidTokenError } from './clock-claims.ts';
import { credentialsOf, DirectCallError, refuseDirectCalls } from './credentials.ts';
import { identifyCaller, WrongNetworkError } from './identify-caller.ts';
import { networkTokens } from './network-tokens.ts';
import { networksTable } from './networks-table.ts';

boundCallTimes();
const networks = networksTable();
/** A malformed bound fails the start of the function: compared with NaN, no token would be too long-lived. */
const Days = v.pipe(v.string(), v.transform(Number), v.number(), v.minValue(1));
const maxLifetimeSeconds = v.parse(Days, required('MAX_TOKEN_DAYS')) * DAY_SECONDS;
const issuer = optional('ADMIN_ISSUER');
const originSecret = optional('ORIGIN_SECRET');
const ports = {
  networks,
  verifyNetworkToken: networkTokens(networks, maxLifetimeSeconds),
  ofAdmins: issuer === undefined ? undefined : adminTokens(issuer),
};

type Result = APIGatewaySimpleAuthorizerWithContextResult<Caller | Denied>;

export async function handler(event: APIGatewayRequestAuthorizerEventV2): Promise<Result> {
  try {
    if (originSecret !== undefined) refuseDirectCalls(event, originSecret);
    return { isAuthorized: true, context: await identifyCaller(ports, credentialsOf(event)) };
  } catch (error) {
    const isForbidden = error instanceof WrongNetworkError || error instanceof DirectCallError;
    if (!(isForbidden || error instanceof InvalidTokenError)) throw error;
    return { isAuthorized: true, context: { denied: error.message, isForbidden } };
  }
}
