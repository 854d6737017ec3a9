/**
 * Flow control of one receiver: how many requests may be under way to it at once
 * (docs/adr/0015-one-window-per-receiver.md). Pure: no clock, no table.
 *
 *   new ──▶ paced ──nothing waits, quick──▶ open ──trouble──▶ paced
 *             │ ▲
 *             │ └── a probe succeeds ── down ◀── nothing succeeds
 *             └───────────────────────────▲
 *
 * `open`: every process sends at once. `paced`: one process at a time sends, at most `window` requests at once. `down`: one
 * probe at a time, at growing distances.
 */
import type { DeliverySettings, Lane } from '../../../contract/delivery-settings.ts';
import type { Flow } from '../../webhooks/webhooks-table.ts';
import { type AttemptOutcome, meansDown, meansRefused, QUICK_MILLISECONDS, SLOW_MILLISECONDS } from './attempt.ts';

export const MAX_WINDOW = 64;
/** The window of a receiver that has just been restrained, and of one that has come back. */
const RESTRAINED_WINDOW = 4;
const RETURNING_WINDOW = 2;
/** The fewest failures in a row that show a proven receiver to be down; a whole window, if that is more. */
const FAILURES_WHEN_DOWN = 5;
/** The share of a difference by which the usual time of a response follows longer ones. */
const GETTING_USED = 0.05;
/** Quick successes after which a receiver without a backlog is open. */
const QUICK_TO_OPEN = 5;

/** The share of its goodput that a receiver gets after a 429, and the least requests a second. */
const AFTER_REFUSAL = 0.85;
const MIN_PER_SECOND = 0.2;
/** The rate after the first refusal. */
const FIRST_PER_SECOND = 2;
/** By how much its rate grows in a second, and the seconds without a refusal after which that begins to grow as well. */
const GROWTH_PER_SECOND = 0.01;
const STEADY_SECONDS = 10;
/** Without a refusal for so long, the rate is forgotten. */
const REFUSAL_REMEMBERED_MILLISECONDS = 10 * 60_000;
/** The part of a second for which requests are sent at once under a rate. */
const BURST_SECONDS = 0.25;
/** The longest pause that a receiver can ask for with 429 and `Retry-After`. */
const MAX_PAUSE_SECONDS = 60;
/** Longer than a process caches a webhook: by then every process knows that the lease has ended. */
const LAST_LOOK_MILLISECONDS = 5000;
/** How long a process sends alone; more than the time-out of a signer (lib/capabilities/delivery.ts). */
export const LEASE_MILLISECONDS = 15_000;
/** After a fault of ours, such as a table that can't be read. */
const FAULT_MILLISECONDS = 5000;

/** The flow of a receiver of which nothing is known. */
export const newFlow: Flow = {
  version: '',
  phase: 'paced',
  window: 1,
  proven: false,
  failures: 0,
  quick: 0,
  failedProbes: 0,
};

/** Whether every process may send to the receiver at once. */
export const isOpen = (flow: Flow | undefined): boolean => flow?.phase === 'open';

/** Whether nobody has tried the receiver yet. */
export const isUnknown = (flow: Flow | undefined): boolean =>
  flow === undefined || (!flow.proven && flow.failures === 0 && flow.phase === 'paced');

/** The lane of a first attempt. The fast one is for receivers that are open, and for the first request to an unknown one. */
export const laneOf = (flow: Flow | undefined): Lane => (isUnknown(flow) || isOpen(flow) ? 'fast' : 'slow');

/**
 * Whether a process sends the receiver's backlog at `now` (milliseconds). A lease of more than twice the usual time was written by
 * a process whose clock was wrong, and counts for nothing.
 */
export function isLeased(flow: Flow | undefined, now: number): boolean {
  const until = Date.parse(flow?.leasedUntil ?? '');
  return until > now && until <= now + 2 * LEASE_MILLISECONDS;
}

/** Whether a process may begin to send at `now` (milliseconds): no other one does, and no probe or pause is waited for. */
export const maySend = (flow: Flow | undefined, now: number): boolean =>
  flow === undefined || !(isLeased(flow, now) || (mustWait(flow) && isAhead(flow.nextAt, now)));

const mustWait = ({ phase, perSecond }: Flow): boolean => phase === 'down' || perSecond !== undefined;
const isAhead = (time: string | undefined, now: number): boolean => Date.parse(time ?? '') > now;

/** How many requests are sent at once. */
export function roundSize({ phase, window, perSecond }: Flow): number {
  if (phase === 'down') return 1;
  const paced = perSecond === undefined ? MAX_WINDOW : perSecond * BURST_SECONDS;
  return Math.max(1, Math.floor(Math.min(window, paced)));
}

/** What a round of concurrent requests led to; at least one outcome. */
export interface Round {
  readonly outcomes: readonly AttemptOutcome[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Successes a second of late, over at least a second. */
  readonly goodput: number;
}

/** The flow after a round. */
export function afterRound(
  before: Flow,
  round: Round,
  settings: Pick<DeliverySettings, 'probeFirstSeconds' | 'probeMaxSeconds'>,
): Flow {
  const { outcomes, endedAt } = round;
  const refused = outcomes.filter(meansRefused).length;
  const failed = outcomes.filter(meansDown).length - refused;
  const succeeded = outcomes.length - refused - failed;
  const failures = failed === outcomes.length ? before.failures + failed : 0;
  const whenDown = before.proven ? Math.max(FAILURES_WHEN_DOWN, Math.floor(before.window)) : 1;
  if (failures > 0 && (before.phase === 'down' || failures >= whenDown)) return down(before, round, failures, settings);

  const isBack = before.phase === 'down';
  const { perSecond: _, emptySince: __, ...lasting } = before;
  const flow: Flow = {
    ...lasting,
    phase: before.phase === 'open' && failed + refused === 0 ? 'open' : 'paced',
    proven: true,
    failures,
    failedProbes: 0,
    ...nextWindow(before, round, succeeded),
    ...(isBack && { window: RETURNING_WINDOW }),
    quick: outcomes.some(isSlow) ? 0 : before.quick + outcomes.filter(isQuick).length,
    ...(isBack && { upSince: iso(endedAt) }),
    ...(refused > 0 && { refusedAt: iso(endedAt), hasFoundRate: before.perSecond !== undefined }),
  };
  const perSecond = nextRate(before, round, refused);
  const pause = pauseAfter(round, perSecond);
  return { ...flow, ...(perSecond !== undefined && { perSecond }), nextAt: iso(endedAt + pause) };
}

function down(
  before: Flow,
  { startedAt, endedAt }: Round,
  failures: number,
  { probeFirstSeconds, probeMaxSeconds }: Pick<DeliverySettings, 'probeFirstSeconds' | 'probeMaxSeconds'>,
): Flow {
  const failedProbes = before.phase === 'down' ? before.failedProbes + 1 : 0;
  const wait = Math.min(probeFirstSeconds * 2 ** failedProbes, probeMaxSeconds);
  const { upSince: _, perSecond: __, emptySince: ___, ...lasting } = before;
  return {
    ...lasting,
    phase: 'down',
    window: 1,
    failures,
    quick: 0,
    failedProbes,
    downSince: before.phase === 'down' ? (before.downSince ?? iso(startedAt)) : iso(startedAt),
    nextAt: iso(endedAt + wait * 1000),
  };
}

/**
 * The window grows with each success while responses take as long as usual, and halves where a round has no success, takes
 * much longer, or half of it times out. Slow responses alone are no reason: a slow receiver may bear many requests.
 */
function nextWindow({ window, usual }: Flow, { outcomes }: Round, succeeded: number): Pick<Flow, 'window' | 'usual'> {
  const timeouts = outcomes.filter((outcome) => outcome.class === 'timeout').length;
  const typical = median(outcomes.flatMap((one) => (one.class === 'timeout' ? [] : one.milliseconds)));
  const { calm, crowded } = boundsOf(usual ?? typical);
  const isCrowded = succeeded === 0 || 2 * timeouts >= outcomes.length || typical > crowded;
  if (isCrowded) return { window: Math.max(1, window / 2), usual };
  return {
    window: typical <= calm ? Math.min(MAX_WINDOW, window + succeeded) : window,
    usual: Math.min(typical, (usual ?? typical) + GETTING_USED * (typical - (usual ?? typical))),
  };
}

/** Up to how many milliseconds responses are as usual, and from how many on too many requests are under way. */
const boundsOf = (usual: number) => ({
  calm: Math.max(QUICK_MILLISECONDS, 1.5 * usual),
  crowded: Math.max(QUICK_MILLISECONDS, 2 * usual),
});

/**
 * The rate of a receiver that limits it. After its first refusal nothing is known of it: the rate starts low, and doubles each
 * second until the next refusal. Then it is somewhat below the goodput, and grows slowly; the longer without refusal, the faster.
 */
function nextRate(before: Flow, { outcomes, endedAt, goodput }: Round, refused: number): number | undefined {
  const { perSecond, refusedAt, hasFoundRate = false } = before;
  if (refused > 0 && perSecond === undefined) return FIRST_PER_SECOND;
  if (refused > 0) return Math.max(MIN_PER_SECOND, AFTER_REFUSAL * Math.min(goodput, perSecond ?? goodput));
  if (perSecond === undefined || refusedAt === undefined) return undefined;
  const steady = endedAt - Date.parse(refusedAt);
  if (steady > REFUSAL_REMEMBERED_MILLISECONDS) return undefined;
  const seconds = outcomes.length / perSecond;
  const growth = GROWTH_PER_SECOND * Math.max(1, steady / 1000 / STEADY_SECONDS);
  return perSecond * (hasFoundRate ? 1 + growth * seconds : 2 ** seconds);
}

/** Milliseconds until the next round: what its rate asks for, or the receiver itself. */
function pauseAfter({ outcomes, startedAt, endedAt }: Round, perSecond: number | undefined): number {
  if (perSecond === undefined) return 0;
  const asked = outcomes.filter(meansRefused).map(({ retryAfterSeconds = 0 }) => retryAfterSeconds);
  const pause = Math.min(Math.max(0, ...asked), MAX_PAUSE_SECONDS) * 1000;
  return Math.max(pause, (outcomes.length / perSecond) * 1000 - (endedAt - startedAt), 0);
}

/**
 * The flow once nothing waits. A quick receiver is open; any other one is paced still, and its next delivery is sent at once.
 * A process that has cached the lease may hold a delivery for a moment yet, so the backlog is looked at once more.
 */
export function afterLastDelivery(before: Flow, now: number): Flow {
  const { upSince: _, nextAt: __, emptySince = iso(now), ...lasting } = before;
  const lastLook = Date.parse(emptySince) + LAST_LOOK_MILLISECONDS;
  const after = { ...lasting, emptySince, ...(now < lastLook && { nextAt: iso(lastLook) }) };
  if (before.phase !== 'paced') return after;
  const isQuickEnough = before.quick >= QUICK_TO_OPEN && before.perSecond === undefined;
  return isQuickEnough ? { ...after, phase: 'open', openSince: iso(now) } : after;
}

/** The flow when a round could not be made through a fault of ours. */
export const afterFault = (before: Flow, now: number): Flow => ({ ...before, nextAt: iso(now + FAULT_MILLISECONDS) });

/** The flow of an open receiver that is in trouble: from now on one process sends at a time. */
export const restrained = ({ nextAt: _, ...before }: Flow): Flow => ({
  ...before,
  phase: 'paced',
  window: RESTRAINED_WINDOW,
  failures: 0,
  quick: 0,
});

const isQuick = ({ class: ended, milliseconds }: AttemptOutcome): boolean =>
  ended === 'delivered' && milliseconds <= QUICK_MILLISECONDS;
const isSlow = ({ milliseconds }: AttemptOutcome): boolean => milliseconds >= SLOW_MILLISECONDS;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
