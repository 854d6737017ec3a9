import { showErasure } from '../../contract/user-data.ts';
import { notFound } from '../shared/errors.ts';
import { route } from '../shared/route.ts';
import { erasureResponse } from './erasure-response.ts';
import { erasuresTable } from './erasures-table.ts';

const erasures = erasuresTable();

/** GET /user-erasures/{erasureId}: how far an erasure is. */
export const handler = route(showErasure, async ({ caller: { networkId }, parameters: { erasureId } }) => {
  const erasure = await erasures.find({ networkId, erasureId });
  if (erasure === undefined) throw notFound(`the network ${networkId} has no erasure ${erasureId}`);
  return erasureResponse(erasure);
});
