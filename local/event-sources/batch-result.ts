/** A function's result for a batch: everything succeeded, some items failed, or the whole batch failed. */
import * as v from 'valibot';
import type { InvocationOutcome } from '../functions/outcome.ts';

export type BatchResult =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'partial'; readonly failed: ReadonlySet<string> }
  | { readonly kind: 'failed'; readonly reason: string };

const Failures = v.nullish(
  v.object({ batchItemFailures: v.nullish(v.array(v.object({ itemIdentifier: v.nullish(v.string(), '') })), []) }),
);

/**
 * Reads the result as Lambda does with ReportBatchItemFailures: an empty or missing list means success, and an identifier
 * that is empty or not of this batch fails the whole batch.
 */
export function readBatchResult(outcome: InvocationOutcome, identifiers: ReadonlySet<string>): BatchResult {
  if (outcome.kind !== 'returned') {
    return { kind: 'failed', reason: `${outcome.error.errorType}: ${outcome.error.errorMessage}` };
  }
  const parsed = v.safeParse(Failures, JSON.parse(outcome.payload));
  if (!parsed.success) return { kind: 'failed', reason: 'its batchItemFailures are malformed' };
  const failed = (parsed.output?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  if (failed.length === 0) return { kind: 'succeeded' };
  const unknown = failed.find((identifier) => !identifiers.has(identifier));
  if (unknown === undefined) return { kind: 'partial', failed: new Set(failed) };
  return { kind: 'failed', reason: `it reported ${JSON.stringify(unknown)}, which is not in the batch` };
}
