/** A handler for the URL of a Lambda function, or an HTTP API in front of it (payload format 2.0). */
import { bytesOfBase64, encoded, type VerifiedEvent } from '../verify-webhook.ts';
import { type ReceiverOptions, receive } from './receive.ts';

/** The part of the event that the handler uses. */
export interface FunctionUrlEvent {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
  readonly isBase64Encoded?: boolean | undefined;
}

export interface FunctionUrlResult {
  readonly statusCode: number;
  readonly body: string;
}

/**
 * Returns a handler that waits for `onEvent`, since nothing runs after a function's response, and responds with 500 if it
 * fails, so that the event comes again. The service waits 1.5 seconds: what takes longer belongs into a queue.
 */
export function lambdaHandler<E extends VerifiedEvent>(
  options: Omit<ReceiverOptions<E>, 'waitForHandler'>,
): (event: FunctionUrlEvent) => Promise<FunctionUrlResult> {
  return async ({ headers, body = '', isBase64Encoded }) => {
    const bytes = isBase64Encoded ? bytesOfBase64(body) : encoded(body);
    const { status } = await receive({ ...options, waitForHandler: true }, headers, bytes);
    return { statusCode: status, body: '{}' };
  };
}
