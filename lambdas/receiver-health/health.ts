/**
 * The health of a receiver: how it stands, what an attempt changes, and of what its network is to be told. One model,
 * from which the state in responses, disabling and notices derive. Pure: no clock, no table.
 *
 * A receiver is always in one of these conditions. A success ends the worse ones, and so does another destination or
 * enabling the webhook, since nothing is known of its receiver then.
 *
 * | condition  | meaning                       | begins when                        | ends when                              |
 * | ---------- | ----------------------------- | ---------------------------------- | -------------------------------------- |
 * | healthy    | it takes what it gets         | nothing else is known              | an attempt fails                       |
 * | struggling | many of its attempts fail     | a fifth of the latest 20 failed    | that was not so for ten minutes, or it |
 * |            |                               |                                    | was found to be quick since            |
 * | failing    | each of its attempts fails    | an attempt fails                   | one succeeds; after five days the      |
 * |            |                               |                                    | webhook is disabled                    |
 * | down       | it gets one probe at a time   | nothing succeeds (pacing/flow.ts)  | a probe succeeds                       |
 *
 * One that is down fails as well, as a rule. Times are ISO 8601, and `now` is milliseconds since 1970.
 */
import type { DeliverySettings } from '../../contract/delivery-settings.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { NoticeName } from '../../contract/event-names.ts';
import type { DisabledReason } from '../../contract/webhooks.ts';
import { type AttemptOutcome, isGone, isHealthy } from '../deliveries/attempt.ts';
import type { Noticed, ReceiverHealth } from './stored-health.ts';

/** For so long after many attempts failed, a receiver struggles, and more failures are part of the same struggle. */
const STRUGGLE_MS = 10 * MINUTE_MS;
/** The network is told of a struggle only if many attempts failed as lately. */
const RECENT_STRUGGLE_MS = 2 * MINUTE_MS;

/** How a receiver stands at a time. */
export interface Standing {
  readonly condition: 'healthy' | 'struggling' | 'failing' | 'down';
  /** Since when each attempt has failed. */
  readonly failingSince?: string | undefined;
  /** Of one that is down: since when, and when it is probed next. */
  readonly downSince?: string | undefined;
  readonly nextProbeAt?: string | undefined;
}

export function standingOf({ failingSince, strugglingAt = '', flow }: ReceiverHealth, now: number): Standing {
  if (flow?.phase === 'down')
    return { condition: 'down', failingSince, downSince: flow.downSince, nextProbeAt: flow.nextAt };
  if (failingSince !== undefined) return { condition: 'failing', failingSince };
  const hasStruggledLately = now - Date.parse(strugglingAt) < STRUGGLE_MS && strugglingAt > (flow?.openSince ?? '');
  return { condition: hasStruggledLately ? 'struggling' : 'healthy' };
}

/** What an attempt changes. */
export type HealthChange =
  | { readonly kind: 'beginFailing'; readonly at: string }
  | { readonly kind: 'endFailing'; readonly at: string }
  /** Many attempts fail now, and have since then. */
  | { readonly kind: 'struggle'; readonly at: string; readonly since: string }
  /** The webhook is disabled because of its receiver. */
  | { readonly kind: 'disable'; readonly reason: Exclude<DisabledReason, 'admin'> }
  /** After so many seconds the network may be told that the receiver is back, even if there are no more events. */
  | { readonly kind: 'checkLater'; readonly seconds: number };

export type ChangeSettings = Pick<
  DeliverySettings,
  'disableAfterSeconds' | 'struggledNoticeSeconds' | 'backNoticeSeconds'
>;

/** What an attempt changes, which has ended at `now`. `isStruggling`: many of the latest attempts have failed. */
export function changesAfter(
  health: ReceiverHealth,
  outcome: Pick<AttemptOutcome, 'class' | 'statusCode'>,
  isStruggling: boolean,
  settings: ChangeSettings,
  now: number,
): readonly HealthChange[] {
  const { failingSince, noticed } = health;
  const at = new Date(now).toISOString();
  if (isHealthy(outcome)) {
    if (failingSince === undefined) return [];
    const seconds = steadySeconds(health, settings);
    return [{ kind: 'endFailing', at }, ...(noticed === undefined ? [] : [{ kind: 'checkLater', seconds } as const])];
  }
  // It is about the event alone.
  if (outcome.class === 'bus_too_large') return [];
  if (isGone(outcome)) return [{ kind: 'disable', reason: 'gone' }];
  const struggle = { kind: 'struggle', at, since: struggleBegan(health, at) } as const;
  const changes: readonly HealthChange[] = isStruggling ? [struggle] : [];
  if (failingSince === undefined) return [...changes, { kind: 'beginFailing', at }];
  const isOverdue = now - Date.parse(failingSince) > settings.disableAfterSeconds * 1000;
  return isOverdue ? [...changes, { kind: 'disable', reason: 'failing' }] : changes;
}

/** Since when the receiver struggles, if it does now (`at`); from now where the network was told that it is back. */
function struggleBegan({ strugglingAt = '', strugglingSince }: ReceiverHealth, at: string): string {
  const isSame = Date.parse(at) - Date.parse(strugglingAt) <= STRUGGLE_MS;
  return isSame ? (strugglingSince ?? at) : at;
}

/** The health without what an attempt contradicts: that the receiver fails, or that it has recovered. */
export function agreedWith<T extends ReceiverHealth>(health: T, outcome: Pick<AttemptOutcome, 'class'>): T {
  const isAgreed = isHealthy(outcome) === (health.failingSince === undefined);
  return isAgreed ? health : { ...health, failingSince: undefined, recoveredAt: undefined };
}

/** A webhook, as far as notices about it depend on it. */
export interface WebhookHealth extends ReceiverHealth {
  readonly enabled: boolean;
  readonly disabledReason?: DisabledReason | undefined;
  readonly updatedAt: string;
}

/** A change of which the network is to be told. */
export interface Notice {
  readonly name: NoticeName;
  /** Since when it is so. */
  readonly since: string;
}

export type NoticeSettings = ChangeSettings & Pick<DeliverySettings, 'downNoticeSeconds' | 'disableNoticeSeconds'>;

/** The notice that is due (docs/spec/notices.md#notices), and was not sent yet. */
export function dueNotice(webhook: WebhookHealth, settings: NoticeSettings, now: number): Notice | undefined {
  const { enabled, disabledReason, updatedAt, noticed } = webhook;
  if (!enabled) {
    const isByReceiver = disabledReason === 'gone' || disabledReason === 'failing';
    const isDue = isByReceiver && noticed?.name !== 'webhook.didDisable';
    return isDue ? { name: 'webhook.didDisable', since: updatedAt } : undefined;
  }
  const standing = standingOf(webhook, now);
  const { failingSince } = standing;
  if (failingSince !== undefined) {
    const name = dueAboutFailing(noticed?.name, (now - Date.parse(failingSince)) / 1000, settings);
    if (name !== undefined) return { name, since: failingSince };
  }
  if (noticed === undefined) return dueAboutStruggle(webhook, settings, now);
  const isBack = isBackFrom(webhook, standing, settings, now);
  return isBack ? { name: 'webhook.didComeBack', since: noticed.since } : undefined;
}

/** What is due about a receiver that has only failed for so many seconds, after the latest notice. */
function dueAboutFailing(
  latest: string | undefined,
  seconds: number,
  { downNoticeSeconds, disableAfterSeconds, disableNoticeSeconds }: NoticeSettings,
): NoticeName | undefined {
  if (latest === undefined || latest === 'webhook.didStruggle')
    return seconds >= downNoticeSeconds ? 'webhook.didGoDown' : undefined;
  const isLastDay = latest === 'webhook.didGoDown' && seconds >= disableAfterSeconds - disableNoticeSeconds;
  return isLastDay ? 'webhook.willDisable' : undefined;
}

function dueAboutStruggle(
  { strugglingAt = '', strugglingSince }: ReceiverHealth,
  { struggledNoticeSeconds }: NoticeSettings,
  now: number,
): Notice | undefined {
  const isRecent = now - Date.parse(strugglingAt) <= RECENT_STRUGGLE_MS;
  if (!isRecent || strugglingSince === undefined) return undefined;
  const isDue = isPast(strugglingSince, struggledNoticeSeconds, now);
  return isDue ? { name: 'webhook.didStruggle', since: strugglingSince } : undefined;
}

/** Whether nothing has failed for a while, so that a flapping receiver doesn't cause a mail each time. */
const isBackFrom = (health: ReceiverHealth, { condition }: Standing, settings: NoticeSettings, now: number): boolean =>
  condition !== 'failing' &&
  condition !== 'down' &&
  health.recoveredAt !== undefined &&
  isPast(health.recoveredAt, steadySeconds(health, settings), now);

/** The seconds without a failure after which a receiver is back: as long as it struggled, a minute after an outage. */
const steadySeconds = (
  { noticed }: Pick<ReceiverHealth, 'noticed'>,
  { struggledNoticeSeconds, backNoticeSeconds }: ChangeSettings,
): number => (noticed?.name === 'webhook.didStruggle' ? struggledNoticeSeconds : backNoticeSeconds);

const isPast = (since: string, seconds: number, now: number): boolean => now - Date.parse(since) >= seconds * 1000;

/** What is stored of the notices that were sent, after this one: nothing once the receiver is healthy. */
export const noticedAfter = ({ name, since }: Notice, now: number): Noticed | undefined =>
  name === 'webhook.didComeBack' ? undefined : { name, since, at: new Date(now).toISOString() };
