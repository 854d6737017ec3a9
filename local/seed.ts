/** The networks of a new local cloud, and tokens for the first of them. */
import * as v from 'valibot';
import { Feature } from '../contract/access.ts';
import { NetworkId, UserId } from '../contract/ids.ts';
import { adminLink } from '../ctl/admin-link.ts';
import type { Connection } from '../ctl/connection.ts';
import { allNetworks, createNetwork, enableFeatures } from '../ctl/networks.ts';
import { mintToken } from '../ctl/tokens.ts';
import type { WelcomeKeys } from './terminal/welcome.ts';

/** Network id → whether all features are on. */
const seededNetworks = { demo: true, other: true, locked: false } as const;

/** Creates the three networks, unless the database has any network already. */
export async function seedNetworks(connection: Connection): Promise<void> {
  if ((await allNetworks(connection)).length > 0) return;
  await Promise.all(
    Object.entries(seededNetworks).map(async ([id, featuresOn]) => {
      const networkId = v.parse(NetworkId, id);
      await createNetwork(connection, networkId);
      if (featuresOn) await enableFeatures(connection, networkId, Feature.options);
    }),
  );
}

const TOKEN_SECONDS = 12 * 60 * 60;

/** The keys for the welcome lines; `undefined` if the network `demo` was removed. `panelUrl` is absent without a panel. */
export async function welcomeKeys(connection: Connection, panelUrl?: string): Promise<WelcomeKeys | undefined> {
  const networkId = v.parse(NetworkId, 'demo');
  const networks = await allNetworks(connection);
  if (!networks.some((network) => network.networkId === networkId)) return undefined;
  const token = (userId: string, role: 'user' | 'server'): Promise<string> =>
    mintToken(connection, { networkId, userId: v.parse(UserId, userId), role, lifetimeSeconds: TOKEN_SECONDS });
  const [user, server, link] = await Promise.all([
    token('alice', 'user'),
    token('platform', 'server'),
    panelUrl === undefined ? undefined : adminLink(connection, panelUrl, networkId, 'admin', TOKEN_SECONDS),
  ]);
  return { user, server, link };
}
