/** DynamoDB as a test says that it responds, for what DynamoDB Local never does: stale reads, throttling, failures. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A client without a network. `inputs` are the commands' so far; `respond` returns the output of one, or throws. */
export function scriptedClient(respond: (input: object) => object) {
  const inputs: object[] = [];
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'local' }));
  client.middlewareStack.add(
    () => async (args) => {
      inputs.push(args.input);
      return { output: Object({ $metadata: {}, ...respond(args.input) }), response: undefined };
    },
    { step: 'initialize' },
  );
  return { client, inputs };
}
