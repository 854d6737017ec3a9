import type { Erasure } from '../../contract/user-data.ts';
import type { StoredErasure } from './erasures-table.ts';
import { erasureReport } from './report.ts';
import { leftOf } from './tally.ts';

/** An erasure as routes return it, without the ids of its users. */
export function erasureResponse(erasure: StoredErasure): Erasure {
  const { erasureId, requestedAt, userCount: users, passes, nextPassAt, finishedAt, lastPassAt, keptUntil } = erasure;
  const left = leftOf({ found: erasure.passFound, removed: erasure.passRemoved });
  return {
    erasureId,
    state: finishedAt === undefined ? 'pending' : 'done',
    requestedAt,
    users,
    passes,
    ...(nextPassAt !== undefined && { nextPassAt }),
    ...(finishedAt !== undefined && { finishedAt }),
    ...(lastPassAt !== undefined && { report: erasureReport(erasure, left, keptUntil, Date.parse(lastPassAt)) }),
  };
}
