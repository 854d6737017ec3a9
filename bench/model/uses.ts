/** How far a load uses each limit of a configuration. */
import { DUE_BUCKETS } from '../../contract/tables.ts';
import { type Lane, sweeperUtilisation } from './lanes.ts';
import { limits } from './limits.ts';
import type { Capacity, Load } from './load.ts';
import type { Reader } from './stream.ts';
import type { TableUnits } from './tables.ts';

/**
 * Who raises a limit: a `setting` of lib/config.ts or of a construct; AWS, a `quota`; DynamoDB, which adapts to `traffic`; nobody,
 * it is the `design`.
 */
type RaisedBy = 'setting' | 'quota' | 'traffic' | 'design';

/** A limit and how far it is used. */
export interface Use {
  readonly limit: string;
  readonly used: number;
  readonly of: number;
  readonly raisedBy: RaisedBy;
  /** As far as it can be raised. */
  readonly most: number;
  /** 1 is all of it. */
  readonly utilisation: number;
}

/** What a load does, as far as limits are concerned. */
export interface Parts {
  readonly load: Load;
  readonly capacity: Capacity;
  /** Requests a second that post events. */
  readonly requests: number;
  readonly fanOut: Reader;
  readonly recordActivity: Reader;
  readonly fast: Lane;
  readonly slow: Lane;
  readonly tables: TableUnits;
  /** Calls at once, by function. */
  readonly concurrency: Readonly<Record<string, number>>;
}

/** The most written table, in units a second. */
export const mostWritten = ({ writes }: TableUnits): number => Math.max(...Object.values(writes));

/** Calls at once of all functions. */
export const totalConcurrency = ({ concurrency }: Pick<Parts, 'concurrency'>): number =>
  Object.values(concurrency).reduce((sum, calls) => sum + calls, 0);

const use =
  (raisedBy: RaisedBy) =>
  (limit: string, used: number, of: number, most = Number.POSITIVE_INFINITY): Use => ({
    limit,
    used,
    of,
    raisedBy,
    most,
    utilisation: used / of,
  });
const [setting, quota, traffic, design] = [use('setting'), use('quota'), use('traffic'), use('design')];

/** Every limit, and the one that is used most. */
export function usesOf(parts: Parts): { readonly uses: readonly Use[]; readonly tightest: Use } {
  const { load, capacity, requests, fanOut, recordActivity, fast, slow, tables } = parts;
  const { memory, api, delivery, provenWrites, accountConcurrency } = capacity;
  const lane = (name: string, { leastConcurrency }: Lane, of: number): Use =>
    setting(`${name}: concurrency`, leastConcurrency, of, limits.queueConcurrency.value);
  const reading = (name: string, { utilisation }: Reader): Use => {
    const factor = capacity.stream.parallelizationFactor;
    const most = limits.parallelizationFactor.value;
    return setting(`${name}: parallelization factor`, utilisation * factor, factor, most);
  };
  const writes = mostWritten(tables);
  const tableQuota = Math.max(limits.tableWrites.value, provenWrites);
  const shard = limits.partitionWrites.value;
  const sweeper = memory.sweep * sweeperUtilisation(load, capacity);
  const first = setting('POST /events: throttle', requests, api.throttle.requestsPerSecond);
  const uses = [
    first,
    quota('account: requests a second', requests, limits.gatewayRequests.value),
    reading('fan-out', fanOut),
    reading('record-activity', recordActivity),
    lane('fast lane', fast, delivery.concurrency.firstAttempts),
    lane('slow lane', slow, delivery.concurrency.slowLane),
    setting('sweeper: MB of memory', sweeper, memory.sweep, limits.memoryOfProcessor.value),
    quota('account: Lambda concurrency', totalConcurrency(parts), accountConcurrency),
    traffic('table: write units/s so far', writes, provenWrites),
    quota('table: quota of write units/s', writes, tableQuota),
    quota('table: quota of read units/s', Math.max(...Object.values(tables.reads)), limits.tableReads.value),
    design('one webhook: write units/s of a shard', tables.hottestDeliveryShard, shard),
    design('one network: read units/s of its webhooks', tables.hottestWebhooks, limits.partitionReads.value),
    design('waiting deliveries: write units/s of their index', tables.dueIndex, DUE_BUCKETS * shard),
    quota('queue: messages in flight', 10 * Math.max(fast.concurrency, slow.concurrency), limits.queueInFlight.value),
  ].sort((a, b) => b.utilisation - a.utilisation);
  return { uses, tightest: uses[0] ?? first };
}
