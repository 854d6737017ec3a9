/** What a turn of a backlog does next. Pure: no clock, no table. */
import type { Lane } from '../../contract/delivery-settings.ts';
import { MAX_WINDOW } from '../pacing/control.ts';
import type { ReaderState } from './backlog-reader.ts';

/**
 * The calls of tables and queues that a turn makes one after the other besides its requests: to lease the receiver, read
 * the backlog and the event, and at the end write outcomes, counts, the flow and a wake-up. Each may take as long as the
 * slowest write so far, so a turn ends so much earlier.
 */
const OTHER_CALLS = 7;
/** How long a turn waits for its next request, in milliseconds. Before a longer wait it ends. */
export const LONGEST_WAIT_MS = 1000;
/** Outcomes that may wait to be written: all of them are attempted again if the process dies. */
const MAX_UNWRITTEN = 2 * MAX_WINDOW;

/** A turn, as far as its next action depends on it. Times are milliseconds since 1970, durations are milliseconds. */
export interface TurnState {
  readonly lane: Lane;
  readonly now: number;
  /** When the turn is to be over. */
  readonly until: number;
  /** Whether something could not be read, sent or written through a fault of ours. */
  readonly hasFailed: boolean;
  /** Whether the webhook is as it was when the turn began: an admin may have changed, disabled or deleted it. */
  readonly isCurrent: boolean;
  /** Whether the receiver is down, so that it gets one probe. */
  readonly isDown: boolean;
  /** How many requests this turn has begun. */
  readonly begun: number;
  /** How many of them are in flight, and how many may be. */
  readonly inFlight: number;
  readonly maxInFlight: number;
  /** How long the next request has to wait: for the receiver's pause, its probe, or its distance to the last request. */
  readonly waitMs: number;
  /** Outcomes that are not written yet. */
  readonly unwritten: number;
  /** How long the slowest write of this turn took. */
  readonly slowestWrite: number;
  /** Deliveries that can be attempted now: they were read, or came with the messages. */
  readonly ready: number;
  readonly reader: ReaderState;
}

/** Why a turn ends. */
export type StopReason =
  /** Something failed through a fault of ours. */
  | 'failed'
  /** An admin has changed, disabled or deleted the webhook. */
  | 'webhook_changed'
  /** Another request would end after the turn. */
  | 'late'
  /** The next request may begin only after a longer wait, such as a pause for which the receiver has asked. */
  | 'must_wait'
  /** The receiver is down, and this was its probe. */
  | 'probed'
  /** The fast lane makes one request in a turn, and leaves the backlog to the slow lane. */
  | 'fast_lane'
  /** The backlog is empty. */
  | 'empty';

export type TurnAction =
  /** Begins the request of the next delivery. */
  | { readonly kind: 'send' }
  /** Reads more of the backlog. */
  | { readonly kind: 'read' }
  /** Waits for a request, read or write to end; at most for some milliseconds, if given. */
  | { readonly kind: 'wait'; readonly milliseconds?: number }
  | { readonly kind: 'stop'; readonly reason: StopReason };

/** The next action of a turn. */
export function nextAction(turn: TurnState): TurnAction {
  const { lane, now, until, begun, inFlight, waitMs } = turn;
  if (turn.hasFailed) return stop('failed');
  if (!turn.isCurrent) return stop('webhook_changed');
  if (inFlight >= turn.maxInFlight || turn.unwritten >= MAX_UNWRITTEN) return { kind: 'wait' };

  if (now + waitMs + OTHER_CALLS * turn.slowestWrite >= until) return stop('late');
  if (waitMs > LONGEST_WAIT_MS) return stop('must_wait');
  if (turn.isDown && begun > 0) return stop('probed');
  if (lane === 'fast' && begun > 0) return stop('fast_lane');
  if (waitMs > 0) return { kind: 'wait', milliseconds: waitMs };

  if (turn.ready > 0) return { kind: 'send' };
  if (lane === 'fast') return stop('fast_lane');
  return turn.reader === 'exhausted' && inFlight === 0 ? stop('empty') : { kind: 'read' };
}

const stop = (reason: StopReason): TurnAction => ({ kind: 'stop', reason });
