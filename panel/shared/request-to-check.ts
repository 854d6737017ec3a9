/** A delivery's request, handed to the form that checks signatures in the browser's history entry. */
import * as v from 'valibot';

const RequestToCheck = v.object({ deliveryId: v.string(), body: v.string() });
export type RequestToCheck = v.InferOutput<typeof RequestToCheck>;

/** The request in the state of a history entry, if there is one. */
export function requestToCheck(historyState: unknown): RequestToCheck | undefined {
  const parsed = v.safeParse(RequestToCheck, historyState);
  return parsed.success ? parsed.output : undefined;
}
