/** What `ctl top` shows: alarms, and the dashboard with its values. A local cloud returns it from `GET /_local/metrics`. */
import * as v from 'valibot';

const AlarmState = v.picklist(['OK', 'ALARM', 'INSUFFICIENT_DATA']);

const Change = v.object({
  /** ISO 8601. */
  at: v.string(),
  state: AlarmState,
  reason: v.string(),
});

export const AlarmView = v.object({
  name: v.string(),
  state: AlarmState,
  /** ISO 8601. */
  since: v.string(),
  /** The data points that led to the state. */
  reason: v.string(),
  /** What to do first. */
  description: v.string(),
  /** The latest first. From AWS there are none. */
  changes: v.array(Change),
});
export type AlarmView = v.InferOutput<typeof AlarmView>;

const Series = v.object({
  label: v.string(),
  /** Of the last half hour or so, the oldest first; null without a data point. */
  values: v.array(v.nullable(v.number())),
});
export type Series = v.InferOutput<typeof Series>;

export const WidgetView = v.variant('kind', [
  v.object({
    kind: v.literal('metric'),
    title: v.string(),
    series: v.array(Series),
    /** Of alarms. */
    thresholds: v.array(v.number()),
  }),
  v.object({ kind: v.literal('alarms'), title: v.string() }),
  v.object({ kind: v.literal('text'), markdown: v.string() }),
  v.object({ kind: v.literal('log'), title: v.string(), query: v.string() }),
]);
export type WidgetView = v.InferOutput<typeof WidgetView>;

export const MetricsView = v.object({
  /** How long a minute lasts: less than 60 in a local cloud that was started to practise. */
  minuteSeconds: v.number(),
  alarms: v.array(AlarmView),
  widgets: v.array(WidgetView),
});
export type MetricsView = v.InferOutput<typeof MetricsView>;
