/** Functions with faults: cold starts, killed workers, clocks that jump, and an authorizer that can't be called. */
import type { AroundInvocation } from '../functions/function-pool.ts';
import { unsuccessful } from '../functions/invocation.ts';
import type { AuthorizerInvokable } from '../gateway/api.ts';
import type { Decisions } from './decisions.ts';

/** A worker is killed at most this long after an invocation's begin; one that is done before has lost its result. */
const LONGEST_BEFORE_KILL_MS = 100;

/** How far a clock is ahead or behind at most. Half of the jumps are below an eighth of it. */
const LARGEST_JUMP_MS = 180_000;

/** Kills workers during invocations, throws idle ones away, and sets their clocks wrong. */
export const faultyInvocation =
  (decisions: Decisions): AroundInvocation =>
  async (title, worker, invokeAt) => {
    const jump = decisions.next('clock jump', title);
    const invoke = () =>
      invokeAt(jump && Math.round((jump.variant < 0.5 ? -1 : 1) * jump.extent ** 3 * LARGEST_JUMP_MS));
    const kill = decisions.next('killed worker', title);
    if (kill === undefined) {
      const outcome = await invoke();
      if (decisions.next('cold start', title) !== undefined) void worker.terminate();
      return outcome;
    }
    const timer = setTimeout(() => void worker.terminate(), kill.extent * LONGEST_BEFORE_KILL_MS);
    await invoke();
    clearTimeout(timer);
    await worker.terminate();
    return unsuccessful('failed', 'Runtime.ExitError', 'Runtime exited with error: signal: killed');
  };

/** An authorizer's function whose invocation fails now and then. */
export const faultyAuthorizer =
  (decisions: Decisions): AuthorizerInvokable =>
  (pool, title) => ({
    async invoke(event) {
      if (decisions.next('authorizer failed', title) === undefined) return pool.invoke(event);
      return { ...unsuccessful('failed', 'ServiceException', 'Service error.'), requestId: 'none' };
    },
  });

/** Replaces this thread's `Date`. The function that is returned sets by how many milliseconds its clock is ahead. */
export function replaceClock(): (aheadMs: number) => void {
  const OwnDate = Date;
  let ahead = 0;
  const now = (): number => OwnDate.now() + ahead;
  globalThis.Date = new Proxy(OwnDate, {
    apply: () => new OwnDate(now()).toString(),
    construct: (target, parts: readonly unknown[], newTarget) =>
      Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  return (aheadMs) => {
    ahead = aheadMs;
  };
}
