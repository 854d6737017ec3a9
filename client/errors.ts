/** How a call can fail. Anything else that is thrown is a mistake of the calling code, or comes from its `token` function. */

/** What is known of an answer that is an error (decision 6). */
export interface ApiFailure {
  /** The HTTP status. */
  readonly status: number;
  /** The service's own code, such as 400300; absent where a gateway or a proxy answered in its place. */
  readonly code?: number | undefined;
  /** Every complaint, where there are several; otherwise empty. */
  readonly detail: readonly string[];
  /** Names the request in the service's log. */
  readonly requestId?: string | undefined;
  /** After how many seconds to try again, where the answer says so. */
  readonly retryAfterSeconds?: number | undefined;
}

/** The answer is an error. The message names the field and what it must be; it is meant to be read by people. */
export class ApiError extends Error implements ApiFailure {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: number | undefined;
  readonly detail: readonly string[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { status, code, detail, requestId, retryAfterSeconds }: ApiFailure) {
    super(message);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Why no answer came. `timed-out`: not in time. `aborted`: the caller's signal gave it up. `unreachable`: there is no
 * connection, or it broke. `unexpected-answer`: what answered is not this service, such as the page of a captive portal.
 */
export type ConnectionFailure = 'timed-out' | 'aborted' | 'unreachable' | 'unexpected-answer';

/** No answer of the service came, and nobody knows whether it did what it was asked. `cause` is the error underneath. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly reason: ConnectionFailure;

  constructor(reason: ConnectionFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
