/** What a turn of a backlog does next. */
import { describe, expect, test } from '@jest/globals';
import { nextAction, type TurnAction, type TurnState } from '../../lambdas/delivery/next-action.ts';
import fc from '../support/fast-check.ts';

const until = 7_000;
/** A turn that has just begun, with nothing in hand. */
const turn: TurnState = {
  lane: 'slow',
  now: 0,
  until,
  hasFailed: false,
  isCurrent: true,
  isDown: false,
  begun: 0,
  inFlight: 0,
  maxInFlight: 4,
  waitMs: 0,
  unwritten: 0,
  slowestWrite: 0,
  ready: 0,
  reader: 'idle',
};
const stop = (reason: Extract<TurnAction, { kind: 'stop' }>['reason']): TurnAction => ({ kind: 'stop', reason });
const [send, read, wait]: readonly TurnAction[] = [{ kind: 'send' }, { kind: 'read' }, { kind: 'wait' }];

describe('a turn of a backlog', () => {
  test.each<readonly [situation: string, changes: Partial<TurnState>, action: TurnAction | undefined]>([
    ['with something in hand sends it', { ready: 1 }, send],
    ['with nothing in hand reads', {}, read],
    [
      'with nothing in hand reads, also while requests are in flight',
      { inFlight: 3, begun: 3, reader: 'exhausted' },
      read,
    ],
    ['in which nothing waits is over', { reader: 'exhausted', begun: 3 }, stop('empty')],
    ['with as many requests in flight as may be waits', { ready: 1, inFlight: 4, begun: 4 }, wait],
    ['of which many outcomes are not written waits', { ready: 1, unwritten: 128 }, wait],
    [
      'before the next request may begin waits until then',
      { ready: 1, waitMs: 40 },
      { kind: 'wait', milliseconds: 40 },
    ],
    ['whose receiver has asked for a longer pause is over', { ready: 1, waitMs: 1_001 }, stop('must_wait')],
    ['whose next request would end too late is over', { ready: 1, now: until }, stop('late')],
    [
      'whose next request would end too late after its pause is over',
      { ready: 1, now: until - 40, waitMs: 40 },
      stop('late'),
    ],
    ['beside slow tables is over earlier', { ready: 1, now: until - 700, slowestWrite: 100 }, stop('late')],
    ['to a receiver that is down makes one request', { ready: 1, isDown: true }, send],
    ['to a receiver that is still down after it is over', { ready: 1, isDown: true, begun: 1 }, stop('probed')],
    ['in the fast lane makes one request', { ready: 1, lane: 'fast' }, send],
    ['in the fast lane is over after it', { ready: 1, lane: 'fast', begun: 1 }, stop('fast_lane')],
    ['in the fast lane reads no backlog', { lane: 'fast' }, stop('fast_lane')],
    ['in which something failed is over', { ready: 1, hasFailed: true }, stop('failed')],
    ['whose webhook an admin has changed is over', { ready: 1, isCurrent: false }, stop('webhook_changed')],
    ['that has failed is over, also while requests are in flight', { inFlight: 4, hasFailed: true }, stop('failed')],
  ])('%s', (_, changes, action) => {
    expect(nextAction({ ...turn, ...changes })).toEqual(action);
  });

  test('sends only what it has, and never more at once than may be', () => {
    const anyTurn = fc.record({
      lane: fc.constantFrom('fast' as const, 'slow' as const),
      now: fc.integer({ min: 0, max: 8_000 }),
      until: fc.constant(until),
      hasFailed: fc.boolean(),
      isCurrent: fc.boolean(),
      isDown: fc.boolean(),
      begun: fc.nat(3),
      inFlight: fc.nat(5),
      maxInFlight: fc.integer({ min: 1, max: 5 }),
      waitMs: fc.nat(1_200),
      unwritten: fc.nat(130),
      slowestWrite: fc.nat(1_000),
      ready: fc.nat(3),
      reader: fc.constantFrom('idle' as const, 'reading' as const, 'exhausted' as const, 'failed' as const),
    });
    fc.assert(
      fc.property(anyTurn, (any) => {
        if (nextAction(any).kind !== 'send') return;
        expect(any.ready).toBeGreaterThan(0);
        expect(any.inFlight).toBeLessThan(any.maxInFlight);
        expect(any).toMatchObject({ hasFailed: false, isCurrent: true, waitMs: 0 });
      }),
    );
  });
});
