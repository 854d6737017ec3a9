/** What a function says of its batch: all done, some items failed, or the whole batch failed. */
import * as v from 'valibot';
import type { InvocationOutcome } from '../functions/function-pool.ts';

export type BatchAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'partial'; readonly failed: ReadonlySet<string> }
  | { readonly kind: 'failed'; readonly reason: string };

const Failures = v.object({
  batchItemFailures: v.nullish(v.array(v.object({ itemIdentifier: v.nullish(v.string()) })), []),
});

/**
 * Reads the answer as Lambda does: with ReportBatchItemFailures, an empty or missing list is success, and an identifier
 * that is empty or not of this batch fails the whole batch.
 */
export function readBatchAnswer(
  outcome: InvocationOutcome,
  reportsFailures: boolean,
  identifiers: ReadonlySet<string>,
): BatchAnswer {
  if (outcome.kind !== 'answered') {
    return { kind: 'failed', reason: `${outcome.error.errorType}: ${outcome.error.errorMessage}` };
  }
  if (!reportsFailures) return { kind: 'done' };
  const answer: unknown = JSON.parse(outcome.payload);
  if (answer === null || answer === '') return { kind: 'done' };
  const parsed = v.safeParse(Failures, answer);
  if (!parsed.success) return { kind: 'failed', reason: 'its batchItemFailures are malformed' };
  const failed = (parsed.output.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier ?? '');
  if (failed.length === 0) return { kind: 'done' };
  const unknown = failed.find((identifier) => !identifiers.has(identifier));
  if (unknown !== undefined)
    return { kind: 'failed', reason: `it reported ${JSON.stringify(unknown)}, which it was not given` };
  return { kind: 'partial', failed: new Set(failed) };
}
