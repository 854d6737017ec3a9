/**
 * Handles a batch of messages: those of each webhook together, and all webhooks at the same time.
 *
 * One failure is not that of another: what was delivered is written, whatever else fails. A message comes again if
 * something of it failed, and the rest of it is known as done then.
 */
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import type { Lane } from '../../contract/delivery-settings.ts';
import type { Notices } from '../notices/notice-outbox.ts';
import { conditionOf } from '../receiver-health/health.ts';
import { loggedError } from '../shared/logged-error.ts';
import type { Metrics } from '../shared/metrics.ts';
import type { AttemptCounter } from '../statistics/attempt-counter.ts';
import { MalformedWebhookError, type WebhookDirectory } from '../webhooks/webhook-directory.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import type { Handled } from './act.ts';
import { decide, type Step } from './decide.ts';
import { effectsOf, type WriteEffects, writeAll } from './effects.ts';
import { type Job, jobsOf, type ResolvedJob, type ResolvePorts, resolveJobs } from './jobs.ts';
import type { FailureLog } from './measure.ts';
import type { Ended } from './turn.ts';

/** What handling a batch needs. */
export interface BatchPorts extends ResolvePorts {
  readonly lane: Lane;
  readonly directory: Pick<WebhookDirectory, 'find' | 'forget' | 'forgetNetwork'>;
  readonly notices: Pick<Notices, 'trySend'>;
  /** Carries out a plan. Never rejects. */
  readonly act: (webhook: Webhook, steps: readonly Step[]) => Promise<readonly Handled[]>;
  readonly write: WriteEffects;
  readonly counter: Pick<AttemptCounter, 'settle'>;
  readonly metrics: Pick<Metrics, 'add' | 'flush'>;
  readonly failures: Pick<FailureLog, 'flush'>;
}

/** Handles a batch. The response names the messages that SQS has to deliver again. */
export async function handleBatch(ports: BatchPorts, records: readonly SQSRecord[]): Promise<SQSBatchResponse> {
  const { counter, metrics, failures } = ports;
  const received = records.map((record) => ({ record, jobs: jobsOrLog(record) }));
  const groups = Map.groupBy(
    received.flatMap(({ jobs = [] }) => jobs),
    ({ message: { networkId, webhookId } }) => `${networkId} ${webhookId}`,
  );
  const handled = (await Promise.all(Array.from(groups.values(), (jobs) => handleGroup(ports, jobs)))).flat();
  // With the outcomes; at the end, what turns have added as well.
  void counter.settle();
  const ended = await settled(ports, handled);
  await counter.settle();
  const isDone = (job: Job): boolean => ended.get(job) === 'done';
  if (![...ended.values()].includes('done')) metrics.add('BatchesFailed', 1);
  metrics.flush();
  failures.flush();
  return {
    batchItemFailures: received
      .filter(({ jobs }) => !jobs?.every(isDone))
      .map(({ record }) => ({ itemIdentifier: record.messageId })),
  };
}

function jobsOrLog(record: SQSRecord): readonly Job[] | undefined {
  try {
    return jobsOf(record);
  } catch (error) {
    console.error({
      message: 'A delivery message is malformed.',
      messageId: record.messageId,
      error: loggedError(error),
    });
    return undefined;
  }
}

/** Handles the jobs of one webhook, at least one. Never rejects. */
async function handleGroup(ports: BatchPorts, jobs: readonly Job[]): Promise<readonly Handled[]> {
  try {
    const found = await findReceiver(ports, jobs);
    if (found === undefined) return jobs.map((job) => ({ kind: 'write', job, effects: effectsOf({}) }));
    const { webhook, sending } = found;
    const resolved = await resolveJobs(ports, webhook, jobs);
    const isTold = await tell(ports, webhook, resolved);
    const steps = decide({ webhook, sending, lane: ports.lane, now: ports.now(), jobs: resolved });
    const handled = await ports.act(webhook, steps);
    return isTold ? handled : handled.map(unlessWakeUp);
  } catch (error) {
    return jobs.map((job) => ({ kind: 'redeliver', job, error }));
  }
}

/**
 * The webhook from the cache; read again for messages that follow from a change of it. Where it is missing, disabled or
 * malformed, so is its network, since it may have been created, enabled or repaired since, and its deliveries must not
 * fail because of a cached read.
 */
async function findReceiver({ directory }: Pick<BatchPorts, 'directory'>, jobs: readonly Job[]) {
  const [first] = jobs;
  if (first === undefined) return undefined;
  const { networkId, webhookId } = first.message;
  if (jobs.some(({ message }) => message.kind !== 'deliver')) directory.forget(networkId, webhookId);
  const found = await directory.find(networkId, webhookId).catch((error: unknown) => {
    if (error instanceof MalformedWebhookError) return undefined;
    throw error;
  });
  if (found?.sending) return found;
  directory.forgetNetwork(networkId);
  return await directory.find(networkId, webhookId);
}

/**
 * Sends the notice that is due where somebody asks for the backlog: about what attempts don't show, that the webhook was
 * disabled, or has not failed again. They show failures. Returns false where it could not be sent.
 */
async function tell(
  { notices, now }: Pick<BatchPorts, 'notices' | 'now'>,
  webhook: Webhook,
  jobs: readonly ResolvedJob[],
) {
  const isFailing = webhook.enabled && conditionOf(webhook, now()).failingSince !== undefined;
  if (isFailing || !jobs.some(({ kind }) => kind === 'wakeUp')) return true;
  return await notices.trySend(webhook);
}

/** Where the notice could not be sent, a message that asks for the backlog is delivered again. */
function unlessWakeUp(handled: Handled): Handled {
  const { job, kind } = handled;
  if (job.message.kind !== 'backlog') return handled;
  const error = new Error('A notice could not be sent.');
  return kind === 'inTurn'
    ? { kind, job, ended: handled.ended.then(() => 'redeliver') }
    : { kind: 'redeliver', job, error };
}

/** Writes what the jobs have led to, and waits for those in turns meanwhile. */
async function settled(
  { write }: Pick<BatchPorts, 'write'>,
  handled: readonly Handled[],
): Promise<ReadonlyMap<Job, Ended>> {
  const toWrite = handled.filter((one) => one.kind === 'write');
  const turns = handled.filter((one) => one.kind === 'inTurn');
  const failed = handled.filter((one) => one.kind === 'redeliver');
  const effects = toWrite.map((one) => one.effects);
  const [errors, ended] = await Promise.all([
    writeAll(write, effects),
    Promise.all(turns.map(async (one) => [one.job, await one.ended] as const)),
  ]);
  const unwritten = toWrite.map((one) => ({ job: one.job, error: errors.get(one.effects) }));
  const toRepeat = [...failed, ...unwritten.filter(({ error }) => error !== undefined)];
  logFailures(toRepeat);
  return new Map<Job, Ended>([
    ...toWrite.map(({ job }) => [job, 'done'] as const),
    ...ended,
    ...toRepeat.map(({ job }) => [job, 'redeliver'] as const),
  ]);
}

/** One entry for each error: one of a webhook can be that of all its messages. */
function logFailures(failed: readonly { readonly job: Job; readonly error: unknown }[]): void {
  for (const [error, of] of Map.groupBy(failed, (one) => one.error))
    console.error({
      message: 'Messages could not be handled; they come again.',
      messageIds: of.map(({ job }) => job.messageId),
      webhookId: of[0]?.job.message.webhookId,
      error: loggedError(error),
    });
}
