/**
 * The health of a receiver: its condition, what an attempt changes of it, and which notice its network is to get. One
 * model, from which the state in responses, disabling and notices derive. Pure: no clock, no table.
 *
 * The condition is the first of these that applies, from the top:
 *
 * | condition  | meaning                      | begins when                                     | ends when                           |
 * | ---------- | ---------------------------- | ----------------------------------------------- | ----------------------------------- |
 * | down       | it gets one probe at a time  | nothing succeeds any more (pacing/control.ts)   | a probe succeeds                    |
 * | failing    | every attempt has failed     | an attempt fails                                | an attempt succeeds; after five     |
 * |            | since a time                 |                                                 | days the webhook is disabled        |
 * | struggling | many of its attempts fail    | a fifth of its latest 20 attempts failed        | that was ten minutes ago, or its    |
 * |            |                              |                                                 | flow has become open since          |
 * | healthy    | it takes what it gets        | none of the above applies                       | one of the above begins             |
 *
 * Another destination, and enabling the webhook, forget all of it: nothing is known of that receiver. Times are ISO
 * 8601, and `now` is milliseconds since 1970.
 */
import type { DeliverySettings } from '../../contract/delivery-settings.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { NoticeName } from '../../contract/event-names.ts';
import type { DisabledReason } from '../../contract/webhook-states.ts';
import { type AttemptOutcome, isGone, showsHealthy } from '../deliveries/attempt.ts';
import type { Outage, ReceiverHealth, SentNotice } from './stored-health.ts';

/** A receiver struggles for so long after many of its attempts failed. If many fail again by then, it is one struggle. */
const STRUGGLE_MS = 10 * MINUTE_MS;
/** A notice about a struggle is sent only if many attempts have failed within this time. */
const RECENT_STRUGGLE_MS = 2 * MINUTE_MS;

/** The condition of a receiver at a time. */
export interface ReceiverCondition {
  readonly kind: 'healthy' | 'struggling' | 'failing' | 'down';
  /** Since when each attempt has failed. */
  readonly failingSince?: string | undefined;
  /** Of one that is down: since when, and when it is probed next. */
  readonly downSince?: string | undefined;
  readonly nextProbeAt?: string | undefined;
}

export function conditionOf({ failingSince, strugglingAt = '', flow }: ReceiverHealth, now: number): ReceiverCondition {
  if (flow?.phase === 'down')
    return { kind: 'down', failingSince, downSince: flow.downSince, nextProbeAt: flow.nextAt };
  if (failingSince !== undefined) return { kind: 'failing', failingSince };
  const hasStruggledLately = now - Date.parse(strugglingAt) < STRUGGLE_MS && strugglingAt > (flow?.openSince ?? '');
  return { kind: hasStruggledLately ? 'struggling' : 'healthy' };
}

/** What an attempt changes. */
export type HealthChange =
  | { readonly kind: 'beginFailing'; readonly at: string }
  | { readonly kind: 'endFailing'; readonly at: string }
  /** Many attempts fail now, and have since then. */
  | { readonly kind: 'struggle'; readonly at: string; readonly since: string }
  /** The webhook is disabled because of its receiver. */
  | { readonly kind: 'disable'; readonly reason: Exclude<DisabledReason, 'admin'> }
  /** After so many seconds, look whether the notice is due that the receiver is back: no attempt may come by then. */
  | { readonly kind: 'checkLater'; readonly seconds: number };

export type ChangeSettings = Pick<
  DeliverySettings,
  'disableAfterSeconds' | 'struggledNoticeSeconds' | 'backNoticeSeconds'
>;

/** What an attempt changes that has ended at `now`. `isStruggling`: many of the latest attempts have failed. */
export function changesAfter(
  health: ReceiverHealth,
  outcome: Pick<AttemptOutcome, 'class' | 'statusCode'>,
  isStruggling: boolean,
  settings: ChangeSettings,
  now: number,
): readonly HealthChange[] {
  const { failingSince, noticed } = health;
  const at = new Date(now).toISOString();
  if (showsHealthy(outcome)) {
    if (failingSince === undefined) return [];
    const seconds = steadySeconds(health, settings);
    return [{ kind: 'endFailing', at }, ...(noticed === undefined ? [] : [{ kind: 'checkLater', seconds } as const])];
  }
  // Only its event is too large: that says nothing of the receiver.
  if (outcome.class === 'bus_too_large') return [];
  if (isGone(outcome)) return [{ kind: 'disable', reason: 'gone' }];
  const struggle = { kind: 'struggle', at, since: struggleBegan(health, at) } as const;
  const changes: readonly HealthChange[] = isStruggling ? [struggle] : [];
  if (failingSince === undefined) return [...changes, { kind: 'beginFailing', at }];
  const isOverdue = now - Date.parse(failingSince) > settings.disableAfterSeconds * 1000;
  return isOverdue ? [...changes, { kind: 'disable', reason: 'failing' }] : changes;
}

/** Since when the receiver struggles that does so at `at`: since the earlier time if that is the same struggle. */
function struggleBegan({ strugglingAt = '', strugglingSince }: ReceiverHealth, at: string): string {
  const isSame = Date.parse(at) - Date.parse(strugglingAt) <= STRUGGLE_MS;
  return isSame ? (strugglingSince ?? at) : at;
}

/** The health as it is after an outcome, before it is written: without the failure or the recovery that it disproves. */
export function consistentWith<T extends ReceiverHealth>(health: T, outcome: Pick<AttemptOutcome, 'class'>): T {
  const isConsistent = showsHealthy(outcome) === (health.failingSince === undefined);
  return isConsistent ? health : { ...health, failingSince: undefined, recoveredAt: undefined };
}

/** A webhook, as far as notices about it depend on it. */
export interface WebhookHealth extends ReceiverHealth {
  readonly enabled: boolean;
  readonly disabledReason?: DisabledReason | undefined;
  readonly updatedAt: string;
}

/** A notice that is to be sent to the network of a webhook. */
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
  const condition = conditionOf(webhook, now);
  const { failingSince } = condition;
  if (failingSince !== undefined) {
    const name = dueAboutFailing(noticed?.name, (now - Date.parse(failingSince)) / 1000, settings);
    if (name !== undefined) return { name, since: failingSince };
  }
  if (noticed === undefined) return dueAboutStruggle(webhook, settings, now);
  const isBack = isBackFrom(webhook, condition, settings, now);
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
  // Later, it is disabled by the attempt that is reported: nobody can be warned of that.
  const isLastDay = seconds >= disableAfterSeconds - disableNoticeSeconds && seconds < disableAfterSeconds;
  return latest === 'webhook.didGoDown' && isLastDay ? 'webhook.willDisable' : undefined;
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
const isBackFrom = (
  health: ReceiverHealth,
  { kind }: ReceiverCondition,
  settings: NoticeSettings,
  now: number,
): boolean =>
  kind !== 'failing' &&
  kind !== 'down' &&
  health.recoveredAt !== undefined &&
  isPast(health.recoveredAt, steadySeconds(health, settings), now);

/** The seconds without a failure after which a receiver is back: one setting after a struggle, another after an outage. */
const steadySeconds = (
  { noticed }: Pick<ReceiverHealth, 'noticed'>,
  { struggledNoticeSeconds, backNoticeSeconds }: ChangeSettings,
): number => (noticed?.name === 'webhook.didStruggle' ? struggledNoticeSeconds : backNoticeSeconds);

const isPast = (since: string, seconds: number, now: number): boolean => now - Date.parse(since) >= seconds * 1000;

/** What is stored once a notice was sent: the notice, or nothing after the one that the receiver is back. */
export const sentNoticeAfter = ({ name, since }: Notice, now: number): SentNotice | undefined =>
  name === 'webhook.didComeBack' ? undefined : { name, since, at: new Date(now).toISOString() };

/** Outages that are kept with a webhook, some 70 bytes each. */
const MAX_OUTAGES = 10;

/** The outages to store once a notice was sent that ends one; undefined where it ends none. */
export function outagesAfter(health: ReceiverHealth, { name, since }: Notice): readonly Outage[] | undefined {
  const { noticed, recoveredAt, outages = [] } = health;
  if (noticed?.name !== 'webhook.didGoDown' && noticed?.name !== 'webhook.willDisable') return undefined;
  const until = name === 'webhook.didComeBack' ? recoveredAt : name === 'webhook.didDisable' ? since : undefined;
  return until === undefined ? undefined : [...outages, { since: noticed.since, until }].slice(-MAX_OUTAGES);
}
