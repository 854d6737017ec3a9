/** How long a stage stores what expires (docs/spec/delivery.md#retention). */
import * as v from 'valibot';

const days = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Days after which items expire. The stage's settings reach its functions as JSON. */
export const Retention = v.object({
  /** Of events, from their acceptance; 30 at most. */
  eventDays: days,
  /** Of deliveries, from the acceptance of their event; as long as events at least, 30 at most. */
  deliveryDays: days,
  /** Of entries of the audit trail; 30 to 400. */
  auditDays: days,
});
export type Retention = v.InferOutput<typeof Retention>;

/** The longest periods, which the specification names, and which a stage has unless it sets others. */
export const longestRetention: Retention = { eventDays: 30, deliveryDays: 30, auditDays: 400 };

/** The shortest period of the audit trail. */
export const LEAST_AUDIT_DAYS = 30;
