/** Errors that callers see (docs/spec/requests.md#errors). Others become a 500; only the log has their details. */
import * as v from 'valibot';
import { type ErrorBody, type ErrorKind, errorKinds } from '../../contract/errors.ts';

/** An error whose message is part of the response. It names the field and what it must be, without internal details. */
export class ServiceError extends Error {
  readonly kind: ErrorKind;
  readonly detail: readonly string[];

  constructor(kind: ErrorKind, message: string, detail: readonly string[] = []) {
    super(message);
    this.name = 'ServiceError';
    this.kind = kind;
    this.detail = detail;
  }

  /** The HTTP status that goes with the kind. */
  get status(): number {
    return errorKinds[this.kind].status;
  }

  /** The body of the response. */
  get body(): ErrorBody {
    const { code } = errorKinds[this.kind];
    const body = { status: 'error', code, message: this.message } as const;
    return this.detail.length === 0 ? body : { ...body, data: { detail: [...this.detail] } };
  }
}

/** The same request may succeed after some seconds. */
export class RetryLaterError extends ServiceError {
  readonly retryAfterSeconds: number;

  constructor(kind: ErrorKind, message: string, retryAfterSeconds: number) {
    super(kind, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 429: the network has used up a quota (docs/spec/requests.md#quotas). */
export class OverQuotaError extends RetryLaterError {
  constructor(message: string, retryAfterSeconds: number) {
    super('tooManyRequests', message, retryAfterSeconds);
  }
}

/** 400: the request does not match the contract. `detail` has all messages where there are several. */
export const badRequest = (message: string, detail?: readonly string[]) =>
  new ServiceError('badRequest', message, detail);

/** 401: no proof of who is calling. */
export const unauthorized = (message: string) => new ServiceError('unauthorized', message);

/** 403: the caller is known and may not do this. */
export const forbidden = (message: string) => new ServiceError('forbidden', message);

/** 404: there is no such thing in the caller's network. */
export const notFound = (message: string) => new ServiceError('notFound', message);

/** A temporary failure that AWS does not report as an error (docs/spec/requests.md#temporary-failures). */
export class TemporaryError extends Error {}

/** Whether a retry may succeed: AWS throttles the call, fails itself, can't be reached or responds too late. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof TemporaryError) return true;
  const failure = v.safeParse(Failure, error);
  if (!failure.success) return false;
  const { name, code = '', $metadata: { httpStatusCode: status = 0 } = {}, CancellationReasons = [] } = failure.output;
  if (status === 429 || status >= 500 || temporaryNames.has(name) || connectionCodes.has(code)) return true;
  return CancellationReasons.some((reason) => cancellationCodes.has(reason.Code ?? ''));
}

/** What the SDK throws, as far as it says whether a repetition helps. */
const Failure = v.object({
  name: v.string(),
  /** Node's code, where there was no response. */
  code: v.optional(v.string()),
  $metadata: v.optional(v.object({ httpStatusCode: v.optional(v.number()) })),
  /** Of a cancelled transaction. */
  CancellationReasons: v.optional(v.array(v.object({ Code: v.optional(v.string()) }))),
});

const temporaryNames: ReadonlySet<string> = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'ThrottlingException',
  'TimeoutError',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

const connectionCodes: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

const cancellationCodes: ReadonlySet<string> = new Set([
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
  'TransactionConflict',
]);
