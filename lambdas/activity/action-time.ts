/**
 * Time stamps of activity records (docs/spec/activity.md#time-stamps): ISO 8601 UTC with six fraction digits, `2024-02-28T12:00:00.123456Z`.
 *
 * The first three digits are the time of the action. The last three are a slot within that millisecond, taken from the
 * event's id, so that actions of one millisecond stay apart and the same event always asks for the same time stamps.
 */
import { createHash } from 'node:crypto';

const SLOTS_PER_MILLISECOND = 1000;

/** Time stamps in the millisecond of the action, before later ones are tried. */
const IN_ITS_MILLISECOND = 4;
/** The most time stamps of an event. The last one is up to 1,023 ms after the action. */
const MAX_CANDIDATES = 14;

/** Steps that visit all 1,000 slots before one comes again: the numbers below 1,000 that share no factor with it. */
const steps = Array.from({ length: SLOTS_PER_MILLISECOND }, (_, i) => i).filter((i) => i % 2 !== 0 && i % 5 !== 0);

/**
 * Every time stamp that the event may take, in the order in which to try them. `occurredAt` is in milliseconds.
 *
 * The first are in the millisecond of the action. Each further one is anywhere in a range of time that is twice as long as
 * the one before, so the number of writes grows with the logarithm of the number of actions at one time.
 */
export function* candidateTimes(occurredAt: number, eventId: string): Generator<string> {
  const digest = createHash('sha256').update(eventId).digest();
  const first = digest.readUInt32BE(0) % SLOTS_PER_MILLISECOND;
  const step = steps[digest.readUInt32BE(4) % steps.length] ?? 1;
  for (let i = 0; i < IN_ITS_MILLISECOND; i++) yield timeOfSlot(occurredAt, (first + i * step) % SLOTS_PER_MILLISECOND);

  const laterFirst = digest.readUInt32BE(8);
  const laterStep = digest.readUInt32BE(12);
  for (let i = IN_ITS_MILLISECOND, slots = SLOTS_PER_MILLISECOND; i < MAX_CANDIDATES; i++) {
    slots *= 2;
    yield timeOfSlot(occurredAt, (laterFirst + i * laterStep) % slots);
  }
}

/** The time stamp of a slot, counted from the beginning of the millisecond `occurredAt`. */
function timeOfSlot(occurredAt: number, slot: number): string {
  const milliseconds = new Date(occurredAt + Math.floor(slot / SLOTS_PER_MILLISECOND)).toISOString().slice(0, -1);
  return `${milliseconds}${(slot % SLOTS_PER_MILLISECOND).toString().padStart(3, '0')}Z`;
}
