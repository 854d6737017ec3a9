/** Reads what a webhook did not get. */

import type { Client, DeliveryState, DeliverySummary } from '@social-platform-services/client';
import * as v from 'valibot';
import { DeliveryResult } from '../../../contract/delivery-classes.ts';
import { useRead } from '../../api/api-provider.tsx';
import { DAY_HOURS, deliveriesKey } from '../../shared/queries.ts';
import { isNone, lastFailure, type Undelivered } from './undelivered.ts';

const REFRESH_MS = 30_000;
/** The API's largest page. */
const MAX_PAGE_SIZE = 100;

/** The latest retrying and failed deliveries of a webhook, without test events; one page of each. */
export const useUndelivered = (webhookId: string) =>
  useRead<Undelivered>(
    [...deliveriesKey(webhookId), 'undelivered'],
    async (client, options) => {
      const list = (state: DeliveryState) =>
        client.listDeliveries({ parameters: { webhookId }, query: { state, limit: MAX_PAGE_SIZE } }, options);
      const [retrying, failed] = await Promise.all([list('retrying'), list('failed')]);
      const found = { retrying, failed: { ...failed, results: failed.results.filter(isReal) } };
      if (lastFailure(found) !== undefined || isNone(retrying)) return found;
      return { ...found, attempted: await attemptedOf(client, webhookId, options) };
    },
    { refetchInterval: REFRESH_MS },
  );

const isReal = ({ isTest }: DeliverySummary): boolean => !isTest;

/** Results that are looked for. */
const MOST_RESULTS = 3;

/** The latest undelivered deliveries that ended like the attempts that failed in the last day. */
async function attemptedOf(client: Client, webhookId: string, options: { readonly signal: AbortSignal }) {
  const parameters = { webhookId };
  const { failuresByResult } = await client.showWebhookStatistics({ parameters, query: { hours: DAY_HOURS } }, options);
  const results = Object.entries(failuresByResult)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_RESULTS)
    .map(([result]) => (v.is(DeliveryResult, result) ? { class: result } : { statusCode: Number(result) }));
  const pages = await Promise.all(
    results.map((result) => client.listDeliveries({ parameters, query: { ...result, limit: 1 } }, options)),
  );
  return pages.flatMap((page) => page.results.filter((one) => isReal(one) && one.state !== 'delivered'));
}
