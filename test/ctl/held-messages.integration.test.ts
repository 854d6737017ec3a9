/** Failed messages of a local cloud that keeps its queues in a file, as `npm start` does. */
import { CreateQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, test } from '@jest/globals';
import { withHeldMessages } from '../../ctl/redrive/held-messages.ts';
import { startQueueServer } from '../../local/sqs/queues.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('messages that were read are there for the next command', async () => {
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'token' };
  const server = await startQueueServer(credentials, temporaryFolder());
  const { QueueUrl: url = '' } = await server.client.send(new CreateQueueCommand({ QueueName: 'Failures' }));
  await server.client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'failed' }));
  const connection = { sqs: server.client, queues: [{ name: 'Failures', url, kind: 'lane' as const, lane: url }] };
  const read = () => withHeldMessages(connection, async ({ messages }) => messages.map(({ body }) => body));
  for (let command = 0; command < 3; command++) expect(await read()).toEqual(['failed']);
  await server.stop();
});
