/** Failures that pass by themselves: the caller gets 503 and may try again (docs/spec/requests.md#temporary-failures). */
import * as v from 'valibot';

/** A temporary failure that AWS does not report as an error. */
export class TemporaryError extends Error {}

/** Whether the same call may succeed in a moment: AWS throttles it, fails itself, can't be reached or does not respond in time. */
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
