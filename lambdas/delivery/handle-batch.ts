/**
 * Handles a batch of messages: those of each webhook together, and all webhooks at the same time.
 *
 * One failure is not that of another: what was delivered is written, whatever else fails. A message comes again if
 * something of it failed, and the rest of it is known as done then.
 */
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { type Effects, writeAll } from './effects.ts';
import { handleWebhook } from './handle-webhook.ts';
import { type Job, jobsOf } from './jobs.ts';
import type { Signer } from './signer.ts';

/** Handles a batch. The response names the messages that SQS has to deliver again. */
export async function handleBatch(signer: Signer, records: readonly SQSRecord[]): Promise<SQSBatchResponse> {
  const done = new Set<Job>();
  const addAll = (handled: readonly Job[]) => {
    for (const job of handled) done.add(job);
  };
  const asked = records.map((record) => ({ record, jobs: jobsOrLog(record) }));
  const groups = Map.groupBy(
    asked.flatMap(({ jobs = [] }) => jobs),
    ({ message: { networkId, webhookId } }) => `${networkId} ${webhookId}`,
  );
  const handled = await Promise.all(Array.from(groups.values(), (jobs) => handleOrLog(signer, jobs)));
  // With the outcomes; at the end, what turns have added as well.
  void signer.counter.settle();
  const effects = handled.flatMap((one) => [...(one?.effects ?? [])]);
  // What was sent to other receivers is written during a turn.
  const turns = handled.map(async (one) => {
    if (await one?.turn?.succeeds) addAll(one?.turn?.jobs ?? []);
  });
  await Promise.all([writeEach(signer, effects).then(addAll), ...turns]);
  await signer.counter.settle();
  if (done.size === 0) signer.metrics.add('BatchesFailed', 1);
  signer.metrics.flush();
  signer.failures.flush();
  return {
    batchItemFailures: asked
      .filter(({ jobs }) => !jobs?.every((job) => done.has(job)))
      .map(({ record }) => ({ itemIdentifier: record.messageId })),
  };
}

function jobsOrLog(record: SQSRecord): readonly Job[] | undefined {
  try {
    return jobsOf(record);
  } catch (error) {
    console.error({ message: 'A delivery message is malformed.', messageId: record.messageId, error });
    return undefined;
  }
}

async function handleOrLog(signer: Signer, jobs: readonly Job[]) {
  try {
    return await handleWebhook(signer, jobs);
  } catch (error) {
    console.error({ message: 'The messages of a webhook could not be handled.', messages: jobs.length, error });
    return undefined;
  }
}

/** Writes the effects of messages and returns those whose effects were written. */
async function writeEach(signer: Signer, handled: readonly (readonly [Job, Effects])[]): Promise<readonly Job[]> {
  const failed = await writeAll(
    signer,
    handled.map(([, effects]) => effects),
  );
  return handled.flatMap(([job, effects]) => {
    if (!failed.has(effects)) return [job];
    console.error({
      message: 'An outcome could not be written.',
      messageId: job.messageId,
      error: failed.get(effects),
    });
    return [];
  });
}
