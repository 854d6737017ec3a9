/**
 * AWS as a stub in a process of its own: DynamoDB in the format of the real one, whose responses are always the same
 * and come at once, so that the time is spent on our side only, or after a given time.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { functionEnvironment } from '../../../contract/function-environment.ts';
import { stages } from '../../../lib/config.ts';
import { listening } from '../../../test/support/receivers/listening.ts';
import { childInput, serveParent, startChild } from '../processes.ts';
import * as data from './stub-data.ts';

const Listening = v.object({ url: v.string() });

/**
 * Starts it. The stubbed webhooks lead to `receiver`. It responds after that many milliseconds. With its environment a
 * function calls the stub and nothing else.
 */
export async function startStub(receiver = 'http://127.0.0.1/', delay = 0) {
  const child = await startChild(import.meta.filename, { input: [receiver, delay] });
  return { ...child, environment: environmentAt(v.parse(Listening, child.ready).url) };
}

const environmentAt = (url: string): Record<string, string> => ({
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  AWS_SESSION_TOKEN: 'bench',
  AWS_REGION: 'eu-central-1',
  AWS_ENDPOINT_URL_DYNAMODB: url,
  AWS_ENDPOINT_URL_SQS: url,
  ...Object.fromEntries(Object.keys(functionEnvironment).map((name) => [name, settingOf(name, url)])),
});

function settingOf(name: string, url: string): string {
  if (name.endsWith('_TABLE')) return name.slice(0, -'_TABLE'.length).toLowerCase();
  if (name.endsWith('_QUEUE_URL')) return `${url}/queue`;
  const others: Readonly<Record<string, string>> = {
    DELIVERY_LANE: 'fast',
    DELIVERY_SETTINGS: '{}',
    TARGET_POLICY: JSON.stringify(data.loopbackTargets),
    MAX_TOKEN_DAYS: '30',
    QUOTAS: JSON.stringify(stages.prod.quotas.network),
  };
  return others[name] ?? '';
}

const Command = v.object({ TableName: v.optional(v.string()) });

if (import.meta.main) {
  const [receiver, delay] = v.parse(v.tuple([v.string(), v.number()]), childInput());
  const items: Readonly<Record<string, readonly object[]>> = {
    networks: [data.network],
    webhooks: data.webhooksTo(receiver),
    blocks: data.blocks,
  };
  const itemsOf = ({ TableName = '' }: v.InferOutput<typeof Command>): object[] => {
    const found = items[TableName];
    if (found === undefined) throw new Error(`The stub has no items of the table ${TableName}.`);
    return found.map(attributesOf);
  };
  const resultOf = (operation: string | undefined, command: v.InferOutput<typeof Command>): object => {
    switch (operation) {
      case 'PutItem':
      case 'TransactWriteItems':
        return {};
      case 'BatchWriteItem':
        return { UnprocessedItems: {} };
      case 'UpdateItem':
        // A quota is always granted.
        return command.TableName === 'quotas' ? { Attributes: { fullAt: { N: '0' } } } : {};
      case 'GetItem':
        return { Item: itemsOf(command)[0] };
      case 'Query':
        return { Items: itemsOf(command) };
      default:
        throw new Error(`The stub does not know the operation ${operation}.`);
    }
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const [, operation] = `${request.headers['x-amz-target']}`.split('.');
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      const result = JSON.stringify(resultOf(operation, v.parse(Command, JSON.parse(body))));
      if (delay === 0) response.end(result);
      else setTimeout(() => response.end(result), delay);
    });
  });
  const { url } = await listening(server, 'http');
  serveParent({ url: new URL(url).origin });
}

/** DynamoDB's attributes of plain values. */
function attributesOf(values: object): Record<string, AttributeValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, attributeOf(value)]));
}

function attributeOf(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: `${value}` };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  return typeof value === 'object' && value !== null ? { M: attributesOf(value) } : { NULL: true };
}
