/** `ctl redrive …`: lists, shows, retries and discards the messages of on-failure and dead-letter queues. */
import type { Command } from 'commander';
import { OperatorError, UsageError } from '../errors.ts';
import { alignColumns, printResult, writeNote } from '../output.ts';
import { connectToFailures } from '../redrive/connection.ts';
import type { FailedMessage } from '../redrive/failed-message.ts';
import { type FailureList, findFailure, listFailures, type Retried, retryFailures } from '../redrive/redrive.ts';
import { findService, type ServiceOptions } from '../service.ts';
import { serviceOptions } from './shared.ts';

interface RetryWords {
  readonly all?: boolean;
  readonly scan?: boolean;
}

const openFailures = async (options: ServiceOptions) =>
  connectToFailures(await findService(options, 'data', 'service'));

/** Adds `redrive list`, `show`, `retry` and `discard`. */
export function addRedriveCommands(program: Command): void {
  const redrive = program
    .command('redrive')
    .description('failed messages: stream records, deliveries and notices that the service gave up')
    .addHelpText('after', ABOUT);

  redrive
    .command('list')
    .description('list the failed messages of all queues, oldest first, and why they failed')
    .action(async (_options: unknown, command: Command) => {
      const options = serviceOptions(command);
      const list = await listFailures(await openFailures(options));
      await printResult(options, {
        text: failuresText(list.failures),
        json: list.failures.map(failureView),
        note: noteOf(list.failures, list.more),
      });
      noteMore(list.more);
    });

  redrive
    .command('show')
    .description('show a failed message with its body, which may contain a payload of a customer')
    .argument('<id>', 'id of the message, as redrive list shows it')
    .action(async (id: string, _options: unknown, command: Command) => {
      const options = serviceOptions(command);
      const failure = await findFailure(await openFailures(options), id);
      await printResult(options, { text: failureText(failure), json: wholeFailureView(failure) });
    });

  redrive
    .command('retry')
    .description('retry failed messages, and delete those that succeed')
    .argument('[id...]', 'ids of messages, as redrive list shows them')
    .option('--all', 'all messages of all queues')
    .option('--scan', 'search the whole events table for records that the stream no longer has')
    .addHelpText('after', RETRY_HELP)
    .action(async (ids: readonly string[], { all, scan = false }: RetryWords, command: Command) => {
      if ((all ?? false) === ids.length > 0) throw new UsageError('Name the messages to retry, or use --all.');
      const options = serviceOptions(command);
      const { results, more } = await retryFailures(await openFailures(options), all ? 'all' : ids, { scan });
      const note = noteOf(results, more);
      await printResult(options, { text: retriedText(results), json: results.map(retriedView), note });
      if (all) noteMore(more);
      const { length } = results.filter(({ problem }) => problem !== undefined);
      if (length > 0) {
        throw new OperatorError(
          `${length} of ${results.length} messages failed again.`,
          'They are still in their queues.',
        );
      }
    });

  redrive
    .command('discard')
    .description('delete a failed message, which is then never retried')
    .argument('<id>', 'id of the message, as redrive list shows it')
    .option('--yes', 'delete it; without this, the message is shown and nothing is deleted')
    .action(async (id: string, { yes }: { readonly yes?: true }, command: Command) => {
      const options = serviceOptions(command);
      const failure = await findFailure(await openFailures(options), id, yes);
      const note = yes ? { note: 'This message was deleted.' } : {};
      await printResult(options, { text: failureText(failure), json: wholeFailureView(failure), ...note });
      if (!yes) throw new UsageError('Nothing was deleted. To delete this message, add --yes.');
    });
}

const NONE = 'There are no failed messages.';

const noteOf = (failures: readonly unknown[], more: FailureList['more']): string | undefined =>
  failures.length === 0 && more.length === 0 ? NONE : undefined;

/** Says that there are more messages, also with `--json`: otherwise a program takes the result for all. */
function noteMore(more: FailureList['more']): void {
  if (more.length === 0) return;
  const queues = more.map(({ queue, count }) => `${queue} (about ${count})`).join(', ');
  writeNote(
    `There are more messages: ${queues}. A command reads at most 500 messages of a queue, and none that another command is reading. Try again in a minute.`,
  );
}

const ABOUT = `
Queues:
  RecordActivityOnFailureQueue  events that are missing in users' activity
  FanOutOnFailureQueue          events that were not sent to webhooks
  FirstAttemptsDeadLetters,
  SlowLaneDeadLetters           deliveries that no signer could handle
  NoticesDeadLetters            notices that could not be sent by e-mail

Each command reads up to 500 messages of each queue. It hides them from other
readers for some seconds, or for a minute if the command is killed.`;

const RETRY_HELP = `
Records are read from the stream, which stores them for 24 hours, and given to
the function that failed. Deliveries and notices go back to their queue. A
message that fails again stays in its queue. It does no harm to retry something
that has already succeeded.

--scan costs one read unit per 8 KiB of the events table, and repeats all events
that were accepted within a minute of the records.`;

/**
 * Returns what `--json` prints for a message, without its body, which may contain a customer's payload. Times are ISO
 * 8601; until `retryUntil` it can be retried without further options.
 */
const failureView = ({ held, what, reason, until }: FailedMessage) => ({
  id: held.id,
  queue: held.queue.name,
  since: held.sentAt.toISOString(),
  retryUntil: until.toISOString(),
  what,
  reason,
});

/** Returns what `--json` prints for a message, with its body. */
const wholeFailureView = (failure: FailedMessage) => ({
  ...failureView(failure),
  expires: failure.held.expiresAt.toISOString(),
  body: jsonOrText(failure.held.body),
});

/** Formats messages as a table with a heading; empty if there are none. */
export function failuresText(failures: readonly FailedMessage[]): string {
  if (failures.length === 0) return '';
  const rows = failures
    .map(failureView)
    .map((view) => [view.id, view.queue, view.since, view.retryUntil, view.what, view.reason]);
  return alignColumns([['id', 'queue', 'since', 'retry until', 'what', 'reason'], ...rows]);
}

/** Formats one message as a whole, one property per line. */
function failureText(failure: FailedMessage): string {
  const { body, ...properties } = wholeFailureView(failure);
  const { id, queue, since, retryUntil, expires, what, reason } = properties;
  const lines = alignColumns([
    ['id', id],
    ['queue', queue],
    ['since', since],
    ['retry until', retryUntil],
    ['expires', expires],
    ['what', what],
    ['reason', reason],
  ]);
  return `${lines}\n\n${typeof body === 'string' ? body : JSON.stringify(body, null, 2)}`;
}

/** Returns what `--json` prints for a retry. */
const retriedView = ({ failure, problem }: Retried) => ({
  ...failureView(failure),
  retried: problem === undefined,
  ...(problem !== undefined && { problem }),
});

/** Formats the results of retries, one per line. */
export const retriedText = (results: readonly Retried[]): string =>
  alignColumns(
    results.map(({ failure, problem }) => [
      failure.held.id,
      problem === undefined ? 'retried' : 'failed',
      failure.what,
      problem ?? '',
    ]),
  );

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
