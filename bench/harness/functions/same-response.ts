/** Whether both sides of a comparison do the same work: a ratio to different work means nothing. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';

const HttpResponse = v.object({ statusCode: v.number(), body: v.string() });

/** Throws unless both responses have that status and the same body, apart from the ids, times and secrets that each generates. */
export function assertSameResponse(name: string, status: number | undefined, ours: unknown, reference: unknown): void {
  const bodies = [ours, reference].map((response) => {
    if (status === undefined) return response;
    const { statusCode, body } = v.parse(HttpResponse, response);
    if (statusCode !== status) throw new Error(`${name} responded with ${statusCode}: ${body}`);
    const comparable: unknown = JSON.parse(body, (key, value: unknown) => (generated.has(key) ? key : value));
    return comparable;
  });
  if (isDeepStrictEqual(bodies[0], bodies[1])) return;
  throw new Error(`${name} and its reference respond differently: ${JSON.stringify(bodies)}`);
}

const generated: ReadonlySet<string> = new Set([
  ...['createdAt', 'updatedAt', 'startedAt', 'milliseconds'],
  ...['webhookId', 'eventId', 'secret'],
]);
