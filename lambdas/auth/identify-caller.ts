/**
 * Identifies the caller by a token (docs/spec/access.md#authorizer).
 *
 * There are two kinds of tokens, each verified with one algorithm: those whose issuer is the user pool with its public
 * keys, and all others with the signing keys of the network that they name.
 */
import { type Caller, Feature } from '../../contract/access.ts';
import type { NetworkId } from '../../contract/ids.ts';
import type { AccountRole, Admin, AdminTokens } from './admin-token.ts';
import type { Credentials } from './credentials.ts';
import type { VerifiedToken } from './network-tokens.ts';
import type { Network, NetworksTable } from './networks-table.ts';

/** A good token, but not for the network that the header names. */
export class WrongNetworkError extends Error {}

/** What callers are identified with. */
export interface CallerPorts {
  readonly networks: Pick<NetworksTable, 'read'>;
  readonly verifyNetworkToken: (text: string) => Promise<VerifiedToken>;
  /** Undefined in a stage without a user pool. */
  readonly ofAdmins: AdminTokens | undefined;
}

/** The caller with these credentials. Throws InvalidTokenError, WrongNetworkError, and IssuerUnavailableError. */
export async function identifyCaller(
  { networks, verifyNetworkToken, ofAdmins }: CallerPorts,
  { token, networkId: named }: Credentials,
): Promise<Caller> {
  if (!ofAdmins?.claimsToBe(token)) {
    const { subject, expiresAt, network } = await verifyNetworkToken(token);
    if (named !== undefined && named !== subject.networkId)
      throw new WrongNetworkError(`the access token is not of the network ${named}`);
    return { ...subject, expiresAt, ...knownOf(network) };
  }
  const admin = await ofAdmins.verify(token);
  const [networkId, role] = chosenNetwork(admin, named);
  const network = await networks.read(networkId);
  if (network === undefined) throw new WrongNetworkError(`there is no network ${networkId}`);
  const { userId, expiresAt } = admin;
  return { networkId, userId, role, expiresAt, ...knownOf(network) };
}

/** The network that the header names, or the only one that the admin has, and the role in it. */
function chosenNetwork({ networks: own }: Admin, named: NetworkId | undefined): readonly [NetworkId, AccountRole] {
  const [first, ...more] = own;
  if (first === undefined)
    throw new WrongNetworkError('you are not an admin of any network; an operator must add you to one');
  if (named === undefined) {
    if (more.length === 0) return first;
    throw new WrongNetworkError('you are an admin of several networks; name one: Bearer <networkId>~<ACCESS_TOKEN>');
  }
  const role = own.get(named);
  if (role === undefined) throw new WrongNetworkError(`you are not an admin of the network ${named}`);
  return [named, role];
}

const knownOf = ({
  features,
  hideMode,
  blockEvents,
  quotas,
  webhooks = 0,
}: Network): Pick<Caller, 'features' | 'hideMode' | 'blockEvents' | 'quotas' | 'webhooks'> => ({
  features: Feature.options.filter((feature) => features[feature]),
  hideMode,
  webhooks: Math.max(0, webhooks),
  ...(blockEvents === 'on' && { blockEvents }),
  ...(quotas !== undefined && { quotas }),
});
