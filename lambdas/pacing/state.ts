/**
 * What is stored of how a receiver is sent to: its flow (flow.ts), which includes its control (control.ts). It is part
 * of the webhook's item. Times are ISO 8601 with milliseconds, unless they are said to be milliseconds.
 */
import * as v from 'valibot';

/** What a trial tries: the window as it is, more than that, or less. */
const TrialKind = v.picklist(['steady', 'more', 'less']);
export type TrialKind = v.InferOutput<typeof TrialKind>;

/** A time with one window, from `since` (milliseconds since 1970), and the outcomes of requests that began in it. */
const Trial = v.object({
  /** Absent in items of versions before this one; `Control` adds it. */
  kind: v.optional(TrialKind),
  window: v.number(),
  since: v.number(),
  ended: v.number(),
  succeeded: v.number(),
  /** The sum of the logarithms of the milliseconds of successes: a few slow ones change their mean little. */
  logarithms: v.number(),
});
export type Trial = v.InferOutput<typeof Trial> & { readonly kind: TrialKind };

const controlEntries = {
  /** The requests in flight at once that have proven good; below 1 it is a rate. */
  window: v.number(),
  /** The share of successes that is usual with it, from 0 to 1. */
  share: v.number(),
  /** The milliseconds that successes usually take; absent before the first one. */
  response: v.optional(v.number()),
  /** Failures in a row. A success sets it to minus the requests in flight: these began before it, and don't count. */
  failures: v.number(),
  /** Milliseconds from one trial to the next: twice as long after each that led to nothing. 0: no limit was met yet. */
  patience: v.number(),
  trial: Trial,
  /** Nothing is sent before: the next probe, or what `Retry-After` asked for. */
  notBefore: v.optional(v.string()),
  /** Since when nothing has succeeded: one probe at a time is sent. */
  downSince: v.optional(v.string()),
};

const StoredControl = v.object(controlEntries);
/** What the controller knows of a receiver. */
export type Control = Omit<v.InferOutput<typeof StoredControl>, 'trial'> & { readonly trial: Trial };

/** Which kind a trial with `tried` is beside the window that has proven good. */
export const trialKind = (tried: number, window: number): TrialKind => {
  if (tried === window) return 'steady';
  return tried > window ? 'more' : 'less';
};

const StoredFlow = v.object({
  /** Another one after each write, so that a write can be conditional on what was read. */
  version: v.string(),
  phase: v.picklist(['open', 'paced', 'down']),
  /** Since when it is open. */
  openSince: v.optional(v.string()),
  /** Until then one process sends alone, and the others hold deliveries. */
  leasedUntil: v.optional(v.string()),
  /** Quick successes since the last slow response. */
  quick: v.number(),
  /** The latest outage, until the backlog is sent. */
  outage: v.optional(v.object({ since: v.string(), until: v.string() })),
  /** Since when nothing waits. */
  emptySince: v.optional(v.string()),
  /** When the backlog is checked again: the next probe, the next requests, or a last check. */
  nextAt: v.optional(v.string()),
  /** When the next request may begin under the customer's ceiling; absent if no turn has ended under one. */
  ceilingAt: v.optional(v.string()),
  ...controlEntries,
});

/** How a receiver gets its requests; the phases are those of flow.ts. */
export type Flow = Omit<v.InferOutput<typeof StoredFlow>, 'trial'> & { readonly trial: Trial };

/** The control of a receiver of which nothing is known, or from `now` (milliseconds) on only what it may get. */
export const newControl = (now = 0, window = 1): Control => ({
  window,
  share: 1,
  failures: 0,
  patience: 0,
  trial: { kind: 'steady', window, since: now, ended: 0, succeeded: 0, logarithms: 0 },
});

/** The flow of a receiver of which nothing is known. */
export const newFlow: Flow = { version: '', phase: 'paced', quick: 0, ...newControl() };

const withTrialKind = v.transform(
  (stored: v.InferOutput<typeof StoredFlow>): Flow => ({
    ...stored,
    trial: { ...stored.trial, kind: stored.trial.kind ?? trialKind(stored.trial.window, stored.window) },
  }),
);

/** A flow that other code has written: its version, lease and next request count, and the receiver is found out about again. */
const FlowOfOtherCode = v.pipe(
  v.object({ version: v.string(), leasedUntil: v.optional(v.string()), ceilingAt: v.optional(v.string()) }),
  v.transform((flow): Flow => ({ ...newFlow, ...flow })),
);

/** A flow as a webhook's item has it. */
export const Flow = v.union([v.pipe(StoredFlow, withTrialKind), FlowOfOtherCode]);
