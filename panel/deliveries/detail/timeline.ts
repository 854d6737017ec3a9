/** The time of a delivery: accepted, attempts, and the next attempt, with the waits between them. */
import type { DeliveryDetail, DeliveryResult } from '@social-platform-services/client';
import { isFinal } from '../../../contract/delivery-states.ts';

/** A point of the line. Times are ISO 8601. */
export interface Moment {
  readonly kind: 'accepted' | 'attempt' | 'unlisted' | 'next';
  /** Absent for attempts whose details are not kept. */
  readonly at?: string;
  /** Of attempts, the number and how it ended; of unlisted ones, how many there are. */
  readonly number?: number;
  readonly class?: DeliveryResult;
  readonly statusCode?: number | undefined;
  /** Milliseconds since the point before, if both times are known. */
  readonly wait?: number;
  /** The share of the line's length before this point, from 0 to 1. */
  readonly share: number;
}

type Delivery = Pick<DeliveryDetail, 'createdAt' | 'attempts' | 'attemptCount' | 'nextAttemptAt' | 'state'>;

/** The points in their order. Waits are in proportion to each other; they add up to the length of the line. */
export function momentsOf({ createdAt, attempts, attemptCount, nextAttemptAt, state }: Delivery): readonly Moment[] {
  const unlisted = attemptCount - attempts.length;
  const points: Omit<Moment, 'wait' | 'share'>[] = [
    { kind: 'accepted', at: createdAt },
    ...(unlisted > 0 ? [{ kind: 'unlisted', number: unlisted } as const] : []),
    ...attempts.map(({ startedAt, number, class: ended, statusCode }) => ({
      kind: 'attempt' as const,
      at: startedAt,
      number,
      class: ended,
      statusCode,
    })),
    ...(!isFinal(state) && nextAttemptAt !== undefined ? [{ kind: 'next', at: nextAttemptAt } as const] : []),
  ];
  const waits = points.map(({ at }, index) => {
    const before = points[index - 1]?.at;
    return at === undefined || before === undefined ? undefined : Math.max(0, Date.parse(at) - Date.parse(before));
  });
  const whole = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0);
  return points.map((point, index) => {
    const wait = waits[index];
    return { ...point, ...(wait !== undefined && { wait }), share: whole === 0 ? 0 : (wait ?? 0) / whole };
  });
}
