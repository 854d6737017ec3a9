/**
 * The authorizer (decision 4): tells every route who is calling.
 *
 * It always answers `isAuthorized: true`: API Gateway's own refusal can't be shaped, so a bad token travels on as
 * `{denied: reason}` and the route's pipeline turns that into a proper 401. Routes fail closed without a context.
 */
import type { APIGatewayRequestAuthorizerEventV2, APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import { type Caller, type Denied, Feature } from '../../contract/access.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { InvalidTokenError, verifyToken } from './access-token.ts';
import { type Network, networksTable } from './networks-table.ts';

const networks = networksTable();

type Answer = APIGatewaySimpleAuthorizerWithContextResult<Caller | Denied>;

export async function handler(event: APIGatewayRequestAuthorizerEventV2): Promise<Answer> {
  try {
    return { isAuthorized: true, context: await callerOf(bearerToken(event)) };
  } catch (error) {
    if (!(error instanceof InvalidTokenError)) throw error;
    return { isAuthorized: true, context: { denied: error.message } };
  }
}

async function callerOf(token: string): Promise<Caller> {
  let network: Network | undefined;
  const subject = await verifyToken(token, async (networkId: NetworkId) => {
    network = await networks.read(networkId);
    return network?.signingKeys ?? [];
  });
  if (network === undefined) throw new InvalidTokenError('the access token is not valid');
  const { features, hideMode } = network;
  return { ...subject, features: Feature.options.filter((feature) => features[feature]), hideMode };
}

function bearerToken({ headers }: APIGatewayRequestAuthorizerEventV2): string {
  const match = /^Bearer +(\S+)$/i.exec(headers?.['authorization'] ?? '');
  if (match?.[1] === undefined) throw new InvalidTokenError('the header must be Authorization: Bearer <ACCESS_TOKEN>');
  return match[1];
}
