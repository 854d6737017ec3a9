/**
 * How many requests a receiver gets at once: one controller for every kind of receiver
 * (docs/adr/0015-one-controller.md). Pure: no clock, no table.
 *
 * It sends a little more, or less, for a moment, and keeps what gives more successes a second. `window` is what has
 * proven good, or what is in doubt during a trial with less. A trial uses another one: more, to see whether successes
 * come more often; less, after failures or longer responses, to see whether these depend on how much is sent. What does
 * not depend on it is accepted, and forgotten when it ends.
 *
 * A window below 1 is a rate: one request at a time, and the next one after `response / window` milliseconds, two
 * seconds at most.
 */
import type { DeliverySettings } from '../../../contract/delivery-settings.ts';
import { type Control, newControl } from '../../webhooks/webhooks-table.ts';

/** More would be of no use: a process reads 100 deliveries at once, and writes as many. */
export const MAX_WINDOW = 64;
/** The factor of a trial with more: before a limit is met (64 in two steps), and then, so that it costs little. */
const FIRST_STEP = 8;
const STEP = 1.5;
/** The factor of a trial with less: far enough to see a difference in twenty requests. */
const LESS = 0.5;
/** Outcomes that a decision needs where some have failed, and the failures in a row that show a receiver to be down. */
const SAMPLE = 20;
/** What is enough where none has failed: response times vary less. No burst alone is judged, and no time-out is missed. */
const CLEAN = { ended: 5, milliseconds: 2000 };
/** Standard deviations from the usual share that are no chance: one decision in a thousand would be. */
const DEVIATIONS = 3;
/** The factor by which longer responses are a reason for a trial: more than a few slow ones among many explain. */
const LONGER = 2;
/** The shortest and the longest time between trials, in milliseconds: a step in vain costs some twenty requests. */
const PATIENCE = { first: 500, longest: 30_000 };
/** The part of its outage after which a receiver that is down is probed again: so much longer it waits at most. */
const PROBE_SHARE = 0.15;

/** A response, or the lack of one. Times are milliseconds since 1970. */
export interface Observation {
  readonly hasSucceeded: boolean;
  readonly startedAt: number;
  readonly endedAt: number;
  /** What a failure asked for. */
  readonly retryAfterSeconds?: number | undefined;
  /** When each of the other requests that are in flight to the receiver began. */
  readonly underWay: readonly number[];
  /** Whether more would be, if more were allowed. */
  readonly isFull: boolean;
}

export type Probes = Pick<DeliverySettings, 'probeFirstSeconds' | 'probeMaxSeconds'>;

/** How many requests may be in flight at once. */
export const atOnce = ({ downSince, trial }: Control): number =>
  downSince === undefined ? Math.max(1, Math.ceil(trial.window)) : 1;

/**
 * When the request after one that begins at `now` may begin, where that one might have at `before`. On average they are
 * so far apart that a window's worth of successes follow each other; else failures that come at once would be followed
 * by as many others.
 */
export function nextStart(before: number, now: number, { downSince, trial, response = 0 }: Control): number {
  if (downSince !== undefined) return now;
  const spacing = response / trial.window;
  // A window of requests may begin together, as many successes end together.
  const earliest = trial.window < 2 ? now : now - response + spacing;
  return Math.max(before, earliest) + spacing;
}

/** The control after a request. */
export function afterRequest(before: Control, seen: Observation, probes: Probes): Control {
  const { hasSucceeded, endedAt, retryAfterSeconds } = seen;
  const failures = hasSucceeded ? -seen.underWay.length : before.failures + 1;
  if (before.downSince !== undefined) return afterProbe({ ...before, failures }, before.downSince, seen, probes);
  const response = before.response ?? (hasSucceeded ? endedAt - seen.startedAt : undefined);
  const counted = { ...before, failures, response };
  const control = retryAfterSeconds === undefined ? counted : pausedUntil(counted, endedAt, retryAfterSeconds);

  if (control.failures >= (control.response === undefined ? 1 : SAMPLE)) {
    const { window, trial } = control;
    if (trial.window > window) return using({ ...later(control), failures: 0, share: 1 }, window, endedAt);
    const downSince = new Date(seen.startedAt).toISOString();
    return { ...control, downSince, notBefore: nextProbe(endedAt, endedAt, probes) };
  }
  return afterTrial(control, seen);
}

function afterProbe(
  control: Control,
  downSince: string,
  { hasSucceeded, startedAt, endedAt }: Observation,
  probes: Probes,
): Control {
  const since = Date.parse(downSince);
  if (!hasSucceeded)
    return control.failures > 0 ? { ...control, notBefore: nextProbe(since, endedAt, probes) } : control;
  const { downSince: _, notBefore: __, response, ...lasting } = control;
  // Back at once, it was not away: it got too much. What a clock that was ahead has noted says nothing.
  const lasted = endedAt - since;
  const wasTooMuch = response !== undefined && lasted >= 0 && lasted < 3000 * probes.probeFirstSeconds;
  if (!wasTooMuch) {
    return { ...newControl(endedAt, Math.max(1, control.window * LESS)), response: endedAt - startedAt };
  }
  const window = control.window * LESS * LESS;
  return using({ ...later(lasting), response, share: 1, window }, window, endedAt);
}

function nextProbe(downSince: number, now: number, { probeFirstSeconds, probeMaxSeconds }: Probes): string {
  const wait = Math.min(probeMaxSeconds * 1000, Math.max(probeFirstSeconds * 1000, PROBE_SHARE * (now - downSince)));
  return new Date(now + wait).toISOString();
}

function pausedUntil(control: Control, now: number, seconds: number): Control {
  const until = new Date(now + seconds * 1000).toISOString();
  return { ...control, notBefore: until > (control.notBefore ?? '') ? until : control.notBefore };
}

/** What a trial has shown. */
interface Result {
  readonly window: number;
  /** Requests that ended, and those of them that succeeded. */
  readonly ended: number;
  readonly succeeded: number;
  readonly share: number;
  readonly response: number | undefined;
  /** Those that have not ended, and count as failed. */
  readonly late: number;
  /** Whether that is enough to decide against what was expected. */
  readonly isEnough: boolean;
  /** Whether the receiver has asked for less, in so many words. */
  readonly hasAsked: boolean;
  readonly at: number;
}

function afterTrial({ trial: latest, ...lasting }: Control, seen: Observation): Control {
  const { hasSucceeded, startedAt, endedAt, retryAfterSeconds, isFull, underWay } = seen;
  // A clock that is ahead may have begun the trial in the future.
  const before = { ...lasting, trial: { ...latest, since: Math.min(latest.since, endedAt) } };
  // Without more to send, a trial with more would only say that it handles few.
  const isIdle = !isFull && before.trial.window > before.window;
  if (startedAt < before.trial.since || (isIdle && hasSucceeded)) return before;
  const trial = {
    ...before.trial,
    ended: before.trial.ended + 1,
    succeeded: before.trial.succeeded + (hasSucceeded ? 1 : 0),
    logarithms: before.trial.logarithms + (hasSucceeded ? Math.log(Math.max(1, endedAt - startedAt)) : 0),
  };
  const control = { ...before, trial };
  const hasAsked = retryAfterSeconds !== undefined && trial.ended >= 3;
  const isFirst = control.patience === 0;
  const hasFailed = trial.ended > trial.succeeded;
  // A slow receiver would be found out about a response later.
  if (trial.ended < trial.window * (isFirst ? LESS : 1) && !hasAsked) return control;

  const response = trial.succeeded > 0 ? Math.exp(trial.logarithms / trial.succeeded) : before.response;
  const duration = endedAt - trial.since;
  // At first, time-outs are not seen yet: what takes so long counts as failed.
  const isLate = (at: number): boolean => at >= trial.since && endedAt - at > LONGER * (response ?? endedAt);
  const late = duration < CLEAN.milliseconds ? underWay.filter(isLate).length : 0;
  const failed = trial.ended - trial.succeeded + late;
  // Failures that come quickly are seen before the successes of the same time.
  const isEarly = hasFailed && duration < 2 * (response ?? 0);
  const unseen = isEarly || response === undefined || duration <= response ? 1 : duration / (duration - response);
  const isClean = failed === 0 && (isFirst || (duration >= CLEAN.milliseconds && trial.ended >= CLEAN.ended));
  const succeeded = trial.succeeded * unseen;
  const ended = succeeded + failed;
  return afterResult(control, {
    ...{ window: trial.window, ended, succeeded, share: shareOf({ ended, succeeded }), response, late },
    ...{ isEnough: hasAsked || (!isEarly && (isClean || ended >= SAMPLE)), hasAsked, at: endedAt },
  });
}

function afterResult(control: Control, result: Result): Control {
  if (result.window > control.window) return afterMore(control, result);
  if (result.window < control.window) return afterLess(control, result);
  const { window, patience, share, response = result.response, trial } = control;
  if (result.hasAsked) return limited(control, window * Math.min(result.share, 1 / STEP), result);
  if (patience === 0 && result.succeeded > 0)
    return using({ ...control, share: result.share, response: result.response }, window * FIRST_STEP, result.at);
  if (!result.isEnough) return control;

  // Only failures that have ended are a reason for less. What takes long is waited for.
  const certain = { ended: result.ended - result.late, succeeded: result.succeeded };
  const deviation = deviationOf(certain, share);
  const isLonger = ratioOf(result.response, response) > LONGER;
  // One request at a time waits for no other.
  if (deviation < 0 || (isLonger && window > 1)) {
    const seen = deviation < 0 ? result.share : shareOf(certain);
    const less = deviation < 0 ? Math.min(LESS, seen) : (1 + LESS) / 2;
    return using({ ...control, share: seen, response: result.response }, window * less, result.at);
  }
  if (deviationOf(result, share) < 0) return control;
  const usual = {
    ...control,
    share: deviation > 0 ? shareOf(certain) : share,
    response:
      isLonger || response === undefined || result.response === undefined
        ? result.response
        : Math.sqrt(response * result.response),
  };
  if (result.at < trial.since + patience) return using(usual, window, result.at);
  // Whether its failures depend on how much is sent may have changed.
  const mayBeLess = window * LESS >= leastOf(usual);
  if (usual.share < 0.8 && mayBeLess) return using(later(usual), window * LESS, result.at);
  return using(usual, window * STEP, result.at);
}

/**
 * After a trial with more: its window if that gave more successes, else the one that would have given as many. If only
 * responses took longer, the receiver may have changed meanwhile: then they take as long with less.
 */
function afterMore(control: Control, result: Result): Control {
  const { window: more, share, response, isEnough, hasAsked, at } = result;
  const isFirst = control.patience === 0;
  const byShare = more * Math.min(1, share / control.share);
  const worth = byShare * Math.min(1, ratioOf(control.response, response));
  const enough = (control.window + more) / 2;
  const isBetter = !hasAsked && worth > enough;
  if (!isEnough && !(isFirst && isBetter)) return control;
  const found = { ...control, window: more, share: isFirst ? share : control.share, response };
  if (isBetter) return raised(found, sooner(control.patience), at);
  const less = Math.max(control.window, Math.min(more, worth));
  if (!hasAsked && byShare > enough) return using(found, less, at);
  return limited(control, less, { at }, isFirst ? 1 : control.share);
}

/** After a trial with less: with it, failures are rarer or responses shorter if they depend on how much is sent. */
function afterLess(control: Control, result: Result): Control {
  const { window: less, share, response, ended, isEnough, at } = result;
  if (!isEnough) return control;
  const { window, patience } = control;
  const before = Math.min(0.98, control.share);
  const isAboutFailures = before * SAMPLE <= SAMPLE - 1;
  // Halfway between what would be so if they did not depend on it, and if they did only on that.
  const halfway = Math.min(before * Math.sqrt(window / less), (1 + before) / 2);
  const chance = Math.sqrt((halfway * (1 - halfway)) / ended);
  if (isAboutFailures && ended < 3 * SAMPLE && Math.abs(share - halfway) < chance) return control;
  const isRarer = isAboutFailures && share > halfway;
  const longer = ratioOf(control.response, response);
  const isShorter = longer > (1 + window / less) / 2;
  if (!isRarer && !isShorter) return raised({ ...control, response }, patience === 0 ? 0 : later(control).patience, at);
  const handled = (isRarer ? control.share : 1) / (isShorter ? longer : 1);
  return limited({ ...control, response }, window * handled, { at });
}

/** A window has proven good: the next trial is with more, if there is more. */
function raised(control: Control, patience: number, at: number): Control {
  const { window } = control;
  if (window >= MAX_WINDOW) return using({ ...control, patience: Math.max(patience, PATIENCE.first) }, window, at);
  return using({ ...control, patience }, window * (control.patience === 0 ? FIRST_STEP : STEP), at);
}

/** The control of a receiver that handles `window`, and no more for now. */
const limited = (control: Control, window: number, { at }: Pick<Result, 'at'>, share = 1): Control =>
  using({ ...later(control), window, share }, window, at);

/** After a trial that was worth it. Once the shortest one is reached, what was met before is no limit any more. */
const sooner = (patience: number): number => (patience <= PATIENCE.first ? 0 : patience / 4);

const later = <T extends Pick<Control, 'patience'>>(control: T): T => ({
  ...control,
  patience: Math.min(PATIENCE.longest, Math.max(PATIENCE.first, control.patience * 2)),
});

/** Uses a window from `now` on; the one that is in use continues. */
function using(
  control: Omit<Control, 'trial'> & { readonly trial?: Control['trial'] },
  wanted: number,
  now: number,
): Control {
  const least = leastOf(control);
  const window = Math.min(MAX_WINDOW, Math.max(least, wanted));
  const { trial } = control;
  // The least window moves with the usual response; that begins no new trial.
  const isSame = trial?.window === window || (window === least && control.window <= least);
  const since = trial !== undefined && isSame ? trial.since : now;
  return {
    ...control,
    window: Math.max(least, control.window),
    trial: { window, since, ended: 0, succeeded: 0, logarithms: 0 },
  };
}

/** The window of a request in two seconds. With less, hours could pass until a decision, which takes some requests. */
const leastOf = ({ response = 0 }: Pick<Control, 'response'>): number => response / CLEAN.milliseconds;

const shareOf = ({ ended, succeeded }: Pick<Result, 'ended' | 'succeeded'>) => (succeeded + 0.5) / (ended + 0.5);

/** By what factor the first is longer; 1 where one of them is unknown. */
const ratioOf = (one: number | undefined, other: number | undefined): number =>
  one === undefined || other === undefined ? 1 : one / other;

/** -1 or 1 where fewer or more have succeeded than chance explains, with that share. */
function deviationOf({ ended, succeeded }: Pick<Result, 'ended' | 'succeeded'>, share: number): number {
  const difference = succeeded - ended * share;
  const chance = Math.sqrt(Math.max(ended * share * (1 - share), 0.25));
  return Math.abs(difference) > DEVIATIONS * chance ? Math.sign(difference) : 0;
}
