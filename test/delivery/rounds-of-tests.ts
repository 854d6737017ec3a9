/** Rounds of requests to a receiver, for tests of flow control. */
import type { AttemptOutcome } from '../../lambdas/delivery/model/attempt.ts';
import { afterRound, newFlow } from '../../lambdas/delivery/model/flow.ts';
import type { Flow } from '../../lambdas/webhooks/webhooks-table.ts';

export const begin = Date.UTC(2026, 0, 1);
const settings = { probeFirstSeconds: 5, probeMaxSeconds: 300 };
export const startedAt = new Date(begin).toISOString();
export const quick: AttemptOutcome = { startedAt, class: 'delivered', statusCode: 200, milliseconds: 20 };
export const slow: AttemptOutcome = { ...quick, milliseconds: 800 };
export const failure: AttemptOutcome = { startedAt, class: 'http_5xx', statusCode: 503, milliseconds: 20 };
export const timeout: AttemptOutcome = { startedAt, class: 'timeout', milliseconds: 1500 };
export const refusal: AttemptOutcome = { startedAt, class: 'http_4xx', statusCode: 429, milliseconds: 20 };
export const unwanted: AttemptOutcome = { startedAt, class: 'http_4xx', statusCode: 400, milliseconds: 20 };

export const flowAfter = (flow: Flow, outcomes: readonly AttemptOutcome[], seconds = 0, goodput = 20): Flow =>
  afterRound(
    flow,
    { outcomes, startedAt: begin + seconds * 1000, endedAt: begin + seconds * 1000 + 20, goodput },
    settings,
  );
export const proven: Flow = { ...newFlow, proven: true, window: 8 };
export const times = <T>(count: number, one: T): T[] => Array<T>(count).fill(one);
export const secondsUntilNext = ({ nextAt = '' }: Flow, from = 0): number => (Date.parse(nextAt) - begin) / 1000 - from;
