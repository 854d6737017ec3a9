/** Functions in bad weather: cold starts, workers that are killed, and an authorizer that can't be called. */
import type { AroundInvocation } from '../functions/function-pool.ts';
import { unsuccessful } from '../functions/outcome.ts';
import type { AuthorizerInvokable } from '../gateway/api.ts';
import type { Decisions } from './decisions.ts';

/** A worker is killed at most this long after an invocation's begin; one that is done before has lost its result. */
const LONGEST_BEFORE_KILL_MS = 100;

/** Kills workers during invocations, and throws idle ones away. */
export const disturbedInvocation =
  (decisions: Decisions): AroundInvocation =>
  async (title, worker, invoke) => {
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
export const disturbedAuthorizer =
  (decisions: Decisions): AuthorizerInvokable =>
  (pool, title) => ({
    async invoke(event) {
      if (decisions.next('authorizer failed', title) === undefined) return pool.invoke(event);
      return { ...unsuccessful('failed', 'ServiceException', 'Service error.'), requestId: 'none' };
    },
  });
