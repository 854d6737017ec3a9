/** `ctl reconcile`: compares deliveries with the ids a receiver has stored; what is missing is sent again. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  hourOf,
  LedgerError,
  type ReconciledHour,
  reconcile,
  settledHours,
} from '@social-platform-services/client/webhooks/reconcile';
import { type Command, Option } from 'commander';
import { DAY_MS } from '../../contract/durations.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { LedgerHour } from '../../contract/ledger.ts';
import { timestamp } from '../../contract/schema.ts';
import { WebhookName } from '../../contract/webhooks.ts';
import { apiUrlOf } from '../connection.ts';
import { OperatorError } from '../errors.ts';
import { alignColumns, printResult } from '../output.ts';
import { findService } from '../service.ts';
import { adminClient, secretsOf } from '../webhooks-api.ts';
import { networkOption, parsedWith, serviceOptions } from './shared.ts';

interface Options {
  readonly webhook: WebhookName;
  readonly network: NetworkId;
  readonly file: string;
  readonly hour?: string;
  readonly since?: string;
}

/** Adds `reconcile`. */
export function addReconcileCommand(program: Command): void {
  program
    .command('reconcile')
    .description('compare what a receiver has stored with the ledger of its webhook, and send again what it lacks')
    .addOption(
      new Option('--webhook <webhook>', 'id of the webhook').argParser(parsedWith(WebhookName)).makeOptionMandatory(),
    )
    .addOption(networkOption())
    .addOption(
      new Option('--file <file>', 'the stored ids: one webhook-id on each line, in any order').makeOptionMandatory(),
    )
    .addOption(new Option('--hour <hour>', 'one hour in UTC, such as 2026-11-22T21').argParser(parsedWith(LedgerHour)))
    .addOption(
      new Option(
        '--since <time>',
        'all hours from this time on that have been over for 15 minutes; by default those of the last 24 hours',
      )
        .argParser(parsedWith(timestamp()))
        .conflicts('hour'),
    )
    .addHelpText('after', ABOUT)
    .action(async ({ webhook: webhookId, network, file, hour, since }: Options, command: Command) => {
      const options = serviceOptions(command);
      const ids = await readIds(file);
      const service = await findService(options, 'data', 'service');
      const url = apiUrlOf(service);
      const secret = await secretsOf(adminClient(service, network), webhookId);
      const start = since === undefined ? new Date(Date.now() - DAY_MS) : new Date(since);
      const hours = hour === undefined ? settledHours(start) : [hour];
      const results = await reconcileHours({ url, networkId: network, webhookId, secret }, hours, ids);
      const note =
        results.length === 0 ? 'No hour since then is over. Compare the present one with --hour.' : undefined;
      await printResult(options, { text: reconciledText(results), json: results, note });
      const missing = results.reduce((sum, one) => sum + one.missing.length, 0);
      if (missing > 0) {
        const isDisabled = results.some((one) => one.missing.some(({ outcome }) => outcome === 'webhook_disabled'));
        const hint = isDisabled ? 'Enable the webhook, and run it again.' : 'Run it again when they have arrived.';
        throw new OperatorError(`Deliveries were missing: ${missing}.`, hint);
      }
    });
}

/** The webhook, with all its secrets, and the API that has its ledger. */
interface LedgerOf {
  readonly url: string;
  readonly networkId: string;
  readonly webhookId: string;
  readonly secret: readonly string[];
}

/**
 * Reads a file with one id on each line, and returns the ids by their hour. Throws OperatorError if it can't be read,
 * and for any other text: deliveries that it does not name are sent again.
 */
async function readIds(path: string): Promise<ReadonlyMap<string, readonly string[]>> {
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
async function reconcileHours(
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
  if (!isRefused) throw new OperatorError('The API could not be called.', 'Check whether the service runs.', { cause });
  // Such as an hour that has expired: the same request would be refused again.
  const isForGood = cause.status < 500 && cause.status !== 429;
  const hint = isForGood ? 'Correct that, and run it again.' : 'Run it again: comparing an hour twice does no harm.';
  throw new OperatorError(cause.message, hint, { cause });
}

/** Returns one line for each hour. */
const reconciledText = (results: readonly ReconciledHour[]): string =>
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
  const counts = new Map<keyof typeof texts, number>();
  for (const { outcome } of missing) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [
    ...(complete ? ['complete'] : []),
    ...Array.from(counts, ([outcome, count]) => `${count} ${texts[outcome]}`),
    ...(open ? ['the hour is still open'] : []),
    ...(unknown.length > 0 ? [`${unknown.length} unknown ids`] : []),
  ].join(', ');
}

const texts = {
  sending: 'sent again',
  retrying: 'on their way already',
  just_attempted: 'attempted just now',
  webhook_disabled: 'not sent, since the webhook is disabled',
  event_erased: 'not sent, since the event was erased',
  event_expired: 'not sent, since the event has expired',
} as const;

const ABOUT = `
The hour of a delivery is the one in which the service accepted its event. Each
id contains this time. Without --hour, only hours that have been over for 15
minutes are compared. The exit code is 1 if something was missing.`;
