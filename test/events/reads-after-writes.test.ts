import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';

// A delivery whose event is missing has failed for good, and an eventually consistent read may miss a new event:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html
test('an event is read consistently, so that a new one is not taken for an expired one', async () => {
  const inputs: object[] = [];
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'local' }));
  client.middlewareStack.add(
    () => async (args) => {
      inputs.push(args.input);
      return { output: Object({ $metadata: {} }), response: undefined };
    },
    { step: 'initialize' },
  );
  const events = eventsTable(client, 'events');
  expect(await events.readBody(v.parse(NetworkId, 'demo'), v.parse(EventId, 'e1'))).toBeUndefined();
  expect(inputs).toEqual([expect.objectContaining({ ConsistentRead: true })]);
});
