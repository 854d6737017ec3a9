/** Reads the events of a webhook with `pull` as its receiver, with its secret and without a token. */
import { type PulledEvent, type PullOptions, pulling } from '../pull.ts';
import { get, type LedgerAddress } from './ledger.ts';

/**
 * The events of the webhook, the oldest first, as long as the loop goes on. Throws LedgerError where the service refuses
 * a request, and TypeError for a malformed secret.
 */
export const pullEvents = (address: LedgerAddress, options: PullOptions = {}): AsyncGenerator<PulledEvent, void> =>
  pulling((query) => get(address, '/events', query, options.signal), options);
