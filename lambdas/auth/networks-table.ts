/**
 * The networks table: one item per network, with its features, settings and signing keys (docs/spec/access.md#networks).
 *
 * Key: `networkId`. Only the authorizer and the operator's command line may read `signingKeys`; IAM limits every other reader
 * to the attributes of `readSettings`, and some of them to those of `readDescription`. So the names of the keys are stored in
 * `signingKeyNames` as well; the two are written together.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type Feature, HideMode } from '../../contract/access.ts';
import { NetworkId } from '../../contract/ids.ts';
import { SigningKeyName } from '../../contract/network.ts';
import { NetworkQuotas, type QuotaName } from '../../contract/quotas.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { conditionally, isApplied } from '../shared/table-requests.ts';

/** A key that signs access tokens of its network. `secret` is text; its UTF-8 bytes are the HMAC key. */
export const SigningKey = v.object({ keyId: v.string(), secret: v.string(), createdAt: v.string() });
export type SigningKey = v.InferOutput<typeof SigningKey>;

/** Live keys of a network: two, so that they can be rotated without an outage. */
export const MAX_SIGNING_KEYS = 2;

/** What an operator can set on a network. */
export const NetworkSettings = v.object({
  /** The private-beta switches; all off on a new network. */
  features: v.object({ blockUser: v.boolean(), userActivity: v.boolean(), webhooks: v.boolean() }),
  hideMode: HideMode,
  /** Days after which an activity record expires, counted from the action; absent means never. */
  activityRetentionDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650))),
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
  signingKeys: v.array(SigningKey),
  createdAt: v.string(),
});
export type Network = v.InferOutput<typeof Network>;

/** A network with that id exists already. */
export class NetworkExistsError extends Error {}
/** No network has that id. */
export class NetworkNotFoundError extends Error {}
/** A feature of the network is on. */
export class NetworkInUseError extends Error {}
/** The network's keys were changed since they were read. */
export class SigningKeysChangedError extends Error {}

export type NetworksTable = ReturnType<typeof networksTable>;

/** The table of the given name; by default the one that the function's environment names. */
export function networksTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('NETWORKS_TABLE'),
) {
  return {
    read,
    readSettings,
    readDescription,
    list,
    create,
    setFeature,
    setHideMode,
    setActivityRetention,
    setQuota,
    replaceSigningKeys,
    remove,
  };

  /** The network with its signing keys, or undefined. Read consistently: a revoked key must not be accepted again. */
  async function read(networkId: NetworkId): Promise<Network | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: { networkId }, ConsistentRead: true }));
    return Item === undefined ? undefined : v.parse(Network, Item);
  }

  /** The settings without the keys, or undefined. Read consistently: an event that was accepted must not meet older settings. */
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

  /** Adds a network. Throws NetworkExistsError. */
  async function create(network: Network): Promise<void> {
    const Item = { ...network, signingKeyNames: namesOf(network.signingKeys) };
    const put = new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(networkId)' });
    if (!(await isApplied(client.send(put), () => hasKeys(network.networkId, network.signingKeys))))
      throw new NetworkExistsError(`The network ${network.networkId} exists already.`);
  }

  /** Turns a feature on or off. Throws NetworkNotFoundError. */
  async function setFeature(networkId: NetworkId, feature: Feature, on: boolean): Promise<void> {
    await update(networkId, 'SET features.#feature = :on', { ':on': on }, { '#feature': feature });
  }

  /** Sets whom a block hides. Throws NetworkNotFoundError. */
  async function setHideMode(networkId: NetworkId, hideMode: HideMode): Promise<void> {
    await update(networkId, 'SET hideMode = :hideMode', { ':hideMode': hideMode });
  }

  /** Sets after how many days new activity records expire; `undefined` means never. Throws NetworkNotFoundError. */
  async function setActivityRetention(networkId: NetworkId, days: number | undefined): Promise<void> {
    if (days === undefined) await update(networkId, 'REMOVE activityRetentionDays');
    else await update(networkId, 'SET activityRetentionDays = :days', { ':days': days });
  }

  /** Sets a quota's limit; `undefined` means that of the stage. Throws NetworkNotFoundError. */
  async function setQuota(networkId: NetworkId, quota: QuotaName, limit: number | undefined): Promise<void> {
    await update(networkId, 'SET quotas = if_not_exists(quotas, :none)', { ':none': {} });
    const names = { '#quota': quota };
    if (limit === undefined) await update(networkId, 'REMOVE quotas.#quota', undefined, names);
    else await update(networkId, 'SET quotas.#quota = :limit', { ':limit': limit }, names);
  }

  /** Replaces the signing keys that were read before. Throws SigningKeysChangedError where they have changed since. */
  async function replaceSigningKeys(network: Network, signingKeys: readonly SigningKey[]): Promise<void> {
    const update = new UpdateCommand({
      TableName,
      Key: { networkId: network.networkId },
      UpdateExpression: 'SET signingKeys = :after, signingKeyNames = :names',
      ConditionExpression: 'signingKeys = :before',
      ExpressionAttributeValues: {
        ':before': network.signingKeys,
        ':after': signingKeys,
        ':names': namesOf(signingKeys),
      },
    });
    if (!(await isApplied(client.send(update), () => hasKeys(network.networkId, signingKeys))))
      throw new SigningKeysChangedError(`The keys of ${network.networkId} were changed meanwhile; try again.`);
  }

  /** Removes a network with its keys if all its features are off. Throws NetworkNotFoundError and NetworkInUseError. */
  async function remove(networkId: NetworkId): Promise<void> {
    const deletion = new DeleteCommand({
      TableName,
      Key: { networkId },
      ConditionExpression: 'features.blockUser = :off AND features.userActivity = :off AND features.webhooks = :off',
      ExpressionAttributeValues: { ':off': false },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    await conditionally<unknown>(client.send(deletion), ({ item, isRepeated }) => {
      if (item !== undefined) throw new NetworkInUseError(`The network ${networkId} has features that are on.`);
      if (!isRepeated) throw new NetworkNotFoundError(`There is no network ${networkId}.`);
    });
  }

  /** Whether a repeated write has set these keys: they are random, so that nobody else can have. */
  async function hasKeys(networkId: NetworkId, signingKeys: readonly SigningKey[]): Promise<boolean> {
    return isDeepStrictEqual((await read(networkId))?.signingKeys, signingKeys);
  }

  async function update(
    networkId: NetworkId,
    UpdateExpression: string,
    ExpressionAttributeValues?: Record<string, unknown>,
    ExpressionAttributeNames?: Record<string, string>,
  ): Promise<void> {
    const command = new UpdateCommand({
      TableName,
      Key: { networkId },
      UpdateExpression,
      ConditionExpression: 'attribute_exists(networkId)',
      ExpressionAttributeValues,
      ExpressionAttributeNames,
    });
    if (!(await isApplied(client.send(command)))) throw new NetworkNotFoundError(`There is no network ${networkId}.`);
  }
}

const namesOf = (keys: readonly SigningKey[]): readonly SigningKeyName[] =>
  keys.map(({ keyId, createdAt }) => ({ keyId, createdAt }));
