/**
 * The process of bench/harness/functions/stub.ts: DynamoDB, SQS and a receiver of webhooks that answer at once, with the shapes of the
 * real ones and always the same data. Its argument, if any, is where the webhooks lead instead. It ends with its parent.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { attributesOf } from '../../references/attribute-values.ts';
import * as data from './stub-data.ts';

const Input = v.object({
  TableName: v.optional(v.string()),
  Limit: v.optional(v.number()),
  Key: v.optional(v.record(v.string(), v.object({ S: v.optional(v.string()) }))),
  ReturnValues: v.optional(v.string()),
  FilterExpression: v.optional(v.string()),
  ExpressionAttributeValues: v.optional(v.record(v.string(), v.unknown())),
  RequestItems: v.optional(v.record(v.string(), v.unknown())),
  Entries: v.optional(v.array(v.object({ Id: v.string(), MessageBody: v.string() }))),
});
type Input = v.InferOutput<typeof Input>;

const server = createServer((request, response) => {
  void text(request).then((body) => {
    const target = request.headers['x-amz-target'];
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    if (typeof target !== 'string') response.end('{}');
    else response.end(JSON.stringify(answerTo(target.split('.')[1], v.parse(Input, JSON.parse(body)))));
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The stub has no port.');
const url = `http://127.0.0.1:${address.port}`;
const webhooks = data.webhooksTo(process.argv[2] ?? `${url}/hook`);

process.on('disconnect', () => process.exit());
process.send?.({ url });

function answerTo(operation: string | undefined, input: Input): object {
  switch (operation) {
    case 'PutItem':
    case 'DeleteItem':
    case 'TransactWriteItems':
      return {};
    case 'UpdateItem':
      return input.ReturnValues === 'ALL_NEW' ? { Attributes: attributesOf(itemOf(input) ?? {}) } : {};
    case 'GetItem': {
      const item = itemOf(input);
      return item === undefined ? {} : { Item: attributesOf(item) };
    }
    case 'Query': {
      const items = itemsOf(input);
      return { Items: items.map(attributesOf), Count: items.length, ScannedCount: items.length };
    }
    case 'BatchGetItem':
      return {
        Responses: Object.fromEntries(Object.keys(input.RequestItems ?? {}).map((table) => [table, []])),
        UnprocessedKeys: {},
      };
    case 'BatchWriteItem':
      return { UnprocessedItems: {} };
    case 'SendMessageBatch':
      return { Successful: (input.Entries ?? []).map(taken), Failed: [] };
    default:
      throw new Error(`The stub does not know the operation ${operation}.`);
  }
}

function itemOf({ TableName, Key }: Input): object | undefined {
  switch (TableName) {
    case 'networks':
      return data.network;
    case 'webhooks':
      return Key?.['webhookId']?.S === 'creations' ? undefined : webhooks[0];
    case 'deliveries':
      return data.deliveries(1)[0];
    case 'events':
      return { body: data.eventBody };
    default:
      throw new Error(`The stub has no item of the table ${TableName}.`);
  }
}

function itemsOf({ TableName, Limit = 0, ExpressionAttributeValues = {} }: Input): object[] {
  switch (TableName) {
    case 'blocks':
      // A hide check finds a few blocks, a page is full and another follows.
      return data.blocks(':last' in ExpressionAttributeValues ? 5 : Limit);
    case 'activities':
      return data.activities(Limit);
    case 'webhooks':
      return webhooks;
    case 'deliveries':
      return ':partition' in ExpressionAttributeValues ? data.hoursOfAttempts() : data.deliveries(6);
    default:
      throw new Error(`The stub has no items of the table ${TableName}.`);
  }
}

const taken = ({ Id, MessageBody }: { readonly Id: string; readonly MessageBody: string }) => ({
  Id,
  MessageId: `message-${Id}`,
  MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
});
