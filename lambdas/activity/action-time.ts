/**
 * Time stamps of activity records (docs/spec/activity.md#time-stamps): ISO 8601 UTC with six fraction digits, `2024-02-28T12:00:00.123456Z`.
 *
 * The first three digits are the time of the action. The last three are a slot within that millisecond, taken from the
 * event's id, so that actions of one millisecond stay apart and the same event always asks for the same slots.
 */
import { createHash } from 'node:crypto';

/** Actions of one user that one millisecond can hold. */
export const SLOTS_PER_MILLISECOND = 1000;

/** Steps that visit all 1,000 slots before one comes again: the numbers below 1,000 that share no factor with it. */
const steps = Array.from({ length: SLOTS_PER_MILLISECOND }, (_, i) => i).filter((i) => i % 2 !== 0 && i % 5 !== 0);

/** Every time stamp that the event may take, in the order in which to try them. `occurredAt` is in milliseconds. */
export function* candidateTimes(occurredAt: number, eventId: string): Generator<string> {
  const milliseconds = new Date(occurredAt).toISOString().slice(0, -1);
  const digest = createHash('sha256').update(eventId).digest();
  const first = digest.readUInt32BE(0) % SLOTS_PER_MILLISECOND;
  const step = steps[digest.readUInt32BE(4) % steps.length] ?? 1;
  for (let i = 0; i < SLOTS_PER_MILLISECOND; i++) {
    const slot = (first + i * step) % SLOTS_PER_MILLISECOND;
    yield `${milliseconds}${slot.toString().padStart(3, '0')}Z`;
  }
}
