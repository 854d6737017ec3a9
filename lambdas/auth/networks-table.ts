/**
 * The networks table, as its readers use it: one item per network, with its features, settings and signing keys
 * (docs/spec/access.md#networks).
 *
 * Key: `networkId`. Only the authorizer, the functions that redeem admin links and that let receivers read events, and
 * the operator's command line may read `signingKeys`; IAM limits every other reader to the attributes of `readSettings`
 * or of `readDescription`. So the names of the keys are stored in `signingKeyNames` as well; the two are written together
 * (`network-changes-table.ts`).
 */
import { type DynamoDBDocumentClient, GetCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { Feature } from '../../contract/access.ts';
import { NetworkId } from '../../contract/ids.ts';
import { SigningKeyName } from '../../contract/network.ts';
import { settingSchemas } from '../../contract/network-settings.ts';
import { NetworkQuotas } from '../../contract/quotas.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';

/** A key that signs access tokens of its network. `secret` is text; its UTF-8 bytes are the HMAC key. */
export const SigningKey = v.object({ keyId: v.string(), secret: v.string(), createdAt: v.string() });
export type SigningKey = v.InferOutput<typeof SigningKey>;

/** Live keys of a network: two, so that they can be rotated without an outage. */
export const MAX_SIGNING_KEYS = 2;

/** What an operator can set on a network. */
export const NetworkSettings = v.object({
  /** The private-beta switches; all off on a new network. */
  features: v.object(v.entriesFromList(Feature.options, v.boolean())),
  ...settingSchemas,
});
export type NetworkSettings = v.InferOutput<typeof NetworkSettings>;

/** What an admin may know of a network. */
const NetworkDescription = v.object({
  ...NetworkSettings.entries,
  quotas: v.optional(NetworkQuotas),
  /** Absent on networks from before there were names, until their keys change. */
  signingKeyNames: v.optional(v.array(SigningKeyName), []),
});
export type NetworkDescription = v.InferOutput<typeof NetworkDescription>;

/** A tenant. */
export const Network = v.object({
  networkId: NetworkId,
  ...NetworkSettings.entries,
  /** Quotas that differ from the stage's. */
  quotas: v.optional(NetworkQuotas),
  /** To how many webhooks events are sent, for its quota of deliveries; each creation counts them anew. */
  webhooks: v.optional(v.number()),
  signingKeys: v.array(SigningKey),
  createdAt: v.string(),
});
export type Network = v.InferOutput<typeof Network>;

/** No network has that id. */
export class NetworkNotFoundError extends Error {}

/**
 * Notes to how many webhooks of a network events are sent: as they were counted with a creation, or one fewer. A part of
 * that transaction, which fails where the network does not exist.
 */
export const noteWebhooks = (
  networkId: NetworkId,
  webhooks: { readonly counted: number } | 'one fewer',
  TableName = required('NETWORKS_TABLE'),
) => ({
  TableName,
  Key: { networkId },
  UpdateExpression: webhooks === 'one fewer' ? 'ADD webhooks :change' : 'SET webhooks = :count',
  ConditionExpression: 'attribute_exists(networkId)',
  ExpressionAttributeValues: webhooks === 'one fewer' ? { ':change': -1 } : { ':count': webhooks.counted },
});

export type NetworksTable = ReturnType<typeof networksTable>;

/** The table of the given name; by default the one that the function's environment names. */
export function networksTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('NETWORKS_TABLE'),
) {
  return { read, readSettings, readDescription, list };

  /** The network with its signing keys, or undefined. Read consistently: a revoked key must not be accepted again. */
  async function read(networkId: NetworkId): Promise<Network | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: { networkId }, ConsistentRead: true }));
    return Item === undefined ? undefined : v.parse(Network, Item);
  }

  /** The settings without the keys, or undefined. Read consistently: an accepted event must not meet older settings. */
  async function readSettings(networkId: NetworkId): Promise<NetworkSettings | undefined> {
    return await readParts(networkId, NetworkSettings);
  }

  /** The settings and the names of the keys, or undefined. */
  async function readDescription(networkId: NetworkId): Promise<NetworkDescription | undefined> {
    return await readParts(networkId, NetworkDescription);
  }

  async function readParts<Entries extends v.ObjectEntries>(
    networkId: NetworkId,
    parts: v.ObjectSchema<Entries, undefined>,
  ) {
    const ProjectionExpression = Object.keys(parts.entries).join(', ');
    const get = new GetCommand({ TableName, Key: { networkId }, ProjectionExpression, ConsistentRead: true });
    const { Item } = await client.send(get);
    return Item === undefined ? undefined : v.parse(parts, Item);
  }

  /** Every network, in no order. For the operator's command line. */
  async function* list(): AsyncGenerator<Network> {
    for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
      for (const item of Items) yield v.parse(Network, item);
    }
  }
}
