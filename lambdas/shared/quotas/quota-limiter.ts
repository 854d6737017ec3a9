/** Holds networks to their quotas (docs/spec/requests.md#quotas). */
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { Caller } from '../../../contract/access.ts';
import {
  capacityOf,
  isRequestQuota,
  QuotaLimits,
  type QuotaName,
  quotaNames,
  quotas,
  refillOf,
} from '../../../contract/quotas.ts';
import { required } from '../env.ts';
import { OverQuotaError } from '../errors.ts';
import { loggedError } from '../logged-error.ts';
import { metrics } from '../metrics.ts';
import type { Allowance } from './allowance.ts';
import { type FairAllowance, fairAllowance } from './fair-allowance.ts';
import { quotasTable } from './quotas-table.ts';

/** Amounts by quota. */
type Costs = Partial<Readonly<Record<QuotaName, number>>>;

/** What one request uses of its network's quotas. */
export interface QuotaUse {
  /** Uses the amounts, all or none of them. Throws OverQuotaError. */
  spend(costs: Costs): Promise<void>;
  /** What the response says about the quotas that were asked for. */
  headers(): Readonly<Record<string, string>>;
}

/** Allowances of networks that a process remembers. */
const MAX_ALLOWANCES = 5_000;
/** Milliseconds for which everything is let through after a failure of the table. */
const OPEN_MS = 1_000;

interface Held {
  readonly limit: number;
  readonly fair: FairAllowance;
}

/** What a request was served from. */
interface Demand extends Held {
  readonly allowance: Allowance;
}

/** Whose quotas count. `spender` is who asks: a user, an admin, or a webhook; absent for a network's own server. */
type Limited = Pick<Caller, 'networkId' | 'quotas'> & { readonly spender?: string | undefined };

/** The limiter of this process, with the stage's limits from its environment. */
export function quotaLimiter(
  table: Pick<ReturnType<typeof quotasTable>, 'take'> = quotasTable(),
): (caller: Limited) => QuotaUse {
  const stage = stageQuotas();
  const held = new LRUCache<string, Held>({ max: MAX_ALLOWANCES });
  const measured = metrics();
  let openUntil = 0;

  return (caller) => {
    const asked = new Map<QuotaName, Demand>();
    return { spend, headers: () => rateLimitHeaders(asked) };

    async function spend(costs: Costs): Promise<void> {
      const entries = entriesOf(costs);
      for (const [quota, amount] of entries) {
        const own = heldBy(caller, quota);
        const found = { ...own, allowance: own.fair.of(isRequestQuota(quota) ? caller.spender : undefined, amount) };
        asked.set(quota, found);
        if (!(await isAllowed(found.allowance, amount))) throw overQuota(caller, quota, amount, found);
      }
      for (const [quota, amount] of entries) {
        asked.get(quota)?.allowance.use(amount);
        asked.get(quota)?.fair.used(caller.spender, amount);
      }
    }
  };

  /** Lets everything through while the table is away: a quota protects others, and is no reason to refuse everybody. */
  async function isAllowed(own: Allowance, amount: number): Promise<boolean> {
    if (Date.now() < openUntil) return true;
    try {
      return await own.has(amount);
    } catch (error) {
      openUntil = Date.now() + OPEN_MS;
      measured.add('QuotasUnavailable', 1);
      measured.flush();
      console.error({
        name: 'quotas-unavailable',
        message: 'Quotas could not be read; requests are let through.',
        error: loggedError(error),
      });
      return true;
    }
  }

  function heldBy({ networkId, quotas: own }: Limited, quota: QuotaName): Held {
    const limit = own?.[quota] ?? stage[quota];
    const key = `${networkId}_${quota}`;
    const known = held.get(key);
    if (known?.limit === limit) return known;
    const rate = { capacity: capacityOf(quota, limit), refill: refillOf(quota, limit) };
    const created = {
      limit,
      fair: fairAllowance(rate, (...asked) => table.take({ networkId, quota, rate }, ...asked)),
    };
    held.set(key, created);
    return created;
  }
}

function overQuota({ networkId }: Limited, quota: QuotaName, amount: number, { limit, allowance: own }: Demand) {
  const { counts, limitSeconds } = quotas[quota];
  const seconds = own.secondsUntilRefilled(amount);
  const period = limitSeconds === 1 ? 'second' : 'minute';
  return new OverQuotaError(
    `the network ${networkId} is over its quota ${quota} (${limit} a ${period}: ${counts}); try again in ${seconds} s`,
    seconds,
  );
}

/**
 * The fields of https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/: the policy has a quota `q` for
 * a window `w` in seconds; `r` of it is left, and it is whole again after `t` seconds. What is left is what this
 * process knows.
 */
function rateLimitHeaders(asked: ReadonlyMap<QuotaName, Demand>): Record<string, string> {
  if (asked.size === 0) return {};
  const all = [...asked];
  const policies = all.map(
    ([quota, { limit }]) => `"${quota}";q=${capacityOf(quota, limit)};w=${quotas[quota].windowSeconds}`,
  );
  const left = all.map(
    ([quota, { allowance: own }]) => `"${quota}";r=${Math.floor(own.remaining())};t=${own.secondsUntilFull()}`,
  );
  return { 'ratelimit-policy': policies.join(', '), ratelimit: left.join(', ') };
}

const entriesOf = (costs: Costs): [QuotaName, number][] =>
  quotaNames.flatMap((quota) => (costs[quota] ? [[quota, costs[quota]]] : []));

/** The stage's quotas of a network, from this function's environment. Throws where they are malformed. */
export const stageQuotas = (): QuotaLimits => v.parse(QuotaLimits, JSON.parse(required('QUOTAS')));
