/** Compares the ids that a receiver has stored with the ledger of its webhook, hour by hour. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { hourOf, LedgerError, type ReconciledHour, reconcile } from '../client/webhooks/reconcile.ts';
import { alignColumns } from './columns.ts';
import { OperatorError } from './errors.ts';

/** The webhook, with all its secrets, and the API that has its ledger. */
export interface LedgerOf {
  readonly url: string;
  readonly networkId: string;
  readonly webhookId: string;
  readonly secret: readonly string[];
}

/**
 * Reads a file with one id on each line, and returns the ids by their hour. Throws OperatorError if it can't be read, and for any other
 * text: deliveries that it does not name are sent again.
 */
export async function readIds(path: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Map<string, string[]>();
  let number = 0;
  for await (const line of linesOf(path)) {
    number++;
    const id = line.trim();
    if (id === '') continue;
    const hour = hourOf(id);
    if (hour === undefined) throw new OperatorError(`Line ${number} of ${path} is not a webhook-id.`, ONE_ID);
    const others = ids.get(hour);
    if (others === undefined) ids.set(hour, [id]);
    else others.push(id);
  }
  return ids;
}

async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(path) });
  } catch (cause) {
    throw new OperatorError(`The file ${path} can't be read.`, ONE_ID, { cause });
  }
}

const ONE_ID = 'It must have one webhook-id on each line, and nothing else.';

/** Compares hours, the earliest first, and has what is missing sent again. Throws OperatorError. */
export async function reconcileHours(
  ledger: LedgerOf,
  hours: readonly string[],
  ids: ReadonlyMap<string, readonly string[]>,
): Promise<readonly ReconciledHour[]> {
  const results: ReconciledHour[] = [];
  for (const hour of hours) {
    results.push(await reconcile({ ...ledger, hour, idsOf: () => ids.get(hour) ?? [] }).catch(explain));
  }
  return results;
}

function explain(cause: unknown): never {
  const isRefused = cause instanceof LedgerError;
  if (!isRefused && !(cause instanceof TypeError)) throw cause;
  const hint = isRefused ? 'Hours that are done are done; run it again.' : 'Check whether the service runs.';
  throw new OperatorError(isRefused ? cause.message : 'The API could not be called.', hint, { cause });
}

/** Returns one line for each hour. */
export const reconciledText = (results: readonly ReconciledHour[]): string =>
  alignColumns([
    ['HOUR', 'DELIVERIES', 'MISSING', 'RESULT'],
    ...results.map(({ hour, count, missing, ...rest }) => [
      hour,
      `${count}`,
      `${missing.length}`,
      resultOf({ missing, ...rest }),
    ]),
  ]);

function resultOf({ complete, missing, unknown, open }: Omit<ReconciledHour, 'hour' | 'count'>): string {
  const outcomes = Map.groupBy(missing, ({ outcome }) => outcome);
  return [
    ...(complete ? ['complete'] : []),
    ...Array.from(outcomes, ([outcome, { length }]) => `${length} ${texts[outcome]}`),
    ...(open ? ['the hour is still open'] : []),
    ...(unknown.length > 0 ? [`${unknown.length} unknown ids`] : []),
  ].join(', ');
}

const texts = {
  sending: 'sent again',
  retrying: 'on their way already',
  just_attempted: 'attempted just now',
  webhook_disabled: 'not sent, since the webhook is disabled',
} as const;
