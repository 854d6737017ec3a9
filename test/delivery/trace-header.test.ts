/** The trace of a call goes with the messages that it sends (docs/design.md#metrics-and-traces). */
import { expect, test } from '@jest/globals';
import { backlogMessage } from '../../lambdas/delivery/queue/messages.ts';
import { queueSender } from '../../lambdas/delivery/queue/queue-sender.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import { webhookOfTests } from './webhook-of-tests.ts';

test('SQS gets the trace header of the call that sends messages, from the SDK itself', async () => {
  const queue = await startReceiver((response) => {
    response.setHeader('content-type', 'application/x-amz-json-1.0').end('{"Successful":[],"Failed":[]}');
  });
  const trace = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';
  Object.assign(process.env, {
    AWS_LAMBDA_FUNCTION_NAME: 'FanOut',
    _X_AMZN_TRACE_ID: trace,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'eu-west-1',
    AWS_ENDPOINT_URL_SQS: queue.url,
  });
  await queueSender(`${queue.url}/slow`)([backlogMessage(webhookOfTests())]);
  expect(queue.requests.map(({ headers }) => headers['x-amzn-trace-id'])).toEqual([trace]);
  await queue.stop();
});
