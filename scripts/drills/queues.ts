/** The queues of a drill's local cloud. */
import { GetQueueAttributesCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { localClientSettings } from '../../local/aws-clients.ts';
import { eventually } from '../../testing/eventually.ts';
import { check } from './expectations.ts';
import type { World } from './world.ts';

const PATIENCE_MS = 30_000;

/** Waits until the queue whose URL is the stack output `output` has a message. */
export const hasMessage = (world: World, output: string): Promise<void> =>
  withClient(world, (client) =>
    eventually(async () => {
      const QueueUrl = world.cloud.outputs[output];
      const AttributeNames = ['ApproximateNumberOfMessages' as const];
      const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
      check(Attributes?.ApproximateNumberOfMessages !== '0', `${output} has a message`);
    }, PATIENCE_MS),
  );

/**
 * Makes a message a dead letter after so many receives, `seconds` apart: the template's takes minutes or hours. Returns how to
 * undo it.
 */
export async function hurryDeadLetters(
  world: World,
  output: string,
  receives: number,
  seconds: number,
): Promise<() => Promise<void>> {
  const QueueUrl = world.cloud.outputs[output];
  const set = (VisibilityTimeout: string, RedrivePolicy: string): Promise<void> =>
    withClient(world, async (client) => {
      await client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout, RedrivePolicy } }));
    });
  const { VisibilityTimeout = '', RedrivePolicy = '{}' } = await withClient(world, async (client) => {
    const AttributeNames = ['VisibilityTimeout' as const, 'RedrivePolicy' as const];
    return (await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }))).Attributes ?? {};
  });
  const policy: object = JSON.parse(RedrivePolicy);
  await set(`${seconds}`, JSON.stringify({ ...policy, maxReceiveCount: receives }));
  return () => set(VisibilityTimeout, RedrivePolicy);
}

async function withClient<T>({ cloud }: World, use: (client: SQSClient) => Promise<T>): Promise<T> {
  const client = new SQSClient(localClientSettings(cloud.endpoints.sqs));
  try {
    return await use(client);
  } finally {
    client.destroy();
  }
}
