/** What an admin may set of a webhook, as far as the schemas can't say: its destination, and its filter. */
import { canMatch, type EventFilter, eventFilter, FilterProblem } from '../../contract/event-filter.ts';
import { partsOfBus, type TargetPolicy } from '../../contract/target-policy.ts';
import { type KindFields, kindsOf, misplacedFields } from '../../contract/webhook-kinds.ts';
import type { Ceilings } from '../pacing/ceiling.ts';
import { badRequest } from '../shared/errors.ts';
import { vetWebhookUrl } from '../shared/webhook-url.ts';
import { nameOf, type Webhook, type WebhookConfiguration } from './webhooks-table.ts';

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

/**
 * Throws 400 for a change between a webhook whose receiver reads events itself and one that they are sent to: deliveries
 * that wait, and the receiver's position, would lose their meaning.
 */
export function refuseOtherKind(
  webhook: Pick<WebhookConfiguration, 'pull'>,
  { url, eventBus, pull }: { readonly [Field in 'url' | 'eventBus' | 'pull']?: unknown },
): void {
  const field = pull === undefined ? (url === undefined ? 'eventBus' : 'url') : 'pull';
  const isOther = webhook.pull ? url !== undefined || eventBus !== undefined : pull !== undefined;
  if (isOther) throw badRequest(`${field} can not be set on this webhook; create another one`);
}

/**
 * Throws 400 for a field that the webhook's kind lacks, if the change sets it or makes the webhook one of that kind. What
 * is stored otherwise, from before this was refused, stays without effect.
 */
export function refuseMisplaced(before: KindFields, after: KindFields, requested: KindFields): void {
  const isOfOtherKind = kindsOf(before)[0] !== kindsOf(after)[0];
  const [found] = misplacedFields(after).filter(({ field }) => isOfOtherKind || requested[field] !== undefined);
  if (found !== undefined) throw badRequest(`${found.field} ${found.message}`);
}

/** Throws 400 for a webhook whose receiver reads events itself: nothing is sent to it, and it has no deliveries. */
export function refusePull(webhook: Pick<Webhook, 'pull' | 'webhookId' | 'givenId'>): void {
  const webhookId = nameOf(webhook);
  if (webhook.pull)
    throw badRequest(`nothing is sent to the webhook ${webhookId}: GET /webhooks/${webhookId}/events reads its events`);
}

function refuseForbiddenBus(eventBus: string, { eventBuses }: TargetPolicy): void {
  const parts = partsOfBus(eventBus);
  if (eventBuses === undefined) throw badRequest('eventBus is not available in this stage: use url');
  if (parts?.partition !== eventBuses.partition)
    throw badRequest(`eventBus must be a bus of the partition ${eventBuses.partition}`);
  if (parts.account === eventBuses.account) throw badRequest('eventBus must be a bus of an account of your own');
}

/** What a webhook with a legacy request needs: its two requests are in flight at once, in a turn of a few seconds. */
const LEAST_WITH_LEGACY = { maxRequestsPerSecond: 2, maxConcurrentRequests: 2 };

/** Throws 400 for a ceiling under which a first attempt with its legacy request would take too long. */
export function refuseLowCeiling(
  webhook: { readonly [Ceiling in keyof Ceilings]?: number | null | undefined } & {
    readonly legacySignature: boolean;
  },
): void {
  if (!webhook.legacySignature) return;
  for (const ceiling of ['maxRequestsPerSecond', 'maxConcurrentRequests'] as const) {
    const least = LEAST_WITH_LEGACY[ceiling];
    if ((webhook[ceiling] ?? least) < least)
      throw badRequest(`${ceiling} must be at least ${least} for a webhook with legacySignature`);
  }
}

/** The form in which a filter of a request is stored; undefined stays so. */
export const storedFilter = (filter: EventFilter | null | undefined): string | undefined =>
  filter === null ? '' : filter?.text;

/** A filter in the form in which it is stored. Undefined for none, and for one that other code has allowed. */
export function readFilter(text: string): EventFilter | undefined {
  if (text === '') return undefined;
  try {
    return eventFilter(JSON.parse(text));
  } catch (error) {
    if (error instanceof FilterProblem) return undefined;
    throw error;
  }
}

/** Throws 400 for a filter that no event can match which the patterns let through. */
export function refuseNeverMatching(
  events: WebhookConfiguration['events'],
  filter: EventFilter | null | undefined,
): void {
  if (filter && !canMatch(filter, events)) {
    throw badRequest(`filter.event must match an event that events asks for, which are ${events.join(', ')}`);
  }
}
