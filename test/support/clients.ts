/** DynamoDB as a test says that it responds, for what DynamoDB Local never does: stale reads, throttling, failures. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { connectTo } from '@social-platform-services/ctl/connection';
import { tested } from './service.ts';

/** A client without a network. `inputs` are the commands' so far; `respond` returns the output of one, or throws. */
export function scriptedClient(respond: (input: object) => object) {
  const inputs: object[] = [];
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'local' }));
  client.middlewareStack.add(
    () => async (args) => {
      inputs.push(args.input);
      return { output: { $metadata: {}, ...respond(args.input) }, response: undefined };
    },
    { step: 'initialize' },
  );
  return { client, inputs };
}

/** DynamoDB as functions see it on a bad connection. */
/**
 * What happens to the first attempt at each write: it takes effect, but its response is lost (`response`), or it never
 * arrives (`request`). The SDK repeats it.
 */
export type Loss = 'response' | 'request';

/** The SDK repeats errors of this name, and no others of Node inside of Jest. */
const timeOut = () => Object.assign(new Error('There was no response.'), { name: 'TimeoutError' });

/** A client of the service's tables with this loss, which sees an error instead: a time-out unless given. */
export function lossyClient(loss: Loss, instead: () => Error = timeOut): DynamoDBDocumentClient {
  const { client } = connectTo(tested());
  const repeated = new WeakSet<object>();
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const isFirst = WRITES.test(context.commandName ?? '') && !repeated.has(context);
      repeated.add(context);
      if (!isFirst) return next(args);
      if (loss === 'response') await next(args);
      throw instead();
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  return client;
}

const WRITES = /^(BatchWrite|Delete|Put|TransactWrite|Update)/;
