/** Which webhooks get which events (docs/spec/webhooks.md#enabling-and-disabling). */
import { matches } from './events.ts';
import { isStored, type NetworkModel, type Post, type WebhookModel } from './model.ts';
import { isSurely, type Span } from './register.ts';

/**
 * Whether a webhook must get an event: if it existed, was enabled, and asked for it from the beginning of the request that
 * posted it. It must not if none of that was ever so since.
 */
export function obligation(network: NetworkModel, webhook: WebhookModel, post: Post): 'must' | 'may' | 'must not' {
  const since = { from: post.span.from, to: Number.POSITIVE_INFINITY };
  const asks = [...webhook.events.possible(since)].map((joined) => matches(joined, post.event));
  const stored = isStored(network, post);
  if (stored === 'no' || !asks.includes(true) || !maySend(network, webhook, since)) return 'must not';
  const isOn = [network.features.webhooks, webhook.exists, webhook.enabled].every((one) => isSurely(one, true, since));
  return stored === 'yes' && isOn && !asks.includes(false) ? 'must' : 'may';
}

/** Whether a webhook's log may have an event: those that come while it is disabled are kept there, too. */
export function mayBeListed(network: NetworkModel, { exists, events }: WebhookModel, post: Post): boolean {
  const since = { from: post.span.from, to: Number.POSITIVE_INFINITY };
  return (
    isStored(network, post) !== 'no' &&
    [...events.possible(since)].some((joined) => matches(joined, post.event)) &&
    [network.features.webhooks, exists].every((one) => one.possible(since).has(true))
  );
}

/** Whether requests may go to a webhook. A change takes effect within `lagMs`. */
export const maySend = (
  { features }: NetworkModel,
  { exists, enabled }: WebhookModel,
  span: Span,
  lagMs = 0,
): boolean => [features.webhooks, exists, enabled].every((one) => one.possible(span, lagMs).has(true));
