/** A network of the soak: its users, its back end, its admin and its webhooks. */
import * as v from 'valibot';
import type { Role } from '../../../contract/access.ts';
import { type NetworkId, UserId } from '../../../contract/ids.ts';
import { mintToken } from '../../../ctl/tokens.ts';
import type { OwnCloud } from '../../../testing/own-cloud.ts';
import type { Client } from '../../../testing/service.ts';
import { addCountedWebhook, type CountedWebhook } from './counted-webhook.ts';

/** One user, who does one thing at a time, so that every response is known beforehand. */
export interface SoakUser {
  readonly userId: string;
  readonly client: Client;
  readonly blocked: Set<string>;
  /** Ids of the reactions and comments of accepted events. */
  readonly actions: Set<string>;
  isBusy: boolean;
}

export interface SoakNetwork {
  readonly networkId: NetworkId;
  readonly users: readonly SoakUser[];
  readonly server: Client;
  readonly admin: Client;
  readonly webhooks: readonly CountedWebhook[];
}

/** Longer than any soak. */
const TOKEN_SECONDS = 7 * 86_400;

/** Adds a network with so many users. `clientOf` makes the client of a token. */
export async function addSoakNetwork(
  cloud: OwnCloud,
  id: string,
  users: number,
  clientOf: (token: string) => Client,
): Promise<SoakNetwork> {
  const networkId = await cloud.addNetwork(id);
  const client = async (userId: string, role: Role): Promise<Client> => {
    const subject = { networkId, userId: v.parse(UserId, userId), role, lifetimeSeconds: TOKEN_SECONDS };
    return clientOf(await mintToken(cloud.connection, subject));
  };
  const userOf = async (userId: string): Promise<SoakUser> => ({
    userId,
    client: await client(userId, 'user'),
    blocked: new Set(),
    actions: new Set(),
    isBusy: false,
  });
  const admin = await client('admin', 'admin');
  return {
    networkId,
    server: await client('platform', 'server'),
    admin,
    users: await Promise.all(Array.from({ length: users }, (_, n) => userOf(`user-${n}`))),
    webhooks: [
      await addCountedWebhook(admin, networkId, { pattern: '*', asksFor: () => true }),
      await addCountedWebhook(admin, networkId, { pattern: 'v3.*', asksFor: (event) => event.startsWith('v3.') }),
    ],
  };
}
