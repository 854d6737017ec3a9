import { badRequest } from '../../shared/errors.ts';
import { isExpired } from '../model/ledger.ts';

/** Throws 400 for an hour of which deliveries may have expired. `now` is in milliseconds. */
export function refuseExpired(hour: string, now: number): void {
  if (isExpired(hour, now)) throw badRequest('hour must be one of the last 30 days; older deliveries have expired');
}
