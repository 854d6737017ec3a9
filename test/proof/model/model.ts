/** What the service should know of a network, as far as its responses tell, and which webhooks get which events. */

import type { Feature, HideMode } from '../../../contract/access.ts';
import type { Action } from '../../../contract/activity.ts';
import type { NetworkId } from '../../../contract/ids.ts';
import { matches } from './patterns.ts';
import { isSurely, Register, type Span } from './register.ts';

/** An event that was posted. */
export interface Post {
  /** Its number within the run, which is in its payload. */
  readonly n: number;
  /** Perhaps not its own. */
  readonly id: string;
  readonly event: string;
  readonly data: object;
  /** ISO 8601 with milliseconds. */
  readonly occurredAt: string;
  /** What it says that a user did, if anything. */
  readonly done?: { readonly userId: string; readonly action: Action };
  span: Span;
  outcome: 'under way' | 'accepted' | 'duplicate' | 'refused';
}

/** A webhook; from the moment at which its creation began. */
export interface WebhookModel {
  /** Of this webhook only. */
  readonly url: string;
  /** Both are present once the service has said them. */
  webhookId?: string;
  secret?: string;
  readonly exists: Register<boolean>;
  readonly enabled: Register<boolean>;
  /** Patterns, joined by spaces. */
  readonly events: Register<string>;
  /** Deliveries that an admin asked for again. */
  readonly replays: { readonly deliveryId: string; readonly span: Span }[];
}

export interface NetworkModel {
  readonly networkId: NetworkId;
  /** Some of its requests are over a quota. */
  readonly hasSmallQuotas: boolean;
  /** Days after which its activity records expire. */
  readonly retentionDays: number | undefined;
  readonly features: Readonly<Record<Feature, Register<boolean>>>;
  readonly hideMode: Register<HideMode>;
  /** Blocker → blocked user → whether there is a block. */
  readonly blocks: Map<string, Map<string, Register<boolean>>>;
  readonly posts: Post[];
  readonly webhooks: WebhookModel[];
  /** Records and deliveries that a list had, and since when: they stay. */
  readonly seen: Map<string, number>;
}

/** A network whose features are all on, and nothing else. */
export const newModel = (
  options: Pick<NetworkModel, 'networkId' | 'hasSmallQuotas' | 'retentionDays'>,
): NetworkModel => ({
  ...options,
  features: { blockUser: new Register(true), userActivity: new Register(true), webhooks: new Register(true) },
  hideMode: new Register<HideMode>('blocker'),
  blocks: new Map(),
  posts: [],
  webhooks: [],
  seen: new Map(),
});

/** Whether one user has blocked another. */
export function blockOf({ blocks }: NetworkModel, blocker: string, blocked: string): Register<boolean> {
  const own = blocks.get(blocker) ?? new Map<string, Register<boolean>>();
  blocks.set(blocker, own);
  const block = own.get(blocked) ?? new Register(false);
  own.set(blocked, block);
  return block;
}

/** Whether an event is in the outbox. Of several with one id one is, and each response says whether it was that. */
export const isStored = ({ posts }: NetworkModel, post: Post): 'yes' | 'maybe' | 'no' => {
  if (post.outcome === 'accepted') return 'yes';
  if (post.outcome === 'refused') return 'no';
  const others = posts.filter(({ id }) => id === post.id);
  return others.some(({ outcome }) => outcome === 'accepted') ? 'no' : 'maybe';
};

/** The service did something that the model does not allow. */
class ModelMismatch extends Error {}

/** Throws ModelMismatch unless the model allows what happened. */
export function must(isAllowed: boolean, message: string): asserts isAllowed {
  if (!isAllowed) throw new ModelMismatch(message);
}

/**
 * Whether a webhook must get an event: if it existed, was enabled, and asked for it from the beginning of the request
 * that posted it. It must not if none of that was ever so since.
 */
export function obligation(network: NetworkModel, webhook: WebhookModel, post: Post): 'must' | 'may' | 'must not' {
  const since = { from: post.span.from, to: Number.POSITIVE_INFINITY };
  const asks = [...webhook.events.possible(since)].map((joined) => matches(joined, post.event));
  const stored = isStored(network, post);
  if (stored === 'no' || !asks.includes(true) || !maySend(network, webhook, since)) return 'must not';
  const isOn = [network.features.webhooks, webhook.exists, webhook.enabled].every((one) => isSurely(one, true, since));
  return stored === 'yes' && isOn && !asks.includes(false) ? 'must' : 'may';
}

/** Whether requests may go to a webhook. A change takes effect within `lagMs`. */
export const maySend = (
  { features }: NetworkModel,
  { exists, enabled }: WebhookModel,
  span: Span,
  lagMs = 0,
): boolean => [features.webhooks, exists, enabled].every((one) => one.possible(span, lagMs).has(true));
