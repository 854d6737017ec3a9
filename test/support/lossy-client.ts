/** DynamoDB as functions see it on a bad connection. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { connectToLocal } from '../../ctl/connection.ts';
import { cloud } from '../../testing/service.ts';

/**
 * What happens to the first attempt at each write: it takes effect, but its response is lost (`response`), or it never
 * arrives (`request`). The SDK repeats it.
 */
export type Loss = 'response' | 'request';

/** The SDK repeats errors of this name, and no others of Node inside of Jest. */
const timeOut = () => Object.assign(new Error('There was no response.'), { name: 'TimeoutError' });

/** A client of the shared local cloud's tables with this loss, which sees an error instead: a time-out unless given. */
export function lossyClient(loss: Loss, instead: () => Error = timeOut): DynamoDBDocumentClient {
  const { client } = connectToLocal(cloud());
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
