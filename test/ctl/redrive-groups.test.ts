/** A retried delivery keeps its message group. A stub replaces SQS: the emulator's standard queues have no groups. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { connectToLocalFailures, type FailureConnection } from '../../ctl/redrive/connection.ts';
import { retryFailures } from '../../ctl/redrive/redrive.ts';
import { credentialsOf } from '../../local/aws-clients.ts';

const body = JSON.stringify({ kind: 'backlog', webhookId: 'wh_1' });
const Request = v.looseObject({
  QueueUrl: v.string(),
  MessageSystemAttributeNames: v.optional(v.array(v.string()), []),
  MessageGroupId: v.optional(v.string()),
});

/** A dead letter of group wh_1 waits in the queue `dead`. As in SQS, attributes are returned to those who ask. */
function respond(
  target: string,
  { QueueUrl, MessageSystemAttributeNames: asked, MessageGroupId }: v.InferOutput<typeof Request>,
) {
  const attributes = { SentTimestamp: '1700000000000', MessageGroupId: 'wh_1' };
  const Attributes = Object.fromEntries(Object.entries(attributes).filter(([name]) => asked.includes(name)));
  const message = { MessageId: 'm1', ReceiptHandle: 'r1', Body: body, MD5OfBody: hash('md5', body), Attributes };
  switch (target) {
    case 'AmazonSQS.GetQueueAttributes':
      return { Attributes: { MessageRetentionPeriod: '3600' } };
    case 'AmazonSQS.ReceiveMessage':
      return QueueUrl.endsWith('/dead') && !isDeleted ? { Messages: [message] } : {};
    case 'AmazonSQS.DeleteMessage':
      isDeleted = true;
      return {};
    case 'AmazonSQS.SendMessage':
      sent.push({ queue: QueueUrl.split('/').at(-1), group: MessageGroupId });
      return { MessageId: 'm2', MD5OfMessageBody: hash('md5', body) };
    default:
      throw new Error(`An unexpected ${target}`);
  }
}

const sent: { queue: string | undefined; group: string | undefined }[] = [];
let isDeleted = false;
const server = createServer(async (request, response) => {
  const answer = respond(`${request.headers['x-amz-target']}`, v.parse(Request, await json(request)));
  response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
});
let connection: FailureConnection;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const url = `http://127.0.0.1:${address.port}`;
  const queues = { FirstAttempts: 'first', SlowLane: 'slow' };
  const outputs = {
    ApiUrl: url,
    EventsTableName: 'events',
    ...Object.fromEntries(
      ['RecordActivity', 'FanOut'].flatMap((reader) => [
        [`${reader}OnFailureQueueUrl`, `${url}/1/${reader}`],
        [`${reader}FunctionName`, reader],
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(queues).flatMap(([lane, name]) => [
        [`${lane}QueueUrl`, `${url}/1/${name}`],
        [`${lane}DeadLettersUrl`, `${url}/1/${name === 'slow' ? 'dead' : 'none'}`],
      ]),
    ),
  };
  connection = connectToLocalFailures({
    region: 'eu-west-1',
    endpoints: { dynamodb: url },
    credentials: credentialsOf('key'),
    outputs,
  });
});
afterAll(() => {
  for (const client of [connection.sqs, connection.lambda, connection.streams, connection.dynamodb]) client.destroy();
  server.close();
  server.closeAllConnections();
});

test('a retried delivery goes back to its lane in the group of its webhook, so that its receiver waits for its own only', async () => {
  const results = await retryFailures(connection, ['m1'], { scan: false });
  expect(results.map(({ problem }) => problem)).toEqual([undefined]);
  expect(sent).toEqual([{ queue: 'slow', group: 'wh_1' }]);
  expect(isDeleted).toBe(true);
});
