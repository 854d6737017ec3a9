/** Identifies who has sent a request, as far as the token says, with what the environment of the function has. */
import * as v from 'valibot';
import type { Caller, Denied } from '../../contract/access.ts';
import { DAY_SECONDS } from '../../contract/durations.ts';
import { optional, required } from '../shared/env.ts';
import { adminTokens } from './admin-token.ts';
import { InvalidTokenError } from './clock-claims.ts';
import { credentialsOf, DirectCallError, refuseDirectCalls } from './credentials.ts';
import { identifyCaller, WrongNetworkError } from './identify-caller.ts';
import { networkTokens } from './network-tokens.ts';
import { type NetworksTable, networksTable } from './networks-table.ts';

/** A malformed bound fails the start of the function: compared with NaN, no token would be too long-lived. */
const Days = v.pipe(v.string(), v.transform(Number), v.number(), v.minValue(1));

/** Returns a function of the headers of a request, in lower case: the caller, or why there is none. */
export function requestCaller(networks: NetworksTable = networksTable()) {
  const maxLifetimeSeconds = v.parse(Days, required('MAX_TOKEN_DAYS')) * DAY_SECONDS;
  const issuer = optional('ADMIN_ISSUER');
  const originSecret = optional('ORIGIN_SECRET');
  const ports = {
    networks,
    verifyNetworkToken: networkTokens(networks, maxLifetimeSeconds),
    ofAdmins: issuer === undefined ? undefined : adminTokens(issuer),
  };
  return async (request: Parameters<typeof credentialsOf>[0]): Promise<Caller | Denied> => {
    try {
      if (originSecret !== undefined) refuseDirectCalls(request, originSecret);
      return await identifyCaller(ports, credentialsOf(request));
    } catch (error) {
      const isForbidden = error instanceof WrongNetworkError || error instanceof DirectCallError;
      if (!(isForbidden || error instanceof InvalidTokenError)) throw error;
      return { denied: error.message, isForbidden };
    }
  };
}
