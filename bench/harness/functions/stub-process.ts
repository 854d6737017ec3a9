/**
 * The process of stub.ts: DynamoDB, SQS and a receiver of webhooks that respond at once, in the format of the real ones and
 * always with the same data. Its input is the URL of the webhooks; null for the stub's own receiver.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { listening } from '../../../testing/receivers/listening.ts';
import { attributesOf } from '../../references/attribute-values.ts';
import { input, serveParent } from '../parent.ts';
import * as data from './stub-data.ts';

const Command = v.object({
  TableName: v.optional(v.string()),
  Limit: v.optional(v.number()),
  Key: v.optional(v.record(v.string(), v.object({ S: v.optional(v.string()) }))),
  ReturnValues: v.optional(v.string()),
  ExpressionAttributeValues: v.optional(v.record(v.string(), v.unknown())),
  Entries: v.optional(v.array(v.object({ Id: v.string(), MessageBody: v.string() }))),
});
type Command = v.InferOutput<typeof Command>;

const server = createServer((request, response) => {
  void text(request).then((body) => {
    const target = request.headers['x-amz-target'];
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    if (typeof target !== 'string') response.end('{}');
    else response.end(JSON.stringify(resultOf(target.split('.')[1], v.parse(Command, JSON.parse(body)))));
  });
});
const { url } = await listening(server, 'http');
const webhooks = data.webhooksTo(v.parse(v.nullable(v.string()), input) ?? url);

serveParent({ url: new URL(url).origin });

function resultOf(operation: string | undefined, command: Command): object {
  switch (operation) {
    case 'PutItem':
    case 'TransactWriteItems':
      return {};
    case 'UpdateItem':
      // A quota is always granted.
      if (command.TableName === 'quotas') return { Attributes: { fullAt: { N: '0' } } };
      return command.ReturnValues === 'ALL_NEW' ? { Attributes: attributesOf(itemOf(command) ?? {}) } : {};
    case 'GetItem': {
      const item = itemOf(command);
      return item === undefined ? {} : { Item: attributesOf(item) };
    }
    case 'Query': {
      const items = itemsOf(command);
      return { Items: items.map(attributesOf), Count: items.length, ScannedCount: items.length };
    }
    case 'BatchWriteItem':
      return { UnprocessedItems: {} };
    case 'SendMessageBatch':
      return { Successful: (command.Entries ?? []).map(sentMessage), Failed: [] };
    default:
      throw new Error(`The stub does not know the operation ${operation}.`);
  }
}

function itemOf({ TableName, Key }: Command): object | undefined {
  switch (TableName) {
    case 'networks':
      return data.network;
    case 'webhooks':
      return Key?.['webhookId']?.S === 'creations' ? undefined : webhooks[0];
    case 'deliveries':
      return data.delivery;
    default:
      throw new Error(`The stub has no item of the table ${TableName}.`);
  }
}

function itemsOf({ TableName, Limit = 0, ExpressionAttributeValues = {} }: Command): object[] {
  switch (TableName) {
    case 'blocks':
      // A hide check finds a few blocks; a page is full and another follows.
      return data.blocks(':last' in ExpressionAttributeValues ? 5 : Limit);
    case 'webhooks':
      return webhooks;
    default:
      throw new Error(`The stub has no items of the table ${TableName}.`);
  }
}

const sentMessage = ({ Id, MessageBody }: { readonly Id: string; readonly MessageBody: string }) => ({
  Id,
  MessageId: `message-${Id}`,
  MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
});
