/**
 * How many requests a receiver gets at once: one controller for every kind of receiver
 * (docs/adr/0015-one-controller.md). Pure: no clock, no table. trial.ts has the statistics, this file the policy.
 *
 * The `window` is how many requests in flight have proven good. A trial sends more or fewer for a moment, and the
 * number that gives more successes a second becomes the window. Below 1 the window is a rate: one request at a time, and
 * the next one after `response / window` milliseconds, two seconds at most, where `response` is the typical response
 * time. A receiver is always in one of these states:
 *
 * | state         | requests in flight     | begins when                                      | ends with                                        |
 * | ------------- | ---------------------- | ------------------------------------------------ | ------------------------------------------------ |
 * | trial, steady | `window`               | a trial has ended, or nothing is known yet       | more: `patience` milliseconds have passed;       |
 * |               |                        |                                                  | less: more failures or longer responses than     |
 * |               |                        |                                                  | usual, or fewer than 80 % usually succeed        |
 * | trial, more   | 8 times `window`, from | `window` was steady, or a trial has just raised  | more: they gave more successes; a new `window`;  |
 * |               | the first limit on 1.5 | it, or has shown that failures have other causes | steady: they did not, or `Retry-After` came      |
 * | trial, less   | half of `window`, or   | failures or longer responses may be caused by    | steady: they are, and `window` becomes smaller;  |
 * |               | three quarters         | how much is sent                                 | more: they are not, and `window` stays           |
 * | down          | one probe              | 20 failures in a row, or the first if none       | steady: a probe succeeded; `window` is smaller   |
 * |               |                        | has succeeded yet                                |                                                  |
 *
 * An example: a receiver takes 100 ms, and refuses what is more than ten requests at once. The rows are what
 * test/pacing/control-example.test.ts finds.
 *
 * | after | trial        | window | why                                                           |
 * | ----- | ------------ | ------ | ------------------------------------------------------------- |
 * | 0.1 s | 8, more      | 1      | the first request has succeeded                               |
 * | 0.2 s | 64, more     | 8      | the first 4 of the 8 have succeeded, and no limit is met yet  |
 * | 0.4 s | 26, steady   | 26     | 40 % of the 64 succeeded: 26 would have given as many         |
 * | 0.6 s | 13, less     | 26     | too many fail for a window that has proven good               |
 * | 0.8 s | 18, steady   | 18     | more of the 13 succeed, so that how much is sent matters      |
 * | 1.0 s | 9, less      | 18     | too many of the 18 fail as well                               |
 * | 1.3 s | 12, steady   | 12     | all of the 9 succeed: 65 % of the 18 are kept                 |
 * | 1.5 s | 6, less      | 12     | some of the 12 fail                                           |
 * | 1.9 s | 11, steady   | 11     | none of the 6 fails: 92 % of the 12 are kept                  |
 * | 2.4 s | 5, less      | 11     | one in eleven fails                                           |
 * | 2.8 s | 10, steady   | 10     | none of the 5 fails, and none of the 10 will                  |
 *
 * From each trial that leads to nothing, twice as long passes until the next one: that is the patience. Where a
 * `Retry-After` of a 429 or 503 comes, nothing is sent until then, and the window becomes smaller without a trial.
 */
import type { DeliverySettings } from '../../contract/delivery-settings.ts';
import { type Control, newControl, type Trial, trialKind } from './state.ts';
import {
  CLEAN_SAMPLE,
  deviationOf,
  LONGER_FACTOR,
  type Observation,
  observe,
  ratioOf,
  SAMPLE,
  successRateOf,
  type TrialResult,
} from './trial.ts';

/** More would be of no use: a process reads 100 deliveries at once, and writes as many. */
export const MAX_WINDOW = 64;
/** The factors of a trial with more: until a limit is met (64 in two steps), and afterwards, so that it costs little. */
const FIRST_INCREASE = 8;
const INCREASE = 1.5;
/** The factor of a trial with less: far enough to see a difference in twenty requests. */
const DECREASE = 0.5;
/** The shortest and the longest time between trials: one that leads to nothing costs some twenty requests. */
const PATIENCE_MS = { min: 500, max: 30_000 };
/** The next probe follows after this part of the outage so far: a receiver that is up again waits at most so much longer. */
const PROBE_WAIT_PART = 0.15;
/** The success rate below which a smaller window is tried now and then, although nothing has changed. */
const LOW_SUCCESS_RATE = 0.8;

/** A success rate from which a trial is not expected to find a better one: `halfway` needs room above it. */
const MAX_SUCCESS_RATE = 0.98;

export type Probes = Pick<DeliverySettings, 'probeFirstSeconds' | 'probeMaxSeconds'>;

/** How many requests may be in flight at once. */
export const atOnce = ({ downSince, trial }: Control): number =>
  downSince === undefined ? Math.max(1, Math.ceil(trial.window)) : 1;

/**
 * When the next request may begin, after one that begins at `now` and was allowed to begin at `allowedAt`. With a window
 * of 10 and a typical 100 ms, one begins each 10 ms on average, and up to ten begin together after a time without any.
 * Without this, a receiver that refuses at once would get its next request at once, hundreds in a second.
 */
export function nextStart(
  allowedAt: number,
  now: number,
  { downSince, trial, response: typicalMs = 0 }: Control,
): number {
  if (downSince !== undefined) return now;
  const spacing = typicalMs / trial.window;
  // Ten successes that end together may be followed by ten requests that begin together.
  const earliest = trial.window < 2 ? now : now - typicalMs + spacing;
  return Math.max(allowedAt, earliest) + spacing;
}

/** The control after a request that has ended. */
export function afterRequest(before: Control, seen: Observation, probes: Probes): Control {
  const { hasSucceeded, startedAt, endedAt, retryAfterSeconds } = seen;
  // Minus those in flight: they began before the success, and say less.
  const failures = hasSucceeded ? -seen.inFlight.length : before.failures + 1;
  if (before.downSince !== undefined) return afterProbe({ ...before, failures }, before.downSince, seen, probes);
  const typicalMs = before.response ?? (hasSucceeded ? endedAt - startedAt : undefined);
  const counted = { ...before, failures, response: typicalMs };
  const control = retryAfterSeconds === undefined ? counted : withRetryAfter(counted, endedAt, retryAfterSeconds);

  if (control.failures >= (control.response === undefined ? 1 : SAMPLE)) return afterFailures(control, seen, probes);
  const { control: observed, result } = observe(control, seen);
  return result === undefined ? observed : afterResult(observed, result);
}

/** After 20 failures in a row: a trial with more was too much, or else the receiver is down. */
function afterFailures(control: Control, { startedAt, endedAt }: Observation, probes: Probes): Control {
  if (control.trial.kind === 'more')
    return withWindow({ ...withMorePatience(control), failures: 0, share: 1 }, control.window, endedAt);
  const downSince = new Date(startedAt).toISOString();
  return { ...control, downSince, notBefore: nextProbe(endedAt, endedAt, probes) };
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
  const { downSince: _, notBefore: __, response: typicalMs, ...lasting } = control;
  // It recovered within three first probes, so it was overloaded, not down. A negative outage comes of a clock that was
  // ahead, and says nothing.
  const outage = endedAt - since;
  const wasOverloaded = typicalMs !== undefined && outage >= 0 && outage < 3000 * probes.probeFirstSeconds;
  if (!wasOverloaded)
    return { ...newControl(endedAt, Math.max(1, control.window * DECREASE)), response: endedAt - startedAt };
  const window = control.window * DECREASE * DECREASE;
  return withWindow({ ...withMorePatience(lasting), response: typicalMs, share: 1, window }, window, endedAt);
}

function nextProbe(downSince: number, now: number, { probeFirstSeconds, probeMaxSeconds }: Probes): string {
  const wait = Math.min(
    probeMaxSeconds * 1000,
    Math.max(probeFirstSeconds * 1000, PROBE_WAIT_PART * (now - downSince)),
  );
  return new Date(now + wait).toISOString();
}

function withRetryAfter(control: Control, now: number, seconds: number): Control {
  const until = new Date(now + seconds * 1000).toISOString();
  return { ...control, notBefore: until > (control.notBefore ?? '') ? until : control.notBefore };
}

function afterResult(control: Control, result: TrialResult): Control {
  switch (result.kind) {
    case 'steady':
      return afterSteady(control, result);
    case 'more':
      return afterMore(control, result);
    case 'less':
      return afterLess(control, result);
  }
}

/** After some time with the window that has proven good: the window stays, or a trial with another one begins. */
function afterSteady(control: Control, result: TrialResult): Control {
  const { window, patience, share: successRate, response: typicalMs = result.typicalMs, trial } = control;
  if (result.isRateLimited) return withLimit(control, window * Math.min(result.successRate, 1 / INCREASE), result.at);
  if (patience === 0 && result.succeeded > 0)
    return withWindow(
      { ...control, share: result.successRate, response: result.typicalMs },
      window * FIRST_INCREASE,
      result.at,
    );
  if (!result.isEnough) return control;

  // Only requests that have ended are a reason for a trial with less. The late ones are waited for.
  const certain = { ended: result.ended - result.late, succeeded: result.succeeded };
  const deviation = deviationOf(certain, successRate);
  const isLonger = ratioOf(result.typicalMs, typicalMs) > LONGER_FACTOR;
  // With one request at a time, longer responses have another cause than other requests.
  if (deviation < 0 || (isLonger && window > 1)) {
    const seen = deviation < 0 ? result.successRate : successRateOf(certain);
    const factor = deviation < 0 ? Math.min(DECREASE, seen) : (1 + DECREASE) / 2;
    return withWindow({ ...control, share: seen, response: result.typicalMs }, window * factor, result.at);
  }
  if (deviationOf(result, successRate) < 0) return control;
  const usual = {
    ...control,
    share: deviation > 0 ? successRateOf(certain) : successRate,
    response:
      isLonger || typicalMs === undefined || result.typicalMs === undefined
        ? result.typicalMs
        : Math.sqrt(typicalMs * result.typicalMs),
  };
  if (result.at < trial.since + patience) return withWindow(usual, window, result.at);
  // Most requests fail as usual: now and then it is tried again whether fewer fail with less.
  const canBeLess = window * DECREASE >= minWindow(usual);
  if (usual.share < LOW_SUCCESS_RATE && canBeLess)
    return withWindow(withMorePatience(usual), window * DECREASE, result.at);
  return withWindow(usual, window * INCREASE, result.at);
}

/**
 * After a trial with more. If it gave more successes a second, its window is kept. If not, the window is the number that
 * would have given as many: 15 requests of which two thirds succeed are worth 10. If as many succeeded and only took
 * longer, the receiver itself may have become slower meanwhile, which a trial with less shows.
 */
function afterMore(control: Control, result: TrialResult): Control {
  const { window: larger, successRate, typicalMs, isEnough, isRateLimited, at } = result;
  const isFirst = control.patience === 0;
  const bySuccesses = larger * Math.min(1, successRate / control.share);
  const worth = bySuccesses * Math.min(1, ratioOf(control.response, typicalMs));
  const enough = (control.window + larger) / 2;
  const isBetter = !isRateLimited && worth > enough;
  if (!isEnough && !(isFirst && isBetter)) return control;
  const found = { ...control, window: larger, share: isFirst ? successRate : control.share, response: typicalMs };
  if (isBetter) return keepAndTryMore(found, lessPatience(control.patience), at);
  const limit = Math.max(control.window, Math.min(larger, worth));
  if (!isRateLimited && bySuccesses > enough) return withWindow(found, limit, at);
  return withLimit(control, limit, at, isFirst ? 1 : control.share);
}

/**
 * After a trial with less. If fewer requests failed, or responses were shorter, how much is sent was the cause, and the
 * window becomes smaller. Otherwise the receiver itself has changed, and the window stays.
 */
function afterLess(control: Control, result: TrialResult): Control {
  const { window: smaller, successRate, typicalMs, ended, isEnough, at } = result;
  if (!isEnough) return control;
  const { window, patience } = control;
  const before = Math.min(MAX_SUCCESS_RATE, control.share);
  const isAboutFailures = before * SAMPLE <= SAMPLE - 1;
  // Between the success rates that are expected if the cause is the receiver (as before) and if it is the window: with
  // half of the window, and 0.5 before, that is between 0.5 and 1.
  const halfway = Math.min(before * Math.sqrt(window / smaller), (1 + before) / 2);
  const chance = Math.sqrt((halfway * (1 - halfway)) / ended);
  if (isAboutFailures && ended < 3 * SAMPLE && Math.abs(successRate - halfway) < chance) return control;
  const isRarer = isAboutFailures && successRate > halfway;
  const longer = ratioOf(control.response, typicalMs);
  const isShorter = longer > (1 + window / smaller) / 2;
  if (!isRarer && !isShorter)
    return keepAndTryMore(
      { ...control, response: typicalMs },
      patience === 0 ? 0 : withMorePatience(control).patience,
      at,
    );
  const handled = (isRarer ? control.share : 1) / (isShorter ? longer : 1);
  return withLimit({ ...control, response: typicalMs }, window * handled, at);
}

/** Keeps the window, which has proven good, and tries more, if there is more. */
function keepAndTryMore(control: Control, patience: number, at: number): Control {
  const { window } = control;
  if (window >= MAX_WINDOW)
    return withWindow({ ...control, patience: Math.max(patience, PATIENCE_MS.min) }, window, at);
  return withWindow({ ...control, patience }, window * (control.patience === 0 ? FIRST_INCREASE : INCREASE), at);
}

/** Makes `window` the limit for now: no trial follows until the patience is over, which is twice as long. */
const withLimit = (control: Control, window: number, at: number, successRate = 1): Control =>
  withWindow({ ...withMorePatience(control), window, share: successRate }, window, at);

/** The patience after a trial that found a larger window. After the shortest one it is 0: an earlier limit is forgotten. */
const lessPatience = (patience: number): number => (patience <= PATIENCE_MS.min ? 0 : patience / 4);

const withMorePatience = <T extends Pick<Control, 'patience'>>(control: T): T => ({
  ...control,
  patience: Math.min(PATIENCE_MS.max, Math.max(PATIENCE_MS.min, control.patience * 2)),
});

/** Uses the window `wanted` from `now` on, within its bounds: a new trial begins, unless it is in use already. */
function withWindow(
  control: Omit<Control, 'trial'> & { readonly trial?: Trial },
  wanted: number,
  now: number,
): Control {
  const min = minWindow(control);
  const tried = Math.min(MAX_WINDOW, Math.max(min, wanted));
  const { trial } = control;
  // The smallest window depends on `response`; its moving begins no new trial.
  const isSame = trial?.window === tried || (tried === min && control.window <= min);
  const since = trial !== undefined && isSame ? trial.since : now;
  const window = Math.max(min, control.window);
  return {
    ...control,
    window,
    trial: { kind: trialKind(tried, window), window: tried, since, ended: 0, succeeded: 0, logarithms: 0 },
  };
}

/** The window with which one request begins in two seconds. With less, hours could pass until a decision. */
const minWindow = ({ response = 0 }: Pick<Control, 'response'>): number => response / CLEAN_SAMPLE.durationMs;
