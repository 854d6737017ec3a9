/**
 * The authorizer: identifies the caller for every route (docs/spec/access.md#authorizer).
 *
 * It always returns `isAuthorized: true`, since API Gateway's own refusal has a fixed shape. A bad token is passed on as
 * `{denied: reason}`, and the route's pipeline turns that into a 401 or 403. Routes fail closed without a context.
 *
 * There are two kinds of tokens, each verified with one algorithm: those whose issuer is the user pool with its public keys,
 * and all others with the signing keys of the network that they name.
 */
import type { APIGatewayRequestAuthorizerEventV2, APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import * as v from 'valibot';
import { type Caller, type Denied, Feature } from '../../contract/access.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { boundCallTimes } from '../shared/call-times.ts';
import { optional, required } from '../shared/env.ts';
import { InvalidTokenError } from './access-token.ts';
import { type Admin, adminTokens } from './admin-token.ts';
import { type Credentials, credentialsOf } from './credentials.ts';
import { DirectCallError, refuseDirectCalls } from './direct-calls.ts';
import { networkTokens } from './network-tokens.ts';
import { type Network, networksTable } from './networks-table.ts';

boundCallTimes();
const networks = networksTable();
/** A malformed bound fails the start of the function: compared with NaN, no token would be too long-lived. */
const Days = v.pipe(v.string(), v.transform(Number), v.number(), v.minValue(1));
const maxLifetimeSeconds = v.parse(Days, required('MAX_TOKEN_DAYS')) * 24 * 60 * 60;
const verifyNetworkToken = networkTokens(networks, maxLifetimeSeconds);
const issuer = optional('ADMIN_ISSUER');
const originSecret = optional('ORIGIN_SECRET');
const ofAdmins = issuer === undefined ? undefined : adminTokens(issuer);

type Result = APIGatewaySimpleAuthorizerWithContextResult<Caller | Denied>;

/** A good token, but not for the network that the header names. */
class WrongNetworkError extends Error {}

export async function handler(event: APIGatewayRequestAuthorizerEventV2): Promise<Result> {
  try {
    if (originSecret !== undefined) refuseDirectCalls(event, originSecret);
    return { isAuthorized: true, context: await callerOf(credentialsOf(event)) };
  } catch (error) {
    const isForbidden = error instanceof WrongNetworkError || error instanceof DirectCallError;
    if (!(isForbidden || error instanceof InvalidTokenError)) throw error;
    return { isAuthorized: true, context: { denied: error.message, isForbidden } };
  }
}

async function callerOf(credentials: Credentials): Promise<Caller> {
  if (!ofAdmins?.claimsToBe(credentials.token)) return callerByNetworkKey(credentials);
  const admin = await ofAdmins.verify(credentials.token);
  const networkId = chosenNetwork(admin, credentials.networkId);
  const network = await networks.read(networkId);
  if (network === undefined) throw new WrongNetworkError(`there is no network ${networkId}`);
  const { userId, expiresAt } = admin;
  return { networkId, userId, role: 'admin', expiresAt, ...knownOf(network) };
}

async function callerByNetworkKey({ token, networkId }: Credentials): Promise<Caller> {
  const { subject, expiresAt, network } = await verifyNetworkToken(token);
  if (networkId !== undefined && networkId !== subject.networkId) {
    throw new WrongNetworkError(`the access token is not of the network ${networkId}`);
  }
  return { ...subject, expiresAt, ...knownOf(network) };
}

/** The network that the header names, or the only one that the admin has. */
function chosenNetwork({ networks: own }: Admin, named: NetworkId | undefined): NetworkId {
  const [first, ...more] = own;
  if (first === undefined)
    throw new WrongNetworkError('you are an admin of no network; an operator must add you to one');
  if (named === undefined) {
    if (more.length === 0) return first;
    throw new WrongNetworkError('you are an admin of several networks; name one: Bearer <networkId>~<ACCESS_TOKEN>');
  }
  if (!own.includes(named)) throw new WrongNetworkError(`you are not an admin of the network ${named}`);
  return named;
}

const knownOf = ({ features, hideMode, quotas }: Network): Pick<Caller, 'features' | 'hideMode' | 'quotas'> => ({
  features: Feature.options.filter((feature) => features[feature]),
  hideMode,
  ...(quotas !== undefined && { quotas }),
});
