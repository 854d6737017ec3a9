/** Errors that callers see (docs/spec/requests.md#errors). All others become a 500, and only the log has their details. */
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

/** 429: the network has used up a quota (docs/spec/requests.md#quotas). */
export class OverQuotaError extends ServiceError {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super('tooManyRequests', message);
    this.retryAfterSeconds = retryAfterSeconds;
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
