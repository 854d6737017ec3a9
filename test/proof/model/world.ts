/** The networks of one run, new in the service and in the model, and the receiver of their webhooks. */

import { changesOf, createNetwork, setQuota } from '@social-platform-services/ctl/networks';
import * as v from 'valibot';
import { Feature } from '../../../contract/access.ts';
import { NetworkId } from '../../../contract/ids.ts';
import { quotaNames } from '../../../contract/quotas.ts';
import fc from '../../support/fast-check.ts';
import { startReceiver } from '../../support/receivers/http-receivers.ts';
import type { Receiver } from '../../support/receivers/listening.ts';
import { connection } from '../../support/service.ts';
import { networkIdsFrom } from './colliding-ids.ts';
import { type NetworkModel, newModel } from './model.ts';

export interface World {
  readonly networks: readonly NetworkModel[];
  readonly receiver: Receiver;
  /** The next number of the run. */
  readonly next: () => number;
}

/** A step of a client. `what` says in a sentence what it does. */
export interface Command {
  readonly what: string;
  readonly run: (world: World) => Promise<void>;
}

/** Where a command goes: the index of a network, and whether with a new token, which takes the authorizer longer. */
export const destination = { network: fc.nat(2), isNew: fc.constantFrom(false, false, true) };

/** Limits by which some requests of a run are refused: units a second, ten times as many at once. */
const SMALL_QUOTAS = { writes: 1, events: 10 } as const;
/** The index of the network that has them. */
export const SMALL = 1;

/** Adds three networks; the second has small quotas, and records of the third expire after a day. */
export async function newWorld(base: string): Promise<World> {
  const ids = networkIdsFrom(base).map((id) => v.parse(NetworkId, id));
  const networks = ids.map((networkId, index) =>
    newModel({ networkId, hasSmallQuotas: index === SMALL, retentionDays: index === 2 ? 1 : undefined }),
  );
  for (const network of networks) await addToService(network);
  let last = 0;
  return {
    networks,
    receiver: await startReceiver(),
    next: () => {
      last += 1;
      return last;
    },
  };
}

async function addToService({ networkId, hasSmallQuotas, retentionDays }: NetworkModel): Promise<void> {
  await createNetwork(connection(), networkId, Feature.options);
  const own: Readonly<Partial<Record<string, number>>> = hasSmallQuotas ? SMALL_QUOTAS : {};
  for (const quota of quotaNames) {
    await setQuota(connection(), networkId, quota, own[quota] ?? connection().quotas.highest[quota]);
  }
  if (retentionDays !== undefined) await changesOf(connection()).set(networkId, 'activityRetentionDays', retentionDays);
}

/** One of several by any number. */
export function pick<T>(all: readonly T[], index: number): T {
  const one = all[index % all.length];
  if (one === undefined) throw new Error('there is nothing to pick from');
  return one;
}
