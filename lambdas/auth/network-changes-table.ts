/**
 * Changes of networks by an operator, each written together with its entry of the audit trail, in one transaction. A
 * change is conditional on what was read before; where another one came between, it begins again.
 */
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Actor, Feature } from '../../contract/access.ts';
import type { AuditAction, AuditChange } from '../../contract/audit.ts';
import type { NetworkId } from '../../contract/ids.ts';
import type { SigningKeyName } from '../../contract/network.ts';
import type { SettingName, SettingValue } from '../../contract/network-settings.ts';
import type { QuotaName } from '../../contract/quotas.ts';
import type { Retention } from '../../contract/tables.ts';
import { auditTable } from '../audit/audit-table.ts';
import { retryWhileBusy, transact } from '../shared/transactions.ts';
import { type Network, NetworkNotFoundError, networksTable, type SigningKey } from './networks-table.ts';

/** A feature of the network is on. */
export class NetworkInUseError extends Error {}
/** The network exists already, its keys were changed since they were read, or others kept changing it. */
export class NetworkConflictError extends Error {}

/** What a change of a setting writes: one attribute. */
type Attribute = 'features' | SettingName | 'quotas';

/** The tables of the given names, for one operator. */
export function networkChangesTable(
  client: DynamoDBDocumentClient,
  tables: { readonly networks: string; readonly audit: string },
  by: Actor,
  retention: Retention,
) {
  const TableName = tables.networks;
  const networks = networksTable(client, TableName);
  const audit = auditTable(client, tables.audit, Date.now, retention);
  return { create, setFeatures, set, setQuota, replaceSigningKeys, noteRevealedKey, remove };

  /** Adds a network. Throws NetworkConflictError. */
  async function create(network: Network): Promise<void> {
    const { networkId, signingKeys } = network;
    const Item = { ...network, signingKeyNames: namesOf(signingKeys) };
    const changes = attributeDifferences('features', undefined, featuresOn(network));
    await untilDone(networkId, async () => {
      const Put = { TableName, Item, ConditionExpression: 'attribute_not_exists(networkId)' };
      if (await isWritten({ Put }, networkId, 'networkCreated', changes)) return true;
      const existing = await networks.read(networkId);
      if (isDeepStrictEqual(existing?.signingKeys, signingKeys)) return true;
      if (existing === undefined) return false;
      throw new NetworkConflictError(`The network ${networkId} exists already.`);
    });
  }

  /** Turns features on or off. Throws NetworkNotFoundError. */
  async function setFeatures(networkId: NetworkId, names: readonly Feature[], on: boolean): Promise<void> {
    const switched = Object.fromEntries(names.map((name) => [name, on]));
    await change(networkId, 'features', ({ features }) => ({ ...features, ...switched }));
  }

  /** Sets the value of a setting; `undefined` is none. Throws NetworkNotFoundError. */
  async function set<Name extends SettingName>(
    networkId: NetworkId,
    setting: Name,
    value: SettingValue<Name>,
  ): Promise<void> {
    await change<SettingName>(networkId, setting, () => value);
  }

  /** Sets a quota's limit; `undefined` means that of the stage. Throws NetworkNotFoundError. */
  async function setQuota(networkId: NetworkId, quota: QuotaName, limit: number | undefined): Promise<void> {
    await change(networkId, 'quotas', ({ quotas = {} }) => {
      const { [quota]: _, ...others } = quotas;
      return limit === undefined ? others : { ...others, [quota]: limit };
    });
  }

  /** Replaces the signing keys that were read before. Throws NetworkConflictError where they have changed since. */
  async function replaceSigningKeys({ networkId, signingKeys: before }: Network, after: readonly SigningKey[]) {
    const action = after.length > before.length ? 'networkKeyAdded' : 'networkKeyRemoved';
    const [from, to] = [before, after].map((keys) => keys.map(({ keyId }) => keyId).join(', '));
    const Update = {
      TableName,
      Key: { networkId },
      UpdateExpression: 'SET signingKeys = :after, signingKeyNames = :names',
      ConditionExpression: 'signingKeys = :before',
      ExpressionAttributeValues: { ':before': before, ':after': after, ':names': namesOf(after) },
    };
    await untilDone(networkId, async () => {
      if (await isWritten({ Update }, networkId, action, [{ field: 'signingKeys', from, to }])) return true;
      const current = (await networks.read(networkId))?.signingKeys;
      if (isDeepStrictEqual(current, after)) return true;
      if (isDeepStrictEqual(current, before)) return false;
      throw new NetworkConflictError(`The keys of ${networkId} were changed meanwhile; try again.`);
    });
  }

  /** Notes that the secret of a key is about to be shown. */
  async function noteRevealedKey(networkId: NetworkId, keyId: string): Promise<void> {
    await audit.add(auditEntryOf(networkId, 'networkKeyRevealed', [{ field: 'keyId', to: keyId }]));
  }

  /** Removes a network with its keys if all its features are off. Throws NetworkNotFoundError and NetworkInUseError. */
  async function remove(networkId: NetworkId): Promise<void> {
    let mayBeGone = false;
    await untilDone(networkId, async () => {
      const network = await networks.read(networkId);
      if (network === undefined && mayBeGone) return true;
      if (network === undefined) throw new NetworkNotFoundError(`There is no network ${networkId}.`);
      if (Object.values(network.features).includes(true))
        throw new NetworkInUseError(`The network ${networkId} has features that are on.`);
      const Delete = {
        TableName,
        Key: { networkId },
        ConditionExpression: 'features = :off',
        ExpressionAttributeValues: { ':off': network.features },
      };
      const outcome = await transact(client, [
        { Delete },
        { Put: audit.put(auditEntryOf(networkId, 'networkDeleted')) },
      ]);
      mayBeGone ||= outcome === 'unclear';
      return outcome === 'written';
    });
  }

  /** Sets or removes an attribute. A value that is there already is not written again. Throws NetworkNotFoundError. */
  async function change<Name extends Attribute>(
    networkId: NetworkId,
    attribute: Name,
    next: (network: Network) => Network[Name],
  ): Promise<void> {
    await untilDone(networkId, async () => {
      const network = await networks.read(networkId);
      if (network === undefined) throw new NetworkNotFoundError(`There is no network ${networkId}.`);
      const [before, after] = [network[attribute], next(network)];
      if (isDeepStrictEqual(before, after)) return true;
      const Update = {
        TableName,
        Key: { networkId },
        UpdateExpression: after === undefined ? 'REMOVE #attribute' : 'SET #attribute = :after',
        ConditionExpression:
          before === undefined
            ? 'attribute_exists(networkId) AND attribute_not_exists(#attribute)'
            : '#attribute = :before',
        ExpressionAttributeNames: { '#attribute': attribute },
        ExpressionAttributeValues: { ':before': before, ':after': after },
      };
      return await isWritten({ Update }, networkId, 'networkChanged', attributeDifferences(attribute, before, after));
    });
  }

  async function isWritten(
    write: Parameters<typeof transact>[1][number],
    networkId: NetworkId,
    action: AuditAction,
    changes: readonly AuditChange[],
  ): Promise<boolean> {
    return (
      (await transact(client, [write, { Put: audit.put(auditEntryOf(networkId, action, changes)) }])) === 'written'
    );
  }

  function auditEntryOf(networkId: NetworkId, action: AuditAction, changes: readonly AuditChange[] = []) {
    return { networkId, at: new Date().toISOString(), by, action, changes };
  }
}

const untilDone = (networkId: NetworkId, attempt: () => Promise<boolean>): Promise<boolean> =>
  retryWhileBusy(new NetworkConflictError(`The network ${networkId} kept changing; try again.`), attempt);

const featuresOn = ({ features }: Network) =>
  Object.fromEntries(Feature.options.filter((feature) => features[feature]).map((feature) => [feature, true]));

const namesOf = (keys: readonly SigningKey[]): readonly SigningKeyName[] =>
  keys.map(({ keyId, createdAt }) => ({ keyId, createdAt }));

type Value = string | number | Readonly<Record<string, boolean | number>> | undefined;

/** The parts of an attribute that differ, named as in the audit trail: `features.webhooks`. Undefined: no value. */
function attributeDifferences(attribute: string, before: Value, after: Value): AuditChange[] {
  const [old, current] = [attributeParts(attribute, before), attributeParts(attribute, after)];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((field) => {
    const [from, to] = [old.get(field), current.get(field)];
    if (from === to) return [];
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
}

function attributeParts(attribute: string, value: Value): ReadonlyMap<string, string> {
  if (typeof value !== 'object') return new Map(value === undefined ? [] : [[attribute, `${value}`]]);
  return new Map(Object.entries(value).map(([name, part]) => [`${attribute}.${name}`, `${part}`]));
}
