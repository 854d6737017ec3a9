/** What a turn of a backlog does next. Pure: no clock, no table. */
import type { Lane } from '../../contract/delivery-settings.ts';
import { MAX_WINDOW } from '../pacing/control.ts';
import type { ReaderState } from './backlog-reader.ts';

/** Calls of tables and queues before a turn, and after its last request: where they are slow, a turn is shorter. */
const CALLS_BESIDES = 7;
/** The longest pause that is waited for within a turn, in milliseconds. */
export const LONGEST_PAUSE_MS = 1000;
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
  readonly isDown: boolean;
  /** Requests that have begun in this turn, that are in flight, and that may be at once. */
  readonly begun: number;
  readonly underWay: number;
  readonly atMost: number;
  /** How long the next request has to wait. */
  readonly pause: number;
  /** Outcomes that are not written yet, and how long the slowest write took. */
  readonly unwritten: number;
  readonly slowestWrite: number;
  /** Deliveries in hand. */
  readonly ready: number;
  readonly reader: ReaderState;
}

/** Why a turn ends. */
export type StopReason =
  /** Something failed through a fault of ours. */
  | 'failed'
  /** An admin has changed, disabled or deleted the webhook. */
  | 'webhook_changed'
  /** A request would end after the turn. */
  | 'late'
  /** The receiver has asked for a pause. */
  | 'paused'
  /** The receiver is down, and this was its probe. */
  | 'probed'
  /** The fast lane makes one request. */
  | 'one_request'
  /** Nothing waits. */
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
  const { lane, now, until, begun, underWay, pause } = turn;
  if (turn.hasFailed) return stop('failed');
  if (!turn.isCurrent) return stop('webhook_changed');
  if (underWay >= turn.atMost || turn.unwritten >= MAX_UNWRITTEN) return { kind: 'wait' };

  if (now + pause + CALLS_BESIDES * turn.slowestWrite >= until) return stop('late');
  if (pause > LONGEST_PAUSE_MS) return stop('paused');
  if (turn.isDown && begun > 0) return stop('probed');
  if (lane === 'fast' && begun > 0) return stop('one_request');
  if (pause > 0) return { kind: 'wait', milliseconds: pause };

  if (turn.ready > 0) return { kind: 'send' };
  // What waits in the table is for the slow lane.
  if (lane === 'fast') return stop('one_request');
  return turn.reader === 'exhausted' && underWay === 0 ? stop('empty') : { kind: 'read' };
}

const stop = (reason: StopReason): TurnAction => ({ kind: 'stop', reason });
