/** Reads the events of a webhook with `pull` as its receiver, with its secret and without a token. */
import { type PulledEvent, type PullOptions, type PullQuery, pulling } from '../pull.ts';
import { type LedgerAddress, send } from './ledger.ts';

export type { LedgerAddress, PulledEvent, PullOptions };

/**
 * The events of the webhook, the oldest first, as long as the loop goes on. Throws LedgerError where the service refuses
 * a request, and TypeError for a malformed secret.
 */
export const pullEvents = (address: LedgerAddress, options: PullOptions = {}): AsyncGenerator<PulledEvent, void> =>
  pulling((query) => {
    const search = searchOf(address, query);
    const signed = [...search].map(([name, value]) => `${name}=${value}`).join('&');
    return send(address, `/events?${search}`, { ...requestOf(options), signed });
  }, options);

function searchOf({ networkId }: LedgerAddress, query: PullQuery): URLSearchParams {
  const search = new URLSearchParams({ networkId });
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, `${value}`);
  search.sort();
  return search;
}

const TIMEOUT_MS = 30_000;

/** Whoever ends the loop ends the request as well. */
const requestOf = ({ signal }: PullOptions) =>
  signal === undefined ? {} : { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) };
