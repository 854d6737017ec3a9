/**
 * How many requests a receiver gets at once: one controller for every kind of receiver
 * (docs/adr/0015-one-controller.md). Pure: no clock, no table. trial.ts has the statistics, this file the policy.
 *
 * It sends a little more, or less, for a moment, and keeps what gives more successes a second. The `window` is what has
 * proven good. A window below 1 is a rate: one request at a time, and the next one after `response / window`
 * milliseconds, two seconds at most. A receiver is always in one of these states:
 *
 * | state         | requests in flight   | begins when                                          | ends with                                      |
 * | ------------- | -------------------- | ---------------------------------------------------- | ---------------------------------------------- |
 * | trial, steady | `window`             | a decision was made, or nothing is known yet         | more: the patience is over;                    |
 * |               |                      |                                                      | less: failures or longer responses than usual, |
 * |               |                      |                                                      | or most requests fail as usual                 |
 * | trial, more   | more than `window`   | nothing was wrong with `window`                      | more: successes came more often, new `window`; |
 * |               | (8 times, later 1.5) |                                                      | steady: they did not, or it asked for fewer    |
 * | trial, less   | less than `window`   | failures or longer responses may depend on how much  | steady: they do, and `window` becomes smaller; |
 * |               | (half, at first)     | is sent                                              | more: they don't, and `window` stays           |
 * | down          | one probe            | 20 failures in a row, or the first if none succeeded | steady: a probe succeeded, `window` is smaller |
 *
 * What does not depend on how much is sent is accepted, and forgotten when it ends. Where a receiver asks for fewer
 * requests (`Retry-After` of a 429 or 503), the window becomes smaller without a trial.
 */
import type { DeliverySettings } from '../../contract/delivery-settings.ts';
import { type Control, newControl, type Trial, trialKind } from './state.ts';
import {
  CLEAN_SAMPLE,
  deviationOf,
  LONGER,
  type Observation,
  observe,
  ratioOf,
  SAMPLE,
  shareOf,
  type TrialResult,
} from './trial.ts';

/** More would be of no use: a process reads 100 deliveries at once, and writes as many. */
export const MAX_WINDOW = 64;
/** The factor of a trial with more: before a limit is met (64 in two steps), and then, so that it costs little. */
const FIRST_STEP = 8;
const STEP = 1.5;
/** The factor of a trial with less: far enough to see a difference in twenty requests. */
const LESS = 0.5;
/** The shortest and the longest time between trials: one that leads to nothing costs some twenty requests. */
const PATIENCE_MS = { min: 500, max: 30_000 };
/** The part of its outage after which a receiver that is down is probed again: so much longer it waits at most. */
const PROBE_SHARE = 0.15;
/** The share of successes below which a smaller window is tried now and then, although nothing has changed. */
const LOW_SHARE = 0.8;

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
  const { hasSucceeded, startedAt, endedAt, retryAfterSeconds } = seen;
  const failures = hasSucceeded ? -seen.underWay.length : before.failures + 1;
  if (before.downSince !== undefined) return afterProbe({ ...before, failures }, before.downSince, seen, probes);
  const response = before.response ?? (hasSucceeded ? endedAt - startedAt : undefined);
  const counted = { ...before, failures, response };
  const control = retryAfterSeconds === undefined ? counted : pausedUntil(counted, endedAt, retryAfterSeconds);

  if (control.failures >= (control.response === undefined ? 1 : SAMPLE)) return afterFailures(control, seen, probes);
  const { control: observed, result } = observe(control, seen);
  return result === undefined ? observed : afterResult(observed, result);
}

/** After so many failures in a row: what was tried was too much, or the receiver is down. */
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
  const { downSince: _, notBefore: __, response, ...lasting } = control;
  // It recovered at once, so it was overloaded, not down. What a clock that was ahead has noted says nothing.
  const outage = endedAt - since;
  const wasOverloaded = response !== undefined && outage >= 0 && outage < 3000 * probes.probeFirstSeconds;
  if (!wasOverloaded)
    return { ...newControl(endedAt, Math.max(1, control.window * LESS)), response: endedAt - startedAt };
  const window = control.window * LESS * LESS;
  return withWindow({ ...withMorePatience(lasting), response, share: 1, window }, window, endedAt);
}

function nextProbe(downSince: number, now: number, { probeFirstSeconds, probeMaxSeconds }: Probes): string {
  const wait = Math.min(probeMaxSeconds * 1000, Math.max(probeFirstSeconds * 1000, PROBE_SHARE * (now - downSince)));
  return new Date(now + wait).toISOString();
}

function pausedUntil(control: Control, now: number, seconds: number): Control {
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

/** After some time with the window that has proven good: it stays, or a trial with another one begins. */
function afterSteady(control: Control, result: TrialResult): Control {
  const { window, patience, share, response = result.response, trial } = control;
  if (result.isRateLimited) return limited(control, window * Math.min(result.share, 1 / STEP), result.at);
  if (patience === 0 && result.succeeded > 0)
    return withWindow({ ...control, share: result.share, response: result.response }, window * FIRST_STEP, result.at);
  if (!result.isEnough) return control;

  // Only failures that have ended are a reason for less. What takes long is waited for.
  const certain = { ended: result.ended - result.late, succeeded: result.succeeded };
  const deviation = deviationOf(certain, share);
  const isLonger = ratioOf(result.response, response) > LONGER;
  // One request at a time waits for no other.
  if (deviation < 0 || (isLonger && window > 1)) {
    const seen = deviation < 0 ? result.share : shareOf(certain);
    const less = deviation < 0 ? Math.min(LESS, seen) : (1 + LESS) / 2;
    return withWindow({ ...control, share: seen, response: result.response }, window * less, result.at);
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
  if (result.at < trial.since + patience) return withWindow(usual, window, result.at);
  // Whether its failures depend on how much is sent may have changed.
  const canBeLess = window * LESS >= minWindow(usual);
  if (usual.share < LOW_SHARE && canBeLess) return withWindow(withMorePatience(usual), window * LESS, result.at);
  return withWindow(usual, window * STEP, result.at);
}

/**
 * After a trial with more: its window if that gave more successes, else the one that would have given as many. If only
 * responses took longer, the receiver may have changed meanwhile: then they take as long with less.
 */
function afterMore(control: Control, result: TrialResult): Control {
  const { window: more, share, response, isEnough, isRateLimited, at } = result;
  const isFirst = control.patience === 0;
  const byShare = more * Math.min(1, share / control.share);
  const worth = byShare * Math.min(1, ratioOf(control.response, response));
  const enough = (control.window + more) / 2;
  const isBetter = !isRateLimited && worth > enough;
  if (!isEnough && !(isFirst && isBetter)) return control;
  const found = { ...control, window: more, share: isFirst ? share : control.share, response };
  if (isBetter) return proven(found, lessPatience(control.patience), at);
  const less = Math.max(control.window, Math.min(more, worth));
  if (!isRateLimited && byShare > enough) return withWindow(found, less, at);
  return limited(control, less, at, isFirst ? 1 : control.share);
}

/** After a trial with less: with it, failures are rarer or responses shorter if they depend on how much is sent. */
function afterLess(control: Control, result: TrialResult): Control {
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
  if (!isRarer && !isShorter)
    return proven({ ...control, response }, patience === 0 ? 0 : withMorePatience(control).patience, at);
  const handled = (isRarer ? control.share : 1) / (isShorter ? longer : 1);
  return limited({ ...control, response }, window * handled, at);
}

/** A window has proven good: the next trial is with more, if there is more. */
function proven(control: Control, patience: number, at: number): Control {
  const { window } = control;
  if (window >= MAX_WINDOW)
    return withWindow({ ...control, patience: Math.max(patience, PATIENCE_MS.min) }, window, at);
  return withWindow({ ...control, patience }, window * (control.patience === 0 ? FIRST_STEP : STEP), at);
}

/** The control of a receiver that handles `window`, and no more for now. */
const limited = (control: Control, window: number, at: number, share = 1): Control =>
  withWindow({ ...withMorePatience(control), window, share }, window, at);

/** After a trial that was worth it. Once the shortest one is reached, what was met before is no limit any more. */
const lessPatience = (patience: number): number => (patience <= PATIENCE_MS.min ? 0 : patience / 4);

const withMorePatience = <T extends Pick<Control, 'patience'>>(control: T): T => ({
  ...control,
  patience: Math.min(PATIENCE_MS.max, Math.max(PATIENCE_MS.min, control.patience * 2)),
});

/** Uses a window from `now` on: a trial with it begins, unless it is in use already. */
function withWindow(
  control: Omit<Control, 'trial'> & { readonly trial?: Trial },
  wanted: number,
  now: number,
): Control {
  const min = minWindow(control);
  const tried = Math.min(MAX_WINDOW, Math.max(min, wanted));
  const { trial } = control;
  // The smallest window moves with the usual response; that begins no new trial.
  const isSame = trial?.window === tried || (tried === min && control.window <= min);
  const since = trial !== undefined && isSame ? trial.since : now;
  const window = Math.max(min, control.window);
  return {
    ...control,
    window,
    trial: { kind: trialKind(tried, window), window: tried, since, ended: 0, succeeded: 0, logarithms: 0 },
  };
}

/** The window of a request in two seconds. With less, hours could pass until a decision, which takes some requests. */
const minWindow = ({ response = 0 }: Pick<Control, 'response'>): number => response / CLEAN_SAMPLE.durationMs;
