/**
 * What a trial with one window has shown of a receiver: the statistics by which control.ts decides. Pure. Times are
 * milliseconds since 1970.
 */
import type { Control, Trial, TrialKind } from './state.ts';

/** Outcomes that a decision needs where some have failed. */
export const SAMPLE = 20;
/** What is enough where none has failed: response times vary less. No burst alone is judged, and no time-out is missed. */
export const CLEAN_SAMPLE = { ended: 5, durationMs: 2000 };
/** The factor by which longer responses are a reason for a trial: more than a few slow ones among many explain. */
export const LONGER_FACTOR = 2;
/** Standard deviations from the usual success rate that are no chance: one decision in a thousand would be. */
const DEVIATIONS = 3;
/** The part of a window of requests that must have ended before a trial is judged: until a limit is met, and then. */
const ENDED_PART = { first: 0.5, later: 1 };
/** Outcomes after which a receiver's request for fewer is believed. */
const RATE_LIMITED_SAMPLE = 3;

/** A request that has ended: with a response, or without one. */
export interface Observation {
  readonly hasSucceeded: boolean;
  readonly startedAt: number;
  readonly endedAt: number;
  /** What a failure asked for. */
  readonly retryAfterSeconds?: number | undefined;
  /** When each of the other requests that are in flight to the receiver began. */
  readonly inFlight: readonly number[];
  /** Whether more would be in flight, if more were allowed. */
  readonly isFull: boolean;
}

/** What a trial has shown so far. */
export interface TrialResult {
  readonly kind: TrialKind;
  readonly window: number;
  /** Requests that ended, and those of them that succeeded. */
  readonly ended: number;
  readonly succeeded: number;
  /** The part of them that succeeded, from 0 to 1. */
  readonly successRate: number;
  /** The milliseconds that a success took, as the geometric mean: a few slow ones change it little. */
  readonly typicalMs: number | undefined;
  /** Those that have not ended, and count as failed. */
  readonly late: number;
  /** Whether that is enough to decide against what was expected. */
  readonly isEnough: boolean;
  /** Whether the receiver has asked for fewer requests. */
  readonly isRateLimited: boolean;
  readonly at: number;
}

/** A request counted into the trial of a receiver, and what the trial has shown, once enough requests have ended. */
export interface Observed {
  readonly control: Control;
  readonly result?: TrialResult;
}

/** Counts a request that has ended. Those that began before the trial, or say nothing in it, are not counted. */
export function observe({ trial: latest, ...lasting }: Control, seen: Observation): Observed {
  const { hasSucceeded, startedAt, endedAt, isFull } = seen;
  // A clock that is ahead may have begun the trial in the future.
  const before: Control = { ...lasting, trial: { ...latest, since: Math.min(latest.since, endedAt) } };
  // Without more to send, a trial with more would only say that it handles few.
  const isIdle = !isFull && latest.kind === 'more';
  if (startedAt < before.trial.since || (isIdle && hasSucceeded)) return { control: before };
  const control = { ...before, trial: counted(before.trial, seen) };
  const result = trialResultOf(control, seen);
  return result === undefined ? { control } : { control, result };
}

const counted = (trial: Trial, { hasSucceeded, startedAt, endedAt }: Observation): Trial => ({
  ...trial,
  ended: trial.ended + 1,
  succeeded: trial.succeeded + (hasSucceeded ? 1 : 0),
  logarithms: trial.logarithms + (hasSucceeded ? Math.log(Math.max(1, endedAt - startedAt)) : 0),
});

function trialResultOf(
  control: Control,
  { endedAt, retryAfterSeconds, inFlight }: Observation,
): TrialResult | undefined {
  const { trial } = control;
  const isRateLimited = retryAfterSeconds !== undefined && trial.ended >= RATE_LIMITED_SAMPLE;
  const isFirst = control.patience === 0;
  // A slow receiver would be found out about one response time later.
  const needed = trial.window * (isFirst ? ENDED_PART.first : ENDED_PART.later);
  if (trial.ended < needed && !isRateLimited) return undefined;

  const typicalMs = trial.succeeded > 0 ? Math.exp(trial.logarithms / trial.succeeded) : control.response;
  const duration = endedAt - trial.since;
  // At first, time-outs are not seen yet: what takes so long counts as failed.
  const isLate = (at: number): boolean => at >= trial.since && endedAt - at > LONGER_FACTOR * (typicalMs ?? endedAt);
  const late = duration < CLEAN_SAMPLE.durationMs ? inFlight.filter(isLate).length : 0;
  const failed = trial.ended - trial.succeeded + late;
  // Failures that come quickly are seen before the successes of the same time.
  const hasFailed = trial.ended > trial.succeeded;
  const isEarly = hasFailed && duration < 2 * (typicalMs ?? 0);
  const unseen = isEarly || typicalMs === undefined || duration <= typicalMs ? 1 : duration / (duration - typicalMs);
  const isClean =
    failed === 0 && (isFirst || (duration >= CLEAN_SAMPLE.durationMs && trial.ended >= CLEAN_SAMPLE.ended));
  const succeeded = trial.succeeded * unseen;
  const ended = succeeded + failed;
  return {
    kind: trial.kind,
    window: trial.window,
    ended,
    succeeded,
    successRate: successRateOf({ ended, succeeded }),
    typicalMs,
    late,
    isRateLimited,
    at: endedAt,
    isEnough: isRateLimited || (!isEarly && (isClean || ended >= SAMPLE)),
  };
}

type Counts = Pick<TrialResult, 'ended' | 'succeeded'>;

/** The success rate, from 0 to 1, and never quite 0. */
export const successRateOf = ({ ended, succeeded }: Counts): number => (succeeded + 0.5) / (ended + 0.5);

/** By what factor the first is longer; 1 where one of them is unknown. */
export const ratioOf = (one: number | undefined, other: number | undefined): number =>
  one === undefined || other === undefined ? 1 : one / other;

/** -1 or 1 where fewer or more have succeeded than chance explains, with that share. */
export function deviationOf({ ended, succeeded }: Counts, successRate: number): number {
  const difference = succeeded - ended * successRate;
  const chance = Math.sqrt(Math.max(ended * successRate * (1 - successRate), 0.25));
  return Math.abs(difference) > DEVIATIONS * chance ? Math.sign(difference) : 0;
}
