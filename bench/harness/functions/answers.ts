/** Whether two sides of a comparison do the same work: a bench that compares something else is worth nothing. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';

const HttpAnswer = v.object({ statusCode: v.number(), body: v.string() });

/** Throws unless both answered with that status, and with the same body but for ids, times and secrets that each makes. */
export function assertSameAnswer(name: string, status: number | undefined, ours: unknown, reference: unknown): void {
  const bodies = [ours, reference].map((answer) => {
    if (status === undefined) return answer;
    const { statusCode, body } = v.parse(HttpAnswer, answer);
    if (statusCode !== status) throw new Error(`${name} answered ${statusCode}: ${body}`);
    const comparable: unknown = JSON.parse(body, (key, value: unknown) => (madeUp.has(key) ? key : value));
    return comparable;
  });
  if (isDeepStrictEqual(bodies[0], bodies[1])) return;
  throw new Error(`${name} and its reference answer differently: ${JSON.stringify(bodies)}`);
}

const madeUp: ReadonlySet<string> = new Set([
  ...['createdAt', 'updatedAt', 'activeFrom', 'expiresAt', 'startedAt', 'milliseconds'],
  ...['webhookId', 'eventId', 'secret'],
]);
