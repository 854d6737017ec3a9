/** How an invocation ended, with the errors and limits of Lambda. */
import type { FunctionError } from './worker-messages.ts';

export type Outcome =
  /** `payload` is the function's result as JSON text. */
  | { readonly kind: 'returned'; readonly payload: string }
  | { readonly kind: 'failed' | 'timeout' | 'throttled'; readonly error: FunctionError };

/** The outcome of one event, and its request id in the function's log. */
export type InvocationOutcome = Outcome & { readonly requestId: string };

/** Lambda's limit of one event and of one result. */
export const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;
const TOO_LARGE = `An event or result must be at most ${MAX_PAYLOAD_BYTES} bytes.`;

/** An outcome other than success. */
export function unsuccessful(
  kind: 'failed' | 'timeout' | 'throttled',
  errorType: string,
  errorMessage: string,
): Outcome {
  return { kind, error: { errorType, errorMessage, trace: [] } };
}

/** The failure of an event that is too large; otherwise undefined. */
export const eventFailure = (event: string): Outcome | undefined =>
  isTooLarge(event) ? unsuccessful('failed', 'RequestTooLarge', TOO_LARGE) : undefined;

/** The same outcome, or a failure if its result is too large. */
export const withinLimit = (outcome: Outcome): Outcome =>
  outcome.kind === 'returned' && isTooLarge(outcome.payload)
    ? unsuccessful('failed', 'Function.ResponseSizeTooLarge', TOO_LARGE)
    : outcome;

const isTooLarge = (text: string): boolean => Buffer.byteLength(text) > MAX_PAYLOAD_BYTES;
