import { partsOfBus } from '../../contract/event-buses.ts';
import type { TargetPolicy } from '../../contract/target-policy.ts';
import { badRequest } from '../shared/errors.ts';
import { vetWebhookUrl } from '../shared/webhook-url.ts';

/** Throws 400 for a destination that the stage forbids. Addresses of a URL's host are checked with every request. */
export function refuseForbiddenTarget(
  { url, eventBus }: { readonly url?: string | undefined; readonly eventBus?: string | undefined },
  policy: TargetPolicy,
): void {
  if (eventBus !== undefined) refuseForbiddenBus(eventBus, policy);
  if (url === undefined) return;
  const { refusal } = vetWebhookUrl(url, policy);
  if (refusal !== undefined) throw badRequest(`url ${refusal}`);
}

function refuseForbiddenBus(eventBus: string, { eventBuses }: TargetPolicy): void {
  const parts = partsOfBus(eventBus);
  if (eventBuses === undefined) throw badRequest('eventBus is not available in this stage: use url');
  if (parts?.partition !== eventBuses.partition)
    throw badRequest(`eventBus must be a bus of the partition ${eventBuses.partition}`);
  if (parts.account === eventBuses.account) throw badRequest('eventBus must be a bus of an account of your own');
}
