/**
 * The networks table: one item per network, with its switches, settings and signing keys (decisions 1, 2, 5, 11, 17).
 *
 * Key: `networkId`. Only the authorizer and the operator's command line may read `signingKeys`; IAM limits every other
 * reader to the attributes that `readSettings` asks for, and one of them to those of `readDescription`. So the names of the
 * keys stand beside the keys as well, in `signingKeyNames`; the two are written together.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
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
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';

/** A key that signs access tokens of its network. `secret` is text; its UTF-8 bytes are the HMAC key. */
export const SigningKey = v.object({ keyId: v.string(), secret: v.string(), createdAt: v.string() });
export type SigningKey = v.InferOutput<typeof SigningKey>;

/** Live keys of a network: two, so that they rotate without an outage (decision 2). */
export const MAX_SIGNING_KEYS = 2;

/** What an operator can set on a network. */
export const NetworkSettings = v.object({
  /** The private-beta switches; all off on a new network (decision 5). */
  features: v.object({ blockUser: v.boolean(), userActivity: v.boolean(), webhooks: v.boolean() }),
  hideMode: HideMode,
  /** Days after which an activity record expires, counted from the action; absent means never (decision 17). */
  activityRetentionDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650))),
});
export type NetworkSettings = v.InferOutput<typeof NetworkSettings>;

/** What an admin may know of a network. */
const NetworkDescription = v.object({
  ...NetworkSettings.entries,
  /** Absent until the keys have been changed, on a network that was made before there were names. */
  signingKeyNames: v.optional(v.array(SigningKeyName), []),
});
export type NetworkDescription = v.InferOutput<typeof NetworkDescription>;

/** A tenant, whole. */
export const Network = v.object({
  networkId: NetworkId,
  ...NetworkSettings.entries,
  signingKeys: v.array(SigningKey),
  createdAt: v.string(),
});
export type Network = v.InferOutput<typeof Network>;

/** There is a network of that id already. */
export class NetworkExistsError extends Error {}
/** There is no network of that id. */
export class NetworkNotFoundError extends Error {}
/** Somebody else changed the network's keys since they were read. */
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
    replaceSigningKeys,
  };

  /** The network with its signing keys, or undefined. Read consistently: a revoked key must not come back. */
  async function read(networkId: NetworkId): Promise<Network | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: { networkId }, ConsistentRead: true }));
    return Item === undefined ? undefined : v.parse(Network, Item);
  }

  /** The settings without the keys, or undefined. */
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
    const { Item } = await client.send(new GetCommand({ TableName, Key: { networkId }, ProjectionExpression }));
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
    try {
      await client.send(new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(networkId)' }));
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      throw new NetworkExistsError(`The network ${network.networkId} exists already.`);
    }
  }

  /** Turns a switch on or off. Throws NetworkNotFoundError. */
  async function setFeature(networkId: NetworkId, feature: Feature, on: boolean): Promise<void> {
    await update(networkId, 'SET features.#feature = :on', { ':on': on }, { '#feature': feature });
  }

  /** Sets whom a block hides. Throws NetworkNotFoundError. */
  async function setHideMode(networkId: NetworkId, hideMode: HideMode): Promise<void> {
    await update(networkId, 'SET hideMode = :hideMode', { ':hideMode': hideMode });
  }

  /** Sets after how many days new activity records expire; `undefined` keeps them. Throws NetworkNotFoundError. */
  async function setActivityRetention(networkId: NetworkId, days: number | undefined): Promise<void> {
    if (days === undefined) await update(networkId, 'REMOVE activityRetentionDays');
    else await update(networkId, 'SET activityRetentionDays = :days', { ':days': days });
  }

  /** Replaces the signing keys that were read before. Throws SigningKeysChangedError if they are others by now. */
  async function replaceSigningKeys(network: Network, signingKeys: readonly SigningKey[]): Promise<void> {
    try {
      await client.send(
        new UpdateCommand({
          TableName,
          Key: { networkId: network.networkId },
          UpdateExpression: 'SET signingKeys = :after, signingKeyNames = :names',
          ConditionExpression: 'signingKeys = :before',
          ExpressionAttributeValues: {
            ':before': network.signingKeys,
            ':after': signingKeys,
            ':names': namesOf(signingKeys),
          },
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      throw new SigningKeysChangedError(`The keys of ${network.networkId} were changed meanwhile; look again.`);
    }
  }

  async function update(
    networkId: NetworkId,
    UpdateExpression: string,
    values?: Record<string, unknown>,
    names?: Record<string, string>,
  ): Promise<void> {
    try {
      await client.send(
        new UpdateCommand({
          TableName,
          Key: { networkId },
          UpdateExpression,
          ConditionExpression: 'attribute_exists(networkId)',
          ...(values && { ExpressionAttributeValues: values }),
          ...(names && { ExpressionAttributeNames: names }),
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      throw new NetworkNotFoundError(`There is no network ${networkId}.`);
    }
  }
}

const namesOf = (keys: readonly SigningKey[]): readonly SigningKeyName[] =>
  keys.map(({ keyId, createdAt }) => ({ keyId, createdAt }));
