import { badRequest } from '../../shared/errors.ts';
import { stageRetention } from '../../shared/retention.ts';
import { isExpired } from '../model/ledger.ts';

const { deliveryDays } = stageRetention();

/** Throws 400 for an hour of which deliveries may have expired. `now` is in milliseconds. */
export function refuseExpired(hour: string, now: number): void {
  if (isExpired(hour, now, deliveryDays)) {
    throw badRequest(`hour must be one of the last ${deliveryDays} days; older deliveries have expired`);
  }
}
