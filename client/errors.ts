/** The errors of a failed call. Others are mistakes in the calling code, or come from its `token` function. */

/**
 * Who made an error response: the service; API Gateway in front of it, as `{"message":…}`, when a route does not exist,
 * no token came, or no function could be called; or anything else, such as a proxy.
 */
export type ErrorSource = 'service' | 'gateway' | 'other';

/** The fields of an error response (docs/spec/requests.md#errors). */
export interface ApiFailure {
  /** The HTTP status. */
  readonly status: number;
  readonly source: ErrorSource;
  /** The service's own code, such as 400300; absent if the source is another. */
  readonly code?: number | undefined;
  /** All complaints if there are several; otherwise empty. */
  readonly detail: readonly string[];
  /** The request's id in the service's log. */
  readonly requestId?: string | undefined;
  /** Seconds to wait before trying again, if the response says so. */
  readonly retryAfterSeconds?: number | undefined;
}

/** An error response. The message is for people; for invalid input it names the field and what it must be. */
export class ApiError extends Error implements ApiFailure {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly source: ErrorSource;
  readonly code: number | undefined;
  readonly detail: readonly string[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { status, source, code, detail, requestId, retryAfterSeconds }: ApiFailure) {
    super(message);
    this.status = status;
    this.source = source;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Why there is no response. `timed-out`: none that was complete in time. `aborted`: by the caller's signal. `unreachable`:
 * no connection or a broken one. `unexpected-answer`: the response is not from this service, such as the page of a captive portal.
 */
export type ConnectionFailure = 'timed-out' | 'aborted' | 'unreachable' | 'unexpected-answer';

/** No complete response of the service, which may have handled the request or not. `cause` is the original error. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly reason: ConnectionFailure;
  /** The status of the response, if one has begun. After a 2xx the service has most likely handled the request. */
  readonly status: number | undefined;

  constructor(
    reason: ConnectionFailure,
    message: string,
    { status, ...options }: { readonly cause?: unknown; readonly status?: number | undefined } = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.status = status;
  }
}
