/** Failed messages of the shared local cloud. Other tests have messages in its queues: each looks for its own. */
import { expect } from '@jest/globals';
import { connectToFailures, type FailureConnection } from '@social-platform-services/ctl/redrive/connection';
import type { FailedMessage } from '@social-platform-services/ctl/redrive/failed-message';
import { listFailures, retryFailures } from '@social-platform-services/ctl/redrive/redrive';
import { eventually } from './eventually.ts';
import { cloud } from './service.ts';

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
 * Waits until `count` failed messages contain a text, and returns them. Each look hides what it finds for a second, so
 * two messages may never be seen by the same one. Injected faults repeat some, which count once.
 */
export async function failuresWith(
  connection: FailureConnection,
  text: string,
  count: number,
): Promise<readonly FailedMessage[]> {
  const found = new Map<string, FailedMessage>();
  return await eventually(async () => {
    for (const failure of (await listFailures(connection)).failures) {
      if (failure.what.includes(text) || failure.held.body.includes(text)) found.set(failure.held.id, failure);
    }
    const own = [...found.values()];
    expect(new Set(own.map(({ held, what }) => `${held.queue.name}: ${what}`)).size).toBe(count);
    return own;
  }, 15_000);
}

/** Retries messages, each as soon as nobody else is reading it. Returns the problems. */
export async function retried(
  connection: FailureConnection,
  failures: readonly FailedMessage[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { held } of failures) {
    const { results } = await eventually(() => retryFailures(connection, [held.id], { scan: false }), 15_000);
    problems.push(...results.flatMap(({ problem }) => problem ?? []));
  }
  return problems;
}

/** Retries messages, each until it has succeeded. */
export async function redriven(
  connection: FailureConnection,
  failures: readonly FailedMessage[],
  scan = false,
): Promise<void> {
  for (const { held } of failures) {
    await eventually(async () => {
      const { results } = await retryFailures(connection, [held.id], { scan });
      expect(results.flatMap(({ problem }) => problem ?? [])).toEqual([]);
    }, 15_000);
  }
}

/** Closes the connections of the clients. */
export function closeFailures({ sqs, lambda, streams, dynamodb }: FailureConnection): void {
  for (const client of [sqs, lambda, streams, dynamodb]) client.destroy();
}
