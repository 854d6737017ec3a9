/** Failed messages of the shared local cloud. Other tests have messages in its queues: each looks for its own. */
import { expect } from '@jest/globals';
import { connectToFailures, type FailureConnection } from '../../ctl/redrive/connection.ts';
import type { FailedMessage } from '../../ctl/redrive/failed-message.ts';
import { listFailures, retryFailures } from '../../ctl/redrive/redrive.ts';
import { eventually } from '../../testing/eventually.ts';
import { cloud } from '../../testing/service.ts';

/**
 * Connects to the shared local cloud, with short polls instead of long ones, which take a second at the end of a queue.
 * What a short poll has not found is looked for again by those who wait.
 */
export function openFailures(): FailureConnection {
  const connection = connectToFailures(cloud());
  connection.sqs.middlewareStack.add(
    (next) => (args) =>
      next('WaitTimeSeconds' in args.input ? { ...args, input: { ...args.input, WaitTimeSeconds: 0 } } : args),
    { step: 'initialize' },
  );
  return connection;
}

/**
 * Waits until `count` failed messages contain a text, and returns them. Another test may be reading them at the moment.
 * Bad weather repeats some, which count once.
 */
export const failuresWith = (connection: FailureConnection, text: string, count: number) =>
  eventually(async () => {
    const { failures } = await listFailures(connection);
    const own = failures.filter(({ what, held }) => what.includes(text) || held.body.includes(text));
    expect(new Set(own.map(({ held, what }) => `${held.queue.name}: ${what}`)).size).toBe(count);
    return own;
  }, 15_000);

/** Retries messages, as soon as no other test is reading them. Returns the problems. */
export async function retried(
  connection: FailureConnection,
  failures: readonly FailedMessage[],
): Promise<readonly string[]> {
  const ids = failures.map(({ held }) => held.id);
  const { results } = await eventually(() => retryFailures(connection, ids, { scan: false }), 15_000);
  return results.flatMap(({ problem }) => problem ?? []);
}

/** Retries messages until all have succeeded. */
export async function redriven(
  connection: FailureConnection,
  failures: readonly FailedMessage[],
  scan = false,
): Promise<void> {
  const left = new Set(failures.map(({ held }) => held.id));
  await eventually(async () => {
    const { results } = await retryFailures(connection, [...left], { scan });
    for (const { failure, problem } of results) if (problem === undefined) left.delete(failure.held.id);
    expect(results.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  }, 15_000);
}

/** Closes the connections of the clients. */
export function closeFailures({ sqs, lambda, streams, dynamodb }: FailureConnection): void {
  for (const client of [sqs, lambda, streams, dynamodb]) client.destroy();
}
